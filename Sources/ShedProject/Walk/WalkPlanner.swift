import ShedDisk
import ShedModel
import ShedReconcile
import ShedReplicas
import ShedRules
import ShedSidecar

/// Scans the disk and plans; asks for contents, for other projects' nodes and for the kind's verdicts as often as the plan
/// wants them. Writes nothing.
struct WalkPlanner {
    let project: Project
    let request: WalkRequest
    /// Whether what is found is kept: then a file that is hashed is sketched too, in the same reading.
    private let isKept: Bool
    private var home: ProjectHome { project.home }
    private var root: DirectoryHandle { project.home.root }

    /// What one round of a walk looks at, and what is known of it beforehand.
    struct Focus {
        /// The directories to look at; `nil`: all.
        var directories: Set<RelativePath>?
        /// What a daemon saw happen.
        var sightings = WatchSightings()
        /// Whether folders of a view's links are listed in any case, also where nothing was changed in them: for who shows them, or looks
        /// whether all is as it is thought to be.
        var listsAll = false
        /// IDs of files that an interrupted change has put into their places.
        var finished: [RelativePath: NodeID] = [:]
        /// Where these have replaced files.
        var rewritten: Set<RelativePath> = []
        /// Which file each of them has put in the place of which, wherever it is now.
        var replacements: [FileIdentity: FileIdentity] = [:]
    }

    typealias Planned = (situation: Situation, plan: Plan)

    init(_ project: Project, _ request: WalkRequest, isKept: Bool = true) {
        self.project = project
        self.request = request
        self.isKept = isKept
    }

    /// A file that moves while the disk is scanned can be seen twice, at its old place and at its new one. Then the scan is
    /// made again: nothing is decided on it.
    func plan(_ focus: Focus, _ state: ProjectState, ids: inout some IDSource) throws(ShedError) -> Planned {
        let first = ids
        var result = try planOnce(focus, state, ids: &ids)
        for _ in 0..<WalkPlanner.mostRescans where result.situation.snapshot.showsTwice(result.plan.unknown(to: state.model)) {
            ids = first
            result = try planOnce(focus, state, ids: &ids)
        }
        return result
    }

    private static let mostRescans = 8

    private func planOnce(_ focus: Focus, _ state: ProjectState, ids: inout some IDSource) throws(ShedError) -> Planned {
        var situation = try situation(focus, state)
        let first = ids
        var plan = Plan.make(situation, ids: &ids)
        var asked = Wants()
        while !plan.wants.subtracting(asked).isEmpty {
            let wants = plan.wants.subtracting(asked)
            asked.formUnion(wants)
            guard try answer(wants, in: &situation) else { break }
            ids = first
            plan = Plan.make(situation, ids: &ids)
        }
        return (situation, plan)
    }

    private func situation(_ focus: Focus, _ state: ProjectState) throws(ShedError) -> Situation {
        let snapshot = try scan(focus, state)
        try checkRoot(snapshot, state)
        var conventions = Conventions(
            rules: home.rules, fields: home.surroundings.kinds.fields, settings: home.configuration.settings, rejectedNames: home.rejectedNames)
        conventions.ignore = home.configuration.ignore
        conventions.confirmed = home.confirmed(state.model)
        var memory = state.memory
        if !focus.replacements.isEmpty {
            // A file that has other names, or was put beside, still stands: who is known by such a one is not what took its place.
            let standing = Set(snapshot.entries.lazy.map(\.evidence.identity).filter { focus.replacements[$0] != nil })
            memory.follow(focus.replacements.filter { !standing.contains($0.key) })
        }
        var situation = Situation(
            model: state.model, memory: memory, snapshot: snapshot, conventions: conventions, request: request,
            disk: facts(focus, state), now: home.surroundings.now())
        situation.missingContents = state.missingContents
        situation.carried = state.carried
        situation.departed = state.departed
        situation.hints = state.meta.fold.hints
        situation.isKept = isKept
        situation.claims.assigned.merge(focus.finished) { $1 }
        situation.claims.rewritten.formUnion(focus.rewritten)
        // An ID that was given away and is gone from here comes back to what bears it now: an import of what was deleted.
        for (path, id) in situation.claims.assigned where state.model.nodes[id] != nil && !state.memory.isPresent(id) {
            situation.claims.moved[path] = id
        }
        return situation
    }

    private func scan(_ focus: Focus, _ state: ProjectState) throws(ShedError) -> Snapshot {
        var options = Crawler.Options(ignore: home.configuration.ignore)
        if let directories = focus.directories { options.limit(to: directories, state.memory) }
        if !focus.listsAll { options.settled = project.kind.settledFolders }
        do throws(DiskError) { return try Crawler.crawl(root, options: options) } catch {
            throw error.code == .notFound && error.path == root.label ? ShedError.rootLost(.gone, home.path) : ShedError(error)
        }
    }

