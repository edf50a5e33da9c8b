import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import ShedWatch

extension WatchedProject: ChangeSource {
    func takeDirtyDirectories(isSecondLook: Bool) throws(ShedError) -> Set<RelativePath>? {
        do throws(WatchError) { try watcher.barrier() } catch {
            if case .barrierTimedOut = error { return nil }
            throw ShedError(.environment, "\(error)")
        }
        let burst = watcher.drain(key)
        if burst.rootGone {
            presence.absence = .gone
            throw ShedError.rootLost(.gone, project.home.path)
        }
        let dirt = take(burst, complain: { _ in })
        pending.handOut(dirt.scope)
        if pending.pollDue != nil || presence.retryDue != nil { return nil }
        guard !isSecondLook else { return dirt.scope.map { $0.union(pending.doubted) } }
        // What was written there is on the disk, whoever has the file open still: of a program that was started meanwhile, too.
        return pending.handedOut.map { $0.union(pending.doubted).union(burst.beingWritten.filter { $0.names.first?.isHidden != true }) }
    }

    func note(_ outcome: Outcome, scanned: Set<RelativePath>?, isJudged: Bool) {
        let now = clock.now()
        let renames = FolderRenames(outcome)
        unresolvedNotes.follow(renames)
        unresolvedNotes.take(outcome, scanned: scanned, isJudged: isJudged, project.home.root)
        pending.follow(renames)
        if isJudged {
            pending.judged(scanned, at: now, quiet: quiet)
            pending.locks.take(outcome.reports, outcome.locked, besides: outcome.explained, scanned: scanned, at: now, quiet: quiet)
            // Also what a person's “sync” has left: nobody asks again when the program is done.
            awaitWriters(outcome)
        } else {
            pending.wait(for: directoriesToJudge(outcome).union(outcome.explained), scanned: scanned, at: now, quiet: quiet)
        }
        pending.waitForCarriers(graces(outcome), scanned: scanned, at: now)
        pending.wait(restsUntilTimes(outcome), at: now)
        pending.wait(restsOfMoves(), at: now)
        activity.noteWalk()
        activity.follow(renames.ofFolders)
        activity.takeEarlier(outcome.reports, scanned: scanned)
        if pending.waiting.isEmpty { activity.sightings = WatchSightings() }
        pending.doubt(outcome.doubted, scanned: scanned, at: now)
        pending.takeBack(scanned)
        idle.rest(from: now)
        idle.take(outcome, isWhole: scanned == nil, project)
        // Which links a move by hand has broken is said later, whoever's walk took it in, unless they were mended with it.
        if project.home.configuration.settings.links != .mend { idle.moved.take(outcome) }
        project.kind.noteIdleWork(after: outcome, isWhole: scanned == nil, isJudged: isJudged)
    }

    /// What a walk that did not judge has left to be judged. What was judged and is still reported is left alone for a reason:
    /// too many at once, or a carrier's.
    private func directoriesToJudge(_ outcome: Outcome) -> Set<RelativePath> {
        let rules = project.home.surroundings.kinds.rules
        return Set(outcome.reports.filter { rules.isJudgedLater($0.rule) && $0.delay != .earlier }.map(\.path.parent)).union(project.kind.waits(after: outcome))
    }

    /// For how long what waits for a time still does, by its directory: in nanoseconds.
    private func restsUntilTimes(_ outcome: Outcome) -> [RelativePath: UInt64] {
        let now = project.home.surroundings.now()
        let rests = outcome.reports.compactMap { report -> (RelativePath, UInt64)? in
            guard case .until(let time, _) = report.obstacle else { return nil }
            // After an hour it is asked again, and told again.
            return (report.path.parent, UInt64(Milliseconds.rest(until: time, from: now, atMost: 3_600_000)) * 1_000_000)
        }
        return Dictionary(rests, uniquingKeysWith: min)
    }

    /// For how long what a carrier may have brought still waits for its batch, by its directory: in nanoseconds.
    private func graces(_ outcome: Outcome) -> [RelativePath: UInt64] {
        let reports = outcome.reports.filter { $0.rule == CarrierArrival.info }
        guard !reports.isEmpty, let pending = project.store.state?.memory.unsettled.pending else { return [:] }
        let (now, grace) = (project.home.surroundings.now(), project.home.configuration.settings.grace)
        let rests = reports.compactMap { report in
            // By a clock that was set back meanwhile it could be ever so long.
            pending[report.path].map { (report.path.parent, UInt64(clamping: min(grace, max(0, $0 + grace - now))) * 1_000_000) }
        }
        return Dictionary(rests, uniquingKeysWith: min)
    }

    /// For how long what is left of what another device has moved is still on its way, by its directory, in nanoseconds: then it is a copy,
    /// although nothing happens to it.
    private func restsOfMoves() -> [RelativePath: UInt64] {
        guard let state = project.store.state, !state.memory.unsettled.incomingMoves.isEmpty else { return [:] }
        let (now, grace) = (project.home.surroundings.now(), project.home.configuration.settings.grace)
        let rests = state.memory.unsettled.incomingMoves.values.compactMap { move -> (RelativePath, UInt64)? in
            guard move.since + grace > now, let folder = state.model.path(of: move.place.parent) else { return nil }
            return (folder, UInt64(clamping: min(grace, move.since + grace - now)) * 1_000_000)
        }
        return Dictionary(rests, uniquingKeysWith: min)
    }

    /// Directories that have to be in sight of each look, or a known node that stands in what waits there would seem to have vanished.
    var inSight: Set<RelativePath> {
        var result = pending.waiting.union(pending.graceDue.keys).union(activity.earlier.paths.map(\.parent))
        // What is explained and cannot be taken back yet may be once anything else has happened.
        if let memory = project.store.state?.memory, memory.unsettled.rejections.values.contains(where: { $0.explanation != nil }),
            let rejected = try? project.asKnown.folder(with: .rejected) { result.insert(rejected) }
        return result
    }

    /// How long all has to be quiet before it is judged, in nanoseconds.
    var quiet: UInt64 { UInt64(clamping: project.home.configuration.settings.quiet) * 1_000_000 }

    /// Keeps waiting where something was not judged since a program still writes or uses it: its end may change nothing that a
    /// walk sees.
    func awaitWriters(_ outcome: Outcome) {
        pending.leave(toWritersIn: Set(outcome.reports.filter(\.isLeftToWriter).map(\.path.parent) + outcome.locked.keys.map(\.parent)))
        pending.waiting.formUnion(outcome.explained)
        pending.wait(restsUntilTimes(outcome), at: clock.now())
        if !pending.waiting.isEmpty { pending.judgementDue = min(pending.judgementDue ?? .max, clock.now() + quiet) }
    }

    /// Where events do not tell, it never is.
    var isSidecarQuiet: Bool {
        get { activity.isSidecarQuiet && pending.pollDue == nil }
        set { activity.isSidecarQuiet = newValue }
    }

    var since: Int64 { activity.since }
    var earlier: EarlierArrivals? { activity.earlier }
    var sightings: WatchSightings { activity.sightings }
    var unresolved: [Report] { unresolvedNotes.reports }
    var unsettled: [Change] { unresolvedNotes.changes }
    var health: WatchHealth { activity.health }
}
