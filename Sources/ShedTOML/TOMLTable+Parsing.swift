import CTOML
import ShedModel

extension TOMLTable {
    /// Reads a TOML 1.0 document: UTF-8, with or without a byte order mark.
    /// - Throws: ``TOMLError`` for what is no TOML, or exceeds a limit.
    public init(parsing text: [UInt8], limits: TOMLLimits = TOMLLimits()) throws(TOMLError) {
        guard text.count <= limits.length else { throw TOMLError(cause: .tooLong(most: limits.length), position: nil) }
        if let offset = UTF8Fault.first(in: text) { throw TOMLError(cause: .notUTF8, position: TOMLPosition(offset: offset, in: text)) }
        if let offset = text.firstIndex(of: 0) { throw TOMLError(cause: .nul, position: TOMLPosition(offset: offset, in: text)) }
        try TOMLBounds.check(text, limits)
        let document = text.withUnsafeBytes { ctoml_parse($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
        guard let document else { throw TOMLError(cause: .noMemory, position: nil) }
        defer { ctoml_free(document) }
        var (reason, place) = (ctoml_text(), ctoml_position())
        if ctoml_fault(document, &reason, &place) {
            throw TOMLError(cause: .syntax(EscapedText.escape(Array(String(reason).utf8))), position: place.line > 0 ? TOMLPosition(place) : nil)
        }
        var count = 0
        let first = ctoml_values(document, &count)
        var values = FlatValues(UnsafeBufferPointer(start: first, count: count))
        self = values.table()
    }
}

/// The list of values that the parser gives, made into a tree again.
private struct FlatValues {
    private let values: UnsafeBufferPointer<ctoml_value>
    private var next = 0

    init(_ values: UnsafeBufferPointer<ctoml_value>) { self.values = values }

    /// The table that comes next.
    mutating func table() -> TOMLTable {
        let table = values[next]
        next += 1
        var entries: [TOMLTable.Entry] = []
        entries.reserveCapacity(table.count)
        for _ in 0..<table.count {
            let (key, position) = (String(values[next].key), TOMLPosition(values[next].key_position))
            entries.append(TOMLTable.Entry(key: key, position: position, value: value()))
        }
        return TOMLTable(sorted: entries, position: TOMLPosition(table.position))
    }

    private mutating func value() -> TOMLValue {
        let value = values[next]
        switch value.kind {
        case ctoml_table: return .table(table())
        case ctoml_array:
            next += 1
            return .array((0..<value.count).map { _ in self.value() })
        default: next += 1
        }
        return switch value.kind {
        case ctoml_string: .string(String(value.text))
        case ctoml_integer: .integer(value.integer)
        case ctoml_double: .double(value.number)
        case ctoml_bool: .bool(value.boolean)
        default: .dateTime(String(value.text))
        }
    }
}

extension String {
    fileprivate init(_ text: ctoml_text) {
        self.init(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
    }
}

extension TOMLPosition {
    fileprivate init(_ position: ctoml_position) { self.init(line: Int(position.line), column: Int(position.column)) }
}
