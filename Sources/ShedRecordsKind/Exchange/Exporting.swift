import ShedMessages
import ShedModel
import ShedProject
import ShedRecords

/// What came of an export.
public struct ExportReport: Sendable {
    public var written = 0
    /// What stands in the collection and is no record now, in the order of names; it was left out.
    public var left: [NoRecord] = []

    /// So many bytes are given to a sink at once.
    static let piece = 1 << 18
}

extension Reading {
    /// Exports a collection, in the order of its records' names.
    /// - Parameters:
    ///   - progress: is told how many records are done, of how many.
    ///   - sink: takes the bytes, piece by piece.
    public func export(
        _ collection: RecordCollection, as format: ExchangeFormat, _ options: ExchangeOptions,
        progress: ((Int, Int) -> Void)? = nil, to sink: ([UInt8]) throws(ShedError) -> Void
    ) throws(ShedError) -> ExportReport {
        let records = try records(in: collection)
        var report = ExportReport()
        report.left = try noRecords(in: collection, among: records)
        var union = ColumnUnion()
        for found in records where format.needsColumns && found.problem == nil { union.add(found.record) }
        var writer = format.writer(columns: union.columns, options: options)
        var bytes: [UInt8] = []
        do {
            try writer.begin(CollectionHead(id: collection.id, name: collection.name.text ?? collection.name.escaped), to: &bytes)
            for (position, found) in records.enumerated() {
                guard found.problem == nil else { continue }
                do throws(RecordsError) { try writer.append(IdentifiedRecord(id: found.id, record: found.record), to: &bytes) } catch {
                    throw ShedError(.usage, .cannotExport(path: "\(found.path)", reason: error.message), remedy: .verbatim(error.remedy))
                }
                report.written += 1
                if bytes.count >= ExportReport.piece {
                    try sink(bytes)
                    bytes.removeAll(keepingCapacity: true)
                }
                if position % 1_000 == 0 { progress?(position, records.count) }
            }
            try writer.finish(to: &bytes)
            try sink(bytes)
            return report
        } catch let error as RecordsError { throw ShedError(.usage, error.message, remedy: error.remedy) } catch { throw ShedError(error) }
    }

    /// The text of a record's file, and the state of the file that it is the text of.
    public func text(of record: FoundRecord) throws(ShedError) -> (bytes: [UInt8], evidence: Evidence) {
        do { return try root.openDirectory(at: record.path.parent).readWithEvidence(record.name, atMost: RecordText.largest * 4) } catch {
            throw ShedError(error)
        }
    }
}
