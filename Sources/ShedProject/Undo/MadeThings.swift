import ShedDisk
import ShedModel

/// What an entry of the undo journal made: by its path, and by which file it is, since what was moved or renamed later is the same
/// file at another path.
struct MadeThings {
    private let byPath: [RelativePath: UndoStep.Made]
    private let byFile: [FileIdentity: UndoStep.Made]
    /// Which nodes these files are; `nil` until that is asked.
    private var nodes: [FileIdentity: NodeID]?
    /// Folders that go whole, where they stand now.
    private var whole: Set<RelativePath> = []
    /// What goes with them.
    private var taken: Set<FileIdentity> = []

    init(_ steps: [UndoStep]) {
        let made = steps.compactMap { if case .made(let made) = $0 { made } else { nil } }
        byPath = Dictionary(made.map { ($0.path, $0) }, uniquingKeysWith: { $1.identity == nil ? $0 : $1 })
        byFile = Dictionary(made.compactMap { made in made.identity.map { ($0, made) } }, uniquingKeysWith: { $1 })
    }

    /// Whether a step is the one that says most of what it made: it may be written down before and after there is a file.
    func isDecisive(_ made: UndoStep.Made) -> Bool { made.identity.map { byFile[$0] == made } ?? (byPath[made.path] == made) }

    /// What was made that is a file or folder now.
    /// - Parameter path: where it stands.
    func made(_ file: FileIdentity, at path: RelativePath) -> UndoStep.Made? {
        if let made = byFile[file] { return made }
        guard let made = byPath[path], made.identity == nil else { return nil }
        return made
    }

    /// The node of a file that was made, by which of the project's files it is; `nil` where that is none.
    mutating func node(of file: FileIdentity, in state: ProjectState) -> NodeID? {
        if let nodes { return nodes[file] }
        var found: [FileIdentity: NodeID] = [:]
        for (id, seen) in zip(state.memory.seen.keys, state.memory.seen.values) where byFile[seen.evidence.identity] != nil && state.memory.isPresent(id) {
            found[seen.evidence.identity] = id
        }
        nodes = found
        return found[file]
    }

    /// A folder goes whole, and what was made in it goes along.
    mutating func take(whole folder: RelativePath, with files: [FileIdentity]) {
        whole.insert(folder)
        taken.formUnion(files)
    }

    func isTakenAlong(_ made: UndoStep.Made) -> Bool { made.identity.map(taken.contains) ?? whole.holds(made.path) }
}
