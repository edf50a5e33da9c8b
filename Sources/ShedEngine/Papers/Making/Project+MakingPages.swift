import ShedDisk
import ShedModel
import ShedPapers
import ShedRules

extension Project {
    /// Makes pages of a bundle and adds them at a group's end: all of them or none.
    /// - Parameters:
    ///   - numbers: of the display variant, in the order in which the pages are to be; one may occur several times.
    ///   - group: its path; where only its doc is there, the group is made.
    /// - Returns: the pages, or what they would be.
    @discardableResult
    public func addPages(
        _ numbers: [Int], of bundle: PapersBook.Bundle, to group: RelativePath, dryRun: Bool = false
    ) throws(ShedError) -> [PapersBook.Page] {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeInPapers()
        let book = try papers()
        guard let bundle = book.bundle(bundle.id) else { throw ShedError.notFound(bundle.path) }
        let count = try requireDisplay(of: bundle)
        if let wrong = numbers.first(where: { $0 < 1 || $0 > count }) {
            throw ShedError(.usage, "\(bundle.path) has no page \(wrong)", remedy: "Choose pages from 1 to \(count).")
        }
        let known = book.groups.first { $0.path == group }
        if known == nil { try mayBeMade(group, book) }
        var number = known?.pages.compactMap { OrderedName($0.name).number }.max() ?? 0
        let last = number + numbers.count
        var taken = known == nil ? [] : try names(in: group)
        var works: [PageWork] = []
        for page in numbers {
            number += 1
            let name = OrderedName.name(number, of: last, PageWork.title(bundle.name, page), isFile: true)
            let free = Project.freeName(name, isFile: true, besides: taken)
            taken.insert(FoldKey(free))
            works.append(
                PageWork(
                    id: surroundings.ids.next(), reference: PageReference(bundle: bundle.id, number: page),
                    target: group.appending(free), cause: .created))
        }
        let pages = works.map { PapersBook.Page(id: $0.id, path: $0.target, reference: $0.reference, stands: true) }
        guard !dryRun, !works.isEmpty else { return pages }
        try protect(bundle, book)
        try make(works, book, inNew: known == nil ? group : nil)
        let state = try load()
        return pages.map { PapersBook.page($0.id, state) ?? $0 }
    }

    /// - Returns: of how many pages the display variant of a bundle is.
    /// - Throws: where there is none that counts, with what is wrong with it.
    @discardableResult
    public func requireDisplay(of bundle: PapersBook.Bundle) throws(ShedError) -> Int {
        if let file = bundle.files[.display] { return file.pages }
        guard let why = try unusable(in: bundle)[.display] else {
            throw ShedError.refused(by: MissingDisplay.info, "\(bundle.path) has no display variant", remedy: MissingDisplay.info.cure)
        }
        throw ShedError(.refused, "\(bundle.path): its display.pdf does not count: \(why.prefix(1).lowercased())\(why.dropFirst().dropLast())", remedy: NotAPDF.info.cure)
    }

    /// Makes the files of pages, all of them or none, and says in the sidecar what they show.
    /// - Parameter group: the page group that is made with them, in one step; `nil`: it is there.
    func make(_ works: [PageWork], _ book: PapersBook, inNew group: RelativePath? = nil) throws(ShedError) {
        var change = try stageChange()
        do {
            var made: DirectoryHandle?
            if let group {
                made = try change.makeFolder(for: group)
                change.assigned[group] = surroundings.ids.next()
            }
            try stage(works, book, into: made, &change)
        } catch {
            discard(change)
            throw ShedError(error)
        }
        // What went to Rejected is told with what it gave way to.
        let remade = works.filter { $0.rejecting == nil && $0.replaced != nil }.map { work -> (RelativePath, String) in
            switch work.cause {
            case nil: (work.target, Project.madeAnew)
            case .created: (work.target, "It became a page.")
            case .repointed, .restored: (work.target, "It shows another page now.")
            }
        }
        try carryOut(change, told: Set(works.filter { $0.rejecting != nil }.map(\.target)), remade: Dictionary(remade) { first, _ in first })
    }

    /// Why the file of a page was made anew that shows the same page as before, for the history. `log` knows it again by this.
    public static let madeAnew = "Its bundle has another display.pdf."

    /// Whether a page group can be made at a path.
    func mayBeMade(_ group: RelativePath, _ book: PapersBook) throws(ShedError) {
        guard let name = group.last, let doc = book.docs.first(where: { $0.path == group.parent }) else {
            throw ShedError(
                .usage, "there is no doc “\(group.parent)”, so no page group “\(group)” can be made in it",
                remedy: "Name it as DOC/GROUP; “shed doc new” makes a doc.")
        }
        try Project.requireName(name, of: "a page group")
        guard !BlankName.isBlank(name) else {
            throw ShedError(.usage, "“\(name)” cannot be the name of a page group", remedy: "A name is not white space alone.")
        }
        try isNoIgnoredName(group, .pageGroup)
        try isFree(name, in: doc.path, except: nil)
    }

