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
}
