/// Writes the records of an export one after the other, each appended to bytes that the caller passes on when they are
/// enough. The same calls give the same bytes.
public protocol ExchangeWriter {
    /// What stands before the records. To be called first.
    mutating func begin(_ collection: CollectionHead, to bytes: inout [UInt8]) throws(RecordsError)

    /// Appends one record.
    /// - Throws: where the format cannot hold it; `bytes` may then hold a part of it, and the export is to be given up.
    mutating func append(_ record: IdentifiedRecord, to bytes: inout [UInt8]) throws(RecordsError)

    /// What stands behind the records. To be called last.
    mutating func finish(to bytes: inout [UInt8]) throws(RecordsError)
}

extension ExchangeFormat {
    /// A writer of the format.
    /// - Parameter columns: the keys of all records, for the formats that are tables (CSV and Markdown): see ``ColumnUnion``.
    public func writer(columns: [String], options: ExchangeOptions = ExchangeOptions()) -> any ExchangeWriter {
        switch self {
        case .json: JSONExchangeWriter()
        case .jsonLines: JSONLinesWriter()
        case .csv: CSVExchangeWriter(columns: columns, options: options)
        case .xml: XMLExchangeWriter()
        case .recfile: RecfileWriter(options: options)
        case .markdown: MarkdownWriter(columns: columns)
        }
    }

    /// Whether its writer needs all keys before the first record.
    public var needsColumns: Bool { self == .csv || self == .markdown }
}
