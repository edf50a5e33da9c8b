import ShedDisk
import ShedModel
import ShedPapers
import ShedReconcile
import ShedRules

extension Project {
    /// Brings a papers project in order after a walk that judged: PDFs that people put there become bundles and pages, what is
    /// in use comes back, edits of page files go to Rejected, two pages of one number are numbered anew.
    ///
    /// Each task is done by itself and can be interrupted: asked again, what is left to be done is found again. What fails
    /// is said and left.
    func tend(_ outcome: inout Outcome) throws(ShedError) {
        guard !isTending, !isCarryingOut, purpose == .change, try reasonNotToTend() == nil else { return }
        isTending = true
        tendedChanges = []
        defer {
            isTending = false
            outcome.changes += tendedChanges
        }
        var failed: Set<PapersTask> = []
        var done: [PapersTask: Int] = [:]
        let renamed = formerNames
        defer { formerNames = [:] }
        for _ in 0..<Project.mostTasks {
            let book = try papers()
            let tasks = book.tasks(try facts(book)).filter { !failed.contains($0) }
            guard let task = tasks.first else {
                if !done.isEmpty { try seeRejected() }
                return
            }
            // What has to be done again and again, a program undoes, or we do not do: either way it is not ours to go on.
            done[task, default: 0] += 1
            if done[task, default: 0] > Project.mostTries {
                failed.insert(task)
                outcome.failures.append((path(of: task, book), "it does not stay as it was put in order, and was left"))
                continue
            }
            if case .makeBundle = task {
                // Many may come at once; each is by itself, and one look at the disk takes them all in.
                let pdfs = tasks.compactMap { task in if case .makeBundle(let pdf) = task { pdf } else { nil } }
                try makeBundles(of: pdfs, book, &failed, &outcome)
                continue
            }
            if case .makePages = task {
                let pdfs = tasks.compactMap { task in if case .makePages(let pdf) = task { pdf } else { nil } }
                try makePages(of: book.together(pdfs), book, &failed, &outcome)
                continue
            }
            let moves = outcome.moves.count
            for next in PapersTask.together(tasks) {
                if next != task {
                    guard done[next, default: 0] < Project.mostTries else { break }
                    done[next, default: 0] += 1
                }
                try attempt(next, book, &failed, &outcome) { outcome throws(ShedError) in try perform(next, book, renamed, &outcome) }
                // Then other things may stand elsewhere.
                if outcome.moves.count > moves { break }
            }
        }
    }

    /// Does one task; what fails is said, and not tried again in this walk.
    func attempt(
        _ task: PapersTask, _ book: PapersBook, _ failed: inout Set<PapersTask>, _ outcome: inout Outcome,
        _ body: (inout Outcome) throws(ShedError) -> Bool
    ) throws(ShedError) {
        do throws(ShedError) {
            if try !body(&outcome) { failed.insert(task) }
        } catch {
            if error.absence != nil { throw error }
            failed.insert(task)
            // Without the programs nothing failed: it is done as soon as they are there.
            guard let obstacle = missingPDFPrograms else { return outcome.failures.append((path(of: task, book), error.description)) }
            outcome.reports.append(Report(rule: WaitingPDF.info, path: path(of: task, book), id: nil, message: obstacle))
        }
    }

    /// So often one task is done in a walk: what follows from it may ask for it once more.
    private static let mostTries = 3

    /// More tasks than one walk does; the next one goes on.
    private static let mostTasks = 10_000

    /// Why nothing is brought in order just now, in a sentence; `nil` where it is. While the sidecar is not whole, or git is at
    /// work, what is not there may be on its way.
    func reasonNotToTend() throws(ShedError) -> String? {
        if settings.rejection != .move { return "It is not looked into, since the settings say rejection = \"\(settings.rejection.rawValue)\"." }
        if try !load().incomplete.isEmpty { return "It is looked into once the sidecar is whole: “shed status” says what is missing." }
        return CarrierMarks.gitIsAtWork(in: root) ? "It is looked into once git has finished what it is doing." : nil
    }

