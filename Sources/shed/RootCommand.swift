import ArgumentParser

/// `shed`, the root of all verbs.
struct RootCommand: ParsableCommand {
    /// What is said to who names no verb: what a writer needs.
    static let overview = """
        shed keeps writing in real folders, and tells what belongs where. Work in them with any program you like.

        Begin
          shed new poetry "My Poems"           make a project; “shed help new” lists the kinds
          shed adopt FOLDER --kind poetry      make a project of a folder that you have

        Look
          shed tree                            folders and files, and what may be added where
          shed show PATH                       one of them, with its ID
          shed find WORDS                      by name; “shed find --text WORDS” looks into the files
          shed status                          what changed, and what was refused

        Work
          shed sync                            take in what you did, and judge it
          shed mv Draft/Ode.txt Ready          move; any file manager will do
          shed rm Draft/Ode.txt                move to Trash
          shed restore Trash/Ode.txt           and back

        It moved my file to Rejected
          shed accept Rejected/Old --to Draft  let it stand there, this once
          shed allow Draft both                let such things stand there from now on

        shed help VERB describes a verb, shed help --all lists all of them.
        """

    static let configuration = CommandConfiguration(
        commandName: "shed",
        abstract: "Keeps projects as real directories, and tells what belongs where.",
        discussion: """
            A project is a directory with a .shed folder in it. Work in it with any program you like; shed gives \
            everything in it a lasting ID, and keeps additions out of folders that do not accept them.

            Options of every verb, before it or behind it:
              -C DIR          Work as if started in DIR.
              --json          Print JSON; Documentation/JSON.md describes it.
              -q, --quiet     Print no results; errors and warnings are still shown.
              -v, --verbose   Say more, with IDs.
              --color WHEN    Color the output: auto, always or never.
              --plain         No symbols, and lines that read well aloud.
              -y, --yes       Answer every confirmation with yes.
              -0              Print only paths, each ended by a NUL byte.

            Exit codes: 0 done, or clean; 1 findings, or refused by a rule; 2 usage, configuration or environment.

            Example: shed new poetry "Spring Poems" && cd "Spring Poems" && shed tree
            """,
        version: Shed.version,
        groupedSubcommands: [
            CommandGroup(name: "Projects", subcommands: [NewVerb.self, AdoptVerb.self, ProjectsVerb.self, InfoVerb.self, RenameVerb.self, DeleteVerb.self, TemplateVerb.self]),
            CommandGroup(name: "Looking", subcommands: [TreeVerb.self, ListVerb.self, ShowVerb.self, FindVerb.self, StatusVerb.self, StatisticsVerb.self, LogVerb.self]),
            CommandGroup(
                name: "Changing",
                subcommands: [AddVerb.self, MoveVerb.self, RemoveVerb.self, RestoreVerb.self, EmptyTrashVerb.self, OrderVerb.self, AllowVerb.self, RoleVerb.self, AcceptVerb.self, RelinkVerb.self, ForgetVerb.self, UndoVerb.self]),
            CommandGroup(name: "Exchange", subcommands: [ExportVerb.self, ImportVerb.self]),
        ] + Installed.kinds.compactMap(\.verbs) + [
            CommandGroup(name: "Links", subcommands: [LinkVerb.self, OpenVerb.self, FixLinksVerb.self]),
            CommandGroup(name: "Devices", subcommands: [DevicesVerb.self, SyncSetupVerb.self, ConflictsVerb.self, ResolveVerb.self]),
            CommandGroup(name: "Tags and variables", subcommands: [TagVerb.self, TagGroupVerb.self, VariableVerb.self]),
            CommandGroup(
                name: "Keeping true",
                subcommands: [TrustVerb.self, SyncVerb.self, WatchVerb.self, CheckVerb.self, RepairVerb.self, RuleVerb.self, ServiceVerb.self, IconsVerb.self, DoctorVerb.self]),
        ])
}
