import ShedMessages
import ShedModel
import ShedRules

extension Planner {
    /// What becomes of an entry that was not here before, was moved here or has another name now.
    mutating func decide(
        _ arrival: Arrival, _ facts: FolderFacts, _ names: inout [FoldKey: Name]?, ids: inout some IDSource
    ) {
        let index = arrival.entry
        if binder.node[index] == nil, isWaitingForSidecar {
            let words = Message.sidecarHasGaps(reason: situation.disk.incomplete[0])
            return hold(arrival, AbsentParent.info, situation.disk.gitMayHaveRest ? .sentences(first: words, second: .gitMayHaveRest) : words)
        }
        // Another device has moved the node, which stands at its new place; what brought that will take this away.
        if binder.departing[index] != nil {
            plan.waiting.held.insert(index)
            return
        }
        guard binder.aside[index] == nil else { return putAside(arrival) }
        // It would be in what the batches have in it. Once that has come to its place, or its place is another's, this is told.
        guard !closesCircle(arrival) else {
            plan.waiting.held.insert(index)
            return
        }
        guard !judgesNothing, region[arrival.directory] != .rejected else { return accept(arrival, ids: &ids) }
        let key = FoldKey(snapshot.name(of: index))
        if situation.request.accepted.contains(arrival.path) {
            names?[key] = snapshot.name(of: index)
            return accept(arrival, extra: [.exception(true), .unexplained(nil)], ids: &ids)
        }
        let provenance = effectiveProvenance(arrival, facts)
        let candidate = Candidate(
            name: snapshot.name(of: index), type: snapshot.entries[index].kind.nodeType ?? .file, provenance: provenance,
            role: role(of: arrival, facts),
            known: binder.node[index].flatMap { model.nodes[$0] }, complaint: complaint(about: arrival, facts))
        let collision = names?[key].map { Refusal(rule: NameCollision.info, NameCollision.message(with: $0)) }
        var refusal = rules.refusal(of: candidate, in: facts)
        var extra: [Field] = []
        if let found = refusal, found.rule != BlankName.info, let isException = right(of: arrival, provenance) {
            refusal = nil
            if isException { extra.append(.exception(true)) }
        }
        refusal = refusal ?? collision
        if refusal == nil, provenance == .new, facts.converts(candidate), mayBeExplained(arrival), isAwaited(arrival.path) {
            return hold(arrival, CarrierArrival.info, .waitsForCarrier(message: .wouldBeConverted))
        }
        if refusal == nil, let report = waiting(arrival, facts) { return hold(arrival, report) }
        if refusal == nil, provenance == .new, mayBeOthersRejected(index), isAwaited(arrival.path) {
            return hold(arrival, CarrierArrival.info, .waitsForCarrier(message: .nameOfRejected))
        }
        if let refusal {
            weigh(refusal, arrival, provenance, facts, ids: &ids)
        } else {
            accept(arrival, extra: extra, ids: &ids)
        }
        // What is refused leaves its name to the next.
        if names?[key] == nil, !isRefused(index) { names?[key] = snapshot.name(of: index) }
    }

    /// Whether a folder was moved into one that stays where it was until it is where the batches have it, and that is in the first. How deep
    /// folders are is for other devices' batches to say, and these may lead in a circle: what is deeper than any path is not followed.
    private func closesCircle(_ arrival: Arrival) -> Bool {
        guard !binder.stays.isEmpty, let id = binder.node[arrival.entry], model.nodes[id]?.type.isDirectory == true else { return false }
        var current = binder.folder[arrival.directory]
        var steps = 0
        while let folder = current, folder != model.project, steps <= 2 * RelativePath.deepest {
            if folder == id { return true }
            if let entry = binder.entry[folder], !binder.stays.contains(entry) {
                current = binder.folder[Int(snapshot.entries[entry].parent)]
            } else {
                current = model.nodes[folder]?.place.map { model.resolve($0.parent) }
            }
            steps += 1
        }
        return false
    }

