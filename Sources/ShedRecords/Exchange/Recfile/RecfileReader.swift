import ShedModel

/// Reads a recfile (GNU recutils) of one record type.
///
/// Of the descriptor the name and shed's own field are kept; constraints, types and the rest are recutils' business. A
/// field that occurs twice in a record, a second record type and a line that is no field are errors.
public struct RecfileReader: ExchangeReader {
    /// The ID's field where nothing else is chosen.
    public static let idField = "Id"
    /// The field of the descriptor that holds the collection's ID.
    static let collectionField = "%shed_collection"

    private enum Line {
        case field(name: String, value: [UInt8])
        case continuation([UInt8])
        case comment
        case blank
    }

    public private(set) var collection = CollectionHead()
    public private(set) var notes: [RecordsError] = []
    private var input: ExchangeInput
    private let idField: String?
    private var hasDescriptor = false
    private var hasRecords = false
    private var bytes: [UInt8] = []

    public init(_ source: @escaping ByteSource, options: ExchangeOptions = ExchangeOptions()) {
        input = ExchangeInput(source)
        idField = options.hasIDs ? options.idColumn ?? RecfileReader.idField : nil
    }

    public mutating func next() throws(RecordsError) -> IdentifiedRecord? {
        while true {
            guard let fields = try readFields() else { return nil }
            if fields.fields[0].name.utf8.first != UInt8(ascii: "%") {
                hasRecords = true
                return try record(fields)
            }
            try readDescriptor(fields)
        }
    }

    // MARK: - Records

    private struct Field {
        var name: String
        var value: [UInt8]
        var line: Int
    }

    private struct Fields {
        var fields: [Field] = []
        var line: Int
    }

    private func record(_ fields: Fields) throws(RecordsError) -> IdentifiedRecord {
        var id: NodeID?
        var builder = RecordBuilder()
        for field in fields.fields {
            guard field.name.utf8.first != UInt8(ascii: "%") else {
                throw RecordsError("the special field “\(field.name.shown)” in a record", line: field.line, remedy: "Put an empty line before it, or remove it.")
            }
            if field.name == idField {
                guard id == nil else { throw RecordsError("the field “\(field.name)” occurs twice in one record", line: field.line) }
                id = try ExchangeText.id(try ExchangeText.text(field.value, line: field.line), line: field.line)
                continue
            }
            let (key, isEscaped) = RecfileName.key(of: field.name, reserved: idField)
            guard let value = isEscaped ? RecfileValue.unescape(field.value) : field.value else {
                throw RecordsError(
                    "an unknown escape in “\(field.name.shown)”", line: field.line,
                    remedy: "A field whose name ends in “_x_” writes “\\” as “\\x5c”.")
            }
            try builder.add(key, try ExchangeText.text(value, line: field.line), line: field.line)
        }
        return IdentifiedRecord(id: id, record: builder.take(), line: fields.line)
    }

    private mutating func readDescriptor(_ descriptor: Fields) throws(RecordsError) {
        guard !hasDescriptor, !hasRecords else {
            throw RecordsError(
                "a second record type", line: descriptor.line, remedy: "Import one at a time: “recsel -d -t TYPE FILE” prints it.")
        }
        hasDescriptor = true
        for field in descriptor.fields {
            let value = try ExchangeText.text(field.value, line: field.line)
            let word = value.unicodeScalars.prefix { $0 != " " && $0 != "\t" && $0 != "\n" }
            switch field.name {
            case "%rec":
                guard collection.name == nil else { throw RecordsError("“%rec” occurs twice", line: field.line) }
                collection.name = RecfileName.key(of: String(word), reserved: nil).key
            case RecfileReader.collectionField:
                guard collection.id == nil else { throw RecordsError("“\(field.name)” occurs twice", line: field.line) }
                collection.id = try ExchangeText.id(String(word), line: field.line, remedy: "Remove the line.")
            default: continue
            }
        }
        guard collection.name != nil else {
            throw RecordsError("a descriptor without “%rec”", line: descriptor.line, remedy: "Begin it with “%rec: NAME”.")
        }
    }

    // MARK: - Lines

    /// Of one record as it is written, in bytes. An escape has at most five bytes for one, and each name some more.
    private static let largestText = ExchangeLimits.largestRecord * 6

