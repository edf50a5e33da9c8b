import ShedModel
import ShedRules

extension Planner {
    /// What becomes of an entry that was not here before, was moved here or has another name now.
    mutating func decide(
        _ index: Int, _ standing: Standing, _ directory: Int, _ facts: FolderFacts, collidesWith other: Name?,
        ids: inout some IDSource
    ) {
        let standing = effectiveStanding(index, standing, facts)
        guard !judgesNothing, region[directory] != .rejected else {
            return accept(index, standing, directory, ids: &ids)
        }
        let path = snapshot.path(of: index)
        if situation.accepted.contains(path) {
            return accept(index, standing, directory, extra: [.exception(true), .unexplained(nil)], ids: &ids)
        }
        if standing == .new, binder.node[index] == nil, !situation.attitude.incomplete.isEmpty, !situation.attitude.overridesWaiting {
            return hold(index, AbsentParent.info, "It has no ID yet: the sidecar is not whole (\(situation.attitude.incomplete[0])).")
        }
        let candidate = Candidate(
            name: snapshot.name(of: index), type: snapshot.entries[index].kind.nodeType ?? .file, standing: standing,
            role: binder.node[index].flatMap { model.nodes[$0]?.role })
        guard let refusal = other.map({ Refusal(rule: NameCollision.info, message: NameCollision.message(with: $0)) })
            ?? RuleBook.refusal(of: candidate, in: facts)
        else { return accept(index, standing, directory, ids: &ids) }
        weigh(refusal, index, standing, directory, facts, ids: &ids)
    }

    /// What was refused before it ever belonged here is still new when it is dragged on from Rejected; but Trash
    /// takes it, since a person throws it away.
    private func effectiveStanding(_ index: Int, _ standing: Standing, _ facts: FolderFacts) -> Standing {
        guard standing == .moved, facts.filling != .anything, let id = binder.node[index],
            let rejection = model.nodes[id]?.details?.rejection, !rejection.known
        else { return standing }
        return .new
    }

    /// Whether there is a reason not to move what a rule refuses.
    private mutating func weigh(
        _ refusal: Refusal, _ index: Int, _ standing: Standing, _ directory: Int, _ facts: FolderFacts,
        ids: inout some IDSource
    ) {
        let path = snapshot.path(of: index)
        let attitude = situation.attitude
        if standing == .new, binder.node[index] == nil, isUnexplained(index, refusal, facts) {
            report(UnexplainedAddition.info, path, nil, "Nobody saw how it came into “\(facts.label)”.")
            return accept(index, standing, directory, extra: [.unexplained(situation.now)], ids: &ids)
        }
        if ConflictCopy.isConflictCopy(snapshot.name(of: index)), standing == .new {
            report(ConflictCopy.info, path, nil, "A sync engine kept it beside the file that it conflicts with.")
            return accept(index, standing, directory, ids: &ids)
        }
        if !attitude.incomplete.isEmpty, !attitude.overridesWaiting {
            return hold(index, refusal.rule, refusal.message)
        }
        if isCarriers(index, path, facts), !attitude.overridesWaiting {
            let since = situation.memory.pending[path] ?? situation.now
            if situation.now - since < situation.settings.grace {
                plan.pending[path] = since
                return hold(index, CarrierArrival.info, refusal.message)
            }
        }
        if situation.settings.rejection == .report {
            report(refusal.rule, path, binder.node[index], refusal.message)
            return accept(index, standing, directory, ids: &ids)
        }
        if attitude.judgement == .later || attitude.busy.contains(path.parent) {
            return hold(index, refusal.rule, refusal.message)
        }
        plan.held.insert(index)
        refused.append(Refused(entry: index, standing: standing, refusal: refusal))
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

    /// SPEC 6.6: whether a sync engine or git brought it.
    private func isCarriers(_ index: Int, _ path: RelativePath, _ facts: FolderFacts) -> Bool {
        let attitude = situation.attitude
        return attitude.isDuringGit || attitude.carried.contains(path) || (attitude.hasCarrier && !wasSeen(index))
    }

    /// Leaves an entry as it is and remembers nothing of it, so that it is judged anew next time.
    mutating func hold(_ index: Int, _ rule: RuleInfo, _ message: String) {
        plan.held.insert(index)
        let path = snapshot.path(of: index)
        report(rule, path, binder.node[index], message)
        noteChange(index, at: path)
    }

    func isHeld(_ index: Int) -> Bool { plan.held.contains(index) }

    mutating func report(_ rule: RuleInfo, _ path: RelativePath, _ id: NodeID?, _ message: String) {
        plan.reports.append(Report(rule: rule, path: path, id: id, message: message))
    }

    /// Says what happened on disk to an entry that is not taken in (yet).
    mutating func noteChange(_ index: Int, at path: RelativePath) {
        let type = snapshot.entries[index].kind.nodeType ?? .file
        if let id = binder.node[index], binder.immigrants[index] == nil {
            plan.changes.append(Change(.moved, id: id, path: path, from: model.path(of: id), type: type))
        } else {
            plan.changes.append(Change(.added, id: binder.node[index], path: path, type: type))
        }
    }
}
