import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagDeleteVerb: TagSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a tag.",
        discussion: """
            Files and folders stay as they are, without the tag. Asks first where something has it.

            Example: shed tag delete urgent
            """)

    @Argument(help: "The tag.", completion: Completions.tags) var tag: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        try session.changeLabel(change) { project in
            let word = try session.text(tag, of: "the tag")
            let reading = try project.refresh()
            let known = try reading.labels().tag(word)
            let uses = try reading.uses()[LabelKey(.tag, known.id)] ?? 0
            try session.confirmDeletion("the tag \(session.style.label(known.title))", uses: uses, dryRun: change.dryRun)
            let tag = try project.write { transaction throws(ShedError) in try transaction.deleteTag(known.id.description, dryRun: change.dryRun) }
            return LabelChange("deleted", "the tag \(session.style.label(tag.title))", tag.json(count: uses))
        }
    }
}
