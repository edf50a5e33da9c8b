import ShedExchange

/// The labels that something bears which comes along.
struct BorneLabels {
    private(set) var tags: Set<ImportedTag.Title> = []
    private(set) var groups: Set<String> = []
    private(set) var variables: Set<String> = []

    /// - Parameter withOwn: whether what the project bears itself comes along too.
    init(of imported: ImportedProject, withOwn: Bool) {
        for node in (imported.nodes + (withOwn ? [imported.own] : [])).withInner {
            tags.formUnion(node.tags)
            groups.formUnion(node.tags.compactMap(\.group))
            variables.formUnion(node.values.map(\.variable))
        }
    }
}

extension [ImportedNode] {
    /// These and all that stands in them, in no order.
    var withInner: some Sequence<ImportedNode> {
        sequence(state: self) { open -> ImportedNode? in
            guard let node = open.popLast() else { return nil }
            if case .folder(let children, _) = node.content { open += children }
            return node
        }
    }
}
