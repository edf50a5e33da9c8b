import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel

struct TagAddVerb: TagSubverb, LabellingVerb {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Give a tag to files and folders.",
        discussion: """
            All get it or, where one is out of the tag's scope, none. Many paths come best from another command:

            Example: shed find --newer 1d -0 | shed tag add urgent - -0
            Example: shed tag add Difficulty/hard --in Finals/Integration
            """)

    @Argument(help: "The tag: NAME or GROUP/NAME.", completion: Completions.tags) var tag: String
    @OptionGroup var paths: Paths
    @Flag(help: "Make the tag if it is not there.") var create = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(tag, of: "the tag")
        return try label(session, in: project) { transaction, paths throws(ShedError) in
            let (tag, nodes) = try transaction.addTag(word, to: paths, creating: create, dryRun: change.dryRun)
            let title = session.style.label(tag.title)
            return Labelled(nodes, ("tag", .string(tag.title)), done: { .tagged(isDryRun: $0, tag: title, path: $1) }, same: { .hasTag(path: $0, tag: title) })
        }
    }
}
