import ShedModel

/// Writes CSV (RFC 4180): a header, the ID's column first, lines that end in CR LF.
///
/// A key that a record does not have is an empty field, an empty value is `""`. What a spreadsheet would take for a formula gets an
/// apostrophe before it, unless the options say otherwise.
public struct CSVExchangeWriter: ExchangeWriter {
    private let columns: [String]
    private let places: [[UInt8]: Int]
    private let idColumn: String?
    private let separator: UInt8
    private let writesMark: Bool
    private let formulas: CSVFormulas

    /// - Parameter columns: every key of every record, each once.
    public init(columns: [String], options: ExchangeOptions = ExchangeOptions()) {
        self.columns = columns
        places = Dictionary(columns.enumerated().map { (Array($1.utf8), $0) }, uniquingKeysWith: { first, _ in first })
        idColumn = options.hasIDs ? options.idColumn ?? CSVExchangeReader.idColumn : nil
        separator = options.separator.byte
        writesMark = options.writesMark
        formulas = options.formulas
    }

    public mutating func begin(_ collection: CollectionHead, to bytes: inout [UInt8]) throws(RecordsError) {
        guard columns.count < ExchangeLimits.mostPairs else {
            throw RecordsError(
                "the records have \(columns.count) different keys, too many for a table",
                remedy: "Export as JSON, XML or a recfile, which need no table.")
        }
        if writesMark { bytes += [0xef, 0xbb, 0xbf] }
        var names = columns.map { CSVColumnName.column(of: $0, idColumn: idColumn) }
        if let idColumn { names.insert(idColumn, at: 0) }
        for (position, name) in names.enumerated() {
            if position > 0 { bytes.append(separator) }
            // A single column with another separator in its name would be taken for several.
            let isDoubtful = names.count == 1 && name.utf8.contains { byte in CSVSeparator.allCases.contains { $0.byte == byte } }
            try append(name, inQuotes: isDoubtful, to: &bytes)
        }
        guard !names.isEmpty else {
            throw RecordsError("no record has a key, and IDs are left out: nothing to write", remedy: "Export with IDs.")
        }
        bytes += "\r\n".utf8
    }

    public mutating func append(_ record: IdentifiedRecord, to bytes: inout [UInt8]) throws(RecordsError) {
        let start = bytes.count
        if idColumn != nil, let id = record.id { id.append(to: &bytes) }
        let pairs = record.record.pairs
        var values: [String?]?
        // Most records have the columns in their order: no table is needed then.
        if !zip(pairs, columns).allSatisfy({ $0.key.hasSameBytes(as: $1) }) || pairs.count > columns.count {
            var all = [String?](repeating: nil, count: columns.count)
            for pair in pairs {
                guard let place = places[Array(pair.key.utf8)] else {
                    throw RecordsError("the key “\(pair.key.shown)” has no column", remedy: "The records changed during the export; export again.")
                }
                all[place] = pair.value
            }
            values = all
        }
        for position in columns.indices {
            if position > 0 || idColumn != nil { bytes.append(separator) }
            let value = values.map { $0[position] } ?? (position < pairs.count ? pairs[position].value : nil)
            if let value { try append(value, to: &bytes) }
        }
        // An empty line is no record.
        if bytes.count == start {
            guard idColumn != nil else {
                throw RecordsError("a record without pairs cannot be written without an ID", remedy: "Export with IDs.")
            }
            bytes += "\"\"".utf8
        }
        bytes += "\r\n".utf8
    }

    public mutating func finish(to bytes: inout [UInt8]) throws(RecordsError) {}

    private func append(_ text: String, inQuotes: Bool = false, to bytes: inout [UInt8]) throws(RecordsError) {
        let text = formulas == .quote ? CSVFormula.cell(of: text) : text
        guard inQuotes || needsQuotes(text) else {
            bytes += text.utf8
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == 0 {
                throw RecordsError("the text “\(text.shown)” holds NUL, which CSV cannot", remedy: "Export as JSON or XML, or remove the character.")
            }
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func needsQuotes(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        // Programs that read it trim blanks, and take a byte order mark away.
        if first <= 0x20 || last <= 0x20 || first == 0xef { return true }
        return text.utf8.contains { $0 == separator || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == 0 }
    }
}
