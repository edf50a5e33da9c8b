import ShedModel
import ShedReconcile

extension Reconciliation {
    /// So often a walk looks once more before it goes on with what it saw.
    private static let mostSecondLooks = 3

    /// Looks again where a walk through a part of the project may have seen one half of a move: a known file is another one
    /// now, or a directory that it was to look into is not where it was. The other half may stand where it did not look,
    /// since it happened after it was asked where to look.
    ///
    /// What is asked for in the course of it is looked at in any case, since nobody is told of it a second time. What is new by
    /// now has not been quiet: then nothing is judged.
    mutating func lookAgain(_ situation: inout Situation, _ plan: inout Plan) throws(ShedError) {
        guard looksByDigests || project.changeSource != nil else { return }
        var hasLooked = false
        for look in 0..<Reconciliation.mostSecondLooks {
            guard let directories = focus.directories, let state = project.store.state else { break }
            let hasLost = plan.hasLost(directories, situation, state)
            guard hasLost || plan.replacesFiles(situation) || looksByDigests && !plan.gone.vanished.isEmpty else { break }
            guard try looksByDigests ? widenByDigests(directories) : widenByEvents(directories, looksAtAll: look > 0 && hasLost) else { break }
            (situation, plan) = try planned()
            hasLooked = true
        }
        if hasLooked, let before = scanned { scanned = focus.directories?.union(before) }
    }

    /// Looks at everything where more has changed than was known.
    /// - Returns: whether that is so.
    private mutating func widenByDigests(_ directories: Set<RelativePath>) -> Bool {
        let now = (try? project.changedDirectories()).flatMap { $0 }
        guard now?.isSubset(of: directories) != true else { return false }
        focus.directories = nil
        return true
    }

    /// Looks also where events have told of something since; at everything, where that was not enough.
    /// - Returns: whether there is anything more to look at.
    private mutating func widenByEvents(_ directories: Set<RelativePath>, looksAtAll: Bool) throws(ShedError) -> Bool {
        guard let changeSource = project.changeSource else { return false }
        let more = try changeSource.takeDirtyDirectories(isSecondLook: true)
        focus.sightings.merge(changeSource.sightings)
        guard looksAtAll || more?.isEmpty != true else { return false }
        look(in: looksAtAll ? nil : more.map(directories.union))
        request = request.unjudged
        return true
    }
}

extension Plan {
    /// Whether a known directory that was to be looked into was not met, although it is not gone: one above it has moved.
    fileprivate func hasLost(_ directories: Set<RelativePath>, _ situation: Situation, _ state: ProjectState) -> Bool {
        let snapshot = situation.snapshot
        let missed = directories.filter { snapshot.directory(at: $0).map { snapshot.directories[$0].state == .partial } ?? true }
        guard !missed.isEmpty else { return false }
        let vanished = Set(gone.vanished)
        return missed.contains { path in
            guard let id = state.node(at: path), state.memory.isPresent(id) else { return false }
            var current = id
            while current != state.model.project {
                guard !vanished.contains(current), let parent = state.model.nodes[current]?.place?.parent else { return false }
                current = state.model.resolve(parent)
            }
            return true
        }
    }

    /// Whether a node that was there is now another file or folder.
    fileprivate func replacesFiles(_ situation: Situation) -> Bool {
        guard situation.disk.trustsInodes else { return false }
        return binding.indices.contains { index in
            guard let id = binding[index], let seen = situation.memory.seen[id], situation.memory.missing[id] == nil else { return false }
            return seen.evidence.identity != situation.snapshot.entries[index].evidence.identity
        }
    }
}
