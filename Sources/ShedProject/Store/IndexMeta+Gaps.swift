import ShedIndex
import ShedModel
import ShedSidecar

/// What of the sidecar is missing, as the index remembers it beside what it has folded.
extension IndexMeta {
    /// So many gaps are remembered; a broken sidecar may have any number.
    private static let mostGaps = Batch.mostWithout

    /// Takes over what a fold misses. What this machine has gone on without is forgotten once nobody misses it.
    mutating func setGaps(_ fold: Fold) {
        let gaps = fold.gaps.prefix(IndexMeta.mostGaps)
        let texts = gaps.map(\.description)
        extra["incomplete"] = IndexMeta.bytes(texts)
        extra["gaps"] = texts.isEmpty ? nil : [1]
        extra["missed"] = IndexMeta.bytes(gaps.compactMap { gap in if case .absent(let id) = gap { "\(id)" } else { nil } })
        extra["absent"] = IndexMeta.bytes(fold.missingBatches.prefix(IndexMeta.mostGaps).map(\.description))
        let known = Set(lines("waived"))
        extra["waived"] = IndexMeta.bytes(texts.filter(known.contains))
    }

    /// Whether it says which batches are missing; an index of an earlier shed says only that something is.
    var knowsGaps: Bool { extra["incomplete"] == nil || extra["gaps"] != nil }

    /// Why the sidecar is not whole, but for what this machine has gone on without: until that is here, nothing new gets
    /// an ID.
    package var waitedFor: [String] {
        let waived = Set(lines("waived"))
        return lines("incomplete").filter { !waived.contains($0) }
    }

    /// Goes on without everything that is missing now.
    mutating func waiveGaps() { extra["waived"] = extra["incomplete"] }

    /// Batches that others name as parents, that are not there and that nobody gave up.
    package var absentBatchesMissed: [BatchID] { lines("missed").compactMap { BatchID($0) } }

    /// All batches that are known to be missing (``Fold/missingBatches``), sorted.
    var absentBatches: [BatchID] { lines("absent").compactMap { BatchID($0) } }

    /// The number of the last batch that this replica is known to have written, also if that is lost; 0: none.
    var sequence: UInt64 { extra["sequence"].flatMap { UInt64(String(decoding: $0, as: UTF8.self)) } ?? 0 }

    private func lines(_ key: String) -> [String] { extra[key].map(IndexMeta.lines) ?? [] }

    package static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func bytes(_ lines: [String]) -> [UInt8]? { lines.isEmpty ? nil : Array(lines.joined(separator: "\n").utf8) }
}
