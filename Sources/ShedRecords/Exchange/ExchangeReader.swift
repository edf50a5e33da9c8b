/// Reads the records of an import one after the other. Holds one record and 64 KiB of input, however long the input is.
public protocol ExchangeReader {
    /// The next record; `nil` at the end of a whole and well-formed input.
    ///
    /// Not to be called again after an error. Does not look whether two records have one ID: that needs all of them.
    mutating func next() throws(RecordsError) -> IdentifiedRecord?

    /// What the input says of the collection. Whole only after ``next()`` gave `nil`: in JSON it may stand behind the records.
    var collection: CollectionHead { get }

    /// What a person should be told though it is no error, such as an input that may have been cut off. Whole only after
    /// ``next()`` gave `nil`.
    var notes: [RecordsError] { get }
}

extension ExchangeReader {
    public var notes: [RecordsError] { [] }
}

extension ExchangeFormat {
    /// A reader of the format; `nil` for Markdown.
    public func reader(of source: @escaping ByteSource, options: ExchangeOptions = ExchangeOptions()) -> (any ExchangeReader)? {
        let decoder = TextDecoder(source, as: options.encoding)
        let source: ByteSource = { buffer throws(RecordsError) in try decoder.read(into: buffer) }
        return switch self {
        case .json: JSONExchangeReader(source, shape: .document, readsValuesAsText: options.readsValuesAsText)
        case .jsonLines: JSONExchangeReader(source, shape: .lines, readsValuesAsText: options.readsValuesAsText)
        case .csv: CSVExchangeReader(source, options: options)
        case .xml: XMLExchangeReader(decoder)
        case .recfile: RecfileReader(source, options: options)
        case .markdown: nil
        }
    }
}
