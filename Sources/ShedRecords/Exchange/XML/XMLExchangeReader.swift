import ShedModel

/// Reads the XML that ``XMLExchangeWriter`` writes, whoever wrote it: any spacing, comments, CDATA.
///
/// A document type is refused where it begins, before anything of it is read, so there are no entities to expand and
/// nothing outside to fetch. Nothing nests deeper than collection, record, pair. Elements and attributes that the shape
/// does not have, text between elements and a doubled key are errors.
public struct XMLExchangeReader: ExchangeReader {
    private enum Place { case start, records, end }

    public private(set) var collection = CollectionHead()
    private var lexer: XMLLexer<ExchangeInput>
    private var place = Place.start

    public init(_ source: @escaping ByteSource) { self.init(TextDecoder(source, as: nil)) }

    init(_ decoder: TextDecoder) {
        lexer = XMLLexer(ExchangeInput { bytes throws(RecordsError) in try decoder.read(into: bytes) }, limits: .exchange)
        lexer.isDecoded = { decoder.isDecoded }
    }

    public mutating func next() throws(RecordsError) -> IdentifiedRecord? {
        if place == .start { try start() }
        guard place == .records else { return nil }
        switch try markup() {
        case .open(let tag):
            guard tag.name == "record" else { throw unexpected(tag, expected: "record") }
            return try record(tag)
        case .close(let name, let line):
            try check(name, closes: "collection", line: line)
            try end()
            return nil
        case .end, .text: throw early("collection")
        }
    }

    /// What comes next, which is no text.
    private mutating func markup() throws(RecordsError) -> XMLLexer<ExchangeInput>.Piece {
        let piece = try lexer.next()
        if case .text = piece { throw lexer.source.fault("text between elements", remedy: "Text stands in <pair key=\"…\"> only.") }
        return piece
    }

    private mutating func start() throws(RecordsError) {
        try lexer.declaration()
        guard case .open(let tag) = try markup() else {
            throw lexer.source.fault("the input holds no element", remedy: "An export begins with <collection>.")
        }
        guard tag.name == "collection" else { throw unexpected(tag, expected: "collection") }
        try tag.allow(["id", "name", "nameEncoding"])
        if let id = tag["id"] { collection.id = try ExchangeText.id(id, line: tag.line, remedy: "Give the collection a UUID or none.") }
        collection.name = try tag.text("name", encoding: "nameEncoding")
        place = .records
        if tag.isEmpty { try end() }
    }

    private mutating func end() throws(RecordsError) {
        guard case .end = try markup() else { throw lexer.source.fault("something follows </collection>") }
        place = .end
    }

    private mutating func record(_ tag: XMLTag) throws(RecordsError) -> IdentifiedRecord {
        try tag.allow(["id"])
        var id: NodeID?
        if let text = tag["id"] { id = try ExchangeText.id(text, line: tag.line) }
        var builder = RecordBuilder()
        if tag.isEmpty { return IdentifiedRecord(id: id, record: builder.take(), line: tag.line) }
        while true {
            switch try markup() {
            case .open(let pair):
                guard pair.name == "pair" else { throw unexpected(pair, expected: "pair") }
                try addPair(pair, to: &builder)
            case .close(let name, let line):
                try check(name, closes: "record", line: line)
                return IdentifiedRecord(id: id, record: builder.take(), line: tag.line)
            case .end, .text: throw early("record")
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
            value = try content(of: "pair", line: tag.line, limit: builder.room / 3 * 4 + 4)
        }
        let text = try ExchangeText.text(value, line: tag.line)
        try builder.add(key, try tag.decoded(text, encoding: "encoding"), line: tag.line)
    }

    /// The text of an element that holds nothing else, and its end tag.
    /// - Parameter limit: in bytes.
    private mutating func content(of element: String, line: Int, limit: Int) throws(RecordsError) -> [UInt8] {
        var bytes: [UInt8] = []
        switch try lexer.text(to: &bytes, line: line, limit: limit) {
        case .tag: throw lexer.source.fault("an element inside of <\(element)>", remedy: "Write “&lt;” for “<” in text.")
        case .end: throw early(element)
        case .close(let name):
            guard name == element else { throw lexer.source.fault("</\(name.shown)> where </\(element)> was expected") }
            guard XMLText.canHold(bytes) else { throw lexer.source.fault(.unholdable, line: line) }
            return bytes
        }
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
        lexer.source.fault("the input ends before </\(name)>", remedy: "Is the file whole?")
    }
}
