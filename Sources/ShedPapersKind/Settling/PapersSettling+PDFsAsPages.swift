import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

/// PDFs in page groups become pages.
extension PapersSettling {
    /// They become pages of the bundles that they are in already, else of new ones. Where it cannot be done for all of them, each
    /// is tried by itself.
    func makePages(of pdfs: [NodeID], _ view: PapersView, _ outcome: inout Outcome) throws(ShedError) {
        if pdfs.count > 1 {
            do throws(ShedError) { return try makePages(of: pdfs, view) } catch { if error.absence != nil { throw error } }
        }
        for pdf in view.singly(pdfs) {
            let view = pdfs.count > 1 ? try papers() : view
            try attempt(.makePages(pdf: pdf), view, &outcome) { _ throws(ShedError) in
                try makePages(of: [pdf], view)
                return true
            }
        }
    }

    private func makePages(of pdfs: [NodeID], _ view: PapersView) throws(ShedError) {
        var loose: [LoosePDF] = []
        let numbers = view.orderNumbers(among: Set(pdfs))
        for pdf in pdfs { if let found = try loosePDF(pdf, numbers[pdf], view) { loose.append(found) } }
        loose = try adoptCopies(loose, view)
        guard !loose.isEmpty else { return }
        try requireClosed(loose)
        try makeBundles(of: loose, view)
        try requireClosed(loose)
        let filled = try papers()
        var given: [NodeID: Name] = [:]
        var change: StagedChange?
        let works: [PageWork]
        do throws(ShedError) {
            works = try numbered(loose, filled, &given)
            let staged = try transaction.staged(works, filled)
            change = staged.change
            try transaction.place(staged, works)
        } catch {
            // Where nothing was made. The bundles stay: they hold what the PDFs held, and are taken for those that hold it still.
            if error.absence == nil, !error.isInPlace, change?.isBegun != true { try? takeBackNames(of: loose, given, error) }
            throw error
        }
        try makeRoom(for: loose, works)
    }

    /// Asks once more what was asked at first, after what takes its time and before something is done that is seen. What is opened later is
    /// found when its page is to take its place.
    private func requireClosed(_ pdfs: [LoosePDF]) throws(ShedError) {
        guard !overridesWriters, let open = pdfs.first(where: { isBeingWritten($0.path) }) else { return }
        throw ShedError.beingWritten(open.path)
    }

    /// - Parameter start: the number before its name.
    /// - Returns: `nil` for a PDF that is not there any more.
    private func loosePDF(_ id: NodeID, _ start: Int?, _ view: PapersView) throws(ShedError) -> LoosePDF? {
        guard let path = view.model.path(of: id), let name = path.last else { return nil }
        // Before the content: another file that takes the place meanwhile is then not what is to be replaced.
        let evidence: Evidence?
        do throws(DiskError) { evidence = try root.openDirectory(at: path.parent).evidence(of: name) } catch { throw ShedError(error) }
        guard let evidence, let content = try content(of: id, at: path, load()) else { return nil }
        let hasOurs = view.model.nodes[id].flatMap(view.model.writtenNumber(of:)) != nil
        let title = OrderedName(name, isNumbered: hasOurs).title
        return LoosePDF(id: id, name: name, group: path.parent, content: content, evidence: evidence, start: start, title: title)
    }

    /// A copy of a page's file is a page that shows the same, also of one that a page had before: a backup that was unpacked
    /// over the project has such files, and so has a merge of two branches in which one page was pointed elsewhere.
    /// - Returns: those that are none.
    private func adoptCopies(_ pdfs: [LoosePDF], _ view: PapersView) throws(ShedError) -> [LoosePDF] {
        let made = view.madeFiles(among: Set(pdfs.map(\.content)))
        let now = surroundings.now()
        var operations: [Operation] = []
        var rest: [LoosePDF] = []
        for pdf in pdfs {
            guard let known = made[pdf.content], let size = Int64(exactly: pdf.evidence.size) else {
                rest.append(pdf)
                continue
            }
            let file = PageFile(hash: pdf.content, size: size, source: known.source)
            let version = version(of: pdf.id, known.reference, file, .created, now, view.model)
            operations.append(Operation(pdf.id, [known.reference.field, file.field, version.field]))
        }
        if !operations.isEmpty { try transaction.commit(operations) }
        return rest
    }

