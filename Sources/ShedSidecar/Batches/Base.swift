import ShedModel

/// Compacted batches: which ones, and of their operations those that still count (Documentation/Sidecar.md).
public struct Base: Hashable, Sendable {
    /// A batch that the base stands for.
    public struct Subsumed: Hashable, Sendable {
        public var id: BatchID
        public var header: Batch.Header

        public init(id: BatchID, header: Batch.Header) {
            self.id = id
            self.header = header
        }
    }

    /// An operation, and the position in ``Base/subsumed`` of the batch it comes from.
    public struct Kept: Hashable, Sendable {
        public var from: Int
        public var operation: StampedOperation

        public init(from: Int, operation: StampedOperation) {
            self.from = from
            self.operation = operation
        }
    }

    /// A line that speaks of something that this version does not know, and the position of the batch it comes from, if it says that.
    public struct Other: Hashable, Sendable {
        public var from: Int?
        public var line: JSONObject

        public init(from: Int?, line: JSONObject) {
            self.from = from
            self.line = line
        }
    }

    public let id: BatchID
    public let subsumed: [Subsumed]
    public let operations: [Kept]
    public let others: [Other]

    /// The versions of the format that are read; the last is written.
    static let formats: ClosedRange<Int64> = 1...2
}

/// Reads bases, as strictly as ``BatchDecoder`` reads batches.
public enum BaseDecoder {
    /// So many batches, names of batches and operations are read of one base of format 2. What is named by a number takes few bytes there,
    /// and many times as much memory.
    static let mostItems = 1 << 22

    /// Reads the bytes of a base's file, whatever its name.
    /// - Parameter projects: the IDs whose batches count.
    public static func decode(_ bytes: [UInt8], projects: Set<NodeID>) throws(BatchFault) -> Base {
        try decode(bytes, projects: projects, atMost: mostItems)
    }

    /// The same with another bound of what is in a base of format 2.
    static func decode(_ bytes: [UInt8], projects: Set<NodeID>, atMost room: Int) throws(BatchFault) -> Base {
        let result: Result<Base, BatchFault> = bytes.withUnsafeBufferPointer { buffer in
            do throws(BatchFault) { return .success(try decode(buffer, projects, room)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private static func decode(_ input: UnsafeBufferPointer<UInt8>, _ projects: Set<NodeID>, _ room: Int) throws(BatchFault) -> Base {
        var lines = try Lines(input)
        let (id, header) = try BatchDecoder.sealedHeader(of: input, &lines, formats: Base.formats)
        guard let project = header["project"]?.string.flatMap({ NodeID($0) }), let count = header["count"]?.integer,
            let expected = header["subsumes"]?.integer, expected >= 0
        else { throw .torn("its header lacks a member or has a wrong one") }
        guard projects.contains(project) else { throw .foreign(project) }
        if header["format"] == 2 { return try DenseBaseReader.read(input, &lines, id, header, of: project, atMost: room) }
        var subsumed: [Base.Subsumed] = []
        var named: Set<BatchID> = []
        while Int64(subsumed.count) < expected, let line = try lines.next() {
            let batch = try self.subsumed(try BatchDecoder.object(input, line), projects)
            guard named.insert(batch.id).inserted else { throw .torn("it names the batch \(batch.id) twice") }
            subsumed.append(batch)
        }
        guard Int64(subsumed.count) == expected else { throw .torn("it names fewer batches than its header says") }
        var operations: [Base.Kept] = []
        var others: [Base.Other] = []
        while let line = try lines.next() {
            switch try BatchDecoder.generalLine(input, line, position: 0) {
            case .unused(let other): others.append(Base.Other(from: other.line["from"]?.integer.flatMap { from(Int(clamping: $0), of: subsumed) }, line: other.line))
            case .operation(let operation):
                guard let from = try BatchDecoder.object(input, line)["from"]?.integer, from >= 0, from < expected else {
                    throw .torn("the operation at byte \(line.lowerBound) comes from no batch of the base")
                }
                operations.append(Base.Kept(from: Int(from), operation: operation))
            }
        }
        guard Int64(operations.count + others.count) == count else {
            throw .torn("it holds \(operations.count + others.count) operations, its header says \(count)")
        }
        return Base(id: id, subsumed: subsumed, operations: operations, others: others)
    }

    private static func from(_ position: Int, of subsumed: [Base.Subsumed]) -> Int? { subsumed.indices.contains(position) ? position : nil }

    private static func subsumed(_ object: JSONObject, _ projects: Set<NodeID>) throws(BatchFault) -> Base.Subsumed {
        guard let id = object["id"]?.string.flatMap({ BatchID($0) }), let parents = BatchDecoder.batches("parents", of: object),
            let without = object["without"] == nil ? [] : BatchDecoder.batches("without", of: object),
            let project = object["project"]?.string.flatMap({ NodeID($0) }), projects.contains(project),
            let replica = object["replica"]?.string.flatMap({ ReplicaID($0) }),
            let sequence = object["sequence"]?.integer, sequence >= 0
        else { throw .torn("it names a batch wrongly") }
        let header = Batch.Header(project: project, replica: replica, sequence: UInt64(sequence), parents: parents, without: without)
        return Base.Subsumed(id: id, header: header)
    }
}