    /// Leaves what may be the backup of a node that is being saved to a look that comes a little later.
    private mutating func putAside(_ arrival: Arrival) {
        plan.waiting.held.insert(arrival.entry)
        plan.waiting.aside.insert(arrival.path.parent)
        guard let id = binder.aside[arrival.entry] else { return }
        plan.gone.doubted.insert(id)
    }

    /// What is wrong with the content of a file, in a folder whose rules look into files. It is asked for first; what
    /// shed itself has just written was judged before.
    private mutating func complaint(about arrival: Arrival, _ facts: FolderFacts) -> ContentComplaint? {
        guard looksInto(facts), !isJudgedAlready(arrival) else { return nil }
        if let verdict = situation.answers.verdicts[arrival.entry] { return verdict.complaint }
        plan.wants.verdicts.insert(arrival.entry)
        return nil
    }

    /// Whether files that come into a folder are looked into by this walk.
    private func looksInto(_ facts: FolderFacts) -> Bool {
        switch facts.contents {
        case .none: false
        case .atOnce: true
        case .whenJudged: situation.policy.looksIntoContents
        }
    }

    /// By which rule a file waits that somebody put here, since this is not the time to look into it or nobody could.
    private func waiting(_ arrival: Arrival, _ facts: FolderFacts) -> Report? {
        guard let rule = facts.contents.waitingRule else { return nil }
        let id = binder.node[arrival.entry]
        if case .whenJudged(_, let message) = facts.contents, !situation.policy.looksIntoContents, !isJudgedAlready(arrival) {
            return Report(rule: rule, path: arrival.path, id: id, message: message)
        }
        return situation.answers.verdicts[arrival.entry]?.obstacle.map { Report(rule: rule, path: arrival.path, id: id, obstacle: $0) }
    }

    /// Whether nothing of its content is to be asked: it stood in this folder before, or shed itself has just put it here.
    private func isJudgedAlready(_ arrival: Arrival) -> Bool {
        let index = arrival.entry
        return arrival.provenance == .renamed || snapshot.entries[index].kind != .file || situation.claims.assigned[arrival.path] != nil
            || situation.claims.moved[arrival.path] != nil || binder.node[index].flatMap { model.nodes[$0]?.type.traits.isLookedInto } == false
    }

    private func isRefused(_ index: Int) -> Bool { refused.last?.entry == index }

    /// Whether a batch of the sidecar is missing or torn, so that nothing is minted and nothing moves.
    var isWaitingForSidecar: Bool { !situation.disk.incomplete.isEmpty && !situation.policy.overridesWaiting }

    /// What was refused before it ever belonged here is still new when it is dragged on from Rejected; but Trash
    /// takes it, since a person throws it away.
    private func effectiveProvenance(_ arrival: Arrival, _ facts: FolderFacts) -> Provenance {
        guard arrival.provenance == .moved, facts.filling != .anything, let id = binder.node[arrival.entry],
            let rejection = model.nodes[id]?.details?.rejection, !rejection.known
        else { return arrival.provenance }
        return .new
    }

