/// What a person can choose about a format that has columns or fields.
public struct ExchangeOptions: Sendable {
    /// The column of a CSV file, or the field of a recfile, that holds the ID; `nil` for the format's own (`id`, `Id`).
    public var idColumn: String?
    /// Whether IDs are written, and looked for. Without them every record that is read is new.
    public var hasIDs: Bool
    public var separator: CSVSeparator
    /// Whether a person named the separator. One that was only supposed is refused where the header speaks for another.
    public var isSeparatorChosen: Bool
    /// Of an import; `nil`: what its byte order mark says, else UTF-8.
    public var encoding: TextEncoding?
    /// Whether numbers and booleans of JSON are read as texts, as they are written; `null` is then no pair.
    public var readsValuesAsText = false
    /// Whether CSV is written with a byte order mark, by which spreadsheets know UTF-8.
    public var writesMark = false
    /// What becomes of cells of CSV that a spreadsheet would take for formulas.
    public var formulas = CSVFormulas.quote

    public init(idColumn: String? = nil, hasIDs: Bool = true, separator: CSVSeparator = .comma, isSeparatorChosen: Bool = false) {
        self.isSeparatorChosen = isSeparatorChosen
        self.idColumn = idColumn
        self.hasIDs = hasIDs
        self.separator = separator
    }
}

/// What stands between the fields of a CSV file.
public enum CSVSeparator: String, CaseIterable, Sendable {
    case comma
    /// As spreadsheets write it where the comma is the decimal mark.
    case semicolon
    case tab

    /// The ASCII code.
    public var byte: UInt8 {
        switch self {
        case .comma: UInt8(ascii: ",")
        case .semicolon: UInt8(ascii: ";")
        case .tab: UInt8(ascii: "\t")
        }
    }
}
