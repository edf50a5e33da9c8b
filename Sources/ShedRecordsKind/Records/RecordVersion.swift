import ShedModel
import ShedProject
import ShedRecords

/// What a record held at one time.
public struct RecordVersion: Sendable {
    /// From 1, the oldest that is kept.
    public var number: Int
    public var record: Record
    /// As it stood in the file.
    var bytes: [UInt8]
    /// When shed wrote something else in its place, in milliseconds since 1970; `nil` for what the record holds now.
    public var until: Int64?
    /// Who did: `daemon`, or a verb's name.
    public var by: String?
    /// The number of that in “shed undo --list”; `nil` also where that was done elsewhere, before an import brought it here.
    public var entry: Int?

    public var isCurrent: Bool { until == nil }
}

extension Reading {
    /// What a record held, the oldest first, and what it holds now. What other programs wrote over is not kept.
    public func versions(of record: FoundRecord) throws(ShedError) -> [RecordVersion] {
        let now = try text(of: record).bytes
        var result: [RecordVersion] = []
        for kept in try project.keptContents(of: load().model.names(of: record.id), atMost: RecordText.largest) {
            guard let old = try? RecordText.parse(kept.bytes) else { continue }
            // What was never written over after all is what came next.
            if let last = result.last, last.bytes == kept.bytes { result.removeLast() }
            result.append(RecordVersion(number: result.count + 1, record: old, bytes: kept.bytes, until: kept.time, by: kept.actor, entry: kept.entry))
        }
        if let last = result.last, last.bytes == now { result.removeLast() }
        result.append(RecordVersion(number: result.count + 1, record: record.record, bytes: now, until: nil, by: nil, entry: nil))
        return result
    }

    /// Writes into a record's file what it held in a version; what it holds now becomes one.
    public func restore(_ record: FoundRecord, _ version: RecordVersion, dryRun: Bool = false) throws(ShedError) {
        try replace(record, with: version.bytes, expected: try text(of: record).evidence, dryRun: dryRun)
    }
}