    /// Whether there is a reason not to move what a rule refuses.
    private mutating func weigh(
        _ refusal: Refusal, _ arrival: Arrival, _ provenance: Provenance, _ facts: FolderFacts, ids: inout some IDSource
    ) {
        let (index, path) = (arrival.entry, arrival.path)
        // Before all else: how it came here is known.
        if ConflictCopy.isConflictCopy(snapshot.name(of: index)), provenance == .new {
            // One in Trash conflicts with nothing any more.
            if region[arrival.directory] == .ordinary { report(ConflictCopy.info, path, nil, .conflictCopy) }
            return accept(arrival, ids: &ids)
        }
        if provenance == .new, binder.node[index] == nil, isUnexplained(index, refusal, facts) {
            // What came inside a folder is explained with the folder.
            guard addedPath[arrival.directory] == nil else { return accept(arrival, ids: &ids) }
            report(UnexplainedAddition.info, path, nil, unexplained(at: path))
            return accept(arrival, extra: [.unexplained(situation.now)], ids: &ids)
        }
        if isWaitingForSidecar { return hold(arrival, refusal.rule, refusal.words) }
        let isCarried = isCarriers(index, path)
        if isCarried { plan.carried.insert(path) }
        if isCarried, isAwaited(path) { return hold(arrival, CarrierArrival.info, .waitsForCarrier(message: refusal.words)) }
        if provenance == .new, binder.node[index] == nil, isLeftOver(index) || isCarried && stoodBefore(arrival) {
            guard addedPath[arrival.directory] == nil else { return accept(arrival, ids: &ids) }
            report(UnexplainedAddition.info, path, nil, unexplained(at: path))
            return accept(arrival, extra: [.unexplained(situation.now)], ids: &ids)
        }
        if provenance == .new, binder.node[index] == nil, let path = rejectedBefore(arrival) {
            return hold(arrival, refusal.rule, .cameBack(message: refusal.words, path: "\(path)"))
        }
        if situation.conventions.settings.rejection == .report {
            report(refusal.rule, path, binder.node[index], refusal.words)
            return accept(arrival, ids: &ids)
        }
        if let report = delayed(refusal, arrival, provenance) { return hold(arrival, report) }
        if situation.policy.judgement == .later || situation.disk.busy.contains(path.parent) {
            return hold(arrival, refusal.rule, refusal.words)
        }
        plan.waiting.held.insert(index)
        var refusal = refusal
        refusal.place = path
        refused.append(Refused(arrival: arrival, refusal: refusal))
    }

    /// Whether a document stands here that another device has moved away, or what somebody saved of it meanwhile: known work, that is no
    /// addition.
    private func isLeftOver(_ index: Int) -> Bool { binder.left[index] != nil }

    /// Whether a known node stood once where a carrier has brought something: an edit that it brings back, since it came while another device
    /// moved or deleted the file. That is asked for first.
    private mutating func stoodBefore(_ arrival: Arrival) -> Bool {
        guard let folder = binder.folder[arrival.directory] else { return false }
        let place = Place(parent: folder, name: snapshot.name(of: arrival.entry))
        if situation.answers.formerPlaces.contains(place) { return true }
        plan.wants.places.insert(place)
        return false
    }

    /// Whether there is time left for a batch to explain what a carrier has brought; takes note of since when it waits.
    private mutating func isAwaited(_ path: RelativePath) -> Bool {
        let since = situation.memory.unsettled.pending[path] ?? situation.now
        guard !situation.policy.overridesWaiting, situation.now - since < situation.conventions.settings.grace else { return false }
        plan.waiting.pending[path] = since
        return true
    }

    /// Whether a new folder may be what another device has made for what it refused. Taken for a person's own, what is in it
    /// would be judged, and go to a second such folder, which the other device would take for a person's own.
    private func mayBeOthersRejected(_ index: Int) -> Bool {
        guard situation.disk.isReplicaActive, snapshot.entries[index].kind == .directory, snapshot.entries[index].parent == 0, binder.node[index] == nil
        else { return false }
        let key = FoldKey(snapshot.name(of: index))
        return situation.conventions.rejectedNames.contains { FoldKey($0) == key }
    }

    /// Whether a file that shed would make something else of was seen to be brought by a carrier, and may be what another device has
    /// made already: a batch is on its way that says so. What came while nobody looked is not kept waiting for that.
    private func mayBeExplained(_ arrival: Arrival) -> Bool {
        guard situation.disk.isReplicaActive, binder.node[arrival.entry] == nil, !isJudgedAlready(arrival) else { return false }
        return situation.memory.unsettled.pending[arrival.path] != nil || situation.disk.sightings.carried.contains(arrival.path)
    }

