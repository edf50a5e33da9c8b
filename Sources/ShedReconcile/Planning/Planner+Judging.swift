import ShedModel
import ShedRules

extension Planner {
    /// What becomes of an entry that was not here before, was moved here or has another name now.
    mutating func decide(
        _ arrival: Arrival, _ facts: FolderFacts, _ names: inout [FoldKey: Name]?, ids: inout some IDSource
    ) {
        let index = arrival.entry
        if binder.node[index] == nil, isWaitingForSidecar {
            return hold(arrival, AbsentParent.info, "It has no ID yet: the sidecar is not whole (\(situation.attitude.incomplete[0])).")
        }
        // Another device has moved the node, which stands at its new place; what brought that will take this away.
        if binder.departing[index] != nil {
            plan.held.insert(index)
            return
        }
        guard !judgesNothing, region[arrival.directory] != .rejected else { return accept(arrival, ids: &ids) }
        let key = FoldKey(snapshot.name(of: index))
        if situation.accepted.contains(arrival.path) {
            names?[key] = snapshot.name(of: index)
            return accept(arrival, extra: [.exception(true), .unexplained(nil)], ids: &ids)
        }
        let standing = effectiveStanding(arrival, facts)
        let candidate = Candidate(
            name: snapshot.name(of: index), type: snapshot.entries[index].kind.nodeType ?? .file, standing: standing,
            role: binder.node[index].flatMap { model.nodes[$0]?.role },
            knownType: binder.node[index].flatMap { model.nodes[$0]?.type }, complaint: complaint(about: arrival, facts))
        let collision = names?[key].map { Refusal(rule: NameCollision.info, message: NameCollision.message(with: $0)) }
        let refusal = RuleBook.refusal(of: candidate, in: facts) ?? collision
        if refusal == nil, waitsToBeLookedInto(arrival, facts) {
            return hold(arrival, WaitingPDF.info, WaitingPDF.message)
        }
        if refusal == nil, let obstacle = situation.verdicts[index]?.obstacle { return hold(arrival, WaitingPDF.info, obstacle) }
        if let refusal {
            weigh(refusal, arrival, standing, facts, ids: &ids)
        } else {
            accept(arrival, ids: &ids)
        }
        // What is refused leaves its name to the next.
        if names?[key] == nil, !isRefused(index) { names?[key] = snapshot.name(of: index) }
    }

    /// What is wrong with the content of a file, in a folder whose rules look into files. It is asked for first; what
    /// shed itself has just written was judged before.
    private mutating func complaint(about arrival: Arrival, _ facts: FolderFacts) -> ContentComplaint? {
        guard facts.judgesContent, !isJudgedAlready(arrival), !facts.takesPDFs || situation.attitude.looksIntoPDFs else { return nil }
        if let verdict = situation.verdicts[arrival.entry] { return verdict.complaint }
        plan.wants.verdicts.insert(arrival.entry)
        return nil
    }

    /// Whether it is a PDF that somebody put here, and this is not the time to look into PDFs.
    private func waitsToBeLookedInto(_ arrival: Arrival, _ facts: FolderFacts) -> Bool {
        facts.takesPDFs && !situation.attitude.looksIntoPDFs && !isJudgedAlready(arrival)
    }

    /// Whether nothing of its content is to be asked: it stood in this folder before, or shed itself has just put it here.
    private func isJudgedAlready(_ arrival: Arrival) -> Bool {
        let index = arrival.entry
        return arrival.standing == .renamed || snapshot.entries[index].kind != .file || situation.assigned[arrival.path] != nil
            || situation.commanded[arrival.path] != nil || binder.node[index].flatMap { model.nodes[$0]?.type } == .page
    }

    private func isRefused(_ index: Int) -> Bool { refused.last?.entry == index }

    /// Whether a batch of the sidecar is missing or torn, so that nothing is minted and nothing moves.
    var isWaitingForSidecar: Bool { !situation.attitude.incomplete.isEmpty && !situation.attitude.overridesWaiting }

