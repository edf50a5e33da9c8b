import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar

extension Project {
    /// Scans the disk and plans; asks for contents and for other projects' nodes as often as the plan wants them.
    ///
    /// A file that moves while the disk is scanned can be seen twice, at its old place and at its new one. Then the scan
    /// is made again: nothing is decided on it.
    func plan(_ errand: Errand, _ state: ProjectState, ids: inout some IDSource) throws(ShedError) -> (Situation, Plan) {
        let first = ids
        var result = try planOnce(errand, state, ids: &ids)
        for _ in 0..<Project.mostRescans where result.0.snapshot.showsTwice(result.1.unknown(to: state.model)) {
            ids = first
            result = try planOnce(errand, state, ids: &ids)
        }
        return result
    }

    private static let mostRescans = 8

    private func planOnce(_ errand: Errand, _ state: ProjectState, ids: inout some IDSource) throws(ShedError) -> (Situation, Plan) {
        let snapshot = try scan(errand, state)
        try checkRoot(snapshot, state, errand)
        var situation = Situation(
            model: state.model, memory: state.memory, snapshot: snapshot, template: template, settings: settings,
            attitude: try attitude(errand, state), rejectedNames: rejectedNames, now: surroundings.now())
        situation.commanded = errand.commanded
        situation.accepted = errand.accepted
        situation.renamed = errand.renamed
        situation.assigned = errand.assigned
        // An ID that was given away and is gone from here comes back to what bears it now: an import of what was deleted.
        for (path, id) in errand.assigned where state.model.nodes[id] != nil && !state.memory.isPresent(id) { situation.commanded[path] = id }
        let first = ids
        var plan = Plan.make(situation, ids: &ids)
        var asked = Wants()
        while !plan.wants.subtracting(asked).isEmpty {
            let wants = plan.wants.subtracting(asked)
            asked.formUnion(wants)
            let hasHashes = hash(wants.hashes, in: &situation)
            let hasForeign = findImmigrants(wants.foreign, in: &situation)
            let hasVerdicts = try judgeContents(wants.verdicts, in: &situation)
            guard hasHashes || hasForeign || hasVerdicts else { break }
            ids = first
            plan = Plan.make(situation, ids: &ids)
        }
        return (situation, plan)
    }

    private func scan(_ errand: Errand, _ state: ProjectState) throws(ShedError) -> Snapshot {
        var options = Crawler.Options(ignore: ignore)
        if let dirty = errand.dirty {
            options.dirty = dirty
            options.threads = 1
            let memory = state.memory
            options.isKnown = { identity in memory.nodes(seenAs: identity).contains { memory.isPresent($0) } }
        }
        do throws(DiskError) { return try Crawler.crawl(root, options: options) } catch {
            throw error.code == .notFound && error.path == root.label ? ShedError.rootLost(.gone, rootPath) : ShedError(error)
        }
    }

    /// A root that lost its sidecar or is suddenly empty is no evidence that everything was deleted (DESIGN, invariant 6).
    private func checkRoot(_ snapshot: Snapshot, _ state: ProjectState, _ errand: Errand) throws(ShedError) {
        guard (try? root.kind(of: Sidecar.name)) == .directory else {
            throw ShedError.rootLost(.noSidecar, rootPath, remedy: "Bring .shed back, or adopt the folder anew.")
        }
        guard !errand.overridesWaiting, snapshot.directories[0].state == .read, snapshot.directories[0].entries.isEmpty else { return }
        let had = state.memory.seen.keys.contains { state.memory.isPresent($0) && state.model.nodes[$0]?.role != .rejected }
        guard had else { return }
        throw ShedError.rootLost(
            .empty, rootPath, remedy: "If the disk is not mounted, mount it. If you did delete everything, run “shed sync --now”.")
    }

    private func attitude(_ errand: Errand, _ state: ProjectState) throws(ShedError) -> Attitude {
        var attitude = Attitude()
        attitude.judgement = errand.judgement
        attitude.overridesWaiting = errand.overridesWaiting
        attitude.rejectsAll = errand.rejectsAll
        attitude.looksIntoPDFs = errand.looksIntoPDFs || errand.judgement == .now
        attitude.carried = errand.carried
        attitude.busy = errand.busy
        attitude.watchedSince = attendant?.since ?? watcher?.since
        attitude.incomplete = state.incomplete
        attitude.hasCarrier = hasCarrierMarks || state.hasOtherReplicas
        attitude.isDuringGit = CarrierMarks.gitIsAtWork(in: root)
        attitude.trustsInodes = (try? root.fileSystem())?.hasStableInodes ?? true
        return attitude
    }

    /// Hashes entries of a situation; one that changed since the scan gets no hash.
    /// - Returns: whether there is any new one.
    @discardableResult
    func hash(_ entries: some Sequence<Int>, in situation: inout Situation, until deadline: Int64 = .max) -> Bool {
        var found = false
        for index in entries.sorted() where situation.hashes[index] == nil {
            if surroundings.now() > deadline { break }
            let entry = situation.snapshot.entries[index]
            let path = situation.snapshot.path(ofDirectory: Int(entry.parent))
            guard entry.kind == .file, let directory = try? root.openDirectory(at: path),
                let hash = try? directory.hash(situation.snapshot.name(of: index), expecting: entry.evidence)
            else { continue }
            situation.hashes[index] = hash
            found = true
        }
        return found
    }

    /// SPEC 7, rule 4: unknown files that other registered projects know, and that are gone from there.
    private func findImmigrants(_ entries: Set<Int>, in situation: inout Situation) -> Bool {
        guard !entries.isEmpty else { return false }
        var byIdentity: [FileIdentity: Int] = [:]
        for index in entries {
            let evidence = situation.snapshot.entries[index].evidence
            guard evidence.birth != 0, evidence.links == 1 || situation.snapshot.entries[index].kind == .directory else { continue }
            byIdentity[evidence.identity] = index
        }
        guard !byIdentity.isEmpty else { return false }
        var matches: [Int: [Immigrant]] = [:]
        for seat in registry.seats() where seat.path != self.seat?.path && seat.record.project != file.id {
            for (identity, immigrant) in OtherProject.departed(from: seat, wanted: Set(byIdentity.keys)) {
                if let index = byIdentity[identity] { matches[index, default: []].append(immigrant) }
            }
        }
        for (index, found) in matches where found.count == 1 { situation.foreign[index] = found[0] }
        return !matches.isEmpty
    }
}

extension Plan {
    /// The entries that no node of the model stands for.
    fileprivate func unknown(to model: Model) -> [Int] {
        binding.indices.filter { index in binding[index].map { model.nodes[$0] == nil } ?? true }
    }
}

extension Snapshot {
    /// Whether one of these entries is a file or folder that stands at another place of the scan too, although it has
    /// only one name.
    fileprivate func showsTwice(_ entries: [Int]) -> Bool {
        let suspects = entries.filter { self.entries[$0].kind.nodeType != nil && isSingle($0) }
        guard !suspects.isEmpty, suspects.count < self.entries.count else { return false }
        var count: [FileIdentity: Int] = [:]
        for index in suspects { count[self.entries[index].evidence.identity] = 0 }
        for index in self.entries.indices where self.entries[index].kind.nodeType != nil {
            let identity = self.entries[index].evidence.identity
            guard let seen = count[identity] else { continue }
            if seen > 0 { return true }
            count[identity] = seen + 1
        }
        return false
    }

    private func isSingle(_ index: Int) -> Bool {
        entries[index].kind == .directory || entries[index].evidence.links == 1
    }
}
