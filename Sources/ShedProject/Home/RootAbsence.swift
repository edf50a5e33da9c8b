/// Why a project's root cannot be taken for evidence of what is in it: nothing is judged or forgotten until it is back.
package enum RootAbsence: Hashable, Sendable, CustomStringConvertible {
    case gone
    /// Suddenly: things were known to stand in it.
    case empty
    /// All in it that was known is there, and left out by `.shedignore` now.
    /// - Parameter line: from 1, the one that does so, where one alone does.
    case ignored(line: Int?)
    case noSidecar
    case noBatches
    /// `.shed` was replaced: the folder was adopted anew.
    case otherProject

    /// What is said behind the root's path.
    package var description: String {
        switch self {
        case .gone: "is gone"
        case .empty: "is suddenly empty"
        case .ignored(let line): "has everything in it left out by \(line.map { "line \($0) of " } ?? "").shedignore"
        case .noSidecar: "has lost its .shed folder"
        case .noBatches: "has lost everything in .shed/ops"
        case .otherProject: "is another project now"
        }
    }
}
