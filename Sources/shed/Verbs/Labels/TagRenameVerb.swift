import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagRenameVerb: TagSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a tag another name, or put it into another group.",
        discussion: """
            NAME leaves it in its group, GROUP/NAME puts it into that group, /NAME takes it out of its group. What has the \
            tag keeps it.

            Example: shed tag rename lent Status/lent
            """)

    @Argument(help: "The tag.", completion: Completions.tags) var tag: String
    @Argument(help: "NAME, GROUP/NAME or /NAME.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        try session.changeLabel(change) { project in
            let word = try session.text(tag, of: "the tag")
            let tag = try project.write { transaction throws(ShedError) in try transaction.changeTag(word, Transaction.TagChange(title: try session.text(name, of: "the name")), dryRun: change.dryRun) }
            return LabelChange("renamed", "the tag \(session.style.label(word)) to \(session.style.label(tag.title))", try project.asKnown.json(of: tag))
        }
    }
}
