import Testing

/// What a program does in a project, and what must come of it.
///
/// The project is a poetry project with these files: `Draft/Ode.txt` (“one”), `Draft/Elegy.txt` (“two”),
/// `Ready/Sonnet.txt` (“three”, in a folder that takes no additions), `Collections/Book/Poem.txt` (“four”).
/// What the expectations below do not name keeps its ID and its place.
struct Trial: Sendable, CustomTestStringConvertible {
    let program: Program
    let operation: String
    /// Shell, run in the project before shed looks at it for the first time.
    var preparation = ""
    /// Shell, run in the project. Knows the functions of ``TrialScript``.
    let script: String
    /// Old paths and new ones of what keeps its ID at another place.
    var moved: [String: String] = [:]
    /// The paths of what is new and gets IDs of its own.
    var added: Set<String> = []
    /// The last paths of what vanished.
    var missing: Set<String> = []
    /// The paths of what the trial itself makes and takes away again, each with a barrier in between.
    var wasPassing: Set<String> = []
    /// What the files hold in the end.
    var contents: [String: String] = [:]

    var testDescription: String { "\(program.name): \(operation)" }
}
