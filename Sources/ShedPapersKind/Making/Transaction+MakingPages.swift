import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedRules

extension Transaction {
    /// Makes pages of a bundle and adds them at a group's end: all of them or none.
    /// - Parameters:
    ///   - numbers: of the display variant, in the order in which the pages are to be; one may occur several times.
    ///   - group: its path; where only its doc is there, the group is made.
    /// - Returns: the pages, or what they would be.
    @discardableResult
    public func addPages(
        _ numbers: [Int], of bundle: PapersView.Bundle, to group: RelativePath, dryRun: Bool = false
    ) throws(ShedError) -> [PapersView.Page] {
        let view = try papers()
        guard let bundle = view.bundle(bundle.id) else { throw ShedError.notFound(bundle.path) }
        let count = try requireDisplay(of: bundle)
        if let wrong = numbers.first(where: { $0 < 1 || $0 > count }) {
            throw ShedError(.usage, .hasNoPage(path: "\(bundle.path)", number: wrong), remedy: .choosePages(count: count))
        }
        let known = view.groups.first { $0.path == group }
        let new = try known == nil ? newGroup(group, view) : nil
        let group = new?.path ?? group
        var number = known?.pages.compactMap(\.takenNumber).max() ?? 0
        let last = number + numbers.count
        var names = FreeNames(besides: known == nil ? [] : try names(in: group))
        var works: [PageWork] = []
        for page in numbers {
            number += 1
            let name = OrderedName.name(number, of: last, PageWork.title(bundle.name, page), isFile: true)
            let free = names.take(name, keepsSuffix: true)
            works.append(
                PageWork(
                    id: newID(), reference: PageReference(bundle: bundle.id, number: page), target: group.appending(free), cause: .created))
        }
        let pages = works.map { PapersView.Page(id: $0.id, path: $0.target, reference: $0.reference, stands: true) }
        guard !dryRun, !works.isEmpty else { return pages }
        try protect(bundle)
        try recordOrder(view, in: [group, group.parent])
        try make(works, view, inNew: new)
        let state = try load()
        return pages.map { PapersView.page($0.id, state) ?? $0 }
    }

    /// Makes the files of pages, all of them or none, and says in the sidecar what they show.
    /// - Parameter group: the page group that is made with them, in one step; `nil`: it is there.
    /// - Throws: where one cannot be made; an error that ``ShedError/tellsOfWriter`` where a program writes to what one was to replace.
    func make(_ works: [PageWork], _ view: PapersView, inNew group: NewGroup? = nil) throws(ShedError) {
        try place(try staged(works, view, inNew: group), works)
    }

    /// Pages' files that are made and stand nowhere in the project yet.
    typealias StagedPages = (change: StagedChange, contents: Set<ContentHash>)

    /// Makes the files of pages: all of them or none.
    /// - Parameter group: as of ``make(_:_:inNew:)``.
    func staged(_ works: [PageWork], _ view: PapersView, inNew group: NewGroup? = nil) throws(ShedError) -> StagedPages {
        var change = try stageChange()
        let contents: Set<ContentHash>
        do {
            var made: DirectoryHandle?
            if let group {
                made = try change.makeFolder(for: group.path)
                let id = newID()
                change.assigned[group.path] = id
                if let number = group.number { change.operations.append(Operation(id, [PaperField.numberField(number)])) }
            }
            contents = try stage(works, view, into: made, &change)
        } catch {
            discard(change)
            throw ShedError(error)
        }
        return (change, contents)
    }

    /// Puts the files of pages into their places, all of them or none, and says in the sidecar what they show.
    /// - Throws: as ``make(_:_:inNew:)``; something of it was done where the change is begun then, or the error says that it is in place.
    func place(_ staged: StagedPages, _ works: [PageWork]) throws(ShedError) {
        // What went to Rejected is told with what it gave way to.
        let told = works.filter { $0.rejecting != nil }.map(\.target)
        let remade = works.filter { $0.rejecting == nil && $0.replaced != nil }.map { ($0.target, $0.reason) }
        note(made: staged.contents)
        try putInPlace(staged.change, told: Set(told), remade: Dictionary(remade) { first, _ in first })
    }

