import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

/// The variants of bundles.
extension PapersSettling {
    /// Why what pages are made from comes back.
    static let inUse = Refusal(rule: BundleInUse.info, .pagesAreMadeFromIt)

    /// Notes what a verb has made of the variants of bundles. What is in use comes back by a walk that judges, which is asked for it
    /// too where something fails.
    func refreshVariants(of ids: Set<NodeID>) {
        guard let view = try? papers(), let state = try? load() else { return }
        var gone: [Operation] = []
        var new: [(bundle: NodeID, variant: PDFVariant)] = []
        for bundle in ids.sorted().compactMap(view.bundle) {
            for variant in PDFVariant.allCases where variant != .display || bundle.users.isEmpty {
                let node = view.model.children(of: bundle.id, named: Name(variant.fileName)).first(where: state.stands)
                let seen = node.flatMap { state.memory.seen[$0] }
                switch (node, bundle.files[variant]) {
                case (nil, .some): gone.append(Operation(bundle.id, [BundleFile.absent(variant)]))
                case (.some, let known?) where known.size == seen?.evidence.size && known.hash == seen?.hash: break
                case (.some, _): new.append((bundle.id, variant))
                case (nil, nil): break
                }
            }
        }
        if !gone.isEmpty { try? transaction.commit(gone) }
        var outcome = Outcome()
        for (bundle, variant) in new { _ = try? look(at: variant, of: bundle, view, &outcome) }
    }

    /// A variant is new or was replaced: it counts if it is a PDF that has all pages that are in use, else what was there
    /// before comes back.
    func look(at variant: PDFVariant, of id: NodeID, _ view: PapersView, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        guard let bundle = view.bundle(id) else { return false }
        let path = bundle.path.appending(Name(variant.fileName))
        let state = try load()
        let isInUse = variant == .display && bundle.users.contains(where: state.stands)
        // A daemon judges what has been quiet; what is written to just now is looked at when that is over.
        guard !isRestless(path), !isUnfinished(path, id, &outcome) else { return false }
        let looked: LookedThrough
        let tools = try tools()
        do throws(PapersError) { looked = try kind.looked(at: path, tools, again: overridesWriters) } catch {
            return try refuse(path, of: bundle, isInUse: isInUse, error, &outcome)
        }
        try kind.noteComplaint(nil, at: path)
        if isInUse, let lost = view.firstLost(of: id, pages: looked.facts.pageCount) { return try putBack(lost, bundle, &outcome) }
        try transaction.commit([Operation(id, [looked.bundleFile.field(variant)])])
        return true
    }

    /// - Parameter path: of a variant that is no PDF which can be read.
    private func refuse(
        _ path: RelativePath, of bundle: PapersView.Bundle, isInUse: Bool, _ error: PapersError, _ outcome: inout Outcome
    ) throws(ShedError) -> Bool {
        if let hindrance = error.hindrance(now: surroundings.now()) {
            outcome.reports.append(Report(rule: WaitingPDF.info, path: path, id: bundle.id, obstacle: hindrance))
            return false
        }
        guard let complaint = complaint(error) else { throw ShedError(error, about: nil) }
        guard overridesWriters || !isBeingWritten(path) else {
            outcome.reports.append(Report(rule: WaitingPDF.info, path: path, id: bundle.id, obstacle: .writtenPDF))
            return false
        }
        let refusal = Refusal(rule: NotAPDF.info, message: complaint.sentence)
        if try kind.noteComplaint(complaint, at: path) { try transaction.saveMeta() }
        // What was given up may be sound, and stays.
        if isInUse, !complaint.isGivenUp { return try putBack(refusal, bundle, &outcome) }
        outcome.reports.append(Report(rule: refusal.rule, path: path, id: bundle.id, message: refusal.message))
        return false
    }

    /// A variant is not there any more.
    func forget(_ variant: PDFVariant, of id: NodeID, _ view: PapersView, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        guard let bundle = view.bundle(id) else { return false }
        let state = try load()
        if variant == .display, bundle.users.contains(where: state.stands) {
            if try renameBack(variant, of: bundle, &outcome) { return true }
            return try putBack(PapersSettling.inUse, bundle, &outcome)
        }
        // Pages that are gone may come back, and then need to know what they were made from.
        guard variant != .display || bundle.users.isEmpty else { return false }
        try transaction.commit([Operation(id, [BundleFile.absent(variant)])])
        return true
    }

