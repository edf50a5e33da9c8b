import ArgumentParser
import ShedCommand

struct IconsVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "icons",
        abstract: "Have file managers show what the folders of a project are for.",
        discussion: """
            Folders get pictures by the symbols and colors of the project's template, and Rejected a mark while something waits in it. This holds \
            for this machine alone: nothing of it travels, and no check finds it. Documentation/FileManagers.md says what each file manager shows.

            Example: shed icons on
            """,
        subcommands: [IconsOnVerb.self, IconsOffVerb.self, IconsShowVerb.self])
}

/// A verb of `shed icons`, which the history names so.
protocol IconsSubverb: Verb {}

extension IconsSubverb {
    static var actor: String? { actor(in: "icons") }
}
