import ArgumentParser
import ShedEngine
import ShedModel

struct TagAddVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Give a tag to files and folders.",
        discussion: """
            All get it or, where one is out of the tag's scope, none. Many paths come best from another command:

            Example: shed find --newer 1d -0 | shed tag add urgent - -0
            Example: shed tag add Difficulty/hard --in Finals/Integration
            """)
    static var actor: String? { "tag" }

    @Argument(help: "The tag: NAME or GROUP/NAME.") var tag: String
    @OptionGroup var paths: PathsArgument
    @OptionGroup var state: StateOption
    @Flag(help: "Make the tag if it is not there.") var create = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun || paths.readsInput ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(tag, of: "the tag")
        let edited = try paths.edit(session, in: project, ifState: state.ifState) { paths throws(ShedError) in
            try project.addTag(word, to: paths, creating: create, dryRun: change.dryRun)
        }
        guard let (tag, nodes) = edited else { return session.sayNoPageFits() }
        let title = session.style.label(tag.title)
        session.say(nodes, label: ("tag", .string(tag.title)), done: "tagged \(title)", same: "has the tag \(title) already", dryRun: change.dryRun)
        session.warnOfRest(in: project)
        return .done
    }
}

struct TagRemoveVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take a tag from files and folders.",
        discussion: """
            The tag itself stays; “shed tag delete” deletes it.

            Example: shed tag remove urgent Draft/Ode.txt
            """)
    static var actor: String? { "tag" }

    @Argument(help: "The tag: NAME or GROUP/NAME.") var tag: String
    @OptionGroup var paths: PathsArgument
    @OptionGroup var state: StateOption
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun || paths.readsInput ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(tag, of: "the tag")
        let edited = try paths.edit(session, in: project, ifState: state.ifState) { paths throws(ShedError) in
            try project.removeTag(word, from: paths, dryRun: change.dryRun)
        }
        guard let (tag, nodes) = edited else { return session.sayNoPageFits() }
        let title = session.style.label(tag.title)
        session.say(nodes, label: ("tag", .string(tag.title)), done: "removed the tag \(title)", same: "has no tag \(title)", dryRun: change.dryRun)
        session.warnOfRest(in: project)
        return .done
    }
}