    /// A root that lost its sidecar or is suddenly empty is no evidence that everything was deleted (Documentation/Design.md,
    /// invariant 6).
    private func checkRoot(_ snapshot: Snapshot, _ state: ProjectState) throws(ShedError) {
        guard (try? root.kind(of: Sidecar.name)) == .directory else {
            throw ShedError.rootLost(.noSidecar, home.path, remedy: "Bring .shed back, or adopt the folder anew.")
        }
        guard snapshot.directories[0].state == .read, snapshot.directories[0].entries.isEmpty else { return }
        try checkIgnored(state)
        guard !request.policy.overridesWaiting else { return }
        let had = state.memory.seen.keys.contains { state.memory.isPresent($0) && state.model.nodes[$0]?.role != .rejected }
        guard had else { return }
        throw ShedError.rootLost(
            .empty, home.path, remedy: "If the disk is not mounted, mount it. If you did delete everything, run “shed sync --now”.")
    }

    /// What was known and stands there was not deleted: whoever left out all of it in `.shedignore` hardly meant that, and waits for
    /// nothing.
    private func checkIgnored(_ state: ProjectState) throws(ShedError) {
        for id in state.model.children(of: project.home.id) where state.memory.isPresent(id) {
            guard let name = state.model.nodes[id]?.place?.name, let kind = try? root.kind(of: name), kind.nodeType != nil else { continue }
            let path = RelativePath([name])
            // What shed ignores by itself, no line does.
            guard home.configuration.ignore.ignores(path: path, kind: kind), !IgnoreRules().ignores(path: path, kind: kind) else { continue }
            let line = IgnoreFile.line(in: root, thatIgnores: path, kind)
            throw ShedError.rootLost(.ignored(line: line), home.path, remedy: "Mend \(line == nil ? ".shedignore" : "that line").")
        }
    }

    private func facts(_ focus: Focus, _ state: ProjectState) -> DiskFacts {
        var facts = DiskFacts()
        facts.watchedSince = project.changeSource?.since ?? project.watcher?.since
        facts.trustsInodes = home.surroundings.hasStableInodes(root)
        let (carriers, now) = (home.carriers, home.surroundings.now())
        // What the original of a copy wrote is another device's only as long as the copy has no IDs of its own.
        let isCopy = project.futureOriginal != nil
        facts.hasCarrier = carriers.hasMarks || state.hasOtherReplicas && !isCopy
        facts.isReplicaActive = state.isReplicaActive(now: now) && !isCopy
        facts.hasGit = carriers.git != nil
        if let since = carriers.git?.lockedSince(now: now, grace: home.configuration.settings.grace) {
            facts.isDuringGit = true
            facts.gitSince = since
        }
        facts.incomplete = state.incomplete
        facts.gitMayHaveRest = state.meta.lacksBatches && home.isOwn(carriers)
        facts.sightings = focus.sightings
        facts.earlier = project.changeSource?.earlier
        if case .daemonJudging(let judging) = request { facts.busy = judging.busy }
        return facts
    }

    // MARK: Answers

    /// - Returns: whether anything is known now that was not.
    private func answer(_ wants: Wants, in situation: inout Situation) throws(ShedError) -> Bool {
        let hasHashes = hash(wants.hashes, in: &situation)
        let hasForeign = findImmigrants(wants.foreign, in: &situation)
        let hasVerdicts = wants.verdicts.isEmpty ? false : try project.kind.judge(wants.verdicts, in: &situation)
        let hasUsers = findUsers(wants.users, in: &situation)
        let hasGit = askGit(about: wants.git, in: &situation)
        let hasDepartures = askGit(aboutDepartures: wants.departures, in: &situation)
        let hasBatches = askBatches(wants, in: &situation)
        return hasHashes || hasForeign || hasVerdicts || hasUsers || hasGit || hasDepartures || hasBatches
    }

    /// At which places known nodes stood once, which of some were never moved, which were made side by side, and which stand where their folder
    /// was. Asked only before a carrier's arrival is refused, and where what was known here may have another device's ID too, so all batches are
    /// folded for it.
    private func askBatches(_ wants: Wants, in situation: inout Situation) -> Bool {
        guard wants.asksBatches else { return false }
        let before = situation.answers
        do throws(SidecarError) {
            let fold = try home.sidecar.fold(of: home.file, fields: home.surroundings.kinds.fields, now: home.surroundings.now())
            situation.answers.take(wants, from: fold, resolve: situation.model.resolve)
        } catch {
            // Where nobody can say, nothing is refused: it may be a document that another device has edited there.
            situation.answers.formerPlaces.formUnion(wants.places)
        }
        return situation.answers.formerPlaces.count != before.formerPlaces.count || situation.answers.neverMoved.count != before.neverMoved.count
            || situation.answers.twins.count != before.twins.count || situation.answers.stranded.count != before.stranded.count
    }