    /// Keeps what nodes were called before: of two of one number it tells which was just given it.
    func noteRenames(_ outcome: Outcome) {
        for change in outcome.changes where change.kind == .moved && change.from?.parent == change.path.parent {
            if let id = change.id, let name = change.from?.last, formerNames[id] == nil { formerNames[id] = name }
        }
    }

    private func path(of task: PapersTask, _ book: PapersBook) -> RelativePath {
        let (id, variant): (NodeID, PDFVariant?) = switch task {
        case .makeBundle(let id), .returnBundle(let id), .protect(let id), .makePages(let id), .remake(let id), .renumber(let id): (id, nil)
        case .lookAt(let id, let variant), .forget(let id, let variant): (id, variant)
        }
        let path = book.model.path(of: id) ?? .root
        return variant.map { path.appending(Name($0.fileName)) } ?? path
    }

    // MARK: Doing it

    /// - Returns: whether it was done; what was not is not tried again in this walk.
    private func perform(
        _ task: PapersTask, _ book: PapersBook, _ renamed: [NodeID: Name], _ outcome: inout Outcome
    ) throws(ShedError) -> Bool {
        switch task {
        case .makeBundle, .makePages: return false
        case .lookAt(let bundle, let variant): return try look(at: variant, of: bundle, book, &outcome)
        case .forget(let bundle, let variant): return try forget(variant, of: bundle, book, &outcome)
        case .returnBundle(let bundle): return try returnBundle(bundle, book, &outcome)
        case .protect(let id):
            guard let bundle = book.bundle(id) else { return false }
            try protect(bundle, book)
        case .remake(let bundle): try remake(bundle, book, &outcome)
        case .renumber(let folder): try renumber(folder, book, renamed)
        }
        return true
    }

    /// PDFs in the folder of bundles become display variants of bundles of their names. An interruption after the first step
    /// leaves an empty bundle, which is taken the next time.
    private func makeBundles(
        of pdfs: [NodeID], _ book: PapersBook, _ failed: inout Set<PapersTask>, _ outcome: inout Outcome
    ) throws(ShedError) {
        var errand = Errand()
        errand.judgement = .later
        errand.reason = "It became a bundle."
        var dirty: Set<RelativePath> = []
        let known = Dictionary(grouping: book.bundles, by: \.name)
        var names: [RelativePath: FreeNames] = [:]
        for pdf in pdfs {
            try attempt(.makeBundle(pdf: pdf), book, &failed, &outcome) { _ throws(ShedError) in
                guard let path = book.model.path(of: pdf), let display = try makeBundle(of: path, known, &names) else { return false }
                errand.commanded[display] = pdf
                dirty.formUnion([path.parent, display.parent])
                return true
            }
        }
        errand.dirty = dirty
        _ = try reconcile(errand)
    }

    /// - Returns: where the PDF is now; `nil` where it is not there any more.
    private func makeBundle(
        of path: RelativePath, _ known: [Name: [PapersBook.Bundle]], _ names: inout [RelativePath: FreeNames]
    ) throws(ShedError) -> RelativePath? {
        let display = Name(PDFVariant.display.fileName)
        guard let name = path.last else { return nil }
        do {
            let parent = try root.openDirectory(at: path.parent)
            guard let evidence = try parent.evidence(of: name) else { return nil }
            var folder = Project.stem(of: name)
            let isEmpty = try known[folder, default: []].contains { bundle in
                try bundle.users.isEmpty && root.openDirectory(at: bundle.path).list(atMost: 10).isEmpty
            }
            if !isEmpty {
                try mayBeMade(bundle: folder, in: path.parent)
                if names[path.parent] == nil { names[path.parent] = FreeNames(besides: try self.names(in: path.parent)) }
                folder = names[path.parent]?.take(folder, keepsSuffix: false) ?? folder
                try parent.makeDirectory(folder)
                Interruption.point("bundle-made")
            }
            try parent.rename(name, to: try parent.openDirectory(folder), as: display, expecting: evidence.identity)
            Interruption.point("bundle-filled")
            return path.parent.appending(folder).appending(display)
        } catch { throw ShedError(error) }
    }

