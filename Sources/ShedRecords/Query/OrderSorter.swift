import ShedModel

/// Sorts records: takes them one by one, with what is to come of each, keeps of each what is compared, and gives the order.
///
/// Where only the first are wanted, at most some more than twice as many are kept at a time.
public struct OrderSorter<Item> {
    private struct Entry {
        /// What is compared first, which is mostly all.
        var first: SortKey
        var others: [SortKey]
        var name: [UInt8]
        /// How many came before.
        var number: Int
        var item: Item
    }

    private let order: Order
    private let limit: Int?
    private var entries: [Entry] = []
    /// How many were taken, those among them that were not kept.
    private var count = 0
    /// The last of those that are wanted so far, once there are so many: what does not come before it is none of them.
    private var bound: Entry?

    /// - Parameter limit: how many are wanted; `nil`: all.
    public init(_ order: Order, limit: Int? = nil) {
        self.order = order
        self.limit = limit.map { max(0, $0) }
    }

    /// Takes the next record.
    /// - Parameter item: what is to come of it; asked for only where it may be among the first.
    /// - Returns: `false` where that was asked for, and there is none.
    public mutating func add(_ row: QueryRow, _ item: () -> Item?) -> Bool {
        defer { count += 1 }
        guard limit != 0 else { return true }
        let first = order.terms.first.map { SortKey($0, row) } ?? .missing
        let others = order.terms.dropFirst().map { SortKey($0, row) }
        let name = Array(row.name)
        if let bound, compare((first, others, name), (bound.first, bound.others, bound.name)) >= 0 { return true }
        guard let made = item() else { return false }
        keep(Entry(first: first, others: others, name: name, number: count, item: made))
        return true
    }

    /// Takes what another one has kept, as if it came behind all that this one has.
    /// - Parameter other: by an order of as many keys.
    public mutating func add(_ other: OrderSorter) {
        for entry in other.entries {
            var entry = entry
            entry.number += count
            keep(entry)
        }
        count += other.count
    }

    /// Changes what is to come of those that are kept.
    public mutating func update(_ change: (inout Item) -> Void) {
        for position in entries.indices { change(&entries[position].item) }
    }

    /// What is to come of each that is wanted, sorted. Records that are equal stand in the order of their names' bytes, and those of one
    /// name in the order in which they were added.
    public func sorted() -> [Item] { sortedEntries().map(\.item) }

    private mutating func keep(_ entry: Entry) {
        entries.append(entry)
        guard let limit, limit < Int.max / 4, entries.count >= 2 * limit + OrderSorter.spare else { return }
        entries = sortedEntries()
        bound = entries.last
    }

    /// So many more are kept, so that few need not be sorted over and over.
    private static var spare: Int { 256 }

    private func sortedEntries() -> [Entry] {
        let positions = entries.indices.sorted { left, right in precedes(entries[left], entries[right]) }
        return positions.prefix(limit ?? .max).map { entries[$0] }
    }

    private func precedes(_ left: Entry, _ right: Entry) -> Bool {
        let order = compare((left.first, left.others, left.name), (right.first, right.others, right.name))
        return order == 0 ? left.number < right.number : order < 0
    }

    private typealias Compared = (first: SortKey, others: [SortKey], name: [UInt8])

    private func compare(_ left: Compared, _ right: Compared) -> Int {
        for (number, term) in order.terms.enumerated() {
            let (one, other) = number == 0 ? (left.first, right.first) : (left.others[number - 1], right.others[number - 1])
            let order = one.order(to: other, isDescending: term.isDescending)
            if order != 0 { return order }
        }
        return SortKey.order(left.name, right.name)
    }
}

/// What is compared of a record, in this order: numbers, then dates, then texts, then what is not there.
private enum SortKey {
    case number(RecordNumber)
    case date(Int64)
    /// Without case and accents, and as it is.
    case text([UInt8], [UInt8])
    case missing

    init(_ term: Order.Term, _ row: QueryRow) {
        switch term.column {
        case .id: self = row.id.map { .text([], Array("\($0)".utf8)) } ?? .missing
        case .name: self = .text(TextFolding.fold(row.name), Array(row.name))
        case .modified: self = row.modified.map { .date($0) } ?? .missing
        case .key(let name): self = Columns.value(of: name, in: row.record).map { SortKey($0, term) } ?? .missing
        }
    }

    private init(_ value: UnsafeBufferPointer<UInt8>, _ term: Order.Term) {
        self = SortKey.typed(value, term) ?? .text(TextFolding.fold(value), Array(value))
    }

    /// - Returns: `nil` for what does not read as the type, and for texts.
    private static func typed(_ value: UnsafeBufferPointer<UInt8>, _ term: Order.Term) -> SortKey? {
        switch term.type {
        case .number: if let number = RecordNumber(value) { return .number(number) }
        case .integer: if let number = RecordNumber(value), number.integer != nil { return .number(number) }
        case .date: if let date = RecordDate(value) { return .date(date.start) }
        case .boolean: if let boolean = RecordBoolean.read(value) { return .number(.integer(boolean ? 1 : 0)) }
        case .oneOf:
            if let place = term.values.firstIndex(where: { $0.utf8.elementsEqual(value) }) { return .number(.integer(Int64(place))) }
        case nil:
            if let number = RecordNumber(value) { return .number(number) }
            if let date = RecordDate(value) { return .date(date.start) }
        case .text, .url, .record: break
        }
        return nil
    }

    /// What reads as the type comes first and what is missing last, also where the greatest come first.
    func order(to other: SortKey, isDescending: Bool) -> Int {
        let order: Int
        switch (self, other) {
        case (.number(let one), .number(let other)): order = one.order(to: other)
        case (.date(let one), .date(let other)): order = one < other ? -1 : one > other ? 1 : 0
        case (.text(let one, let exactly), .text(let other, let exactlyOther)):
            let folded = SortKey.order(one, other)
            order = folded == 0 ? SortKey.order(exactly, exactlyOther) : folded
        default: return rank - other.rank
        }
        return isDescending ? -order : order
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .date: 1
        case .text: 2
        case .missing: 3
        }
    }

    static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { PackedRecord.order(left, $0) } }
    }
}
