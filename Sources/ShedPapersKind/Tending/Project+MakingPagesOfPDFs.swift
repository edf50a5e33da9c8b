import ShedDisk
import ShedModel
import ShedPapers

/// A PDF in a page group that has not become pages yet.
private struct LoosePDF {
    var id: NodeID
    var name: Name
    var group: RelativePath
    var content: ContentHash
    var evidence: Evidence

    /// Where its pages are to begin; `nil`: after the group's last page.
    var start: Int? { OrderedName(name).number }
    var path: RelativePath { group.appending(name) }
}

extension PapersBook {
    /// So many PDFs become pages in one go: each go looks at the disk anew.
    private static let mostTogether = 32

    /// The first of some PDFs, as many as can become pages in one go: of those that make other pages of their group give way,
    /// one for each group.
    func together(_ pdfs: [NodeID]) -> [NodeID] {
        var result: [NodeID] = []
        var used: Set<RelativePath> = []
        var closed: Set<RelativePath> = []
        for pdf in pdfs where result.count < PapersBook.mostTogether {
            guard let path = model.path(of: pdf), let name = path.last, !closed.contains(path.parent) else { continue }
            if OrderedName(name).number != nil {
                guard !used.contains(path.parent) else { continue }
                closed.insert(path.parent)
            }
            used.insert(path.parent)
            result.append(pdf)
        }
        return result
    }
}

extension Project {
    /// PDFs in page groups become pages: of the bundles that they are in already, else of new ones. Where it cannot be done
    /// for all of them, each is tried by itself.
    func makePages(of pdfs: [NodeID], _ book: PapersBook, _ failed: inout Set<PapersTask>, _ outcome: inout Outcome) throws(ShedError) {
        if pdfs.count > 1 {
            do throws(ShedError) { return try makePages(of: pdfs, book) } catch { if error.absence != nil { throw error } }
        }
        for pdf in pdfs {
            let book = pdfs.count > 1 ? try papers() : book
            try attempt(.makePages(pdf: pdf), book, &failed, &outcome) { _ throws(ShedError) in
                try makePages(of: [pdf], book)
                return true
            }
        }
    }

    private func makePages(of pdfs: [NodeID], _ book: PapersBook) throws(ShedError) {
        var loose: [LoosePDF] = []
        for pdf in pdfs { if let found = try loosePDF(pdf, book) { loose.append(found) } }
        loose = try adoptCopies(loose, book)
        guard !loose.isEmpty else { return }
        try makeBundles(of: loose, book)
        let filled = try papers()
        let works = try numbered(loose, filled)
        try make(works, filled)
        // What was put between others: those after it make room.
        guard loose.contains(where: { $0.start != nil }) else { return }
        let made = try papers()
        for pdf in loose {
            guard let start = pdf.start, let order = made.groups.first(where: { $0.path == pdf.group })?.pages else { continue }
            let new = Set(works.filter { $0.target.parent == pdf.group }.map(\.id))
            // Of one number, those that still have to become pages stay with those that just did.
            let ranked = order.enumerated().map { offset, page in
                let isNew = new.contains(page.id)
                let number = isNew ? start : OrderedName(page.name).number ?? .max
                return (id: page.id, rank: (number, isNew ? 0 : page.reference == nil ? 1 : 2, offset))
            }
            try renumber(ranked.sorted { $0.rank < $1.rank }.map(\.id), in: pdf.group)
        }
    }

    /// - Returns: `nil` for a PDF that is not there any more.
    private func loosePDF(_ id: NodeID, _ book: PapersBook) throws(ShedError) -> LoosePDF? {
        guard let path = book.model.path(of: id), let name = path.last else { return nil }
        // Before the content: another file that takes the place meanwhile is then not what is to be replaced.
        let evidence: Evidence?
        do throws(DiskError) { evidence = try root.openDirectory(at: path.parent).evidence(of: name) } catch { throw ShedError(error) }
        guard let evidence, let content = try content(of: id, at: path) else { return nil }
        return LoosePDF(id: id, name: name, group: path.parent, content: content, evidence: evidence)
    }

    /// A copy of a page's file is a page that shows the same, also of one that a page had before: a backup that was unpacked
    /// over the project has such files, and so has a merge of two branches in which one page was pointed elsewhere.
    /// - Returns: those that are none.
    private func adoptCopies(_ pdfs: [LoosePDF], _ book: PapersBook) throws(ShedError) -> [LoosePDF] {
        let made = book.madeFiles(among: Set(pdfs.map(\.content)))
        let now = surroundings.now()
        var operations: [Operation] = []
        var rest: [LoosePDF] = []
        for pdf in pdfs {
            guard let known = made[pdf.content], let size = Int64(exactly: pdf.evidence.size) else {
                rest.append(pdf)
                continue
            }
            let file = PageFile(hash: pdf.content, size: size, source: known.source)
            let version = version(of: pdf.id, known.reference, file, .created, now, book.model)
            operations.append(Operation(pdf.id, [known.reference.field, file.field, version.field]))
        }
        if !operations.isEmpty { try commit(operations) }
        return rest
    }

