import ShedModel

extension Model {
    /// Those of some nodes that are folders which shed made in the folder for what is refused, on the way to where it put that: they come
    /// and go with it. A folder in which anything else ever was, or of which more is known than that it was made there, is
    /// somebody's own.
    func madeForRefused(among ids: some Sequence<NodeID>) -> Set<NodeID> {
        var made = Set(ids.lazy.filter(isOnTheWay))
        guard !made.isEmpty else { return [] }
        for node in nodes.values {
            guard let place = node.place, node.details?.rejection == nil, !node.isMadeAndLeft else { continue }
            // It was in one of them, and so in all above that.
            var folder = resolve(place.parent)
            while made.remove(folder) != nil, let above = nodes[folder]?.place { folder = resolve(above.parent) }
        }
        return made
    }

    /// Whether it is a folder in the folder for what is refused, as are all above it, of which nothing is known but that it was made
    /// there. What is deeper than people's folders are is not followed.
    private func isOnTheWay(_ id: NodeID) -> Bool {
        var current = id
        for _ in 0...RelativePath.deepest {
            guard let node = nodes[current], let place = node.place else { return false }
            if node.role == .rejected { return current != id }
            guard node.isMadeAndLeft else { return false }
            current = resolve(place.parent)
        }
        return false
    }
}

extension Node {
    /// Whether it is a folder of which nothing was ever said but that it was made, and where.
    fileprivate var isMadeAndLeft: Bool { type == .folder && role == nil && !hasDetails && updated <= created }
}
