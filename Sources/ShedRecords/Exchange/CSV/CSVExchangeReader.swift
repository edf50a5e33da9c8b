import ShedModel

/// Reads CSV (RFC 4180) with a header. Lines end in CR LF or LF; a byte order mark before the header is skipped.
///
/// An empty field without quotation marks is a key that the record does not have, `""` an empty value. Empty lines are no
/// records. A row of another length than the header, a doubled column, a quotation mark without a partner, text behind
/// one, a CR outside of quotation marks, NUL and text that is not UTF-8 are errors with their line. An apostrophe before what a
/// spreadsheet would take for a formula is taken off, unless the options say otherwise.
public struct CSVExchangeReader: ExchangeReader {
    /// The ID's column where nothing else is chosen.
    public static let idColumn = "id"

    public let collection = CollectionHead()
    public private(set) var notes: [RecordsError] = []
    private var input: ExchangeInput
    private var separator: UInt8
    /// Whether a person or the file itself names the separator.
    private var isSeparatorChosen: Bool
    private let wantedIDColumn: String?
    private let isIDColumnChosen: Bool
    private let formulas: CSVFormulas
    /// `nil` before the header was read.
    private var keys: [String]?
    private var idPlace: Int?
    /// The fields of the row that was read last; `nil` is an empty field without quotation marks.
    private var row: [String?] = []
    private var bytes: [UInt8] = []

    public init(_ source: @escaping ByteSource, options: ExchangeOptions = ExchangeOptions()) {
        input = ExchangeInput(source)
        separator = options.separator.byte
        isSeparatorChosen = options.isSeparatorChosen
        wantedIDColumn = options.hasIDs ? options.idColumn ?? CSVExchangeReader.idColumn : nil
        isIDColumnChosen = options.hasIDs && options.idColumn != nil
        formulas = options.formulas
    }

    public mutating func next() throws(RecordsError) -> IdentifiedRecord? {
        if keys == nil { try readHeader() }
        guard let keys, let line = try readRow() else { return nil }
        guard row.count == keys.count else {
            throw RecordsError(
                "the row has \(row.count) \(row.count == 1 ? "field" : "fields"), the header \(keys.count)", line: line,
                remedy: "Put a field that holds a separator or a line break in quotation marks.")
        }
        var record = RecordBuilder()
        var id: NodeID?
        for place in keys.indices {
            guard let value = row[place] else { continue }
            if place != idPlace {
                try record.append(Pair(keys[place], value), line: line)
            } else if !value.isEmpty {
                id = try ExchangeText.id(
                    value, line: line,
                    remedy: "Name the column that holds IDs with --id-column, or pass --no-ids: the column is then a key like any other.")
            }
        }
        return IdentifiedRecord(id: id, record: record.take(), line: line)
    }

    private mutating func readHeader() throws(RecordsError) {
        guard try input.skipByteOrderMark() else { throw input.fault("text that is not UTF-8", remedy: "Say what it is: --encoding windows-1252, or utf-16.") }
        var isQuoted = try input.peek() == UInt8(ascii: "\"")
        var begun = try readRow()
        if let line = begun, !isQuoted, try takeSeparator(line) {
            isQuoted = try input.peek() == UInt8(ascii: "\"")
            begun = try readRow()
        }
        guard let line = begun else {
            throw RecordsError("the input is empty", line: 1, remedy: "The first line of a CSV file names its columns.")
        }
        if !isSeparatorChosen, !isQuoted { try requireSeparator(line) }
        var keys: [String] = []
        var seen: Set<[UInt8]> = []
        for (place, field) in row.enumerated() {
            guard let name = field else {
                throw RecordsError("column \(place + 1) has no name", line: line, remedy: "Name it in the header, or remove it.")
            }
            guard name.utf8.count <= ExchangeLimits.longestKey else { throw RecordBuilder.longKey(line: line) }
            guard seen.insert(Array(name.utf8)).inserted else {
                throw RecordsError("two columns are called “\(name.shown)”", line: line, remedy: "Rename or remove one of them.")
            }
            if let wantedIDColumn, name.hasSameBytes(as: wantedIDColumn) { idPlace = place }
            keys.append(name)
        }
        if isIDColumnChosen, idPlace == nil, let wantedIDColumn {
            throw RecordsError("no column is called “\(wantedIDColumn.shown)”", line: line, remedy: "The header names: \(keys.prefix(8).map(\.shown).joined(separator: ", ")).")
        }
        // Without a column for IDs no key had to step aside for it.
        let idColumn = idPlace == nil ? nil : wantedIDColumn
        self.keys = keys.enumerated().map { $0 == idPlace ? $1 : CSVColumnName.key(of: $1, idColumn: idColumn) }
    }

    /// Takes a first line that only names the separator, such as `sep=;`, as spreadsheets write it. What a person chose counts.
    /// - Returns: whether the row that was read last is such a line.
    private mutating func takeSeparator(_ line: Int) throws(RecordsError) -> Bool {
        let isOwn = row.count == 2 && row[0] == "sep=" && row[1] == nil
        guard isOwn || row.count == 1, let text = row[0], text.utf8.count == (isOwn ? 4 : 5), text.hasPrefix("sep=") else { return false }
        let named = isOwn ? separator : Array(text.utf8)[4]
        guard CSVSeparator.allCases.contains(where: { $0.byte == named }) else {
            throw RecordsError(
                "“\(text.shown)” names a separator that cannot be read", line: line, remedy: "Between the columns stands a comma, a semicolon or a tab.")
        }
        if !isSeparatorChosen { separator = named }
        isSeparatorChosen = true
        return true
    }

