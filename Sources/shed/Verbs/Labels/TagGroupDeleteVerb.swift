import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagGroupDeleteVerb: TagGroupSubverb, ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a group with its tags.",
        discussion: """
            Files and folders stay as they are, without these tags. Asks first where something has one of them.

            Example: shed taggroup delete Status
            """)

    @Argument(help: "The group.", completion: Completions.tagGroups) var group: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        try session.changeLabel(change) { project in
            let word = try session.text(group, of: "the group")
            let reading = try project.refresh()
            let labels = try reading.labels()
            let known = try labels.group(word)
            let all = try reading.uses()
            let uses = labels.sortedTags.filter { $0.group == known.id }.map { all[LabelKey(.tag, $0.id)] ?? 0 }.max() ?? 0
            try session.confirmDeletion("the tag group \(session.style.label(known.name)) with a tag", uses: uses, dryRun: change.dryRun)
            let (group, tags) = try project.write { transaction throws(ShedError) in try transaction.deleteTagGroup(word, dryRun: change.dryRun) }
            return LabelChange(
                "deleted", "the tag group \(session.style.label(group.name)) with \(Style.count(tags.count, "tag"))", group.json(tags: tags))
        }
    }
}