    /// Which folders that stood at the root git took away.
    private func askGit(aboutDepartures folders: Set<NodeID>, in situation: inout Situation) -> Bool {
        guard !folders.isEmpty, let git = home.carriers.git else { return false }
        let departed = folders.sorted().compactMap { id in situation.model.nodes[id]?.place.map { (id: id, name: $0.name) } }
        let (disk, changed) = (situation.disk, situation.snapshot.root.modified)
        let taken = git.took(departed.map(\.name), changed: changed, isAtWork: disk.isDuringGit && changed >= disk.gitSince)
        situation.answers.takenByGit.formUnion(taken.map { departed[$0].id })
        return !taken.isEmpty
    }

    /// Which of what is refused git brought.
    private func askGit(about entries: Set<Int>, in situation: inout Situation) -> Bool {
        guard !entries.isEmpty, let git = home.carriers.git else { return false }
        let entries = entries.sorted()
        let arrivals = entries.map { index in
            let entry = situation.snapshot.entries[index]
            return GitWorkTree.Arrival(path: situation.snapshot.path(of: index), isFolder: entry.kind == .directory, changed: entry.evidence.changed)
        }
        let found = git.brought(arrivals, grace: home.configuration.settings.grace)
        situation.answers.git.formUnion(found.map { entries[$0] })
        return !found.isEmpty
    }

    /// Who uses what is to be moved: a process, or an editor by the lock or swap file that it has put there.
    private func findUsers(_ entries: Set<Int>, in situation: inout Situation) -> Bool {
        guard !entries.isEmpty, let root = home.currentPath else { return false }
        var locks = EditorLocks(below: self.root)
        let asked = entries.map { index in
            let path = situation.snapshot.path(of: index)
            return (index: index, path: path, lock: locks.lock(of: path, isFolder: situation.snapshot.entries[index].kind == .directory))
        }
        let open = OpenPaths(below: root, of: asked.map(\.path) + asked.compactMap(\.lock))
        for (index, path, lock) in asked {
            let user = open.user(of: path) ?? lock.flatMap(open.user(of:))
            situation.answers.uses[index] = .some(user.map(FileUse.process) ?? lock?.last.map(FileUse.lock))
        }
        return asked.contains { situation.answers.uses[$0.index] != .some(nil) }
    }

    /// Hashes entries of a situation; one that changed since the scan gets no hash.
    /// - Parameter deadline: in milliseconds since 1970.
    /// - Returns: whether there is any new one.
    @discardableResult
    func hash(_ entries: some Sequence<Int>, in situation: inout Situation, until deadline: Int64 = .max) -> Bool {
        var found = false
        var shared = SharedContents()
        for index in entries.sorted() where situation.answers.hashes[index] == nil {
            if home.surroundings.now() > deadline { break }
            let entry = situation.snapshot.entries[index]
            let path = situation.snapshot.path(ofDirectory: Int(entry.parent))
            guard entry.kind == .file, let directory = try? root.openDirectory(at: path) else { continue }
            let name = situation.snapshot.name(of: index)
            if deadline < .max, isLeft(name, in: directory, size: entry.evidence.size) { continue }
            guard let known = try? shared.content(of: name, in: directory, expecting: entry.evidence, sketching: isKept, now: home.surroundings.now())
            else { continue }
            situation.answers.hashes[index] = known.hash
            if let sketch = known.sketch { situation.answers.sketches[index] = sketch }
            found = true
        }
        return found
    }

    /// Whether a content that is only hashed for later is too much for a walk, which is not ended in the midst of one. With a daemon a long
    /// one is hashed by it in portions, in idle moments. Without one a walk is the only time for it; but a long hole costs whoever
    /// made it nothing, and such a file is then known by its place and its inode, as one of more than ``DirectoryHandle/longestHashed``.
    private func isLeft(_ name: Name, in directory: DirectoryHandle, size: Int64) -> Bool {
        guard size > ModelStore.hashedAtOnce else { return false }
        return project.changeSource != nil || directory.holes(in: name) > ModelStore.hashedAtOnce
    }

    /// Unknown files that other registered projects know, and that are gone from there (Documentation/Identity.md, rule 4).
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
        for folder in home.registry.folders() where folder.path != home.stateFolder?.path && folder.record.project != home.id {
            for (identity, immigrant) in OtherProject.departed(from: folder, wanted: Set(byIdentity.keys)) {
                if let index = byIdentity[identity] { matches[index, default: []].append(immigrant) }
            }
        }
        for (index, found) in matches where found.count == 1 { situation.answers.foreign[index] = found[0] }
        return !matches.isEmpty
    }
}

extension Crawler.Options {
    /// Looks at these directories alone, and at what in them is not known.
    mutating func limit(to directories: Set<RelativePath>, _ memory: Memory) {
        dirty = directories
        threads = 1
        isKnown = { identity in memory.hasNode(seenAs: identity) { memory.isPresent($0) } }
    }
}

extension Plan {
    /// The entries that no node of the model stands for.
    fileprivate func unknown(to model: Model) -> [Int] {
        binding.indices.filter { index in binding[index].map { model.nodes.position(of: $0) == nil } ?? true }
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