    /// Refuses a header of one column that speaks for another separator: each row would be one key with all its values.
    private func requireSeparator(_ line: Int) throws(RecordsError) {
        guard row.count == 1, let name = row[0], let other = otherSeparator(where: { name.utf8.contains($0) }) else { return }
        throw RecordsError(
            "the header has no \(supposed), but a \(other)", line: line,
            remedy: "Say what stands between the columns: --separator \(other). If this is one column, say --separator \(supposed).")
    }

    private var supposed: CSVSeparator { CSVSeparator.allCases.first { $0.byte == separator } ?? .comma }

    private func otherSeparator(where holds: (UInt8) -> Bool) -> CSVSeparator? {
        CSVSeparator.allCases.first { $0.byte != separator && holds($0.byte) }
    }

    /// Reads a row, and skips empty lines before it.
    /// - Returns: the line on which it begins; `nil` at the end.
    private mutating func readRow() throws(RecordsError) -> Int? {
        row.removeAll(keepingCapacity: true)
        while let byte = try input.peek(), byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { try endLine() }
        guard try input.peek() != nil else { return nil }
        let line = input.line
        // Room for the ID besides.
        var room = ExchangeLimits.largestRecord + ExchangeLimits.longestKey
        while true {
            guard row.count < ExchangeLimits.mostPairs else {
                throw RecordsError("a row has more than \(ExchangeLimits.mostPairs) fields", line: line)
            }
            // An apostrophe that is taken off counts for nothing.
            let cell = try input.peek() == UInt8(ascii: "\"") ? try quoted(limit: room + 1) : try plain(limit: room + 1)
            let field = formulas == .quote ? cell.map(CSVFormula.text) : cell
            row.append(field)
            room -= field?.utf8.count ?? 0
            switch try input.peek() {
            case separator: input.advance()
            case nil:
                notes = [
                    RecordsError(
                        "the last line has no end, as in a file that was cut off", line: input.line,
                        remedy: "If the file is whole, nothing is wrong."),
                ]
                return line
            default:
                try endLine()
                return line
            }
        }
    }

    private mutating func endLine() throws(RecordsError) {
        _ = try input.skip(UInt8(ascii: "\r"))
        guard try input.skip(UInt8(ascii: "\n")) else {
            throw input.fault("a carriage return without a line feed", remedy: "End lines in CR LF or LF, or put the field in quotation marks.")
        }
    }

    /// A field without quotation marks; `nil` if it is empty.
    private mutating func plain(limit: Int) throws(RecordsError) -> String? {
        bytes.removeAll(keepingCapacity: true)
        let separator = separator
        let isWithin = try input.takeRun(to: &bytes, limit: limit) {
            $0 != separator && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\"") && $0 != 0
        }
        guard isWithin else { throw RecordBuilder.tooLarge(line: input.line) }
        switch try input.peek() {
        case UInt8(ascii: "\""):
            throw input.fault(
                "a quotation mark inside of a field without quotation marks",
                remedy: "Put the whole field in quotation marks and double those inside of it.")
        case 0: throw nul
        default: return bytes.isEmpty ? nil : try ExchangeText.text(bytes, line: input.line)
        }
    }

    private mutating func quoted(limit: Int) throws(RecordsError) -> String {
        let opened = input.fault("")
        input.advance()
        bytes.removeAll(keepingCapacity: true)
        while true {
            let isWithin = try input.takeRun(to: &bytes, limit: limit) { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\n") && $0 != 0 }
            guard isWithin, bytes.count <= limit else {
                throw RecordsError(
                    "a field has more than 1 MiB", line: opened.line, column: opened.column,
                    remedy: "Does the quotation mark that opens it here have a partner?")
            }
            switch try input.peek() {
            case UInt8(ascii: "\n"):
                bytes.append(UInt8(ascii: "\n"))
                input.advance()
            case UInt8(ascii: "\""):
                input.advance()
                if try input.skip(UInt8(ascii: "\"")) {
                    bytes.append(UInt8(ascii: "\""))
                    continue
                }
                let next = try input.peek()
                if keys == nil, !isSeparatorChosen, let other = otherSeparator(where: { $0 == next }) {
                    throw input.fault(
                        "behind the first column stands a \(other), and no \(supposed)",
                        remedy: "Say what stands between the columns: --separator \(other).")
                }
                switch next {
                case separator, UInt8(ascii: "\n"), UInt8(ascii: "\r"), nil: return try ExchangeText.text(bytes, line: opened.line ?? 0)
                default: throw input.fault("text behind a quotation mark that closes a field", remedy: "Double the quotation marks inside of a field.")
                }
            case nil:
                throw RecordsError(
                    "a quotation mark has no partner", line: opened.line, column: opened.column,
                    remedy: "Close the field, or double the quotation mark if it belongs to the text.")
            default: throw nul
            }
        }
    }

    private var nul: RecordsError {
        input.fault("a NUL byte", remedy: "If the file is UTF-16, say so: --encoding utf-16.")
    }
}
