/// A value of a TOML document.
public enum TOMLValue: Sendable {
    case string(String)
    case integer(Int64)
    case double(Double)
    case bool(Bool)
    /// A date, a time, or both, as RFC 3339 writes it.
    case dateTime(String)
    case array([TOMLValue])
    case table(TOMLTable)
}

extension TOMLValue {
    /// `nil` for every other sort of value; nothing is converted, here and below.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    public var integer: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
    public var double: Double? { if case .double(let number) = self { number } else { nil } }
    public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    public var array: [TOMLValue]? { if case .array(let values) = self { values } else { nil } }
    public var table: TOMLTable? { if case .table(let table) = self { table } else { nil } }

    /// The texts of a list of texts, which may be empty; `nil` if it is no list or holds something else.
    public var strings: [String]? {
        guard let array else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? texts : nil
    }
}

/// Two values are equal if they say the same, wherever they stand. Not a number is equal to itself.
extension TOMLValue: Hashable {
    public static func == (left: TOMLValue, right: TOMLValue) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        case (.bool(let left), .bool(let right)): left == right
        case (.dateTime(let left), .dateTime(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.table(let left), .table(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let text): hasher.combine(text)
        case .integer(let number): hasher.combine(number)
        case .double(let number): hasher.combine(number.bitPattern)
        case .bool(let flag): hasher.combine(flag)
        case .dateTime(let text): hasher.combine(text)
        case .array(let values): hasher.combine(values)
        case .table(let table): hasher.combine(table)
        }
    }
}
