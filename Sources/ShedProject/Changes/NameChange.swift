import ShedModel

/// A new name for what stands in a folder.
package struct NameChange: Hashable, Sendable {
    package var id: NodeID
    package var from: Name
    package var to: Name

    package init(id: NodeID, from: Name, to: Name) {
        self.id = id
        self.from = from
        self.to = to
    }

    /// The name that something has for a moment, while two change theirs with each other.
    fileprivate var passingName: Name { Name(bytes: to.bytes.prefix(200) + passingSuffix) }

    private var passingSuffix: [UInt8] { Array(".\(id)".utf8) }

    /// Whether something stands as this change leaves it, or as it was left where the change was interrupted.
    func isBorne(as name: Name) -> Bool { name == to || name.bytes.suffix(passingSuffix.count) == passingSuffix[...] }
}

extension [NameChange] {
    /// The changes one after the other, so that each name is free when it is taken. Where several want each other's names, one
    /// gets a passing name first.
    package func inOrder() -> [NameChange] {
        var items = self
        var steps: [NameChange] = []
        var bearers = Dictionary(items.indices.map { (FoldKey(items[$0].from), $0) }, uniquingKeysWith: { first, _ in first })
        func rename(_ position: Int, to name: Name) {
            let item = items[position]
            steps.append(NameChange(id: item.id, from: item.from, to: name))
            bearers[FoldKey(item.from)] = nil
            bearers[FoldKey(name)] = position
            items[position].from = name
        }
        var waits = [Bool](repeating: false, count: items.count)
        for first in items.indices {
            // Each waits for the next.
            var chain = [first]
            while let position = chain.last {
                let item = items[position]
                if let bearer = bearers[FoldKey(item.to)], bearer != position {
                    if waits[bearer] {
                        rename(bearer, to: items[bearer].passingName)
                    } else {
                        waits[position] = true
                        chain.append(bearer)
                    }
                } else {
                    if item.from != item.to { rename(position, to: item.to) }
                    waits[position] = false
                    chain.removeLast()
                }
            }
        }
        return steps
    }
}
