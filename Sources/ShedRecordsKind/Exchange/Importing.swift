import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// What becomes of a record of an import whose ID a record of the collection has.
public enum ConflictPolicy: String, Sendable, CaseIterable {
    /// The record that is there stays as it is.
    case skip
    /// It gets the pairs of the import.
    case update
    /// The import's becomes a new record with a new ID.
    case duplicate
    /// Nothing is imported.
    case fail
}

/// An import, as it was asked for.
public struct ImportOrder {
    public var format: ExchangeFormat
    public var exchange: ExchangeOptions
    /// The collection to import into; `nil`: the one whose ID the input names, else a new one.
    public var into: RecordCollection?
    /// The name of a new collection; `nil`: the input's own, else ``fallbackName``.
    public var name: String?
    /// Of the input's file.
    public var fallbackName: String
    public var policy = ConflictPolicy.update
    /// A key by whose value a record is known whose ID is not; `nil`: by its ID alone.
    public var match: String?

    public init(format: ExchangeFormat, exchange: ExchangeOptions = ExchangeOptions(), fallbackName: String) {
        self.format = format
        self.exchange = exchange
        self.fallbackName = fallbackName
    }
}

/// What came of an import, or would.
public struct ImportReport: Sendable {
    /// `nil` where a dry run would make the collection.
    public var collection: NodeID?
    public var name: Name
    public var isNewCollection: Bool
    public var created = 0
    public var updated = 0
    public var unchanged = 0
    public var skipped = 0
    /// What a person should be told, with the lines of the input.
    public var notes: [RecordsError] = []

    public var total: Int { created + updated + unchanged + skipped }
}

extension Project {
    /// Imports records: all of them, or none if one of them cannot be.
    ///
    /// The input is read twice: once to see that it is whole, and what collection it is of.
    /// - Parameters:
    ///   - source: opens the input at its beginning.
    ///   - progress: is told how many records are done, of how many.
    /// - Throws: with the line of the input that is at fault; nothing was changed then.
    public func importRecords(
        _ order: ImportOrder, from source: () throws(ShedError) -> ByteSource, dryRun: Bool = false,
        progress: ((Int, Int) -> Void)? = nil
    ) throws(ShedError) -> ImportReport {
        try asKnown.requireCollections()
        let reading = try refresh()
        var count = 0
        let head = try read(order, from: source()) { _ throws(RecordsError) in
            count += 1
            if count % 1_000 == 0 { progress?(0, count) }
        }
        var importer = try Importer(reading, order, head.collection, dryRun: dryRun)
        importer.report.notes = head.notes
        var done = 0
        do throws(ShedError) {
            _ = try read(order, from: source()) { item throws(RecordsError) in
                try importer.take(item)
                done += 1
                if done % 500 == 0 { progress?(done, count) }
            }
            return try importer.finish()
        } catch {
            importer.abandon()
            throw error
        }
    }

    /// Reads a whole input.
    /// - Returns: what it says of its collection, and what should be told.
    private func read(
        _ order: ImportOrder, from source: @escaping ByteSource, _ body: (IdentifiedRecord) throws(RecordsError) -> Void
    ) throws(ShedError) -> (collection: CollectionHead, notes: [RecordsError]) {
        guard var reader = order.format.reader(of: source, options: order.exchange) else {
            throw ShedError(.usage, .cannotImport(format: order.format.rawValue), remedy: .exportOtherwise)
        }
        do throws(RecordsError) {
            while let item = try reader.next() { try body(item) }
        } catch { throw ShedError.input(error) }
        return (reader.collection, reader.notes)
    }
}

extension ShedError {
    /// A fault of what a person gives to be read.
    static func input(_ error: RecordsError) -> ShedError {
        var result = ShedError(.usage, .disturbed(reason: .verbatim("\(error)")), remedy: .verbatim(error.remedy))
        result.line = error.line
        return result
    }
}
