import ShedModel
import ShedReconcile

extension Listing {
    /// Looks among what is missing, by what was last seen of it.
    func searchMissing(_ search: Search, _ labels: SearchLabels?) -> SearchResult {
        var missing = memory.missing
        for id in vanished where missing[id] == nil { missing[id] = project.home.surroundings.now() }
        for id in binding { if let id { missing[id] = nil } }
        var names = SearchNames(search)
        var found: [(rank: SearchNames.Rank, view: NodeView)] = []
        // In the order of their paths.
        for item in project.kind.missed(Status.missing(missing, model, now: project.home.surroundings.now(), all: true)) {
            guard let node = model.nodes[item.id], let path = item.path, let name = path.last else { continue }
            let evidence = memory.seen[item.id]?.evidence ?? Evidence()
            guard path.isInside(search.folder), path != search.folder, search.facts.fit(node.type, evidence), search.marks.fit(node, model),
                labels?.fit(node, model.labels) ?? true,
                let rank = names.isEmpty ? .part : name.bytes.withUnsafeBufferPointer({ names.rank(of: $0) })
            else { continue }
            found.append((rank, view(ofMissing: node, path: path, name: name, evidence)))
        }
        let positions = found.indices.sorted { comes(found[$0], before: found[$1], search.order) ?? ($0 < $1) }
        var result = SearchResult()
        for position in positions.prefix(search.limit ?? .max) {
            let view = found[position].view
            result.hits.append(SearchHit(view: view, nameMarks: names.marks(in: view.name), lines: []))
        }
        return result
    }

    private func comes(
        _ left: (rank: SearchNames.Rank, view: NodeView), before right: (rank: SearchNames.Rank, view: NodeView), _ order: Search.Order
    ) -> Bool? {
        switch order {
        case .relevance where left.rank != right.rank: left.rank < right.rank
        case .modified where left.view.times.modified != right.view.times.modified: left.view.times.modified > right.view.times.modified
        case .created where left.view.times.created != right.view.times.created: left.view.times.created > right.view.times.created
        case .size where left.view.size != right.view.size: left.view.size > right.view.size
        case .name where left.view.name != right.view.name: Listing.naturallyPrecedes(left.view.name, right.view.name)
        default: nil
        }
    }

    private func view(ofMissing node: Node, path: RelativePath, name: Name, _ evidence: Evidence) -> NodeView {
        let folder = node.role.flatMap(template.folder)
        let view = NodeView(
            id: node.id, type: node.type, path: path, name: name, parent: node.place.map { model.resolve($0.parent) }, role: node.role,
            symbol: folder?.symbol, section: folder?.section,
            accepts: node.type.isDirectory ? node.accepts ?? folder?.accepts ?? .files : nil, times: Listing.times(node, evidence), size: evidence.size)
        return labelled(view, node)
    }
}