    /// Makes bundles of contents that are in none: all of them or none.
    private func makeBundles(of pdfs: [LoosePDF], _ view: PapersView) throws(ShedError) {
        var known = Set(view.bundles.compactMap { $0.files[.display]?.hash })
        guard pdfs.contains(where: { !known.contains($0.content) }) else { return }
        let tools = try tools()
        let parent = try transaction.bundlesFolder()
        var names = FreeNames(besides: try names(in: parent))
        var change = try stageChange()
        do {
            for pdf in pdfs where known.insert(pdf.content).inserted {
                let wanted = pdf.title.pdfStem
                try ShedError.requireBundleName(wanted)
                try mayBeMade(bundle: wanted, in: parent)
                let name = names.take(wanted, keepsSuffix: false)
                let looked = try look(at: pdf.path, tools)
                guard looked.hash == pdf.content else { continue }
                try stage([.display: looked.file], expecting: [.display: looked.bundleFile], at: parent.appending(name), newID(), &change)
            }
        } catch {
            discard(change)
            throw ShedError(error)
        }
        if change.isEmpty { discard(change) } else { try transaction.putInPlace(change) }
        Interruption.point("pages-begun")
    }

    /// What is found to be wrong is kept, and said by whoever opens no PDF.
    private func look(at path: RelativePath, _ tools: Tools) throws(ShedError) -> LookedThrough {
        do throws(PapersError) { return try kind.looked(at: path, tools, again: overridesWriters) } catch {
            try kind.noteComplaint(complaint(error), at: path)
            hindrances[path] = error.hindrance(now: surroundings.now())
            throw ShedError(error)
        }
    }

    // MARK: Numbers

    /// Gives each PDF the name that its first page is to have, so that an interruption leaves a PDF that still has to become
    /// pages, in their place.
    /// - Parameter given: the names that PDFs have from then on, also where it fails.
    /// - Returns: the pages that are to be made, the first of each in the place of its PDF.
    private func numbered(_ pdfs: [LoosePDF], _ view: PapersView, _ given: inout [NodeID: Name]) throws(ShedError) -> [PageWork] {
        let bundles = Dictionary(
            view.bundles.compactMap { bundle in bundle.files[.display].map { ($0.hash, bundle) } }, uniquingKeysWith: { first, _ in first })
        var names = NewPageNames(view, without: Set(pdfs.map(\.id)))
        var works: [PageWork] = []
        var effects = WalkRequest.VerbEffects(reason: .becamePage)
        do throws(ShedError) {
            for pdf in pdfs {
                guard let bundle = bundles[pdf.content], bundle.pageCount > 0 else { continue }
                try transaction.protect(bundle)
                if !names.knows(pdf.group) { names.note(try self.names(in: pdf.group), in: pdf.group) }
                let pages = names.take(for: pdf, bundle)
                for (number, name) in pages.enumerated() { works.append(work(pdf, bundle, page: number + 1, named: name)) }
                guard let first = pages.first else { continue }
                try rename(pdf, to: first, &effects)
                given[pdf.id] = first
            }
        } catch {
            try? takeIn(effects)
            throw error
        }
        try takeIn(effects)
        Interruption.point("pages-numbered")
        return works
    }

    private func work(_ pdf: LoosePDF, _ bundle: PapersView.Bundle, page: Int, named name: Name) -> PageWork {
        PageWork(
            id: page == 1 ? pdf.id : newID(), reference: PageReference(bundle: bundle.id, number: page),
            target: pdf.group.appending(name), replaced: page == 1 ? pdf.evidence : nil, cause: .created,
            overridesWriters: overridesWriters)
    }

