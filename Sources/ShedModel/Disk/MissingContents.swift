/// What a file holds, as far as it tells one from another.
public struct FileContent: Hashable, Sendable {
    /// In bytes.
    public var size: Int64
    public var hash: ContentHash

    public init(size: Int64, hash: ContentHash) {
        self.size = size
        self.hash = hash
    }

    public init(_ record: ContentRecord) { self.init(size: record.size, hash: record.hash) }
}

/// Files that are missing, by what they last contained. There is one for each file that ever was, so none is looked at but those
/// of the content that is asked for.
///
/// Follows from a model and a memory: whoever changes them says of which nodes.
public struct MissingContents: Sendable {
    private struct Entry: Sendable {
        var size: Int64
        /// Of the whole content.
        var hash: Int
    }

    private var entries = IDTable<Entry>()
    private var byContent = SlotIndex()
    /// How many there are of each size.
    private var counts: [Int64: Int] = [:]

    /// One pass over all that is missing.
    public init(_ model: Model, _ memory: Memory) {
        // Who never looked at the disk has the sidecar's word alone.
        for id in memory.isEmpty ? model.nodes.keys : memory.missing.keys { note(id, model, memory) }
    }

    /// Takes over what has changed of a node.
    public mutating func note(_ id: NodeID, _ model: Model, _ memory: Memory) {
        let content = MissingContents.content(of: id, model, memory)
        let entry = content.map { Entry(size: $0.size, hash: IDHash.of($0.hash, size: $0.size)) }
        if let position = entries.position(of: id) {
            guard entries.values[position].hash != entry?.hash else { return }
            remove(position)
        }
        guard let entry else { return }
        entries.updateValue(entry, forKey: id)
        byContent.insert(entries.count - 1, hash: hash)
        counts[entry.size, default: 0] += 1
    }

    private mutating func remove(_ position: Int) {
        let size = entries.values[position].size
        counts[size] = counts[size].flatMap { $0 > 1 ? $0 - 1 : nil }
        byContent.remove(position, hash: hash)
        let last = entries.count - 1
        // The table puts its last element into the gap.
        if position != last { byContent.move(last, to: position, hash: entries.values[last].hash) }
        entries.removeValue(forKey: entries.keys[position])
    }

    private var hash: (Int) -> Int { { [values = entries.values] in values[$0].hash } }

    /// What a missing file last contained; `nil` for an empty one, and for what is no missing file.
    private static func content(of id: NodeID, _ model: Model, _ memory: Memory) -> FileContent? {
        guard let position = model.nodes.position(of: id), !model.nodes.values[position].type.isDirectory,
            memory.missing.position(of: id) != nil || memory.isEmpty
        else { return nil }
        if model.nodes.values[position].hasDetails, let record = model.nodes.values[position].details?.content {
            return record.size > 0 ? FileContent(record) : nil
        }
        guard let sighting = memory.seen[id], let hash = sighting.hash, sighting.evidence.size > 0 else { return nil }
        return FileContent(size: sighting.evidence.size, hash: hash)
    }

    /// Whether any missing file had this size, in bytes.
    public func hasSize(_ size: Int64) -> Bool { counts[size] != nil }

    /// The first missing files that had this content and for which the condition holds, in no order.
    public func nodes(_ content: FileContent, atMost count: Int, where allows: (NodeID) -> Bool) -> [NodeID] {
        let hash = IDHash.of(content.hash, size: content.size)
        var found: [NodeID] = []
        _ = byContent.first(hash) { position in
            if entries.values[position].hash == hash, allows(entries.keys[position]) { found.append(entries.keys[position]) }
            return found.count == count
        }
        return found
    }
}
