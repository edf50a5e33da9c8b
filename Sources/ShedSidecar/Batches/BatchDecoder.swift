import Glibc
import ShedHash
import ShedModel
import ShedThreads

/// Reads batches, strictly: the checksum first, then every line. Input may be hostile; time and memory grow with its
/// length only.
public enum BatchDecoder {
    /// Reads the bytes of a batch's file, whatever its name.
    /// - Parameter projects: the IDs whose batches count: the project's own and those it was copied from.
    public static func decode(_ bytes: [UInt8], projects: Set<NodeID>) throws(BatchFault) -> Batch {
        let sealed: Result<Sealed, BatchFault> = bytes.withUnsafeBufferPointer { buffer in
            do throws(BatchFault) { return .success(try head(buffer, projects)) } catch { return .failure(error) }
        }
        let (id, header, count, begin) = try sealed.get()
        let (operations, unused) = try self.operations(of: bytes, from: begin)
        guard Int64(operations.count + unused.count) == count else {
            throw .torn("it holds \(operations.count + unused.count) operations, its header says \(count)")
        }
        return Batch(id: id, header: header, operations: operations, unused: unused)
    }

    /// What the first line says, how many lines there are to be after it, and where they begin.
    private typealias Sealed = (id: BatchID, header: Batch.Header, count: Int64, begin: Int)

    private static func head(_ input: UnsafeBufferPointer<UInt8>, _ projects: Set<NodeID>) throws(BatchFault) -> Sealed {
        var lines = try Lines(input)
        let (id, object) = try sealedHeader(of: input, &lines)
        guard let project = object["project"]?.string.flatMap({ NodeID($0) }),
            let replica = object["replica"]?.string.flatMap({ ReplicaID($0) }),
            let sequence = object["sequence"]?.integer, sequence >= 0,
            let parents = BatchDecoder.batches("parents", of: object),
            let without = object["without"] == nil ? [] : BatchDecoder.batches("without", of: object), let count = object["count"]?.integer
        else { throw .torn("its header lacks a member or has a wrong one") }
        guard projects.contains(project) else { throw .foreign(project) }
        let header = Batch.Header(
            project: project, replica: replica, sequence: UInt64(sequence), parents: parents, without: without)
        return (id, header, count, lines.position)
    }

    // MARK: The lines

    private typealias Operations = (known: [StampedOperation], unused: [UnusedOperation])

    /// Each part of a large file has so many bytes, or a line more: parts are read by several threads.
    private static let part = 1 << 20

    /// Reads all lines from one on. What is wrong with the first wrong one is told, whichever thread finds which first.
    private static func operations(of bytes: [UInt8], from begin: Int) throws(BatchFault) -> Operations {
        let parts = parts(of: bytes, from: begin)
        guard parts.count > 1 else { return try operations(in: bytes, parts.first ?? begin..<bytes.count).get() }
        let read = Lock([Result<Operations, BatchFault>?](repeating: nil, count: parts.count))
        Parallel.run(parts.count, threads: Sidecar.readers) { number in
            let result = operations(in: bytes, parts[number])
            read.withLock { $0[number] = result }
        }
        var all: Operations = ([], [])
        all.known.reserveCapacity(bytes.count / 190)
        for result in read.withLock({ $0 }) {
            guard let (known, unused) = try result?.get() else { continue }
            let before = all.known.count + all.unused.count
            all.unused += unused.map { UnusedOperation(position: before + $0.position, at: $0.at, line: $0.line) }
            all.known += known
        }
        return all
    }

    private static func parts(of bytes: [UInt8], from begin: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = begin
        while bytes.count - start > 2 * part, let end = bytes[(start + part)...].firstIndex(of: 0x0a) {
            parts.append(start..<end + 1)
            start = end + 1
        }
        return parts + [start..<bytes.count]
    }

    private static func operations(in bytes: [UInt8], _ range: Range<Int>) -> Result<Operations, BatchFault> {
        bytes.withUnsafeBufferPointer { input in
            do throws(BatchFault) {
                var lines = try Lines(input, range)
                return .success(try operations(input, &lines, room: range.count / 190))
            } catch { return .failure(error) }
        }
    }

    /// - Parameter room: for how many there is to be room. A line of 200 bytes is common; a guess from the length cannot ask for more memory
    ///   than the file has.
    private static func operations(_ input: UnsafeBufferPointer<UInt8>, _ lines: inout Lines, room: Int) throws(BatchFault) -> Operations {
        var operations: [StampedOperation] = []
        var unused: [UnusedOperation] = []
        operations.reserveCapacity(room)
        var reader = LineReader(input)
        while let line = try lines.next() {
            if let operation = reader.read(line) {
                operations.append(operation)
                continue
            }
            let position = operations.count + unused.count
            switch try generalLine(input, line, position: position) {
            case .operation(let operation): operations.append(operation)
            case .unused(let operation): unused.append(operation)
            }
        }
        return (operations, unused)
    }