    /// What is said of something refused that is not to be moved yet, or not by this walk.
    private mutating func delayed(_ refusal: Refusal, _ arrival: Arrival, _ provenance: Provenance) -> Report? {
        let index = arrival.entry
        var report = report(refusal, arrival)
        if cameEarlier(arrival.path) {
            let command = "shed accept \(ShellWord.path(arrival.path))"
            let isUnseen = situation.isFirstLook && !situation.isKept
            report.words = isUnseen ? .cameUnseen(message: report.words, command: command) : .cameEarlier(message: report.words, command: command)
            report.delay = .earlier
        } else if let use = use(of: provenance == .new ? outermostNew(index) : index) {
            report.words = use.words(after: report.words)
            report.delay = .inUse(use)
        } else if isWrittenAgain(arrival) {
            report.words = .writtenAgain(message: report.words)
        } else if isBeingFilled(index, isNew: provenance == .new) {
            report.words = .stillFilled(message: report.words)
            report.delay = .beingFilled
        } else if isGrowing(index, isNew: provenance == .new) {
            report.words = .stillWritten(message: report.words)
            report.delay = .beingWritten
        } else if situation.policy.judgement == .now, situation.disk.isDuringGit, !situation.policy.overridesWaiting {
            report.words = .waitsForGit(message: report.words)
            report.delay = .duringGit
        } else {
            return nil
        }
        return report
    }

    /// Whether it came before a daemon was ready, or before this machine ever looked: a person decides.
    private func cameEarlier(_ path: RelativePath) -> Bool {
        if situation.isFirstLook, !situation.policy.overridesWaiting { return true }
        return situation.policy.sparesEarlier && situation.disk.earlier?.holds(path) == true
    }

    /// Whether an unknown file stands where one was refused within a day: a program still works on it, and saves it there each time.
    private func isWrittenAgain(_ arrival: Arrival) -> Bool {
        situation.policy.sparesWork && binder.node[arrival.entry] == nil && snapshot.entries[arrival.entry].kind == .file
            && situation.memory.unsettled.wasRefused(arrival.path, now: situation.now)
    }

    /// Who uses an entry, which moving would disturb. That is asked for first.
    mutating func use(of index: Int) -> FileUse? {
        guard situation.policy.sparesUsers else { return nil }
        if let known = situation.answers.uses[index] { return known }
        plan.wants.users.insert(index)
        return nil
    }

    /// Whether a program writes to a file again and again, closing it each time: it did so a short while ago, and when an unknown
    /// file had been there for longer than all has to be quiet, or a known one had been moved here. What is written in one go, and
    /// what comes from elsewhere, does not.
    private func isGrowing(_ index: Int, isNew: Bool) -> Bool {
        let (evidence, settings) = (snapshot.entries[index].evidence, situation.conventions.settings)
        guard situation.policy.sparesWork, snapshot.entries[index].kind == .file, evidence.wasWritten(within: settings.longQuiet, before: situation.now)
        else { return false }
        guard isNew else { return isOther(index) }
        return binder.node[index] == nil && evidence.birth > 0 && evidence.modified - settings.quiet * 1_000_000 > evidence.birth
    }

    /// Whether something came into a folder, or into one in it or one that it came with, a short while ago; into one that was known
    /// and was moved, since then.
    private mutating func isBeingFilled(_ index: Int, isNew: Bool) -> Bool {
        guard situation.policy.sparesWork, snapshot.entries[index].kind == .directory else { return false }
        let top = isNew ? outermostNew(index) : index
        if let known = fillings[top] { return known }
        let known = hasRecentArrivals(top, isNew: isNew)
        fillings[top] = known
        return known
    }

    /// Whether an entry was written to, or was not there, when it was last taken in: moving changes the inode (ctime), and nothing else.
    private func isOther(_ index: Int) -> Bool {
        let evidence = snapshot.entries[index].evidence
        guard let seen = binder.node[index].flatMap({ situation.memory.seen[$0] })?.evidence, seen.identity == evidence.identity else { return true }
        return seen.modified != evidence.modified || seen.size != evidence.size
    }

    /// The folder that a folder came in: one who copies a tree makes its folders first, and then fills one after the other. It goes
    /// as far out as folders are less than an hour old and none of the template. A file comes by itself.
    private func outermostNew(_ index: Int) -> Int {
        guard snapshot.entries[index].kind == .directory else { return index }
        let young = (situation.now - Planner.copyTime) * 1_000_000
        var top = index
        while case let parent = Int(snapshot.entries[top].parent), parent > 0 {
            let folder = Int(snapshot.directories[parent].entry)
            guard folder >= 0, snapshot.entries[folder].evidence.birth > young, binder.node[folder].flatMap({ model.nodes[$0]?.role }) == nil else { break }
            top = folder
        }
        return top
    }

