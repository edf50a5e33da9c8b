import ShedModel

/// The order that people chose, in folders whose types of nodes have one.
extension Planner {
    /// Something that comes into a folder.
    struct Newcomer {
        var name: Name
        /// The operation that says so, by its position in the plan.
        var operation: Int
    }

    /// That the next operation brings something into its folder that has to have a place in the order there.
    mutating func noteNewcomer(_ place: Place) {
        newcomers[place.parent, default: []].append(Newcomer(name: place.name, operation: plan.operations.count))
    }

    /// Whether a node that moves gets another place in the order: what comes back from Trash or Rejected keeps the one it had.
    func needsOrder(_ node: Node, in folder: NodeID, _ fields: [Field]) -> Bool {
        var type = node.type
        for case .type(let new) in fields { type = new }
        guard type.isOrdered, let old = node.place, model.resolve(old.parent) != folder else { return false }
        guard node.order != nil, let home = node.details?.origin?.parent ?? node.details?.rejection?.folder else { return true }
        return model.resolve(home) != folder
    }

    /// Puts what comes into a folder behind the last there, as people sort names where several come at once. Where something in
    /// the folder has no place yet (an earlier shed took it in), that is left to the project's kind, which knows how the names were read.
    mutating func orderNewcomers() {
        for (folder, all) in newcomers {
            let last: OrderKey?
            switch lastKey(in: folder) {
            case .known(let key): last = key
            case .unknown: continue
            }
            let ranked = all.map { (key: all.count > 1 ? NaturalKey($0.name) : nil, newcomer: $0) }.sorted { left, right in
                if let first = left.key, let second = right.key, first != second { return first < second }
                return left.newcomer.name < right.newcomer.name
            }
            guard let keys = OrderKey.keys(ranked.count, after: last) else { continue }
            for (item, key) in zip(ranked, keys) { plan.operations[item.newcomer.operation].set.append(.order(key)) }
        }
    }

    private enum LastKey {
        /// `nil`: nothing is there.
        case known(OrderKey?)
        case unknown
    }

    private func lastKey(in folder: NodeID) -> LastKey {
        var last: OrderKey?
        for id in model.presentChildren(of: folder) {
            guard let node = model.nodes[id], node.type.isOrdered || planned[id]?.type.isOrdered == true else { continue }
            guard let key = node.order else {
                // What becomes of such a type just now is one of those that get a key.
                if !node.type.isOrdered { continue }
                return .unknown
            }
            last = max(last ?? key, key)
        }
        return .known(last)
    }
}
