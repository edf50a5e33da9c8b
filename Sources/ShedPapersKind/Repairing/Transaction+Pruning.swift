import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedRules
import ShedSidecar

extension Transaction {
    /// Removes protected copies and texts that nothing needs any more (`repair --prune`).
    ///
    /// What any page, version or bundle needs stays, also of one that is missing or in Trash; only what was given up, or
    /// deleted for good, needs nothing. Where other devices write into the project too, or may, their word on it can be on
    /// its way: there what was given up counts for `settings.return` longer, and nothing is removed that is younger than
    /// that. One file goes after the other, so an interruption leaves the rest for the next time.
    /// - Parameters:
    ///   - sidecar: what `check` finds in the sidecar.
    ///   - dryRun: only says what would be removed.
    /// - Throws: where the sidecar is not whole, or git is at work; then nothing is removed.
    public func prune(_ sidecar: [Finding], dryRun: Bool) throws(ShedError) -> [Pruned] {
        guard project.hasPapers else { return [] }
        try requireWhole(sidecar)
        let state = try load()
        let patience = home.carriers.hasMarks || state.hasOtherReplicas ? settings.return : 0
        let limit = surroundings.now() - patience
        func isGone(_ node: Node) -> Bool {
            guard let time = node.details?.forgotten else { return false }
            return !state.stands(node.id) && (patience == 0 || time < limit)
        }
        let needed = NeededContents(state.model, isGone: isGone)
        func isOld(_ surplus: Surplus) -> Bool { patience == 0 || surplus.since / 1_000_000 < limit }
        var pruned: [Pruned] = []
        /// Writes down that something goes for good, once there is anything.
        func note(_ surplus: [Surplus]) throws(ShedError) { if !dryRun, pruned.isEmpty, !surplus.isEmpty { try noteFinal(.removedUnneeded) } }
        if let store = try existingProtectedStore() {
            var surplus: [Surplus]
            do throws(PapersError) { surplus = try store.surplus(keeping: needed.all).filter(isOld) } catch { throw ShedError(error) }
            let shown = surplus.isEmpty ? [] : try contentsEverShown(state.model, isGone)
            surplus.removeAll { item in item.name.text.flatMap { ContentHash($0) }.map(shown.contains) == true }
            try note(surplus)
            pruned += remove(surplus, from: PapersFolder.store, dryRun) { (item) throws(PapersError) in try store.remove(item) }
        }
        if let texts = try textStore(making: false) {
            let surplus: [Surplus]
            do throws(PapersError) { surplus = try texts.surplus(keeping: needed.texts, annotated: needed.all).filter(isOld) } catch { throw ShedError(error) }
            try note(surplus)
            // RACE: a text of a bundle that was deleted just now may still be read. Its pages are made anew, or fail; either
            // way nobody asks for them.
            pruned += remove(surplus, from: PapersFolder.text, dryRun) { (item) throws(PapersError) in try texts.remove(item) }
        }
        return pruned
    }

    /// The display variants that pages ever showed, also where a version says so of none, as in what an earlier shed did.
    private func contentsEverShown(_ model: Model, _ isGone: (Node) -> Bool) throws(ShedError) -> Set<ContentHash> {
        var shown: Set<ContentHash> = []
        for showing in try earlierShowings() where model.nodes[showing.page].map(isGone) != true { shown.insert(showing.source) }
        return shown
    }

    private func remove(
        _ surplus: [Surplus], from folder: Name, _ dryRun: Bool, _ body: (Surplus) throws(PapersError) -> Void
    ) -> [Pruned] {
        surplus.map { item in
            var pruned = Pruned(sort: item.sort, path: RelativePath([Sidecar.name, folder, item.name]), size: item.size)
            guard !dryRun else { return pruned }
            do throws(PapersError) {
                try body(item)
                pruned.isDone = true
            } catch { pruned.failure = error.description }
            Interruption.point("pruned")
            return pruned
        }
    }

    /// Refuses while it cannot be known what is needed.
    private func requireWhole(_ sidecar: [Finding]) throws(ShedError) {
        func refuse(_ reason: String, _ remedy: String) -> ShedError {
            ShedError(.environment, "\(reason), so what is needed is not known; nothing was removed", remedy: remedy)
        }
        if home.gitIsAtWork {
            throw refuse("git is at work in the project", "Wait until it is done; if it was killed, remove .git/index.lock.")
        }
        if let finding = sidecar.first(where: { $0.severity != .note }) {
            throw refuse(
                "the sidecar is not in order (\(finding.path): \(finding.message.trimmedFullStop))", "“shed check” says more; let a sync that is under way finish.")
        }
        if let reason = try load().incomplete.first {
            throw refuse("the sidecar is not whole (\(reason))", "Let the sync that brings the rest finish.")
        }
    }
}

extension String {
    fileprivate var trimmedFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