    private func rename(_ pdf: LoosePDF, to name: Name, _ effects: inout WalkRequest.VerbEffects) throws(ShedError) {
        guard name != pdf.name else { return }
        do throws(DiskError) {
            let folder = try root.openDirectory(at: pdf.group)
            try folder.rename(pdf.name, to: folder, as: name, expecting: pdf.evidence.identity)
        } catch { throw ShedError(error) }
        effects.moved[pdf.group.appending(name)] = pdf.id
    }

    /// Gives PDFs of which no pages were made the names back under which whoever writes to them knows them. What has another file in its
    /// place, or its name taken, stays as it is called.
    /// - Parameters:
    ///   - given: the names that they were given.
    ///   - error: why no pages were made.
    private func takeBackNames(of pdfs: [LoosePDF], _ given: [NodeID: Name], _ error: ShedError) throws(ShedError) {
        var renamings: [Renaming] = []
        var effects = WalkRequest.VerbEffects(reason: error.tellsOfWriter ? Message.verbatim(LookObstacle.writtenPDF.message) : nil)
        for pdf in pdfs {
            guard let name = given[pdf.id], name != pdf.name, let folder = try? root.openDirectory(at: pdf.group),
                (try? folder.rename(name, to: folder, as: pdf.name, expecting: pdf.evidence.identity)) != nil
            else { continue }
            effects.moved[pdf.path] = pdf.id
            renamings.append(Renaming(id: pdf.id, from: pdf.path, to: pdf.group.appending(name)))
        }
        try takeIn(effects)
        forget(renamings)
    }

    /// Takes in the names that PDFs were given.
    private func takeIn(_ effects: WalkRequest.VerbEffects) throws(ShedError) {
        guard !effects.moved.isEmpty else { return }
        var effects = effects
        let folders = Set(effects.moved.keys.map(\.parent))
        effects.scope = .directories(folders)
        // Before the sidecar says it.
        do throws(DiskError) { for folder in folders { transaction.sync(try root.openDirectory(at: folder)) } } catch { throw ShedError(error) }
        try transaction.walk(.afterVerb(effects))
    }

    /// What was put between others: those after it make room. What still has to become pages keeps the name that a person gave it.
    private func makeRoom(for pdfs: [LoosePDF], _ works: [PageWork]) throws(ShedError) {
        let groups = Set(pdfs.filter { $0.start != nil }.map(\.group))
        guard !groups.isEmpty else { return }
        let starts = Dictionary(pdfs.map { ($0.id, $0.start) }) { first, _ in first }
        var places: [NodeID: (number: Int?, offset: Int)] = [:]
        var start: Int?
        for (offset, work) in works.enumerated() {
            // The first page of a PDF has its ID.
            if let found = starts[work.id] { start = found }
            places[work.id] = (start, offset)
        }
        for group in try papers().groups where groups.contains(group.path) {
            let kept = Set(group.pages.filter { $0.reference == nil }.map(\.id))
            let ranked = group.pages.enumerated().map { offset, page in
                // Of one number, what keeps it comes first, then what is new; what has none, last.
                let rank = places[page.id].map { ($0.number ?? .max, $0.number == nil ? 2 : 0, $0.offset) }
                    ?? (page.orderNumber ?? .max, kept.contains(page.id) ? -1 : 1, offset)
                return (id: page.id, rank: rank)
            }
            try transaction.renumber(ranked.sorted { $0.rank < $1.rank }.map(\.id), in: group.path, keeping: kept)
        }
    }
}

extension ShedError {
    /// That a file is not replaced, since a program has it open to write to it: what a staged change says that finds it so.
    fileprivate static func beingWritten(_ path: RelativePath) -> ShedError {
        var error = ShedError(.refused, .disturbed(reason: DiskError(.beingWritten, action: "replace", path: "\(path)").words))
        error.tellsOfWriter = true
        return error
    }
}
