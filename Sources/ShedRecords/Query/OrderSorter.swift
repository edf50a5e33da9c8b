import ShedModel

/// Sorts records: takes them one by one, keeps of each what is compared, and gives the order.
public struct OrderSorter {
    /// What is compared, in this order: numbers, then dates, then texts, then what is not there.
    private enum Key {
        case number(RecordNumber)
        case date(Int64)
        /// Without case and accents, and as it is.
        case text([UInt8], [UInt8])
        case missing
    }

    private let order: Order
    /// Term by term.
    private var columns: [[Key]]
    private var names: [[UInt8]] = []

    public init(_ order: Order) {
        self.order = order
        columns = order.terms.map { _ in [] }
    }

    /// Takes the next record.
    public mutating func add(_ row: QueryRow) {
        names.append(Array(row.name))
        for (number, term) in order.terms.enumerated() { columns[number].append(OrderSorter.key(term, row)) }
    }

    /// The numbers of the records, in the order that they were added, from 0, sorted. Records that are equal stand in the
    /// order of their names' bytes, and those of one name in the order that they were added.
    public func positions() -> [Int] {
        (0..<names.count).sorted { left, right in
            for (number, term) in order.terms.enumerated() {
                let order = OrderSorter.order(columns[number][left], columns[number][right], isDescending: term.isDescending)
                if order != 0 { return order < 0 }
            }
            let order = OrderSorter.order(names[left], names[right])
            return order == 0 ? left < right : order < 0
        }
    }

    private static func key(_ term: Order.Term, _ row: QueryRow) -> Key {
        switch term.column {
        case .id: return row.id.map { .text([], Array("\($0)".utf8)) } ?? .missing
        case .name: return .text(TextFolding.fold(row.name), Array(row.name))
        case .modified: return row.modified.map { .date($0) } ?? .missing
        case .key(let name):
            guard let value = Columns.value(of: name, in: row.record) else { return .missing }
            return key(value, term)
        }
    }

    private static func key(_ value: UnsafeBufferPointer<UInt8>, _ term: Order.Term) -> Key {
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
        return .text(TextFolding.fold(value), Array(value))
    }

    /// What reads as the type comes first and what is missing last, also where the greatest come first.
    private static func order(_ left: Key, _ right: Key, isDescending: Bool) -> Int {
        let order: Int
        switch (left, right) {
        case (.number(let one), .number(let other)): order = one.order(to: other)
        case (.date(let one), .date(let other)): order = one < other ? -1 : one > other ? 1 : 0
        case (.text(let one, let exactly), .text(let other, let exactlyOther)):
            let folded = self.order(one, other)
            order = folded == 0 ? self.order(exactly, exactlyOther) : folded
        default: return rank(left) - rank(right)
        }
        return isDescending ? -order : order
    }

    private static func rank(_ key: Key) -> Int {
        switch key {
        case .number: 0
        case .date: 1
        case .text: 2
        case .missing: 3
        }
    }

    private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { PackedRecord.order(left, $0) } }
    }
}
