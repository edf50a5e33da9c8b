import ShedModel
import ShedProject
import ShedReconcile

/// Looks after the numbers before the names of files and folders (`shed order --numbered`): a number that a person changes with another
/// program changes the order, and what an interruption left is gone on with. Both only after a walk that judges; no file gets a name
/// that nobody asked for.
final class NumberFollowing: ProjectKind {
    unowned let project: Project
    /// The folders in which something changed since this last looked; `nil`: in any.
    private var changed: Set<RelativePath>?
    /// Those of them in which a number came, went or changed: a walk that judges is to look there. What a walk saw in one, the next that
    /// judges nothing does not see again, such as one for the links in All that followed.
    private var unfollowed: Set<RelativePath> = []

    init(_ project: Project) { self.project = project }

    var followsNumbers: Bool { true }

    func modelChanged(_ change: ModelChange) {
        // A batch of another device may have numbered any folder.
        if case .everything = change { changed = nil }
    }

    func walked(_ outcome: Outcome) {
        guard changed != nil else { return }
        for change in outcome.changes where change.kind != .modified { changed?.insert(change.path.parent) }
    }

    /// Where a number before a name came, went or changed, in folders in which shed has written some.
    func waits(after outcome: Outcome) -> Set<RelativePath> {
        let changes = outcome.changes.lazy.filter { change in
            change.kind != .modified && [change.path, change.from].contains { $0?.last.flatMap { NumberPrefix($0) } != nil }
        }
        unfollowed.formUnion(changes.map(\.path.parent))
        guard !unfollowed.isEmpty, let state = project.store.state else { return unfollowed }
        let known = Dictionary(unfollowed.compactMap { path in state.node(at: path).map { ($0, path) } }) { first, _ in first }
        guard let numbered = try? project.asKnown.numberedFolders(among: Set(known.keys)) else { return unfollowed }
        unfollowed = unfollowed.filter { path in state.node(at: path).map(numbered.contains) ?? true }
        return unfollowed
    }

    func settling(after request: WalkRequest, _ outcome: Outcome, in transaction: Transaction) throws(ShedError) -> (any Settling)? {
        let isUnfinished = transaction.isNumberingUnfinished
        let folders = try numberedFolders(transaction)
        guard isUnfinished || !folders.isEmpty else {
            (changed, unfollowed) = ([], [])
            return nil
        }
        // What cannot be told yet is asked again.
        guard try transaction.mayFollowNumbers() else { return nil }
        (changed, unfollowed) = ([], [])
        let isChanged = try !transaction.changedNumbers(in: folders).isEmpty
        guard isUnfinished || isChanged else { return nil }
        return NumberSettling(transaction, folders, isUnfinished: isUnfinished) { [weak self] in self?.changed = nil }
    }

    /// Those in which something may be to be done.
    private func numberedFolders(_ transaction: Transaction) throws(ShedError) -> Set<NodeID> {
        guard let changed else { return try transaction.numberedFolders() }
        let state = try transaction.load()
        let known = changed.compactMap(state.node)
        // A folder that is called otherwise by now may be any.
        return try transaction.numberedFolders(among: known.count == changed.count ? Set(known) : nil)
    }
}

/// Takes up what people did to numbers, in one step.
private final class NumberSettling: Settling {
    private let transaction: Transaction
    private let folders: Set<NodeID>
    private let isUnfinished: Bool
    /// Has all looked at the next time, where it was not done.
    private let failed: () -> Void

    init(_ transaction: Transaction, _ folders: Set<NodeID>, isUnfinished: Bool, failed: @escaping () -> Void) {
        (self.transaction, self.folders, self.isUnfinished, self.failed) = (transaction, folders, isUnfinished, failed)
    }

    func step(_ outcome: inout Outcome) throws(ShedError) -> Bool {
        do throws(ShedError) {
            if isUnfinished { try transaction.finishNumbering() }
            try transaction.takeUpNumbers(in: folders)
        } catch {
            failed()
            throw error
        }
        return false
    }

    func entries(for moves: ArraySlice<Move>) -> [HistoryEntry] { [] }
    func end(_ outcome: inout Outcome) {}
}
