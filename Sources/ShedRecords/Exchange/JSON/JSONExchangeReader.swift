import ShedModel

/// Reads JSON (RFC 8259) of Folk's DB's shape, a bare array of records, or one record a line.
///
/// Never holds more than one record; nothing nests deeper than the shape, so depth needs no counter. A member that occurs
/// twice or that the shape does not have, a lone surrogate, a value that is no string and text behind the end are errors.
public struct JSONExchangeReader: ExchangeReader {
    /// What stands at the outermost level.
    public enum Shape: Sendable {
        /// `{"id","name","records":[…]}` or `[…]`.
        case document
        /// An object after the other.
        case lines
    }

    private enum Place { case start, members, elements, lines, end }

    public private(set) var collection = CollectionHead()
    private let shape: Shape
    private var text: JSONTextReader
    private var place = Place.start
    /// Whether the records stand in Folk's DB's object.
    private var isWrapped = false
    private var isFirst = true
    private var hasRecords = false

    public init(_ source: @escaping ByteSource, shape: Shape) {
        self.shape = shape
        text = JSONTextReader(ExchangeInput(source))
    }

    public mutating func next() throws(RecordsError) -> IdentifiedRecord? {
        while true {
            switch place {
            case .start: try start()
            case .members: try members()
            case .elements: if try hasElement() { return try element() }
            case .lines:
                try text.skipSpace()
                guard try text.input.peek() != nil else {
                    place = .end
                    return nil
                }
                return try element()
            case .end: return nil
            }
        }
    }

    private mutating func start() throws(RecordsError) {
        guard try text.input.skipByteOrderMark() else { throw text.input.fault("text that is not UTF-8") }
        if shape == .lines {
            place = .lines
            return
        }
        try text.skipSpace()
        switch try text.input.peek() {
        case UInt8(ascii: "{"):
            text.input.advance()
            isWrapped = true
            place = .members
        case UInt8(ascii: "["):
            text.input.advance()
            place = .elements
        case nil: throw text.input.fault("the input is empty", remedy: "An export begins with “{”, a list of records with “[”.")
        default: throw text.input.fault("expected “{” or “[”", remedy: "Choose the format with --format if this is no JSON.")
        }
    }

    /// The collection's own members, up to its records or its end.
    private mutating func members() throws(RecordsError) {
        while try text.more(until: UInt8(ascii: "}"), isFirst: &isFirst) {
            let line = text.input.line
            switch try text.name() {
            case "id":
                guard collection.id == nil else { throw twice("id", line: line) }
                collection.id = try ExchangeText.id(
                    try text.value(of: "id", limit: ExchangeLimits.longestKey), line: line, remedy: "Give the collection a UUID or none.")
            case "name":
                guard collection.name == nil else { throw twice("name", line: line) }
                collection.name = try text.value(of: "name", limit: ExchangeLimits.longestName)
            case "records":
                guard !hasRecords else { throw twice("records", line: line) }
                hasRecords = true
                guard try text.input.skip(UInt8(ascii: "[")) else { throw text.input.fault("expected “[”: “records” is a list") }
                place = .elements
                isFirst = true
                return
            case let name:
                throw RecordsError(
                    "the unknown member “\(name.shown)” beside the records", line: line,
                    remedy: "A collection has “id”, “name” and “records”; for one record a line choose --format json-lines.")
            }
        }
        guard hasRecords else { throw text.input.fault("the collection has no “records”", remedy: "Add \"records\": [].") }
        try end()
    }

    private func twice(_ name: String, line: Int) -> RecordsError {
        RecordsError("the member “\(name)” occurs twice", line: line, remedy: "Remove one of the two.")
    }

    private mutating func hasElement() throws(RecordsError) -> Bool {
        if try text.more(until: UInt8(ascii: "]"), isFirst: &isFirst) { return true }
        if isWrapped {
            place = .members
            isFirst = false
        } else {
            try end()
        }
        return false
    }

    private mutating func end() throws(RecordsError) {
        try text.skipSpace()
        guard try text.input.peek() == nil else { throw text.input.fault("something follows the end") }
        place = .end
    }

    /// One record: `{"id","keyValuePairs":{…}}`, or outside of Folk's DB's object also the pairs alone.
    private mutating func element() throws(RecordsError) -> IdentifiedRecord {
        let line = text.input.line
        guard try text.input.skip(UInt8(ascii: "{")) else { throw text.input.fault("expected “{”: a record is an object") }
        var flat = RecordBuilder()
        var nested: RecordBuilder?
        var id: String?
        var isFirst = true
        while try text.more(until: UInt8(ascii: "}"), isFirst: &isFirst) {
            let place = text.input.line
            let name = try text.name()
            let isObject = try text.input.peek() == UInt8(ascii: "{")
            if name == "keyValuePairs", isObject {
                guard nested == nil else { throw twice(name, line: place) }
                nested = try pairs()
            } else if name == "id" || !isWrapped && nested == nil {
                let value = try text.value(of: name, limit: flat.room)
                try flat.add(name, value, line: place)
                if name == "id" { id = value }
            } else {
                throw unknown(name, line: place)
            }
        }
        guard var pairs = nested else {
            guard !isWrapped else {
                throw RecordsError("a record has no “keyValuePairs”", line: line, remedy: "Add \"keyValuePairs\": {}.")
            }
            return IdentifiedRecord(id: nil, record: flat.take(), line: line)
        }
        if let other = flat.take().pairs.first(where: { $0.key != "id" }) { throw unknown(other.key, line: line) }
        var known: NodeID?
        if let id { known = try ExchangeText.id(id, line: line) }
        return IdentifiedRecord(id: known, record: pairs.take(), line: line)
    }

    private func unknown(_ name: String, line: Int) -> RecordsError {
        RecordsError(
            "the unknown member “\(name.shown)” in a record", line: line,
            remedy: "A record has “id” and “keyValuePairs”; put it among the pairs, or remove it.")
    }

    private mutating func pairs() throws(RecordsError) -> RecordBuilder {
        text.input.advance()
        var builder = RecordBuilder()
        var isFirst = true
        while try text.more(until: UInt8(ascii: "}"), isFirst: &isFirst) {
            let line = text.input.line
            let key = try text.name()
            try builder.add(key, try text.value(of: key, limit: builder.room), line: line)
        }
        return builder
    }
}
