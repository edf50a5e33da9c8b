import ShedCommand

/// The kinds of project that have verbs of their own and something to add to the others'.
enum Kinds {
    static let all: [any KindCommands] = [PapersCommands(), RecordsCommands()]
}

/// The paths of a verb that takes many, with the options by which kinds of project choose some.
typealias Paths = PathsArgument<PageChoice>
