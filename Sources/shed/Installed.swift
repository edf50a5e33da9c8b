import ShedCommand
import ShedPapersKind
import ShedProject
import ShedRecordsKind
import ShedRules
import ShedWritingKind

/// What the program is put together with.
enum Installed {
    /// The kinds of project, in the order in which they are offered: the one list of them.
    static let kinds: [any KindCommands] = [WritingCommands(), RecordsCommands(), PapersCommands()]

    /// The rules of the program: shed's own, and those of all kinds.
    static let rules = KindModules(kinds.map(\.module)).rules
}

/// The paths of a verb that takes many, with the options by which kinds of project choose some.
typealias Paths = PathsArgument<PageChoice>
