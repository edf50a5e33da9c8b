import ShedModel
import ShedReconcile

extension Project {
    /// So often a walk looks once more before it goes on with what it saw.
    private static let mostSecondLooks = 3

    /// Looks again where a walk through a part of the project may have seen one half of a move: a known file is another one
    /// now, or a directory that it was to look into is not where it was. The other half may stand where it did not look,
    /// since it happened after it was asked where to look.
    /// What is asked for in the course of it is looked at in any case, since nobody is told of it a second time.
    /// - Parameters:
    ///   - isShort: whether the walk looks where digests differ, and not where a daemon says.
    ///   - isOfQuiet: whether it judges what has been quiet. What is new by now is not: then nothing is judged.
    /// - Returns: whether it looked once more.
    func lookAgain(
        _ situation: inout Situation, _ plan: inout Plan, _ errand: inout Errand, isShort: Bool, isOfQuiet: Bool
    ) throws(ShedError) -> Bool {
        guard isShort || attendant != nil else { return false }
        var hasLooked = false
        for look in 0..<Project.mostSecondLooks {
            guard let dirty = errand.dirty, let state else { return hasLooked }
            let hasLost = hasLost(dirty, plan, situation, state)
            guard hasLost || plan.replacesFiles(situation) || isShort && !plan.vanished.isEmpty else { return hasLooked }
            if isShort {
                let now: Set<RelativePath>?
                do throws(ShedError) { now = try changedDirectories() } catch { now = nil }
                guard now?.isSubset(of: dirty) != true else { return hasLooked }
                errand.dirty = nil
            } else if let attendant {
                let more = try attendant.dirtyDirectories()
                errand.carried.formUnion(attendant.carried)
                errand.renamed.merge(attendant.renamed) { $1 }
                guard look > 0 && hasLost || more?.isEmpty != true else { return hasLooked }
                errand.dirty = look > 0 && hasLost ? nil : more.flatMap { state.withAwaited(dirty.union($0)) }
                if isOfQuiet { errand.judgement = .later }
            }
            (situation, plan) = try planned(errand)
            hasLooked = true
        }
        return hasLooked
    }

    /// Whether a known directory that was to be looked into was not met, although it is not gone: one above it has moved.
    private func hasLost(_ dirty: Set<RelativePath>, _ plan: Plan, _ situation: Situation, _ state: ProjectState) -> Bool {
        let snapshot = situation.snapshot
        let met = Set(snapshot.directories.indices.filter { snapshot.directories[$0].state != .partial }.map(snapshot.path(ofDirectory:)))
        let missed = dirty.subtracting(met)
        guard !missed.isEmpty else { return false }
        let gone = Set(plan.vanished)
        return missed.contains { path in
            guard let id = node(at: path, state), state.memory.isPresent(id) else { return false }
            var current = id
            while current != state.model.project {
                guard !gone.contains(current), let parent = state.model.nodes[current]?.place?.parent else { return false }
                current = state.model.resolve(parent)
            }
            return true
        }
    }
}

extension Plan {
    /// Whether a node that was there is now another file or folder.
    fileprivate func replacesFiles(_ situation: Situation) -> Bool {
        guard situation.attitude.trustsInodes else { return false }
        return binding.indices.contains { index in
            guard let id = binding[index], let seen = situation.memory.seen[id], situation.memory.missing[id] == nil else { return false }
            return seen.evidence.identity != situation.snapshot.entries[index].evidence.identity
        }
    }
}