    /// What was refused before it ever belonged here is still new when it is dragged on from Rejected; but Trash
    /// takes it, since a person throws it away.
    private func effectiveStanding(_ arrival: Arrival, _ facts: FolderFacts) -> Standing {
        guard arrival.standing == .moved, facts.filling != .anything, let id = binder.node[arrival.entry],
            let rejection = model.nodes[id]?.details?.rejection, !rejection.known
        else { return arrival.standing }
        return .new
    }

    /// Whether there is a reason not to move what a rule refuses.
    private mutating func weigh(
        _ refusal: Refusal, _ arrival: Arrival, _ standing: Standing, _ facts: FolderFacts, ids: inout some IDSource
    ) {
        let (index, path) = (arrival.entry, arrival.path)
        let attitude = situation.attitude
        if standing == .new, binder.node[index] == nil, isUnexplained(index, refusal, facts) {
            // What came inside a folder is explained with the folder.
            guard addedPath[arrival.directory] == nil else { return accept(arrival, ids: &ids) }
            let hint = hint(at: path)
            report(UnexplainedAddition.info, path, nil, "Nobody saw how it came into “\(facts.label)”.\(hint)")
            return accept(arrival, extra: [.unexplained(situation.now)], ids: &ids)
        }
        if ConflictCopy.isConflictCopy(snapshot.name(of: index)), standing == .new {
            report(ConflictCopy.info, path, nil, "A sync engine kept it beside the file that it conflicts with.")
            return accept(arrival, ids: &ids)
        }
        if isWaitingForSidecar { return hold(arrival, refusal.rule, refusal.message) }
        if isCarriers(index, path), !attitude.overridesWaiting {
            let since = situation.memory.pending[path] ?? situation.now
            if situation.now - since < situation.settings.grace {
                plan.pending[path] = since
                return hold(
                    arrival, CarrierArrival.info,
                    "\(refusal.message) It waits, since a sync engine or git may have brought it; “shed sync --now” judges it at once.")
            }
        }
        if situation.settings.rejection == .report {
            report(refusal.rule, path, binder.node[index], refusal.message)
            return accept(arrival, ids: &ids)
        }
        if attitude.judgement == .later || attitude.busy.contains(path.parent) {
            return hold(arrival, refusal.rule, refusal.message)
        }
        plan.held.insert(index)
        refused.append(Refused(arrival: arrival, refusal: refusal))
    }

    /// SPEC 6.4: what nobody saw happen in a folder that fills by moves is not judged harshly.
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
        guard let since = situation.attitude.watchedSince else { return false }
        return snapshot.entries[index].evidence.changed >= since
    }

    /// How to join a file by hand with a node of the same name that vanished: it may have been changed and moved at once.
    private mutating func hint(at path: RelativePath) -> String {
        guard let namesakes = path.last.map({ remembered.files(named: $0, among: vanished) }), namesakes.count == 1, let id = namesakes.first,
            let old = model.path(of: id)
        else { return "" }
        return " If it is what was \(old): “shed relink '\(path)' \(id)”."
    }

    /// SPEC 6.6: whether a sync engine or git brought it.
    private func isCarriers(_ index: Int, _ path: RelativePath) -> Bool {
        let attitude = situation.attitude
        return attitude.isDuringGit || attitude.carried.contains(path) || (attitude.hasCarrier && !wasSeen(index))
    }

    /// Leaves an entry as it is and remembers nothing of it, so that it is judged anew next time.
    mutating func hold(_ arrival: Arrival, _ rule: RuleInfo, _ message: String) {
        plan.held.insert(arrival.entry)
        report(rule, arrival.path, binder.node[arrival.entry], message)
        noteArrival(arrival)
    }

    mutating func report(_ rule: RuleInfo, _ path: RelativePath, _ id: NodeID?, _ message: String) {
        plan.reports.append(Report(rule: rule, path: path, id: id, message: message))
    }
}
