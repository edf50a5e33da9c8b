import ShedModel

extension Undoing {
    /// Gives up folders that are gone since their making was taken back: nobody has lost them, so they are listed as missing no more. One in
    /// which something was that is missing stays listed, and so does one that was missing before it was made again.
    /// - Parameter gone: their IDs, those of inner folders first.
    mutating func giveUp(_ gone: [NodeID]) throws(ShedError) {
        guard !gone.isEmpty else { return }
        Interruption.point("folders-removed")
        forget()
        let given = try lostByNobody(gone)
        // Nobody else holds the model, so that it is changed where it is.
        forget()
        let now = transaction.surroundings.now()
        try transaction.commitFollowing(given.map { Operation($0, [.forgotten(now)]) })
        transaction.project.undo.settleRemoval()
    }

    private mutating func lostByNobody(_ gone: [NodeID]) throws(ShedError) -> [NodeID] {
        let state = try state()
        let first = firstEntry
        // What the entry itself has said of them is taken back with its fields.
        let remade = first.number == entry.number ? [] : first.madeThoughGivenUp
        let brought = first.brought
        var given: [NodeID] = []
        var known: Set<NodeID> = []
        for id in gone.map(state.model.resolve) {
            guard let node = state.model.nodes[id], !state.memory.isPresent(id), node.details?.forgotten == nil,
                node.created >= first.time || remade.contains(id) || brought.contains(id),
                state.model.children(of: id).allSatisfy({ known.contains($0) || state.model.nodes[$0]?.details?.forgotten != nil }),
                known.insert(id).inserted
            else { continue }
            given.append(id)
        }
        return given
    }

    /// The entry that did first what is taken back: who takes back an undo does again what an earlier one did.
    private var firstEntry: UndoEntry {
        var first = entry
        while let number = first.undoes, number < first.number, let earlier = try? transaction.project.undoEntry(number) { first = earlier }
        return first
    }
}

extension Transaction {
    /// Gives up the folders that an undo had taken away when its process was killed, once it was taken in that they are gone. What else that undo
    /// was to do is gone on with by who asks for it.
    /// - Returns: the entries of which that cannot be said now: the next command says it.
    @discardableResult func giveUpRemoved() -> Set<Int> {
        guard isWriting else { return [] }
        var waiting: Set<Int> = []
        for number in project.undo.leftUnderWay {
            guard let undo = try? project.undoEntry(number), let undone = undo.undoes, let entry = try? project.undoEntry(undone) else { continue }
            var undoing = Undoing(self, entry, only: [], after: nil, dryRun: false)
            guard isTakenIn(undo.removedFolders), (try? undoing.giveUp(undo.removedFolders)) != nil else {
                waiting.insert(number)
                continue
            }
            project.undo.settle([number])
        }
        return waiting
    }

    private func isTakenIn(_ removed: [NodeID]) -> Bool {
        guard let state = try? load() else { return false }
        return removed.map(state.model.resolve).allSatisfy { id in
            !state.memory.isPresent(id) || state.model.path(of: id).map { hasEntry(at: $0) } ?? false
        }
    }
}

extension UndoEntry {
    /// The IDs of the folders that it took away, in that order.
    var removedFolders: [NodeID] { steps.compactMap { step -> NodeID? in if case .removed(_, let id) = step { id } else { nil } } }

    /// The IDs of folders that came with it, whatever it is said when they were made.
    fileprivate var brought: Set<NodeID> { Set(steps.compactMap { step -> NodeID? in if case .made(let made) = step { made.brings } else { nil } }) }

    /// What had been given up before it made it again.
    fileprivate var madeThoughGivenUp: Set<NodeID> {
        Set(steps.compactMap { step -> NodeID? in
            guard case .set(let before, _) = step, before.label == nil else { return nil }
            return before.set.contains { field in if case .forgotten(_?) = field { true } else { false } } ? before.id : nil
        })
    }
}
