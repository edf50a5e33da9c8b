import ShedDisk
import ShedModel

/// What an entry of the undo journal made: by its path, and by which file it is, since what was moved or renamed later is the same
/// file at another path.
struct MadeThings {
    private let byPath: [RelativePath: UndoStep.Made]
    private let byFile: [FileIdentity: UndoStep.Made]
    /// The files that shed has written since in place of those that were made: as it wrote each, and in place of which; `nil` until
    /// that is asked.
    private var heirs: [FileIdentity: (written: WrittenFile, of: FileIdentity)]?
    private var heirsOfEach: [FileIdentity: [FileIdentity]] = [:]
    /// Which nodes these files are; `nil` until that is asked.
    private var nodes: [FileIdentity: NodeID]?
    /// Folders that stay since a rule wants them to, with what was made in them, where they stand now.
    private var kept: Set<RelativePath> = []
    /// Folders that go whole, where they stand now.
    private var whole: Set<RelativePath> = []
    /// What goes with them.
    private var taken: Set<FileIdentity> = []

    init(_ steps: [UndoStep]) {
        let made = steps.compactMap { if case .made(let made) = $0 { made } else { nil } }
        byPath = Dictionary(made.map { ($0.path, $0) }, uniquingKeysWith: { $1.identity == nil ? $0 : $1 })
        byFile = Dictionary(made.compactMap { made in made.identity.map { ($0, made) } }, uniquingKeysWith: { $1 })
    }

    private func made(_ file: FileIdentity) -> Bool { byFile[file] != nil || heirs?[file] != nil }

    /// Whether a step is the one that says most of what it made: it may be written down before and after there is a file.
    func isDecisive(_ made: UndoStep.Made) -> Bool { made.identity.map { byFile[$0] == made } ?? (byPath[made.path] == made) }

    /// What was made that is a file or folder now.
    /// - Parameter path: where it stands.
    func made(_ file: FileIdentity, at path: RelativePath) -> UndoStep.Made? {
        if let made = byFile[file] ?? heirs?[file].flatMap({ byFile[$0.of] }) { return made }
        guard let made = byPath[path], made.identity == nil else { return nil }
        return made
    }

    // MARK: What was written into them since

    var knowsHeirs: Bool { heirs != nil }

    /// - Parameter replacements: of any files, in the order in which they were made.
    mutating func know(heirs replacements: [UndoStep.Replacement]) {
        var found: [FileIdentity: (written: WrittenFile, of: FileIdentity)] = [:]
        for replacement in replacements {
            guard let first = byFile[replacement.old] != nil ? replacement.old : found[replacement.old]?.of else { continue }
            let written = WrittenFile(
                identity: replacement.new, written: replacement.written, changed: replacement.changed, hash: replacement.hash)
            found[replacement.new] = (written, first)
            heirsOfEach[first, default: []].append(replacement.new)
        }
        heirs = found
        nodes = nil
    }

    /// The files that were written in place of one that was made.
    func heirs(of file: FileIdentity) -> [FileIdentity] { heirsOfEach[file] ?? [] }

    /// A file that was written in place of one that was made, as it was written; `nil` for any other.
    func heir(_ there: FileIdentity, of file: FileIdentity) -> WrittenFile? {
        guard let heir = heirs?[there], heir.of == file, heir.written.written != nil else { return nil }
        return heir.written
    }

    /// The node of a file that was made, by which of the project's files it is; `nil` where that is none.
    mutating func node(of file: FileIdentity, in state: ProjectState) -> NodeID? {
        if let nodes { return nodes[file] }
        var found: [FileIdentity: NodeID] = [:]
        for (id, seen) in zip(state.memory.seen.keys, state.memory.seen.values) where made(seen.evidence.identity) && state.memory.isPresent(id) {
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

    /// A folder stays, and what was made in it stays along: half of it would be neither.
    mutating func keep(whole folder: RelativePath) { kept.insert(folder) }

    /// - Parameter path: where something stands now.
    func isKeptAlong(_ path: RelativePath) -> Bool { kept.holds(path.parent) }

    func isTakenAlong(_ made: UndoStep.Made) -> Bool { made.identity.map(taken.contains) ?? whole.holds(made.path) }
}