    /// Makes bundles of contents that are in none: all of them or none.
    private func makeBundles(of pdfs: [LoosePDF], _ book: PapersBook) throws(ShedError) {
        var known = Set(book.bundles.compactMap { $0.files[.display]?.hash })
        guard pdfs.contains(where: { !known.contains($0.content) }) else { return }
        let tools = try tools()
        let parent = try bundlesFolder()
        var taken = try names(in: parent)
        var change = try stageChange()
        do {
            for pdf in pdfs where known.insert(pdf.content).inserted {
                let wanted = Project.stem(of: OrderedName(pdf.name).title)
                try Project.requireBundleName(wanted)
                try mayBeMade(bundle: wanted, in: parent)
                let name = Project.freeName(wanted, isFile: false, besides: taken)
                taken.insert(FoldKey(name))
                let looked = try looked(at: pdf.path, tools)
                guard looked.hash == pdf.content else { continue }
                try stage(
                    [.display: looked.file], expecting: [.display: looked.bundleFile], at: parent.appending(name), surroundings.ids.next(), &change)
            }
        } catch {
            discard(change)
            throw ShedError(error)
        }
        if change.isEmpty { discard(change) } else { try carryOut(change) }
        Interruption.point("pages-begun")
    }

    /// Gives each PDF the name that its first page is to have, so that an interruption leaves a PDF that still has to become
    /// pages, in their place.
    /// - Returns: the pages that are to be made, the first of each in the place of its PDF.
    private func numbered(_ pdfs: [LoosePDF], _ book: PapersBook) throws(ShedError) -> [PageWork] {
        let bundles = Dictionary(
            book.bundles.compactMap { bundle in bundle.files[.display].map { ($0.hash, bundle) } }, uniquingKeysWith: { first, _ in first })
        let loose = Set(pdfs.map(\.id))
        var taken: [RelativePath: Set<FoldKey>] = [:]
        var last: [RelativePath: Int] = [:]
        for group in book.groups {
            last[group.path] = group.pages.filter { !loose.contains($0.id) }.compactMap { OrderedName($0.name).number }.max() ?? 0
        }
        var works: [PageWork] = []
        var errand = Errand()
        errand.judgement = .later
        errand.reason = "It became a page."
        var moved: Set<RelativePath> = []
        func takeInNames() throws(ShedError) {
            guard !moved.isEmpty else { return }
            errand.dirty = moved
            _ = try reconcile(errand)
        }
        do throws(ShedError) {
            for pdf in pdfs {
                guard let bundle = bundles[pdf.content], let count = bundle.files[.display]?.pages, count > 0 else { continue }
                try protect(bundle, book)
                if taken[pdf.group] == nil { taken[pdf.group] = try names(in: pdf.group) }
                var names = taken[pdf.group] ?? []
                names.remove(FoldKey(pdf.name))
                let before = pdf.start.map { $0 - 1 } ?? last[pdf.group] ?? 0
                for page in 1...count {
                    let name = OrderedName.name(before + page, of: before + count, PageWork.title(bundle.name, page), isFile: true)
                    let free = Project.freeName(name, isFile: true, besides: names)
                    names.insert(FoldKey(free))
                    let target = pdf.group.appending(free)
                    works.append(
                        PageWork(
                            id: page == 1 ? pdf.id : surroundings.ids.next(), reference: PageReference(bundle: bundle.id, number: page),
                            target: target, replaced: page == 1 ? pdf.evidence : nil, cause: .created))
                    guard page == 1, free != pdf.name else { continue }
                    do throws(DiskError) {
                        let folder = try root.openDirectory(at: pdf.group)
                        try folder.rename(pdf.name, to: folder, as: free, expecting: pdf.evidence.identity)
                    } catch { throw ShedError(error) }
                    errand.commanded[target] = pdf.id
                    moved.insert(pdf.group)
                }
                taken[pdf.group] = names
                if pdf.start == nil { last[pdf.group] = before + count }
            }
        } catch {
            try? takeInNames()
            throw error
        }
        try takeInNames()
        Interruption.point("pages-numbered")
        return works
    }
}