    /// The fields up to an empty line; `nil` at the end.
    private mutating func readFields() throws(RecordsError) -> Fields? {
        var result = Fields(line: input.line)
        var size = 0
        var canContinue = false
        while try input.peek() != nil {
            let line = input.line
            switch try readLine(limit: RecfileReader.largestText - size) {
            case .blank: if !result.fields.isEmpty { return result }
            case .comment: canContinue = false
            case .continuation(let text):
                guard canContinue, let last = result.fields.indices.last else {
                    throw RecordsError("“+” without a field before it", line: line, remedy: "A field begins with its name and a colon.")
                }
                result.fields[last].value.append(UInt8(ascii: "\n"))
                result.fields[last].value += text
                size += text.count + 1
            case .field(let name, let value):
                if result.fields.isEmpty { result.line = line }
                guard result.fields.count <= ExchangeLimits.mostPairs else {
                    throw RecordsError("a record has more than \(ExchangeLimits.mostPairs) pairs", line: line, remedy: "Split the record.")
                }
                result.fields.append(Field(name: name, value: value, line: line))
                size += name.utf8.count + value.count
                canContinue = true
            }
        }
        return result.fields.isEmpty ? nil : result
    }

    private mutating func readLine(limit: Int) throws(RecordsError) -> Line {
        let line = input.line
        switch try input.peek() {
        case UInt8(ascii: "#"):
            while let byte = try input.peek(), byte != UInt8(ascii: "\n") { input.advance() }
            _ = try input.skip(UInt8(ascii: "\n"))
            return .comment
        case UInt8(ascii: "+"):
            input.advance()
            try skipBlank()
            try readText(limit: limit)
            return .continuation(bytes)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"):
            while let byte = try input.peek(), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { input.advance() }
            if try input.peek() != nil {
                guard try input.skip(UInt8(ascii: "\n")) else { throw noField(line: line) }
            }
            return .blank
        default:
            let name = try readName(line: line)
            try skipBlank()
            try readText(limit: limit)
            return .field(name: name, value: bytes)
        }
    }

    private mutating func skipBlank() throws(RecordsError) {
        if let byte = try input.peek(), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { input.advance() }
    }

    private mutating func readName(line: Int) throws(RecordsError) -> String {
        bytes.removeAll(keepingCapacity: true)
        // An escape has at most nine bytes for a character.
        let isWithin = try input.takeRun(to: &bytes, limit: ExchangeLimits.longestKey * 9) { RecfileReader.isNameByte($0) }
        guard isWithin else { throw RecordBuilder.longKey(line: line) }
        let name = String(decoding: bytes, as: UTF8.self)
        guard RecfileReader.isFieldName(name), try input.skip(UInt8(ascii: ":")) else { throw noField(line: line) }
        return name
    }

    private func noField(line: Int) -> RecordsError {
        RecordsError(
            "a line that is no field", line: line,
            remedy: "A field is “Name: value”, its name letters, digits and underscores; lines end in LF; a further line of a value begins with “+ ”.")
    }

    /// The rest of a line, and of the lines that a backslash at its end joins to it.
    private mutating func readText(limit: Int) throws(RecordsError) {
        bytes.removeAll(keepingCapacity: true)
        while true {
            let isWithin = try input.takeRun(to: &bytes, limit: limit) { $0 != UInt8(ascii: "\n") && $0 != 0 }
            guard isWithin else { throw RecordBuilder.tooLarge(line: input.line) }
            switch try input.peek() {
            case nil:
                notes = [
                    RecordsError(
                        "the last line has no end, as in a file that was cut off", line: input.line,
                        remedy: "If the file is whole, nothing is wrong."),
                ]
                guard bytes.last != UInt8(ascii: "\\") else {
                    throw input.fault("the input ends behind a backslash", remedy: "Is the file whole?")
                }
                return
            case 0: throw input.fault("a NUL byte", remedy: "Save the file as UTF-8: text of UTF-16 is full of them.")
            default: input.advance()
            }
            guard bytes.last == UInt8(ascii: "\\") else { return }
            bytes.removeLast()
        }
    }

    // MARK: - Names

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    static func isFieldName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, RecfileName.isLetter(first) || first == "%" else { return false }
        return name.utf8.dropFirst().allSatisfy { isNameByte($0) && $0 != UInt8(ascii: "%") }
    }

    static func unusableField(_ name: String) -> RecordsError {
        RecordsError("“\(name.shown)” is no field name of a recfile", remedy: "Choose letters, digits and underscores, a letter first.")
    }
}
