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
    /// The number before a name that is kept is taken. What stands before it in the order, and behind the one before that is kept, and
    /// has not enough numbers there follows behind it, all of it, so that nothing comes to stand between what belongs together.
    private static func numbers(of items: [Numbered]) -> [Int?] {
        var free = FreeNumbers(besides: items.compactMap(\.keptNumber))
        var numbers = [Int?](repeating: nil, count: items.count)
        // Each stands between two that are kept; the first of them are numbered.
        var runs: [[Int]] = [[]]
        var done = 0
        func number(below end: Int) {
            while done < runs.count, let first = free.take(runs[done].count, below: end) {
                for (offset, position) in runs[done].enumerated() { numbers[position] = first + offset }
                done += 1
            }
        }
        for (position, item) in items.enumerated() {
            if !item.isKept { runs[runs.count - 1].append(position) }
            guard let kept = item.keptNumber else { continue }
            number(below: kept)
            free.pass(kept)
            runs.append([])
        }
        number(below: .max)
        return numbers
    }

    private var keptNumber: Int? {
        guard isKept else { return nil }
        let name = OrderedName(from)
        return hasNumber ? name.number : name.possibleNumber
    }
}

/// The numbers from 1 on that nothing keeps, from the lowest up.
private struct FreeNumbers {
    /// In ascending order.
    private let taken: [Int]
    /// How many of these were passed.
    private var passed = 0
    /// The last number that was given or passed.
    private var last = 0

    init(besides taken: [Int]) { self.taken = Set(taken).sorted() }

    /// The first of so many numbers without one between them that is taken; `nil` where so many do not stand together.
    /// - Parameter end: all are below it.
    mutating func take(_ count: Int, below end: Int) -> Int? {
        var first = last + 1
        for number in taken[passed...].prefix(while: { $0 < end }) where number >= first {
            if number - first >= count { break }
            first = number + 1
        }
        guard count <= end - first else { return nil }
        pass(first + count - 1)
        return first
    }

    /// Gives nothing any more up to a number.
    mutating func pass(_ number: Int) {
        last = max(last, number)
        while passed < taken.count, taken[passed] <= last { passed += 1 }
    }
}
