import ShedModel

/// Which values of records are shown, and in which order: `title,year,@id`.
public struct Columns: Sendable {
    /// One column.
    public enum Column: Hashable, Sendable {
        case key(String)
        case id
        case name
        /// When the file was last changed.
        case modified
    }

    public var columns: [Column]

    public init(_ columns: [Column]) { self.columns = columns }

    /// Reads keys with commas between them; a key with a comma stands in backticks.
    /// - Parameter schema: whose spelling of a key goes before that of the text.
    /// - Throws: what is wrong, with the column in the text.
    public static func parse(_ text: String, schema: Schema? = nil) throws(RecordsError) -> Columns {
        var columns: [Column] = []
        for entry in try KeyList.parse(text, allowsMinus: false) {
            switch try KeyList.source(entry) {
            case .pair: columns.append(.key(schema?.key(named: entry.name)?.name ?? entry.name))
            case .id: columns.append(.id)
            case .name: columns.append(.name)
            case .modified: columns.append(.modified)
            }
        }
        return Columns(columns)
    }

    /// The values of a record, `nil` for what it does not have. A key is compared exactly, else without case and accents.
    /// `@modified` is in seconds since 1970.
    public func values(of row: QueryRow) -> [String?] {
        columns.map { column in
            switch column {
            case .key(let name): Columns.value(of: name, in: row.record).map { String(decoding: $0, as: UTF8.self) }
            case .id: row.id.map { "\($0)" }
            case .name: String(decoding: row.name, as: UTF8.self)
            case .modified: row.modified.map { "\($0)" }
            }
        }
    }

    static func value(of key: String, in record: PackedRecord) -> UnsafeBufferPointer<UInt8>? {
        if let value = record.value(of: key) { return value }
        return TextFolding.fold(key).withUnsafeBufferPointer { folded in
            for pair in record where TextFolding.equals(pair.key, folded) { return pair.value }
            return nil
        }
    }
}
