import ShedModel

/// Reads the XML that ``XMLExchangeWriter`` writes, whoever wrote it: any spacing, comments, CDATA.
///
/// A document type is refused where it begins, before anything of it is read, so there are no entities to expand and
/// nothing outside to fetch. Nothing nests deeper than collection, record, pair. Elements and attributes that the shape
/// does not have, text between elements and a doubled key are errors.
public struct XMLExchangeReader: ExchangeReader {
    private enum Place { case start, records, end }

    public private(set) var collection = CollectionHead()
    private var scanner: XMLScanner
    private var place = Place.start

    public init(_ source: @escaping ByteSource) { scanner = XMLScanner(ExchangeInput(source)) }

    public mutating func next() throws(RecordsError) -> IdentifiedRecord? {
        if place == .start { try start() }
        guard place == .records else { return nil }
        switch try scanner.markup() {
        case .open(let tag):
            guard tag.name == "record" else { throw unexpected(tag, expected: "record") }
            return try record(tag)
        case .close(let name, let line):
            try check(name, closes: "collection", line: line)
            try end()
            return nil
        case .end: throw early("collection")
        }
    }

    private mutating func start() throws(RecordsError) {
        try scanner.declaration()
        guard case .open(let tag) = try scanner.markup() else {
            throw scanner.input.fault("the input holds no element", remedy: "An export begins with <collection>.")
        }
        guard tag.name == "collection" else { throw unexpected(tag, expected: "collection") }
        try tag.allow(["id", "name", "nameEncoding"])
        if let id = tag["id"] { collection.id = try ExchangeText.id(id, line: tag.line, remedy: "Give the collection a UUID or none.") }
        collection.name = try tag.text("name", encoding: "nameEncoding")
        place = .records
        if tag.isEmpty { try end() }
    }

    private mutating func end() throws(RecordsError) {
        guard case .end = try scanner.markup() else { throw scanner.input.fault("something follows </collection>") }
        place = .end
    }

    private mutating func record(_ tag: XMLTag) throws(RecordsError) -> IdentifiedRecord {
        try tag.allow(["id"])
        var id: NodeID?
        if let text = tag["id"] { id = try ExchangeText.id(text, line: tag.line) }
        var builder = RecordBuilder()
        if tag.isEmpty { return IdentifiedRecord(id: id, record: builder.take(), line: tag.line) }
        while true {
            switch try scanner.markup() {
            case .open(let pair):
                guard pair.name == "pair" else { throw unexpected(pair, expected: "pair") }
                try addPair(pair, to: &builder)
            case .close(let name, let line):
                try check(name, closes: "record", line: line)
                return IdentifiedRecord(id: id, record: builder.take(), line: tag.line)
            case .end: throw early("record")
            }
        }
    }

    private mutating func addPair(_ tag: XMLTag, to builder: inout RecordBuilder) throws(RecordsError) {
        try tag.allow(["key", "keyEncoding", "encoding"])
        guard let key = try tag.text("key", encoding: "keyEncoding") else {
            throw RecordsError("a pair has no key", line: tag.line, remedy: "Write <pair key=\"…\">.")
        }
        var value: [UInt8] = []
        if !tag.isEmpty {
            // A third more for base64.
            value = try scanner.content(of: "pair", line: tag.line, limit: builder.room / 3 * 4 + 4)
        }
        let text = try ExchangeText.text(value, line: tag.line)
        try builder.add(key, try tag.decoded(text, encoding: "encoding"), line: tag.line)
    }

    private func unexpected(_ tag: XMLTag, expected: String) -> RecordsError {
        RecordsError(
            "the element <\(tag.name.shown)> where <\(expected)> was expected", line: tag.line,
            remedy: "An export is <collection><record><pair key=\"…\">value</pair></record></collection>.")
    }

    private func check(_ name: String, closes expected: String, line: Int) throws(RecordsError) {
        guard name == expected else {
            throw RecordsError("</\(name.shown)> where </\(expected)> was expected", line: line)
        }
    }

    private func early(_ name: String) -> RecordsError {
        scanner.input.fault("the input ends before </\(name)>", remedy: "Is the file whole?")
    }
}
