import ShedDisk
import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedRules

/// What deleting pages came to, or would come to.
public struct DeletedPages: Sendable {
    /// Those whose files went to Trash.
    public var moved: [(from: RelativePath, to: RelativePath)]
    /// Those whose files were not there: their histories were given up.
    public var givenUp: [PapersView.Page]
}

extension Transaction {
    /// Moves pages to Trash. Of those whose files are not there the history is given up instead, and with it what they
    /// need of bundles: the caller has asked the person about them.
    /// - Parameter givingUp: the missing pages that the person was asked about.
    /// - Throws: ``ShedError`` of kind refused where a file is not there and nobody was asked; then nothing is done.
    public func deletePages(_ pages: [PapersView.Page], givingUp: Set<NodeID>, dryRun: Bool = false) throws(ShedError) -> DeletedPages {
        let finder = PageFinder(try papers())
        let pages = pages.map { finder.page($0.id) ?? $0 }
        let missing = pages.filter { !$0.stands }
        if let page = missing.first(where: { !givingUp.contains($0.id) }) {
            throw ShedError(.refused, .pageFileIsGone(path: "\(page.path)"), remedy: .lookAtPages)
        }
        let standing = pages.filter(\.stands).map(\.path)
        let moved = standing.isEmpty ? [] : try trash(standing, dryRun: dryRun)
        if !dryRun, !missing.isEmpty { try giveUp(missing) }
        return DeletedPages(moved: moved, givenUp: missing)
    }

    private func giveUp(_ pages: [PapersView.Page]) throws(ShedError) {
        let now = surroundings.now()
        try commit(pages.map { Operation($0.id, [.forgotten(now)]) })
        let model = try load().model
        for page in pages {
            guard let node = model.nodes[page.id] else { continue }
            // There is nothing on the disk that could be looked at.
            record(.deleted, PlacedNode(path: page.path, node: node, evidence: Evidence(), type: .page))
        }
    }

    /// Moves bundles to Trash.
    /// - Throws: ``ShedError`` of kind refused where a page, or an older version of one, is made from one of them; then
    ///   nothing is moved.
    public func deleteBundles(_ bundles: [PapersView.Bundle], dryRun: Bool = false) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        try trash(bundles.map(\.path), dryRun: dryRun)
    }
}

extension ProjectReader {
    /// Refuses to remove bundles, or their display variants, that pages are made from which stay behind.
    /// Source: seed 004_874d967c4a34cac1.txt, PDFBundle, rule 7: “Cannot be deleted if referenced by any Page”,
    /// “Cannot be modified in ways that break existing Page references”.
    /// - Parameter paths: what is to be removed, with all that is below.
    func requireNoBundleInUse(_ paths: [RelativePath]) throws(ShedError) {
        guard !paths.isEmpty else { return }
        let view = try papers()
        let removed = Set(paths)
        for bundle in view.users.keys.sorted() {
            guard let path = view.model.path(of: bundle), removed.holds(path.appending(Name(PDFVariant.display.fileName))) else { continue }
            let uses = view.uses(of: bundle).filter { !removed.holds($0.path) }
            guard !uses.isEmpty else { continue }
            throw ShedError.inUse(path, uses)
        }
    }
}

extension ShedError {
    /// How many pages are named one by one.
    private static let mostNamed = 10

    fileprivate static func inUse(_ bundle: RelativePath, _ uses: [PageUse]) -> ShedError {
        var named = uses.prefix(mostNamed).map { use in
            let pages = use.number.map { Message.onPage(number: $0) } ?? .onOlderPages(numbers: PageRange.text(use.older))
            return Message.inParentheses(text: .verbatim("\(use.path)"), inner: pages)
        }
        if uses.count > mostNamed { named.append(.furtherThings(count: uses.count - mostNamed)) }
        return refused(
            by: BundleInUse.info, .usedByPages(path: "\(bundle)", count: uses.count, pages: .list(named)), remedy: BundleInUse.info.cureInWords)
    }
}
