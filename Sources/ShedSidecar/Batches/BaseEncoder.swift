import ShedModel

/// A base with the bytes of its file.
public struct EncodedBase: Sendable {
    public let id: BatchID
    public let bytes: [UInt8]
    /// The batches that it stands for.
    public let batches: [BatchID]
    /// The file's name in `base/`, `<checksum>.jsonl`.
    public var name: Name { Name("\(id).jsonl") }
}

/// What of one batch goes into a base.
public struct BaseEntry: Sendable {
    public var id: BatchID
    public var header: Batch.Header
    public var operations: [StampedOperation]
    /// Lines that this version does not know.
    public var others: [JSONObject]

    public init(id: BatchID, header: Batch.Header, operations: [StampedOperation], others: [JSONObject]) {
        self.id = id
        self.header = header
        self.operations = operations
        self.others = others
    }

    public init(_ batch: Batch) {
        self.init(id: batch.id, header: batch.header, operations: batch.operations, others: batch.unused.map(\.line))
    }
}

/// Writes bases of format 2.
public enum BaseEncoder {
    /// Encodes a base of batches of one replica and one project.
    ///
    /// The same input gives the same bytes. What later operations of the same batches override is left out (``Superseded``).
    /// - Parameters:
    ///   - copy: makes bases of the same batches different files, of which one corrupt one loses nothing.
    ///   - now: in milliseconds since 1970; what is stamped later overrides nothing.
    /// - Returns: `nil` where there are no batches, or they are not all of one replica and project.
    public static func encode(_ entries: [BaseEntry], copy: Int, now: Int64) -> EncodedBase? {
        guard let first = entries.first?.header, entries.allSatisfy({ $0.header.replica == first.replica && $0.header.project == first.project })
        else { return nil }
        let entries = Superseded(entries, now: now).entries.sorted { left, right in
            left.header.sequence != right.header.sequence ? left.header.sequence < right.header.sequence : left.id < right.id
        }
        let count = entries.reduce(0) { $0 + $1.operations.count + $1.others.count }
        var bytes = BatchEncoder.opening + BatchEncoder.zeros
        bytes += "\",\"copy\":\(copy),\"count\":\(count),\"format\":2,\"project\":\"\(first.project)\"".utf8
        bytes += ",\"replica\":\"\(first.replica)\",\"subsumes\":\(entries.count)}\n".utf8
        var writer = DenseBaseWriter(replica: first.replica)
        for entry in entries { writer.append(entry, to: &bytes) }
        let id = BatchEncoder.seal(&bytes)
        return EncodedBase(id: id, bytes: bytes, batches: entries.map(\.id))
    }
}

private struct DenseBaseWriter {
    let replica: ReplicaID
    private var positions: [BatchID: Int] = [:]
    private var last: (id: BatchID, sequence: UInt64)?
    private var ids: [NodeID: Int] = [:]

    init(replica: ReplicaID) { self.replica = replica }

    mutating func append(_ entry: BaseEntry, to bytes: inout [UInt8]) {
        let stamp = entry.operations.first { $0.at.replica == replica }?.at
        var items: [JSONValue] = [
            .string(entry.id.description), stamp.map { .string(DenseBaseWriter.time($0)) } ?? .null,
            last.map { $0.sequence + 1 == entry.header.sequence } ?? (entry.header.sequence == 0) ? .null : .integer(Int64(clamping: entry.header.sequence)),
            entry.header.parents == (last.map { [$0.id] } ?? []) ? .null : batches(entry.header.parents),
            entry.header.without.isEmpty ? .null : batches(entry.header.without),
        ]
        while items.last == .null { items.removeLast() }
        line(.array(items), to: &bytes)
        positions[entry.id] = positions.count
        last = (entry.id, entry.header.sequence)
        for operation in entry.operations { append(operation, stamp, to: &bytes) }
        for other in entry.others {
            line(JSONValue.object(JSONObject(other.members.filter { $0.name != "from" })).sortedThroughout, to: &bytes)
        }
    }

    private func batches(_ ids: [BatchID]) -> JSONValue {
        .array(ids.map { id in positions[id].map { .integer(Int64($0)) } ?? .string(id.description) })
    }

    private mutating func append(_ stamped: StampedOperation, _ stamp: Stamp?, to bytes: inout [UInt8]) {
        let id: JSONValue
        if let known = ids[stamped.operation.id] {
            id = .integer(Int64(known))
        } else {
            id = .string(stamped.operation.id.description)
            ids[stamped.operation.id] = ids.count
        }
        var items = [id, stamped.operation.json["set"] ?? .object(JSONObject())]
        let isUsual = stamped.at == stamp
        if !isUsual || stamped.operation.label != nil {
            items.append(isUsual ? .null : .string(stamped.at.replica == replica ? DenseBaseWriter.time(stamped.at) : stamped.at.description))
        }
        if let label = stamped.operation.label { items.append(.string(label.rawValue)) }
        line(.array(items), to: &bytes)
    }

    private func line(_ value: JSONValue, to bytes: inout [UInt8]) {
        value.append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func time(_ stamp: Stamp) -> String { String(stamp.description.prefix(16)) }
}