    /// What comes changes the inode of its folder (ctime), whatever times a copy keeps.
    private func hasRecentArrivals(_ index: Int, isNew: Bool) -> Bool {
        var open = [index]
        while let next = open.popLast() {
            if situation.isRecent(snapshot.entries[next].evidence), isNew || isOther(next) { return true }
            let directory = Int(snapshot.entries[next].directory)
            if directory >= 0 { open += snapshot.directories[directory].entries }
        }
        return false
    }

    /// So long a copy may take and still be taken for one, in milliseconds.
    private static let copyTime: Int64 = 3_600_000

    /// What nobody saw happen in a folder that fills by moves is not judged harshly.
    private func isUnexplained(_ index: Int, _ refusal: Refusal, _ facts: FolderFacts) -> Bool {
        guard refusal.rule == ClosedFolder.info, !wasSeen(index) else { return false }
        return switch facts.filling {
        case .moves: snapshot.entries[index].kind == .file
        case .anything: true
        case .people, .derived: false
        }
    }

    /// Whether a daemon was watching when the entry came to stand here: coming here changed its inode (ctime).
    private func wasSeen(_ index: Int) -> Bool {
        guard let since = situation.disk.watchedSince else { return false }
        return snapshot.entries[index].evidence.changed >= since
    }

    /// What is said of a file that nobody saw come. It may be one of the same name that vanished, changed and moved at once: so how to
    /// join the two by hand.
    private mutating func unexplained(at path: RelativePath) -> Message {
        let message = UnexplainedAddition.message(at: path, isFirstLook: situation.isFirstLook)
        guard let namesakes = path.last.map({ remembered.files(named: $0, among: vanished) }), namesakes.count == 1, let id = namesakes.first,
            let old = model.path(of: id)
        else { return message }
        return .orRelink(message: message, former: "\(old)", command: "shed relink '\(path)' \(id)")
    }

    /// Whether a sync engine or git brought it, as far as anything tells. What was a carrier's when it was first seen is one's also
    /// after that carrier has ended.
    private mutating func isCarriers(_ index: Int, _ path: RelativePath) -> Bool {
        let (disk, entry) = (situation.disk, snapshot.entries[index])
        if situation.memory.unsettled.pending[path] != nil || disk.sightings.carried.contains(path) { return true }
        if disk.hasCarrier, !wasSeen(index) { return true }
        // A sync engine makes folders as people do.
        if disk.isReplicaActive, entry.kind == .directory { return true }
        if disk.isDuringGit, entry.evidence.changed >= disk.gitSince { return true }
        return isGits(index)
    }

    /// Whether git's own files say that it brought an entry. That is asked for first.
    private mutating func isGits(_ index: Int) -> Bool {
        guard situation.disk.hasGit else { return false }
        if situation.answers.git.contains(index) { return true }
        plan.wants.git.insert(index)
        return false
    }

    /// Leaves an entry as it is and remembers nothing of it, so that it is judged anew next time.
    mutating func hold(_ arrival: Arrival, _ rule: RuleInfo, _ words: Message) {
        hold(arrival, report(Refusal(rule: rule, words), arrival))
    }

    private func report(_ refusal: Refusal, _ arrival: Arrival) -> Report {
        Report(rule: refusal.rule, path: arrival.path, id: binder.node[arrival.entry], refusal.words)
    }

    private mutating func hold(_ arrival: Arrival, _ report: Report) {
        plan.waiting.held.insert(arrival.entry)
        plan.reports.append(report)
        noteArrival(arrival)
    }

    mutating func report(_ rule: RuleInfo, _ path: RelativePath, _ id: NodeID?, _ words: Message) {
        plan.reports.append(Report(rule: rule, path: path, id: id, words))
    }
}

extension FileUse {
    /// What is said of what waits for it.
    fileprivate func words(after message: Message) -> Message {
        switch self {
        case .process(let user): .waitsForUser(message: message, program: EscapedText.escape(user.name), process: Int(user.process))
        case .lock(let name): .waitsForLock(message: message, lock: name.escaped)
        }
    }
}
