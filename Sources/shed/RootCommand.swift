import ArgumentParser

/// `shed`, the root of all verbs.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shed",
        abstract: "Keeps projects as real directories, and tells what belongs where.",
        discussion: """
            A project is a directory with a .shed folder in it. Work in it with any program you like; shed gives \
            everything in it a lasting ID, and keeps additions out of folders that do not accept them.

            Options of every verb may stand before it or behind it: -C DIR, --json, --quiet, --verbose, --color WHEN, \
            --plain, --yes and -0.

            Exit codes: 0 done, or clean; 1 findings, or refused by a rule; 2 usage, configuration or environment.

            Example: shed new poetry "Spring Poems" && cd "Spring Poems" && shed tree
            """,
        version: Shed.version,
        groupedSubcommands: [
            CommandGroup(name: "Projects", subcommands: [NewVerb.self, AdoptVerb.self, ProjectsVerb.self, InfoVerb.self, RenameVerb.self, DeleteVerb.self]),
            CommandGroup(name: "Looking", subcommands: [TreeVerb.self, ListVerb.self, ShowVerb.self, FindVerb.self, StatusVerb.self, StatisticsVerb.self, LogVerb.self]),
            CommandGroup(
                name: "Changing",
                subcommands: [AddVerb.self, MoveVerb.self, RemoveVerb.self, RestoreVerb.self, EmptyTrashVerb.self, AllowVerb.self, AcceptVerb.self, RelinkVerb.self, ForgetVerb.self, UndoVerb.self]),
        ] + Installed.kinds.compactMap(\.verbs) + [
            CommandGroup(name: "Tags and variables", subcommands: [TagVerb.self, TagGroupVerb.self, VariableVerb.self]),
            CommandGroup(
                name: "Keeping true",
                subcommands: [SyncVerb.self, WatchVerb.self, CheckVerb.self, RepairVerb.self, RuleVerb.self, ServiceVerb.self, DoctorVerb.self]),
        ])
}
