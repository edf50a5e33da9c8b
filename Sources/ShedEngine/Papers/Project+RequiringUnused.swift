import ShedModel
import ShedPapers
import ShedRules

extension Project {
    /// Refuses to remove bundles that pages show, or did in an older version; of pages that go along it does not count.
    func requireUnused(_ standing: Standing) throws(ShedError) {
        guard hasPapers else { return }
        let book = try papers()
        var doomed: Set<NodeID> = [standing.node.id]
        var queue = [standing.node.id]
        while let next = queue.popLast() {
            for child in book.model.children(of: next) where doomed.insert(child).inserted { queue.append(child) }
        }
        // The display variant of a bundle alone is as much as the bundle.
        var bundles = doomed.filter { book.model.nodes[$0]?.type == .bundle }
        if standing.path.last == Name(PDFVariant.display.fileName), let parent = standing.node.place.map({ book.model.resolve($0.parent) }),
            book.model.nodes[parent]?.type == .bundle {
            bundles.insert(parent)
        }
        for bundle in bundles.sorted() {
            let users = (book.users[bundle] ?? []).filter { !doomed.contains($0) }
            guard let first = users.compactMap({ book.model.path(of: $0) }).min() else { continue }
            let others = users.count > 1 ? " and \(users.count - 1) more" : ""
            throw ShedError.refused(Refusal(rule: BundleInUse.info, message: "\(first)\(others) \(users.count > 1 ? "are" : "is") made from it."), standing.path)
        }
    }
}
