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
    /// Whether it keeps its name.
    var isKept = false

    /// The names with their numbers, 01, 02, …, in the order of the items.
    /// - Parameter names: all that stand in the folder, those of the items among them.
    static func numbering(_ items: [Numbered], besides names: Set<FoldKey>) -> [Numbered] {
        let numbers = numbers(of: items)
        let last = numbers.compactMap(\.self).max() ?? 0
        var free = FreeNames(besides: names.subtracting(items.lazy.filter { !$0.isKept }.map { FoldKey($0.from) }))
        return zip(items, numbers).map { item, number in
            guard let number else { return item }
            var item = item
            let wanted = OrderedName(item.from, isNumbered: item.hasNumber).numbered(number, of: last, isFile: item.isFile)
            item.to = free.take(wanted, keepsSuffix: item.isFile)
            return item
        }
    }

    /// The numbers of the items, from 1 on; `nil` for those that keep their names.
    ///
    /// The number before a name that is kept is taken. What stands before it in the order and has not enough numbers there follows
    /// behind it, all of it, so that nothing comes to stand between what belongs together.
    private static func numbers(of items: [Numbered]) -> [Int?] {
        let taken = Set(items.compactMap(\.keptNumber))
        var numbers = [Int?](repeating: nil, count: items.count)
        var last = 0
        var waiting: [Int] = []
        func number() {
            for position in waiting {
                repeat { last += 1 } while taken.contains(last)
                numbers[position] = last
            }
            waiting = []
        }
        for (position, item) in items.enumerated() {
            if !item.isKept { waiting.append(position) }
            guard let kept = item.keptNumber else { continue }
            if last + waiting.count < kept { number() }
            last = max(last, kept)
        }
        number()
        return numbers
    }

    private var keptNumber: Int? {
        guard isKept else { return nil }
        let name = OrderedName(from)
        return hasNumber ? name.number : name.possibleNumber
    }
}
