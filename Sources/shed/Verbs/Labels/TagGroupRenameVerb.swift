import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagGroupRenameVerb: TagGroupSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a group another name.", discussion: "Its tags stay in it.\n\nExample: shed taggroup rename Status State")

    @Argument(help: "The group.", completion: Completions.tagGroups) var group: String
    @Argument(help: "Its new name.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        try session.changeLabel(change) { project in
            let word = try session.text(group, of: "the group")
            let group = try project.write { transaction throws(ShedError) in try transaction.renameTagGroup(word, to: try session.text(name, of: "the name"), dryRun: change.dryRun) }
            return LabelChange(
                "renamed", "the tag group \(session.style.label(word)) to \(session.style.label(group.name))",
                group.json(tags: try project.asKnown.labels().sortedTags))
        }
    }
}
