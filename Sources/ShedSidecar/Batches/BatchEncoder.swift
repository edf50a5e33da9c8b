import ShedHash
import ShedModel

/// A batch with the bytes of its file.
public struct EncodedBatch: Sendable {
    public let batch: Batch
    public let bytes: [UInt8]
    /// The file's name, `<stamp of the first operation>-<checksum>.jsonl`; `nil` for a batch without operations.
    public let name: Name?
}

/// Writes batches: one JSON object a line, keys sorted (Documentation/Sidecar.md).
public enum BatchEncoder {
    /// How every batch begins: what follows are the 64 digits of its checksum.
    static let opening = Array("{\"checksum\":\"".utf8)
    static let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: BatchID.textLength)

    /// Encodes a batch and gives it its identity. The same input gives the same bytes.
    ///
    /// No field of one ID may be set twice at one stamp; of two, readers take the one whose encoded value is greater.
    public static func encode(
        _ header: Batch.Header, _ operations: [StampedOperation], unused: [UnusedOperation] = []
    ) -> EncodedBatch {
        var header = header
        header.parents = Array(Set(header.parents).sorted().prefix(Batch.mostParents))
        header.without = Array(Set(header.without).sorted().prefix(Batch.mostWithout))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1024 + 224 * operations.count)
        appendHeader(header, count: operations.count + unused.count, to: &bytes)
        appendLines(operations, unused.sorted { $0.position < $1.position }, to: &bytes)
        let id = seal(&bytes)
        let first = unused.first { $0.position == 0 }?.at ?? operations.first?.at
        let batch = Batch(id: id, header: header, operations: operations, unused: unused)
        return EncodedBatch(batch: batch, bytes: bytes, name: first.map { BatchName.make($0, id) })
    }

    private static func appendHeader(_ header: Batch.Header, count: Int, to bytes: inout [UInt8]) {
        bytes += opening
        bytes += zeros
        bytes += "\",\"count\":\(count),\"format\":\(Batch.format),\"parents\":[".utf8
        append(header.parents, to: &bytes)
        bytes += "],\"project\":\"\(header.project)\",\"replica\":\"\(header.replica)\"".utf8
        bytes += ",\"sequence\":\(header.sequence)".utf8
        if !header.without.isEmpty {
            bytes += ",\"without\":[".utf8
            append(header.without, to: &bytes)
            bytes.append(UInt8(ascii: "]"))
        }
        bytes += "}\n".utf8
    }

    private static func append(_ ids: [BatchID], to bytes: inout [UInt8]) {
        for (position, id) in ids.enumerated() {
            bytes += (position == 0 ? "\"" : ",\"").utf8
            id.append(to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private static func appendLines(
        _ operations: [StampedOperation], _ unused: [UnusedOperation], to bytes: inout [UInt8]
    ) {
        var writer = LineWriter()
        var rest = unused[...]
        for (position, operation) in operations.enumerated() {
            while let next = rest.first, next.position <= position + (unused.count - rest.count) {
                append(next, to: &bytes)
                rest = rest.dropFirst()
            }
            if !writer.append(operation, to: &bytes) { appendGeneral(operation, to: &bytes) }
        }
        for next in rest { append(next, to: &bytes) }
    }

    private static func append(_ unused: UnusedOperation, to bytes: inout [UInt8]) {
        JSONValue.object(unused.line).sortedThroughout.append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func appendGeneral(_ stamped: StampedOperation, to bytes: inout [UInt8]) {
        let members = stamped.operation.json.object?.members ?? []
        let line = JSONObject([JSONObject.Member("at", .string(stamped.at.description))] + members)
        JSONValue.object(line).append(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Sets the checksum of a file that has zeros in its place.
    static func seal(_ bytes: inout [UInt8]) -> BatchID {
        let digest = SHA256.hash(bytes)
        var digits: [UInt8] = []
        for byte in digest { Hexadecimal.append(UInt64(byte), digits: 2, to: &digits) }
        bytes.replaceSubrange(opening.count..<opening.count + digits.count, with: digits)
        return BatchID(digest: digest)
    }
}

extension BatchID {
    /// - Parameter digest: the 32 bytes of a SHA-256.
    init(digest: [UInt8]) {
        words = digest.withUnsafeBytes { bytes in
            func word(_ position: Int) -> UInt64 {
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: position * 8, as: UInt64.self))
            }
            return (word(0), word(1), word(2), word(3))
        }
    }
}

/// The names of batch files. They help people and sorting; what a file is, its content says.
public enum BatchName {
    /// The batch that a file of this name holds if it is whole; `nil` for a name that is not a batch's.
    public static func id(in name: Name) -> BatchID? {
        guard looksLikeBatch(name) else { return nil }
        return BatchID(String(decoding: name.bytes.dropFirst(Stamp.textLength + 1).prefix(BatchID.textLength), as: UTF8.self))
    }

    /// `<stamp>-<checksum>.jsonl`.
    public static func make(_ stamp: Stamp, _ id: BatchID) -> Name { Name("\(stamp)-\(id).jsonl") }

    /// Whether a name is that of a batch, or of a copy that a sync engine renamed (`….sync-conflict-….jsonl`).
    public static func looksLikeBatch(_ name: Name) -> Bool {
        let length = Stamp.textLength + 1 + BatchID.textLength
        guard name.bytes.count > length, name.bytes.suffix(6).elementsEqual(".jsonl".utf8) else { return false }
        let text = String(decoding: name.bytes.prefix(length), as: UTF8.self)
        return Stamp(text.prefix(Stamp.textLength)) != nil && text.dropFirst(Stamp.textLength).first == "-"
            && BatchID(text.suffix(BatchID.textLength)) != nil
    }
}
