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

    public init(_ source: @escaping ByteSource, shape: Shape, readsValuesAsText: Bool = false) {
        self.shape = shape
        text = JSONTextReader(ExchangeInput(source), readsValuesAsText: readsValuesAsText)
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
                    try text.text(of: "id", limit: ExchangeLimits.longestKey), line: line, remedy: "Give the collection a UUID or none.")
            case "name":
                guard collection.name == nil else { throw twice("name", line: line) }
                collection.name = try text.text(of: "name", limit: ExchangeLimits.longestName)
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

    /// One record: `{"id","keyValuePairs":{…}}`, outside of Folk's DB's object also as shed prints it, or the pairs alone.
    private mutating func element() throws(RecordsError) -> IdentifiedRecord {
        let line = text.input.line
        guard try text.input.skip(UInt8(ascii: "{")) else { throw text.input.fault("expected “{”: a record is an object") }
        var flat = RecordBuilder()
        var nested: RecordBuilder?
        var told: [String: String] = [:]
        // What a record of pairs alone cannot have.
        var strange: RecordsError?
        var isFirst = true
        while try text.more(until: UInt8(ascii: "}"), isFirst: &isFirst) {
            let place = text.input.line
            let name = try text.name()
            let next = try text.input.peek()
            let isPrinted = !isWrapped && JSONExchangeReader.printed.contains(name)
            if name == "keyValuePairs", next == UInt8(ascii: "{") {
                guard nested == nil else { throw twice(name, line: place) }
                nested = try pairs()
            } else if isPrinted, next != UInt8(ascii: "\""), nested != nil || next == UInt8(ascii: "{") || name == "changed" && !text.readsValuesAsText {
                strange = strange ?? text.notText(name)
                try text.skipValue()
            } else if name == "id" || !isWrapped && nested == nil || isPrinted {
                guard let value = try text.value(of: name, limit: flat.room) else { continue }
                try flat.add(name, value, line: place)
                if name == "id" || isPrinted { told[name] = value }
            } else {
                throw unknown(name, line: place)
            }
        }
        guard var pairs = nested else {
            guard !isWrapped else {
                throw RecordsError("a record has no “keyValuePairs”", line: line, remedy: "Add \"keyValuePairs\": {}.")
            }
            if let strange { throw strange }
            return IdentifiedRecord(id: nil, record: flat.take(), line: line)
        }
        if let other = flat.take().pairs.first(where: { $0.key != "id" && !JSONExchangeReader.printed.contains($0.key) }) {
            throw unknown(other.key, line: line)
        }
        try note(told, line: line)
        var known: NodeID?
        if let id = told["id"] { known = try ExchangeText.id(id, line: line) }
        return IdentifiedRecord(id: known, record: pairs.take(), line: line)
    }

    /// What shed prints of a record beside its ID and its pairs (`record find --json`, `record set --json`).
    private static let printed: Set<String> = ["path", "pathBytes", "collection", "changed", "before", "problem"]

    /// Takes note of the collection that a record says it is of.
    private mutating func note(_ told: [String: String], line: Int) throws(RecordsError) {
        guard !isWrapped, let text = told["collection"] else { return }
        let id = try ExchangeText.id(text, line: line, remedy: "Leave out “collection”.")
        guard collection.id == nil || collection.id == id else {
            collection.isMixed = true
            return
        }
        collection.id = id
        let parts = (told["path"] ?? "").split(separator: "/")
        if collection.name == nil, parts.count > 1, parts[0].utf8.count <= ExchangeLimits.longestName { collection.name = String(parts[0]) }
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
            if let value = try text.value(of: key, limit: builder.room) { try builder.add(key, value, line: line) }
        }
        return builder
    }
}
