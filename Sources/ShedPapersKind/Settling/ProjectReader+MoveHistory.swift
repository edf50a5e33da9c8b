import ShedMessages
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules

extension ProjectReader {
    /// What the history says of moves that no walk has made: what went to Rejected, and what came back from a copy, also in the
    /// place of what went to Rejected.
    func historyEntries(of moves: some Sequence<Move>) -> [HistoryEntry] {
        let (time, actor, state) = (surroundings.now(), project.actor, store.state)
        var entries: [HistoryEntry] = []
        for move in moves where move.purpose == .reject || move.from == move.to {
            entries.append(HistoryEntry(
                move.purpose == .reject ? .rejected : .putBack, at: time, by: actor, id: move.node,
                kind: state?.model.nodes[move.node]?.type, path: move.to, from: move.from, rule: move.refusal.rule.name,
                words: move.refusal.words))
            // Of a page's file the message says already that it was made anew, and of what a verb replaced that it did.
            guard move.purpose == .reject, ![EditedPage.info, NameCollision.info].contains(move.refusal.rule) else { continue }
            entries.append(HistoryEntry(
                .putBack, at: time, by: actor, id: state?.node(at: move.from), kind: .file, path: move.from, from: move.from,
                rule: BundleInUse.info.name, words: .cameFromCopyInstead(path: "\(move.to)")))
        }
        return entries
    }

    /// The file that was put into Rejected from a path.
    func lastRejected(from path: RelativePath, _ identity: FileIdentity) throws(ShedError) -> (id: NodeID, path: RelativePath)? {
        let model = try load().model
        let found = model.detailed.compactMap { model.nodes[$0] }.filter { $0.details?.rejection?.origin == path }
            .max { ($0.details?.rejection?.time ?? 0, $0.id) < ($1.details?.rejection?.time ?? 0, $1.id) }
        guard let found, let place = model.path(of: found.id), let name = place.last,
            (try? root.openDirectory(at: place.parent).evidence(of: name))?.identity == identity
        else { return nil }
        return (found.id, place)
    }
}
