import ShedModel

/// Folds the operations on labels: last writer wins, field by field, by stamp.
struct LabelFold: Sendable {
    private struct Setting: Sendable {
        var value: JSONValue
        var stamp: Stamp
    }

    private struct Entry: Sendable {
        var first: Stamp
        var last: Stamp
        var settings: [String: Setting] = [:]
    }

    private var entries: [LabelKey: Entry] = [:]

    /// Adds an operation on a label. Of the same stamp the greater encoded value stays; what is set at the greatest is left to
    /// ``put(_:in:of:at:)``.
    /// - Returns: `false` where a known field has a value that this version does not know; that is left out.
    mutating func add(_ operation: Operation, at stamp: Stamp) -> Bool {
        guard let kind = operation.label else { return true }
        let key = LabelKey(kind, operation.id)
        var entry = entries.removeValue(forKey: key) ?? Entry(first: stamp, last: stamp)
        entry.first = min(entry.first, stamp)
        entry.last = max(entry.last, stamp)
        var isUnderstood = true
        for case .other(let name, let value) in operation.set {
            guard LabelField.takes(value, as: name) else {
                isUnderstood = false
                continue
            }
            // Which of those is the last is asked once all are there.
            if stamp.isGreatest { continue }
            if let current = entry.settings[name] {
                if stamp < current.stamp { continue }
                let (old, new) = (current.value.sortedThroughout.compact, value.sortedThroughout.compact)
                if stamp == current.stamp, !old.lexicographicallyPrecedes(new) { continue }
            }
            entry.settings[name] = Setting(value: value, stamp: stamp)
        }
        entries[key] = entry
        return isUnderstood
    }

    /// Sets a field to what is known to be its last value (``GreatestSettings``).
    mutating func put(_ value: JSONValue, in name: String, of key: LabelKey, at stamp: Stamp) {
        entries[key]?.settings[name] = Setting(value: value, stamp: stamp)
    }

    /// Operations that fold to the same.
    var operations: [StampedOperation] {
        entries.flatMap { key, entry in
            let ends = Set([entry.first, entry.last]).map { StampedOperation($0, Operation(key.id, [], label: key.kind)) }
            return ends + entry.settings.map { StampedOperation($0.value.stamp, Operation(key.id, [.other($0.key, $0.value.value)], label: key.kind)) }
        }
    }

    /// The labels as the latest operations make them, in no order.
    var records: [LabelRecord] {
        entries.map { key, entry in
            LabelRecord(key, first: entry.first, last: entry.last, fields: entry.settings.mapValues(\.value).filter { $0.value != .null })
        }
    }

    /// The fields that were set after a time (milliseconds since 1970), with their stamps.
    func settings(after milliseconds: Int64) -> [(key: FieldKey, stamp: Stamp)] {
        entries.flatMap { key, entry in
            entry.settings.filter { $0.value.stamp.milliseconds > milliseconds }
                .map { (FieldKey(id: key.id, field: $0.key), $0.value.stamp) }
        }
    }
}
