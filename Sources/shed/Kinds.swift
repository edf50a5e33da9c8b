import ShedCommand
import ShedPapersKind
import ShedProject
import ShedRecordsKind
import ShedRules

/// The kinds of project that the program is put together with: the one list of them.
enum Kinds {
    static let all: [any KindCommands] = [PapersCommands(), RecordsCommands()]

    /// The rules of the program: shed's own, and those of all kinds.
    static let rules = KindModules(all.map(\.module)).rules
}

/// The paths of a verb that takes many, with the options by which kinds of project choose some.
typealias Paths = PathsArgument<PageChoice>