    /// Puts a bundle's display variant back from the protected copy, and what stands in its place into Rejected.
    private func putBack(_ refusal: Refusal, _ bundle: PapersView.Bundle, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        let display = Name(PDFVariant.display.fileName)
        let path = bundle.path.appending(display)
        guard let known = bundle.files[.display] else { return false }
        var change = try stageChange()
        do {
            let folder = try root.openDirectory(at: bundle.path)
            let there = try folder.evidence(of: display)
            // It is back: who replaces a file may take it away first.
            if let there, there.size == known.size, (try? folder.hash(display, expecting: there)) == known.hash {
                discard(change)
                var effects = WalkRequest.VerbEffects(reason: PapersSettling.inUse.words)
                effects.scope = .directories([bundle.path])
                try transaction.walk(.afterVerb(effects))
                return true
            }
            try protectedStore().putBack(known.hash, to: Destination(change.folder.directory, "display"))
            try change.add("display", to: path, replacing: there, rejecting: refusal.rule.name)
            // Nobody is to look into what shed itself puts there.
            let id = file(named: display, of: bundle) ?? newID()
            change.assigned[path] = id
            try transaction.putInPlace(change, told: [path])
            if let identity = there?.identity, let moved = try lastRejected(from: path, identity) {
                outcome.moves.append(
                    Move(node: moved.id, from: path, to: moved.path, identity: identity, purpose: .reject, refusal: refusal))
            } else {
                noteReturn(of: id, to: path, refusal, &outcome)
            }
            return true
        } catch let error as PapersError where error.kind == .notStored || error.kind == .altered {
            discard(change)
            outcome.reports.append(
                Report(rule: refusal.rule, path: path, id: bundle.id, .noCopyToPutBack(message: refusal.words)))
            return false
        } catch {
            discard(change)
            throw ShedError(error)
        }
    }

    /// The node of a file of a bundle, there or missing.
    private func file(named name: Name, of bundle: PapersView.Bundle) -> NodeID? {
        store.state?.model.children(of: bundle.id, named: name).min()
    }

    /// Says that something that was gone stands in its place again: it is done, so it is no report of what was left.
    func noteReturn(of id: NodeID, to path: RelativePath, _ refusal: Refusal, _ outcome: inout Outcome) {
        guard let name = path.last, let identity = (try? root.openDirectory(at: path.parent).evidence(of: name))?.identity else { return }
        outcome.moves.append(Move(node: id, from: path, to: path, identity: identity, purpose: .putBack, refusal: refusal))
    }

    /// A file whose name differs from a variant's in case or normalisation alone was renamed: beside it none of the right name
    /// could stay. It gets its name again; what is no file makes way.
    /// - Returns: whether there was such a file.
    private func renameBack(_ variant: PDFVariant, of bundle: PapersView.Bundle, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        let name = Name(variant.fileName)
        let to = bundle.path.appending(name)
        do {
            let folder = try root.openDirectory(at: bundle.path)
            let alike = try folder.list(atMost: 1_000_000).filter { $0.name != name && FoldKey($0.name) == FoldKey(name) }
            for other in alike where other.kind != .file {
                let path = bundle.path.appending(other.name)
                try transaction.putAside(path, as: path, by: NameCollision.info.name)
            }
            guard let other = alike.filter({ $0.kind == .file }).map(\.name).min(), let identity = try folder.evidence(of: other)?.identity
            else { return false }
            let from = bundle.path.appending(other)
            let id = try load().node(at: from) ?? newID()
            try transaction.relocate(from, to: to, expecting: identity, as: id)
            Interruption.point("variant-renamed")
            try transaction.walk(
                .afterVerb(.init(moved: [to: id], reason: PapersSettling.inUse.words, scope: .directories([bundle.path]))))
            outcome.moves.append(Move(node: id, from: from, to: to, identity: identity, purpose: .putBack, refusal: PapersSettling.inUse))
            return true
        } catch { throw ShedError(error) }
    }
}