    /// A variant is new or was replaced: it counts if it is a PDF that has all pages that are in use, else what was there
    /// before comes back.
    private func look(
        at variant: PDFVariant, of id: NodeID, _ book: PapersBook, _ outcome: inout Outcome
    ) throws(ShedError) -> Bool {
        guard let bundle = book.bundle(id) else { return false }
        let path = bundle.path.appending(Name(variant.fileName))
        let state = try load()
        let isInUse = variant == .display && bundle.users.contains(where: state.stands)
        // A daemon judges what has been quiet; what is written to just now is looked at when that is over.
        guard !isRestless(path) else { return false }
        let looked: LookedThrough
        let tools = try tools()
        do throws(PapersError) { looked = try self.looked(at: path, tools) } catch {
            guard let message = complaint(error) else { throw ShedError(error, about: nil) }
            guard overridesWriters || !isBeingWritten(path) else {
                outcome.reports.append(Report(rule: WaitingPDF.info, path: path, id: id, message: Project.isBeingWritten))
                return false
            }
            let refusal = Refusal(rule: NotAPDF.info, message: message)
            if try noteComplaint(message, at: path) { try saveMeta() }
            if isInUse { return try putBack(refusal, bundle, &outcome) }
            outcome.reports.append(Report(rule: refusal.rule, path: path, id: id, message: refusal.message))
            return false
        }
        try noteComplaint(nil, at: path)
        if isInUse, let lost = book.firstLost(of: id, pages: looked.facts.pageCount) { return try putBack(lost, bundle, &outcome) }
        try commit([Operation(id, [looked.bundleFile.field(variant)])])
        return true
    }

    /// Writes what the index has beside the nodes.
    private func saveMeta() throws(ShedError) {
        var state = try load()
        try saveAll(&state, touching: [])
        self.state = state
    }

    /// Whether a daemon is to leave a file for a while, since it was written to just now.
    private func isRestless(_ path: RelativePath) -> Bool {
        guard attendant != nil, let name = path.last, let evidence = try? root.openDirectory(at: path.parent).evidence(of: name) else { return false }
        // Not its mtime, which anybody can set to a day that is to come.
        return evidence.changed / 1_000_000 > surroundings.now() - settings.quiet
    }

    /// Puts a bundle's display variant back from the protected copy, and what stands in its place into Rejected.
    private func putBack(_ refusal: Refusal, _ bundle: PapersBook.Bundle, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        let display = Name(PDFVariant.display.fileName)
        let path = bundle.path.appending(display)
        guard let known = bundle.files[.display] else { return false }
        var change = try stageChange()
        do {
            let there = try root.openDirectory(at: bundle.path).evidence(of: display)
            try store().putBack(known.hash, to: Destination(change.folder.directory, "display"))
            try change.add("display", to: path, replacing: there, rejecting: refusal.rule.name)
            // Nobody is to look into what shed itself puts there.
            let id = book(bundle, display) ?? surroundings.ids.next()
            change.assigned[path] = id
            let identity = there?.identity
            try carryOut(change, told: [path])
            if let identity, let moved = try lastRejected(from: path, identity) {
                outcome.moves.append(
                    Move(node: moved.0, from: path, to: moved.1, identity: identity, purpose: .reject, refusal: refusal))
            } else {
                try noteReturn(of: id, to: path, refusal, &outcome)
            }
            return true
        } catch let error as PapersError where error.kind == .notStored || error.kind == .altered {
            discard(change)
            outcome.reports.append(Report(rule: refusal.rule, path: path, id: bundle.id, message: "\(refusal.message) There is no protected copy to put back."))
            return false
        } catch {
            discard(change)
            throw ShedError(error)
        }
    }

