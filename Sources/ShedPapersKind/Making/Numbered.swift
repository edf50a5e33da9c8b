import ShedModel
import ShedPapers
import ShedProject

/// What is given a number before its name.
struct Numbered {
    var id: NodeID
    var from: Name
    var to: Name
    var isFile: Bool
    /// Whether ``from`` begins with an order number, which gives way to the new one.
    var hasNumber = false

    /// The names with their numbers, 01, 02, …, in the order of the items.
    /// - Parameter names: all that stand in the folder, those of the items among them.
    static func numbering(_ items: [Numbered], besides names: Set<FoldKey>) -> [Numbered] {
        var free = FreeNames(besides: names.subtracting(items.map { FoldKey($0.from) }))
        return items.enumerated().map { position, item in
            var item = item
            let wanted = OrderedName(item.from, isNumbered: item.hasNumber).numbered(position + 1, of: items.count, isFile: item.isFile)
            item.to = free.take(wanted, keepsSuffix: item.isFile)
            return item
        }
    }

    /// Renames, one after the other, that give each item its name where no other still bears it. Where several want each other's
    /// names, one gives way first.
    static func steps(_ items: [Numbered]) -> [Numbered] {
        var items = items
        var steps: [Numbered] = []
        var bearers = Dictionary(items.indices.map { (FoldKey(items[$0].from), $0) }, uniquingKeysWith: { first, _ in first })
        func rename(_ position: Int, to name: Name) {
            let item = items[position]
            steps.append(Numbered(id: item.id, from: item.from, to: name, isFile: item.isFile))
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
                        rename(bearer, to: Name(bytes: items[bearer].to.bytes.prefix(200) + Array(".\(items[bearer].id)".utf8)))
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
