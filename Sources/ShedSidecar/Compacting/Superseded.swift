import ShedModel

/// Batches without those of their fields that a later operation of the same batches sets again.
///
/// What the fold asks for besides the last values stays: every place that a node was given (who moved it knowing of whom decides which IDs
/// are one), types and second names, what was set at the greatest time, where no stamp decides, all lines on labels and of kinds of
/// projects, what this version does not understand, and of each ID the oldest operation, if need be without fields, since it says how old
/// the ID is. What a stamp from the future sets overrides nothing, since who reads it with another clock may know it for what it is.
struct Superseded {
    private struct Key: Hashable {
        var id: NodeID
        var field: String
    }

    private(set) var entries: [BaseEntry]
    private let now: Int64
    /// When each field was set last.
    private var latest: [Key: Stamp] = [:]
    /// The oldest stamp of each ID.
    private var oldest: [NodeID: Stamp] = [:]

    init(_ entries: [BaseEntry], now: Int64) {
        self.entries = entries
        self.now = now
        for entry in entries { for stamped in entry.operations where stamped.operation.label == nil { note(stamped) } }
        for position in entries.indices {
            self.entries[position].operations = entries[position].operations.compactMap(kept)
        }
    }

    private mutating func note(_ stamped: StampedOperation) {
        let id = stamped.operation.id
        oldest[id] = min(oldest[id] ?? stamped.at, stamped.at)
        guard stamped.at.milliseconds <= now, !stamped.at.isGreatest else { return }
        for field in stamped.operation.set where Superseded.canGo(field) {
            let key = Key(id: id, field: field.name)
            latest[key] = max(latest[key] ?? stamped.at, stamped.at)
        }
    }

    /// Whether nothing but its last value counts.
    private static func canGo(_ field: Field) -> Bool {
        switch field {
        case .role, .accepts, .origin, .rejection, .exception, .unexplained, .content, .forgotten, .note, .created, .order, .tag, .value: true
        // One that is not understood is counted, and stays.
        case .other(SeenContent.field, let value): value == .null || SeenContent.content(value) != nil
        case .type, .place, .alias, .other: false
        }
    }

    private func kept(_ stamped: StampedOperation) -> StampedOperation? {
        guard stamped.operation.label == nil, !stamped.operation.set.isEmpty else { return stamped }
        var result = stamped
        result.operation.set.removeAll { overrides($0, stamped) }
        return result.operation.set.isEmpty && oldest[stamped.operation.id] != stamped.at ? nil : result
    }

    /// Whether a later operation sets again what one sets, and nothing but the last value counts.
    func overrides(_ field: Field, _ stamped: StampedOperation) -> Bool {
        guard stamped.operation.label == nil, Superseded.canGo(field) else { return false }
        return latest[Key(id: stamped.operation.id, field: field.name)].map { stamped.at < $0 } ?? false
    }

    /// Whether an operation, of what stands there, tells no more of how old its ID is.
    func isAsOld(_ stamped: StampedOperation) -> Bool {
        stamped.operation.label != nil || oldest[stamped.operation.id].map { $0 <= stamped.at } ?? false
    }
}