    /// The node of a file of a bundle, there or missing.
    private func book(_ bundle: PapersBook.Bundle, _ name: Name) -> NodeID? {
        guard let state else { return nil }
        return state.model.children(of: bundle.id, named: name).min()
    }

    /// The file that was put into Rejected from a path.
    func lastRejected(from path: RelativePath, _ identity: FileIdentity) throws(ShedError) -> (NodeID, RelativePath)? {
        let model = try load().model
        let found = model.detailed.compactMap { model.nodes[$0] }.filter { $0.details?.rejection?.origin == path }
            .max { ($0.details?.rejection?.time ?? 0, $0.id) < ($1.details?.rejection?.time ?? 0, $1.id) }
        guard let found, let place = model.path(of: found.id), let name = place.last,
            (try? root.openDirectory(at: place.parent).evidence(of: name))?.identity == identity
        else { return nil }
        return (found.id, place)
    }

    private func forget(
        _ variant: PDFVariant, of id: NodeID, _ book: PapersBook, _ outcome: inout Outcome
    ) throws(ShedError) -> Bool {
        guard let bundle = book.bundle(id) else { return false }
        let state = try load()
        if variant == .display, bundle.users.contains(where: state.stands) {
            if try renameBack(variant, of: bundle, &outcome) { return true }
            return try putBack(Refusal(rule: BundleInUse.info, message: "Pages are made from it."), bundle, &outcome)
        }
        // Pages that are gone may come back, and then need to know what they were made from.
        guard variant != .display || bundle.users.isEmpty else { return false }
        try commit([Operation(id, [BundleFile.absent(variant)])])
        return true
    }

    /// A file whose name differs from a variant's in case or normalisation alone was renamed: beside it none of the right name
    /// could stay. It gets its name again; what is no file makes way.
    /// - Returns: whether there was such a file.
    private func renameBack(_ variant: PDFVariant, of bundle: PapersBook.Bundle, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        let name = Name(variant.fileName)
        let to = bundle.path.appending(name)
        do {
            let folder = try root.openDirectory(at: bundle.path)
            let alike = try folder.list(atMost: 1_000_000).filter { $0.name != name && FoldKey($0.name) == FoldKey(name) }
            for other in alike where other.kind != .file {
                try putAside(other.name, of: folder, from: bundle.path.appending(other.name), by: NameCollision.info.name)
            }
            guard let other = alike.filter({ $0.kind == .file }).map(\.name).min(), let identity = try folder.evidence(of: other)?.identity
            else { return false }
            let from = bundle.path.appending(other)
            let state = try load()
            let id = node(at: from, state) ?? surroundings.ids.next()
            try folder.rename(other, to: folder, as: name, expecting: identity)
            Interruption.point("variant-renamed")
            let refusal = Refusal(rule: BundleInUse.info, message: "Pages are made from it.")
            var errand = Errand()
            errand.judgement = .later
            errand.dirty = [bundle.path]
            errand.commanded[to] = id
            errand.reason = refusal.message
            _ = try reconcile(errand)
            outcome.moves.append(Move(node: id, from: from, to: to, identity: identity, purpose: .putBack, refusal: refusal))
            return true
        } catch { throw ShedError(error) }
    }

