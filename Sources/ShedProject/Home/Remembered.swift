import ShedModel

/// What this machine knows of a root that it does not trust.
enum Remembered: Hashable {
    case nothing
    /// At this path another directory was a root of the project.
    case replaced
    /// This very directory is trusted as a copy, with IDs of its own, and the `.shed` of what it is a copy of was copied over its own.
    case overwritten
    /// This very directory is trusted, and the project is of another kind by now, or has another template.
    case reshaped
    /// Another root of the project, which is there or is gone: an absolute path.
    case elsewhere([UInt8])

    /// - Parameter folders: what is kept of roots of the same project.
    init(of path: [UInt8], _ evidence: Evidence, among folders: [ProjectStateFolder]) {
        let others = folders.lazy.map(\.record).filter { !$0.isRoot(evidence) }
        if others.contains(where: { $0.root == path }) {
            self = .replaced
        } else if let other = others.first(where: { $0.root != path }) {
            self = .elsewhere(other.root)
        } else {
            self = .nothing
        }
    }

    /// The word of a message.
    var word: String {
        switch self {
        case .nothing: "unknown"
        case .replaced: "replaced"
        case .overwritten: "overwritten"
        case .reshaped: "reshaped"
        case .elsewhere: "elsewhere"
        }
    }

    /// Where it is known.
    var other: [UInt8]? { if case .elsewhere(let path) = self { path } else { nil } }
}

extension ProjectHome {
    /// The roots of this project that are gone, of which this machine keeps a history that is not this root's, and how many things
    /// could be undone there.
    func formerRoots() -> [TrustSummary.FormerRoot] {
        guard let evidence = try? root.ownEvidence() else { return [] }
        return registry.folders().filter {
            file.projects.contains($0.record.project) && $0.record.root != path && !$0.record.isRoot(evidence) && !Registry.isLive($0)
        }.map { TrustSummary.FormerRoot(path: $0.record.root, undoable: $0.undoable) }
    }
}

extension ProjectStateFolder {
    /// How many things that were done could be undone: not those that were taken back already, nor what took them back.
    var undoable: Int {
        let journal = UndoJournal(in: self)
        guard let numbers = try? journal.numbers(), let links = try? journal.links() else { return 0 }
        let back = links.takenBack()
        return numbers.count { number in
            guard back[number] == nil, !links.void.contains(number), let entry = try? journal.entry(number) else { return false }
            return entry.undoes == nil && !entry.isVoid
        }
    }
}
