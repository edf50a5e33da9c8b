import ShedModel

/// Reads a base of format 2 (Documentation/Sidecar.md): of one replica, in which what lines have in common is said once.
struct DenseBaseReader {
    private let project: NodeID
    private let replica: ReplicaID
    private var subsumed: [Base.Subsumed] = []
    private var named: Set<BatchID> = []
    private var operations: [Base.Kept] = []
    private var others: [Base.Other] = []
    /// The IDs in the order in which lines named them first.
    private var ids: [NodeID] = []
    /// The stamp of the batch's operations that say none.
    private var stamp: Stamp?
    /// How many batches, names of batches and operations may still come.
    private var room: Int

    /// Reads what follows the header.
    /// - Parameter room: how many batches, names of batches and operations there are at most.
    static func read(
        _ input: UnsafeBufferPointer<UInt8>, _ lines: inout Lines, _ id: BatchID, _ header: JSONObject, of project: NodeID, atMost room: Int
    ) throws(BatchFault) -> Base {
        guard let replica = header["replica"]?.string.flatMap({ ReplicaID($0) }) else { throw .torn("its header names no replica") }
        var reader = DenseBaseReader(project: project, replica: replica, room: room)
        while let line = try lines.next() { try reader.read(try BatchDecoder.value(input, line), line) }
        guard header["subsumes"]?.integer == Int64(reader.subsumed.count) else {
            throw .torn("it names \(reader.subsumed.count) batches, its header says otherwise")
        }
        guard header["count"]?.integer == Int64(reader.operations.count + reader.others.count) else {
            throw .torn("it holds \(reader.operations.count + reader.others.count) operations, its header says otherwise")
        }
        return Base(id: id, subsumed: reader.subsumed, operations: reader.operations, others: reader.others)
    }

    private init(project: NodeID, replica: ReplicaID, room: Int) {
        self.project = project
        self.replica = replica
        self.room = room
    }

    private mutating func take(_ count: Int) throws(BatchFault) {
        room -= count
        if room < 0 { throw .tooLarge }
    }

    private mutating func read(_ value: JSONValue, _ line: Range<Int>) throws(BatchFault) {
        try take(1)
        switch value {
        case .array(let items):
            if let id = items.first?.string.flatMap({ BatchID($0) }) { return try readBatch(id, items, line) }
            try readOperation(items, line)
        case .object(let object):
            guard let from = subsumed.indices.last else { throw fault("comes before all batches", line) }
            switch try BatchDecoder.generalLine(object, line, position: 0) {
            case .operation(let operation): operations.append(Base.Kept(from: from, operation: operation))
            case .unused(let other): others.append(Base.Other(from: from, line: other.line))
            }
        default: throw fault("is neither an array nor an object", line)
        }
    }

    private func fault(_ what: String, _ line: Range<Int>) -> BatchFault { .torn("the line at byte \(line.lowerBound) \(what)") }

    /// `[identity, time, sequence, parents, without]`, of which those at the end may be left out.
    private mutating func readBatch(_ id: BatchID, _ items: [JSONValue], _ line: Range<Int>) throws(BatchFault) {
        guard items.count <= 5, named.insert(id).inserted else { throw .torn("it names the batch \(id) twice, or wrongly") }
        func item(_ position: Int) -> JSONValue? {
            guard items.indices.contains(position), items[position] != .null else { return Optional.none }
            return items[position]
        }
        stamp = nil
        if let time = item(1) {
            guard let time = time.string.flatMap({ DenseBaseReader.time($0) }) else { throw fault("has a wrong time", line) }
            stamp = Stamp(time: time, replica: replica)
        }
        var sequence = subsumed.last.map { $0.header.sequence + 1 } ?? 0
        if let said = item(2) {
            guard let number = said.integer, number >= 0 else { throw fault("has a wrong number", line) }
            sequence = UInt64(number)
        }
        guard sequence <= UInt64(Int64.max) else { throw fault("has a wrong number", line) }
        var parents = subsumed.last.map { [$0.id] } ?? []
        if let said = item(3) { parents = try batches(said, line) }
        let without = try item(4).map { said throws(BatchFault) in try batches(said, line) } ?? []
        let header = Batch.Header(project: project, replica: replica, sequence: sequence, parents: parents, without: without)
        subsumed.append(Base.Subsumed(id: id, header: header))
    }

    /// Identities, or positions of batches that lines before this one name.
    private mutating func batches(_ value: JSONValue, _ line: Range<Int>) throws(BatchFault) -> [BatchID] {
        try take(value.array?.count ?? 0)
        let found = value.array?.compactMap { item -> BatchID? in
            if let position = item.integer { return subsumed.indices.contains(Int(clamping: position)) ? subsumed[Int(clamping: position)].id : nil }
            return item.string.flatMap { BatchID($0) }
        }
        guard let found, found.count == value.array?.count, Set(found).count == found.count else { throw fault("names batches wrongly", line) }
        return found
    }

    /// `[ID, fields, stamp, kind]`, of which the last two may be left out.
    private mutating func readOperation(_ items: [JSONValue], _ line: Range<Int>) throws(BatchFault) {
        guard let from = subsumed.indices.last else { throw fault("comes before all batches", line) }
        guard (2...4).contains(items.count), let set = items[1].object else { throw fault("sets nothing", line) }
        let id: NodeID
        if let position = items[0].integer {
            guard ids.indices.contains(Int(clamping: position)) else { throw fault("has an ID that no line named", line) }
            id = ids[Int(clamping: position)]
        } else {
            guard let named = items[0].string.flatMap({ NodeID($0) }) else { throw fault("has no ID", line) }
            ids.append(named)
            id = named
        }
        var at = stamp
        if items.count > 2, items[2] != .null {
            at = items[2].string.flatMap { text in DenseBaseReader.time(text).map { Stamp(time: $0, replica: replica) } ?? Stamp(text) }
        }
        guard let at else { throw fault("has no stamp", line) }
        guard items.count > 3 else {
            operations.append(Base.Kept(from: from, operation: StampedOperation(at, Operation(id, set.members.map { Field(name: $0.name, value: $0.value) }))))
            return
        }
        guard let label = items[3].string.flatMap(LabelKind.init) else { throw fault("is of no known kind", line) }
        let operation = Operation(id, set.members.map { .other($0.name, $0.value) }, label: label)
        operations.append(Base.Kept(from: from, operation: StampedOperation(at, operation)))
    }

    /// The time part of a stamp, 16 digits.
    private static func time(_ text: String) -> UInt64? { text.utf8.count == 16 ? Hexadecimal.read(Array(text.utf8)) : nil }
}