    /// A bundle in use goes back to the bundles, from wherever it was moved, or from the protected copy.
    private func returnBundle(_ id: NodeID, _ book: PapersBook, _ outcome: inout Outcome) throws(ShedError) -> Bool {
        let state = try load()
        guard let node = state.model.nodes[id], let to = try placeToReturn(node) else { return false }
        let refusal = Refusal(rule: BundleInUse.info, message: "Pages are made from it.")
        do {
            if state.stands(id), let from = state.model.path(of: id) {
                guard let identity = try root.openDirectory(at: from.parent).evidence(of: from.last ?? "")?.identity else { return false }
                try relocate(from, to: to, expecting: identity, makingParents: false)
                Interruption.point("bundle-returned")
                var errand = Errand()
                errand.judgement = .later
                errand.commanded[to] = id
                errand.reason = refusal.message
                _ = try reconcile(errand)
                outcome.moves.append(Move(node: id, from: from, to: to, identity: identity, purpose: .putBack, refusal: refusal))
                return true
            }
            guard node.bundleFile(.display) != nil else { return false }
            let lost = try returnFromCopies(node, to: to, isTold: true)
            let message = "\(refusal.message) It came from the protected copy." + Project.without(lost)
            try noteReturn(of: id, to: to, Refusal(rule: refusal.rule, message: message), &outcome)
            return true
        } catch { throw ShedError(error) }
    }

    /// Says that something that was gone stands in its place again: it is done, so it is no report of what was left.
    private func noteReturn(of id: NodeID, to path: RelativePath, _ refusal: Refusal, _ outcome: inout Outcome) throws(ShedError) {
        guard let name = path.last, let identity = (try? root.openDirectory(at: path.parent).evidence(of: name))?.identity else { return }
        outcome.moves.append(Move(node: id, from: path, to: path, identity: identity, purpose: .putBack, refusal: refusal))
    }

    // MARK: Pages

    /// Makes pages' files anew from their bundle; what somebody wrote into one goes to Rejected.
    private func remake(_ id: NodeID, _ book: PapersBook, _ outcome: inout Outcome) throws(ShedError) {
        guard let display = book.bundle(id)?.files[.display] else { return }
        let state = try load()
        var works: [PageWork] = []
        for page in book.groups.flatMap(\.pages) {
            guard let reference = page.reference, reference.bundle == id, reference.number <= display.pages,
                case (let evidence, let content?)? = standing(page.id, at: page.path, state), page.file?.hash != content || page.file?.source != display.hash,
                page.file?.hash == content || !isRestless(page.path)
            else { continue }
            works.append(
                PageWork(
                    id: page.id, reference: reference, target: page.path, replaced: evidence,
                    rejecting: page.file?.hash == content ? nil : EditedPage.info.name))
        }
        guard !works.isEmpty else { return }
        try make(works, book)
        outcome.moves += try rejections(of: works)
        outcome.remadePages += works.count { $0.rejecting == nil }
    }

    /// Numbers everything in a folder anew, in the order of the numbers. Of two of one number, the one that was just given it
    /// comes before the other if it came from further down, else after it.
    private func renumber(_ folder: NodeID, _ book: PapersBook, _ renamed: [NodeID: Name]) throws(ShedError) {
        let items: [(id: NodeID, path: RelativePath)]
        if let doc = book.docs.first(where: { $0.id == folder }) {
            items = doc.groups.map { ($0.id, $0.path) }
        } else if let group = book.groups.first(where: { $0.id == folder }) {
            items = group.pages.map { ($0.id, $0.path) }
        } else {
            return
        }
        guard let path = items.first?.path.parent else { return }
        func rank(_ item: (id: NodeID, path: RelativePath)) -> Int {
            guard let old = renamed[item.id].flatMap({ OrderedName($0).number }), let new = item.path.last.flatMap({ OrderedName($0).number }) else { return 0 }
            return old > new ? -1 : 1
        }
        let numbered = items.filter { $0.path.last.map { OrderedName($0).number != nil } == true }
        let sorted = numbered.enumerated().sorted { left, right in
            let (first, second) = (OrderedName(left.element.path.last ?? "").number ?? 0, OrderedName(right.element.path.last ?? "").number ?? 0)
            if first != second { return first < second }
            let (rankLeft, rankRight) = (rank(left.element), rank(right.element))
            return rankLeft != rankRight ? rankLeft < rankRight : left.offset < right.offset
        }
        try renumber(sorted.map(\.element.id), in: path)
    }
}