    /// Makes pages show other pages of bundles, each with a new version: all of them or none. A page that shows it already
    /// is left as it is. What somebody wrote into a page's file goes to Rejected; ``rejectedEdits`` says what.
    public func repoint(
        _ pages: [(page: NodeID, to: PageReference)], cause: PageVersion.Cause = .repointed, dryRun: Bool = false
    ) throws(ShedError) -> [PapersBook.Page] {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeInPapers()
        let book = try papers()
        let all = Dictionary(book.groups.flatMap(\.pages).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var works: [PageWork] = []
        var result: [PapersBook.Page] = []
        var renames: [(id: NodeID, to: Name)] = []
        for item in pages {
            let id = book.model.resolve(item.page)
            guard var page = all[id] else {
                throw ShedError(.refused, "the file of the page \(id) is not there, or in no page group", remedy: "Restore it first; “shed status” lists what is missing.")
            }
            let target = PageReference(bundle: book.model.resolve(item.to.bundle), number: item.to.number)
            guard let bundle = book.bundle(target.bundle), let count = bundle.files[.display]?.pages else {
                throw ShedError(.refused, "there is no bundle \(target.bundle) with a display variant [dangling-bundle]", remedy: "Choose another bundle; “shed bundle list” lists them.")
            }
            guard target.number >= 1, target.number <= count else {
                // A number of the page's own history was not typed.
                throw ShedError(
                    cause == .restored ? .refused : .usage, "\(bundle.path) has no page \(target.number)", remedy: "Choose a page from 1 to \(count).")
            }
            let old = page.reference
            let known = page
            page.reference = target
            result.append(page)
            guard old != target else { continue }
            // What somebody wrote into it is nowhere else; nor is what cannot be read known to be ours.
            let there = standing(id, at: page.path, try load())
            let isOurs = there?.content != nil && there?.content == known.file?.hash
            works.append(
                PageWork(
                    id: id, reference: target, target: page.path, replaced: there?.evidence, rejecting: isOurs || there == nil ? nil : EditedPage.info.name,
                    cause: cause))
            if !dryRun { try protect(bundle, book) }
            // A name that says what the page showed says what it shows now; a person's own name stays.
            guard let old, let former = book.bundle(old.bundle)?.name,
                case let ordered = OrderedName(page.name), let number = ordered.number,
                [ordered.title, ordered.wholeTitle].contains(PageWork.title(former, old.number))
            else { continue }
            // As many digits as it has.
            let digits = page.name.bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }
            let widest = digits.reduce(0) { width, _ in width * 10 + 9 }
            renames.append((id, OrderedName.name(number, of: widest, PageWork.title(bundle.name, target.number), isFile: true)))
        }
        guard !dryRun else {
            try noteRejectedEdits(works, dryRun: true)
            return result
        }
        guard !works.isEmpty else { return result }
        try make(works, book)
        try noteRejectedEdits(works, dryRun: false)
        try follow(renames)
        let state = try load()
        return result.map { PapersBook.page($0.id, state) ?? $0 }
    }

    /// Gives pages' files other names. Where one cannot be given, the old one stays: it is only a name.
    private func follow(_ wanted: [(id: NodeID, to: Name)]) throws(ShedError) {
        let state = try load()
        var names: [RelativePath: FreeNames] = [:]
        var renames: [(from: RelativePath, to: RelativePath)] = []
        for (id, name) in wanted {
            guard let path = state.model.path(of: id), path.last != name else { continue }
            if names[path.parent] == nil { names[path.parent] = FreeNames(besides: try self.names(in: path.parent)) }
            renames.append((path, path.parent.appending(names[path.parent]?.take(name, keepsSuffix: true) ?? name)))
        }
        if !renames.isEmpty { try? rename(renames, reason: "It shows another page now.", leavesFailed: true) }
    }

    /// Makes the files of pages anew that show a bundle as it was before.
    func remakeStale(of bundle: NodeID) throws(ShedError) {
        let book = try papers()
        guard let source = book.bundle(bundle)?.files[.display] else { return }
        let state = try load()
        var works: [PageWork] = []
        for page in book.groups.flatMap(\.pages) {
            guard let reference = page.reference, reference.bundle == bundle, page.file?.source != source.hash, reference.number <= source.pages,
                let (evidence, content) = standing(page.id, at: page.path, state)
            else { continue }
            let isOurs = content != nil && content == page.file?.hash
            works.append(
                PageWork(
                    id: page.id, reference: reference, target: page.path, replaced: evidence,
                    rejecting: isOurs ? nil : EditedPage.info.name))
        }
        if !works.isEmpty { try make(works, book) }
    }

    /// Why something was renamed that was numbered anew, for the history. `log` knows it again by this.
    public static let numberedAnew = "It was numbered anew."

    /// Puts numbers before the names of what stands in one folder, in this order: 01, 02, ….
    ///
    /// Names that another one still bears are got out of the way first. An interruption leaves some with their new numbers
    /// and some with their old ones; two of one number are in order when the next walk has numbered them.
    /// - Parameter reason: why, for the history: a sentence.
    @discardableResult
    public func renumber(
        _ nodes: [NodeID], in folder: RelativePath, reason: String = Project.numberedAnew, dryRun: Bool = false
    ) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        let state = try load()
        var items: [Numbered] = []
        for id in nodes {
            guard let node = state.model.nodes[state.model.resolve(id)], let name = node.place?.name, state.model.path(of: id)?.parent == folder else {
                throw ShedError(.usage, "\(id) does not stand in \(folder)", remedy: "Name what stands in one folder.")
            }
            items.append(Numbered(id: node.id, from: name, to: name, isFile: !node.type.isDirectory))
        }
        let changes = Project.numbering(items, besides: try names(in: folder)).filter { $0.from != $0.to }
        let result = changes.map { (from: folder.appending($0.from), to: folder.appending($0.to)) }
        guard !dryRun, !changes.isEmpty else { return result }
        var errand = Errand()
        errand.judgement = .later
        errand.dirty = [folder]
        errand.reason = reason
        do throws(DiskError) {
            let directory = try root.openDirectory(at: folder)
            for step in Project.steps(changes) {
                try directory.rename(step.from, to: directory, as: step.to, expecting: nil)
                errand.commanded[folder.appending(step.from)] = nil
                errand.commanded[folder.appending(step.to)] = step.id
                Interruption.point("renumbered")
            }
        } catch {
            _ = try? reconcile(errand)
            throw ShedError(error)
        }
        _ = try reconcile(errand)
        return result
    }
}