    enum Line {
        case operation(StampedOperation)
        case unused(UnusedOperation)
    }

    static func object(_ input: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) throws(BatchFault) -> JSONObject {
        if let object = try value(input, line).object { return object }
        throw .torn("the line at byte \(line.lowerBound) is not an object")
    }

    static func value(_ input: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) throws(BatchFault) -> JSONValue {
        do throws(JSONParser.Failure) { return try JSONParser.parse(UnsafeBufferPointer(rebasing: input[line])) } catch {
            throw .torn("the line at byte \(line.lowerBound) is not JSON: \(error)")
        }
    }

    static func generalLine(
        _ input: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, position: Int
    ) throws(BatchFault) -> Line {
        try generalLine(try object(input, line), line, position: position)
    }

    static func generalLine(_ object: JSONObject, _ line: Range<Int>, position: Int) throws(BatchFault) -> Line {
        guard let at = object["at"]?.string.flatMap({ Stamp($0) }) else {
            throw .torn("the operation at byte \(line.lowerBound) has no stamp")
        }
        if let kind = object["kind"], kind != "node" {
            guard let label = kind.string.flatMap(LabelKind.init) else {
                return .unused(UnusedOperation(position: position, at: at, line: object))
            }
            return .operation(StampedOperation(at, try operation(on: label, object, line)))
        }
        guard let id = object["id"]?.string.flatMap({ NodeID($0) }), let set = object["set"]?.object else {
            throw .torn("the operation at byte \(line.lowerBound) has no ID or sets nothing")
        }
        let fields = set.members.map { Field(name: $0.name, value: $0.value) }
        return .operation(StampedOperation(at, Operation(id, fields)))
    }

    private static func operation(on label: LabelKind, _ object: JSONObject, _ line: Range<Int>) throws(BatchFault) -> Operation {
        guard let id = object["id"]?.string.flatMap({ NodeID($0) }), let set = object["set"]?.object else {
            throw .torn("the operation at byte \(line.lowerBound) has no ID or sets nothing")
        }
        return Operation(id, set.members.map { .other($0.name, $0.value) }, label: label)
    }

    /// Checks format and checksum and gives the header.
    ///
    /// The format comes first: the checksum of a later format may be another one.
    static func sealedHeader(
        of input: UnsafeBufferPointer<UInt8>, _ lines: inout Lines, formats: ClosedRange<Int64> = Batch.format...Batch.format
    ) throws(BatchFault) -> (BatchID, JSONObject) {
        let opening = BatchEncoder.opening.count
        let end = opening + BatchID.textLength
        guard input.count > end, input[..<opening].elementsEqual(BatchEncoder.opening) else {
            throw .torn("it does not begin as a batch does")
        }
        guard let first = try lines.next() else { throw .torn("it has no header") }
        let header = try object(input, first)
        guard let format = header["format"]?.integer else { throw .torn("its header names no format") }
        guard formats.contains(format) else { throw .unsupportedFormat(format) }
        var hash = SHA256()
        hash.update(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input)[..<opening]))
        hash.update(BatchEncoder.zeros)
        hash.update(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input)[end...]))
        let id = BatchID(digest: hash.digest())
        guard input[opening..<end].elementsEqual(Array(id.description.utf8)) else { throw .torn("its checksum is wrong") }
        return (id, header)
    }

    /// The identities that a member of a header lists; `nil` where it is no such list.
    static func batches(_ member: String, of object: JSONObject) -> [BatchID]? {
        guard let values = object[member]?.array else { return nil }
        let batches = values.compactMap { $0.string.flatMap { BatchID($0) } }
        return batches.count == values.count ? batches : nil
    }
}

/// The lines of a file, each ended by `\n`.
struct Lines {
    private let input: UnsafeBufferPointer<UInt8>
    /// Where the next line begins.
    private(set) var position: Int
    private let end: Int

    init(_ input: UnsafeBufferPointer<UInt8>) throws(BatchFault) { try self.init(input, 0..<input.count) }

    /// Those in a part of it, which begins where one begins and ends where one ends.
    init(_ input: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) throws(BatchFault) {
        guard input.count <= Batch.largest else { throw .tooLarge }
        self.input = input
        (position, end) = (part.lowerBound, part.upperBound)
    }

    /// The bytes of the next line without its end, or `nil` behind the last.
    mutating func next() throws(BatchFault) -> Range<Int>? {
        guard position < end, let start = input.baseAddress else { return nil }
        guard let found = memchr(start + position, 0x0a, end - position) else {
            throw .torn("its last line has no end")
        }
        let end = UnsafeRawPointer(start).distance(to: UnsafeRawPointer(found))
        guard end - position <= Batch.longestLine else { throw .tooLarge }
        defer { position = end + 1 }
        return position..<end
    }
}
