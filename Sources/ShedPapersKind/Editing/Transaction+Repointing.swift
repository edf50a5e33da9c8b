import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

extension Transaction {
    /// Makes pages show other pages of bundles, each with a new version: all of them or none. A page that shows it already
    /// is left as it is. What somebody wrote into a page's file goes to Rejected.
    /// - Parameter rejected: becomes what went there, also where an error is thrown later; of a dry run, what would.
    public func repoint(
        _ pages: [(page: NodeID, to: PageReference)], cause: PageVersion.Cause = .repointed, dryRun: Bool = false, rejected: inout [Move]
    ) throws(ShedError) -> [PapersView.Page] {
        let view = try papers()
        let all = Dictionary(view.groups.flatMap(\.pages).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var works: [PageWork] = []
        var result: [PapersView.Page] = []
        var renames: [(id: NodeID, to: Name)] = []
        for item in pages {
            let id = view.model.resolve(item.page)
            guard var page = all[id] else {
                throw ShedError(.refused, .pageHasNoFile(id: "\(id)"), remedy: .restoreItFirst)
            }
            let known = page
            let bundle = try target(of: item.to, cause, view)
            let target = PageReference(bundle: bundle.id, number: item.to.number)
            page.reference = target
            result.append(page)
            guard known.reference != target else { continue }
            works.append(try work(repointing: known, to: target, cause))
            if !dryRun { try protect(bundle) }
            if let name = view.name(of: known, showing: target, of: bundle) { renames.append((id, name)) }
        }
        guard !dryRun else {
            try recordRejections(of: works, dryRun: true, &rejected)
            return result
        }
        guard !works.isEmpty else { return result }
        try make(works, view)
        try recordRejections(of: works, dryRun: false, &rejected)
        try follow(renames)
        let state = try load()
        return result.map { PapersView.page($0.id, state) ?? $0 }
    }

    /// The bundle that a page is to show a page of.
    /// - Throws: where that is not there.
    private func target(of reference: PageReference, _ cause: PageVersion.Cause, _ view: PapersView) throws(ShedError) -> PapersView.Bundle {
        let id = view.model.resolve(reference.bundle)
        guard let bundle = view.bundle(id), let count = bundle.files[.display]?.pages else {
            throw ShedError.refused(by: DanglingBundle.info, .noBundleWithDisplay(id: "\(id)"), remedy: .chooseOtherBundle)
        }
        guard reference.number >= 1, reference.number <= count else {
            // A number of the page's own history was not typed.
            throw ShedError(
                cause == .restored ? .refused : .usage, .hasNoPage(path: "\(bundle.path)", number: reference.number), remedy: .choosePage(count: count))
        }
        return bundle
    }

    private func work(repointing page: PapersView.Page, to target: PageReference, _ cause: PageVersion.Cause) throws(ShedError) -> PageWork {
        // What somebody wrote into it is nowhere else; nor is what cannot be read known to be ours.
        let there = file(of: page.id, at: page.path, try load())
        let isOurs = there?.content != nil && there?.content == page.file?.hash
        return PageWork(
            id: page.id, reference: target, target: page.path, replaced: there?.evidence,
            rejecting: isOurs || there == nil ? nil : EditedPage.info.name, cause: cause)
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
        if !renames.isEmpty { try? rename(renames, reason: PageWork.showsAnother, leavesFailed: true) }
    }
}

extension PapersView {
    /// A name that says what the page showed says what it shows now.
    /// - Returns: `nil` for a person's own name, which stays.
    fileprivate func name(of page: Page, showing target: PageReference, of bundle: Bundle) -> Name? {
        guard let old = page.reference, let former = self.bundle(old.bundle)?.name,
            case let ordered = OrderedName(page.name), let number = ordered.number,
            [ordered.title, ordered.wholeTitle].contains(PageWork.title(former, old.number))
        else { return nil }
        // As many digits as it has.
        let digits = page.name.bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }
        let widest = digits.reduce(0) { width, _ in width * 10 + 9 }
        return OrderedName.name(number, of: widest, PageWork.title(bundle.name, target.number), isFile: true)
    }
}