    /// Makes the files of pages anew that show a bundle as it was before.
    func remakeStale(of bundle: NodeID) throws(ShedError) {
        let view = try papers()
        guard let source = view.bundle(bundle)?.files[.display] else { return }
        let state = try load()
        var works: [PageWork] = []
        for page in view.groups.flatMap(\.pages) {
            guard let reference = page.reference, reference.bundle == bundle, page.file?.source != source.hash, reference.number <= source.pages,
                let there = file(of: page.id, at: page.path, state)
            else { continue }
            let isOurs = there.content != nil && there.content == page.file?.hash
            works.append(
                PageWork(
                    id: page.id, reference: reference, target: page.path, replaced: there.evidence,
                    rejecting: isOurs ? nil : EditedPage.info.name))
        }
        if !works.isEmpty { try make(works, view) }
    }
}

extension PageWork {
    /// Why another file stands then where one stood, for the history.
    fileprivate var reason: Message {
        switch cause {
        case nil, .remade: PaperReason.madeAnew
        case .created: .becamePage
        case .repointed, .restored: PageWork.showsAnother
        }
    }

    static let showsAnother = Message.showsOtherPage
}

extension ProjectReader {
    /// - Returns: of how many pages the display variant of a bundle is.
    /// - Throws: where there is none that counts, with what is wrong with it.
    @discardableResult
    public func requireDisplay(of bundle: PapersView.Bundle) throws(ShedError) -> Int {
        if let file = bundle.files[.display] { return file.pages }
        guard let why = try unusable(in: bundle)[.display] else {
            throw ShedError.refused(by: MissingDisplay.info, .hasNoDisplay(path: "\(bundle.path)"), remedy: MissingDisplay.info.cureInWords)
        }
        let reason = why.prefix(1).lowercased() + why.dropFirst().dropLast()
        throw ShedError(.refused, .displayDoesNotCount(path: "\(bundle.path)", reason: reason), remedy: NotAPDF.info.cureInWords)
    }

    /// The page group that is to be made at a path: among numbered ones it gets the next number, unless its name begins with one.
    /// - Throws: where it cannot be made.
    func newGroup(_ path: RelativePath, _ view: PapersView) throws(ShedError) -> NewGroup {
        let doc = view.docs.first { $0.path == path.parent }
        guard let name = path.last, let doc, let last = doc.groups.compactMap(\.orderNumber).max(), last < .max, !OrderedName(name).mayBeNumbered else {
            try mayBeMade(group: path, in: doc)
            return NewGroup(path: path)
        }
        let numbered = doc.path.appending(OrderedName.name(last + 1, of: last + 1, name, isFile: false))
        // What was typed is asked too: nothing that is wrong with it is hidden by the number.
        try mayBeMade(group: path, in: doc)
        try mayBeMade(group: numbered, in: doc)
        return NewGroup(path: numbered, number: last + 1)
    }

    private func mayBeMade(group: RelativePath, in doc: PapersView.Doc?) throws(ShedError) {
        guard let name = group.last, let doc else {
            throw ShedError(
                .usage, .noDocForGroup(doc: "\(group.parent)", group: "\(group)"), remedy: .nameAsGroup)
        }
        try ShedError.requireName(name, of: "a page group")
        guard !BlankName.isBlank(name) else {
            throw ShedError(.usage, .impossibleName(name: "\(name)", what: "a page group"), remedy: .nameIsNotBlank)
        }
        try isNoIgnoredName(group, .pageGroup)
        try isFree(name, in: doc.path, except: nil)
    }
}

/// A page group that is to be made.
struct NewGroup {
    var path: RelativePath
    /// What shed puts before its name; `nil`: nothing.
    var number: Int?
}
