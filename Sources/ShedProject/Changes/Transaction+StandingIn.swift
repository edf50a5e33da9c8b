import ShedDisk
import ShedModel

extension Transaction {
    /// A folder that was made for what came out of Trash before the folder that it was in did.
    struct StandIn {
        var id: NodeID
        var path: RelativePath
        /// What is in it.
        var contents: [PlacedNode]
        /// The folder in Trash for which it was made.
        var folder: RelativePath
    }

    /// What stands in the place of a folder that is to leave Trash, where shed made it for something that left Trash earlier: what
    /// is in both is put together. Not where a name in it is taken in the other one, somebody has tagged it, or something in it may
    /// not be in the other one.
    func standIn(at path: RelativePath, for placed: PlacedNode, _ state: ProjectState) throws(ShedError) -> StandIn? {
        guard placed.type == .folder, let id = state.node(at: path), state.memory.isPresent(id), let node = state.model.nodes[id], node.type == .folder,
            node.role == nil, node.details?.labels.isEmpty ?? true, node.details?.note == nil, node.details?.exception != true,
            let identity = path.last.flatMap({ name in try? root.openDirectory(at: path.parent).evidence(of: name)?.identity }),
            wasMadeForRestored(path, identity, state)
        else { return nil }
        var taken = try names(in: placed.path)
        var contents: [PlacedNode] = []
        guard let names = try? root.openDirectory(at: path).list(atMost: 10_000).map(\.name) else { return nil }
        for name in names {
            guard taken.insert(FoldKey(name)).inserted, let inner = try? find(path.appending(name), state),
                try isAllowed(inner, at: placed.path.appending(name), state)
            else { return nil }
            contents.append(inner)
        }
        return StandIn(id: id, path: path, contents: contents, folder: placed.path)
    }

    /// So many of the last entries of the undo journal say it.
    private static let mostLookedAt = 1_000

    /// Whether a folder was made in the same go in which something was moved from Trash into it.
    private func wasMadeForRestored(_ path: RelativePath, _ identity: FileIdentity, _ state: ProjectState) -> Bool {
        guard let journal = project.undo.journal, let trash = folder(with: .trash, state) else { return false }
        for number in ((try? journal.numbers()) ?? []).suffix(Transaction.mostLookedAt).reversed() {
            guard let steps = (try? journal.entry(number))?.steps else { continue }
            let isMade = steps.contains { if case .made(let made) = $0 { made.isFolder && made.identity == identity } else { false } }
            guard isMade else { continue }
            return steps.contains { if case .moved(let move) = $0 { move.from.isInside(trash) && move.to.isInside(path) } else { false } }
        }
        return false
    }

    /// Puts what is in a folder into the one in Trash for which it was made, and removes it: that one gets its place now.
    /// - Parameter moved: what stands where, once that is there.
    func empty(_ standIn: StandIn, _ moved: inout [RelativePath: NodeID]) throws(DiskError) {
        for placed in standIn.contents {
            guard let name = placed.path.last else { continue }
            try relocate(placed.path, to: standIn.folder.appending(name), expecting: placed.evidence.identity)
            moved[placed.path] = placed.node.id
        }
        try removeEmptyFolder(standIn.path, standIn.id)
    }
}
