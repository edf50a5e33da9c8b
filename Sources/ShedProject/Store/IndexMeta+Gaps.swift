import ShedIndex
import ShedModel
import ShedSidecar

/// What of the sidecar is missing, as the index remembers it beside what it has folded.
extension IndexMeta {
    /// So many gaps are remembered; a broken sidecar may have any number.
    private static let mostGaps = Batch.mostWithout

    /// Takes over what a fold misses. What this machine has gone on without is forgotten once nobody misses it.
    mutating func setGaps(_ fold: Fold) {
        let known = Set(self.fold.gaps.waived)
        let missed = fold.gaps.prefix(IndexMeta.mostGaps)
        var gaps = SidecarGaps()
        gaps.reasons = missed.map(\.description)
        gaps.absentParents = missed.compactMap { gap in if case .absent(let id) = gap { id.bytes } else { nil } }
        gaps.missingBatches = fold.missingBatches.prefix(IndexMeta.mostGaps).map(\.bytes)
        gaps.waived = gaps.reasons.filter(known.contains)
        self.fold.gaps = gaps
    }

    /// Why the sidecar is not whole, but for what this machine has gone on without: until that is here, nothing new gets
    /// an ID.
    package var waitedFor: [String] {
        let waived = Set(fold.gaps.waived)
        return fold.gaps.reasons.filter { !waived.contains($0) }
    }

    /// Goes on without everything that is missing now.
    mutating func waiveGaps() { fold.gaps.waived = fold.gaps.reasons }

    /// Batches that others name as parents, that are not there and that nobody gave up.
    package var absentParents: [BatchID] { fold.gaps.absentParents.compactMap { BatchID(bytes: $0) } }

    /// Whether batches are waited for that git may have: those that others name as parents, and those of which a torn file is left.
    package var lacksBatches: Bool { !(fold.gaps.absentParents.isEmpty && fold.gaps.missingBatches.isEmpty) && !waitedFor.isEmpty }

    /// All batches that are known to be missing (``Fold/missingBatches``), sorted.
    var missingBatches: [BatchID] { fold.gaps.missingBatches.compactMap { BatchID(bytes: $0) } }
}
