import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagRemoveVerb: TagSubverb, LabellingVerb {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a tag from files and folders.",
        discussion: """
            The tag itself stays; “shed tag delete” deletes it.

            Example: shed tag remove urgent Draft/Ode.txt
            """)

    @Argument(help: "The tag: NAME or GROUP/NAME.", completion: Completions.tags) var tag: String
    @OptionGroup var paths: Paths
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(tag, of: "the tag")
        return try label(session, in: project) { transaction, paths throws(ShedError) in
            let (tag, nodes) = try transaction.removeTag(word, from: paths, dryRun: change.dryRun)
            let title = session.style.label(tag.title)
            return Labelled(nodes, ("tag", .string(tag.title)), done: { .untagged(isDryRun: $0, tag: title, path: $1) }, same: { .hasNoTag(path: $0, tag: title) })
        }
    }
}
