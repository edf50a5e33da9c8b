import ShedModel
import Testing

@testable import ShedSidecar

@Suite struct `What is said at once` {
    private static let project = NodeID(high: 1, low: 1)
    private static let replica = ReplicaID(rawValue: 7)

    private func read(_ portions: [[Operation]]) throws -> [Operation] {
        try portions.enumerated().flatMap { number, portion in
            let stamp = Stamp(time: 1 << 20, replica: Self.replica)
            let header = Batch.Header(project: Self.project, replica: Self.replica, sequence: UInt64(number) + 1, parents: [])
            return try BatchDecoder.decode(BatchEncoder.encode(header, portion.map { StampedOperation(stamp, $0) }).bytes, projects: [Self.project]).operations.map(\.operation)
        }
    }

    @Test func `is one batch as long as readers take it`() throws {
        let operations = (0..<1_000).map { Operation(NodeID(high: 2, low: $0), [.type(.file), .place(Place(parent: Self.project, name: Name("\($0).txt")))]) }
        #expect(try operations.portions() == [operations])
        #expect(try [Operation]().portions().isEmpty)
    }

    /// As many tags as somebody can name in one call.
    @Test func `is a line that readers take, and several where it would be longer`() throws {
        let fields: [Field] = [.type(.file), .place(Place(parent: Self.project, name: "a.txt"))] + (0..<40_000).map { .tag(NodeID(high: 3, low: $0), true) }
        let long = Operation(NodeID(high: 2, low: 2), fields)
        // As it was written before.
        #expect(throws: BatchFault.self) { try read([[long]]) }
        let portions = try [long].portions()
        #expect(portions.count == 1 && portions[0].count > 1)
        #expect(portions[0][0].set.prefix(2) == fields.prefix(2))
        #expect(portions.joined().flatMap(\.set) == fields)
        #expect(try Set(read(portions).flatMap(\.set)) == Set(fields))
    }

    @Test func `is several batches where one would be larger than readers take`() throws {
        let operations = (0..<500).map { Operation(NodeID(high: 2, low: $0), [.type(.file), .place(Place(parent: Self.project, name: Name("\($0).txt")))]) }
        let portions = try operations.portions(batch: 16 << 10)
        #expect(portions.count > 5)
        #expect(Array(portions.joined()) == operations)
        for portion in portions { #expect(try read([portion]).count == portion.count) }
        for portion in portions {
            let stamped = portion.map { StampedOperation(Stamp(time: 1, replica: Self.replica), $0) }
            let header = Batch.Header(project: Self.project, replica: Self.replica, sequence: 1, parents: [])
            #expect(BatchEncoder.encode(header, stamped).bytes.count <= 17 << 10)
        }
    }

    /// A move was noted before it was made: once the first batch is there, it counts as said.
    @Test func `says first what is more than that something new is there`() throws {
        let new = (0..<300).map { Operation(NodeID(high: 2, low: $0), [.type(.file), .place(Place(parent: Self.project, name: Name("\($0).txt")))]) }
        let moved = Operation(NodeID(high: 4, low: 1), [.place(Place(parent: Self.project, name: "b.txt"))])
        let refused = Operation(NodeID(high: 4, low: 2), [.type(.folder), .place(Place(parent: Self.project, name: "c")), .origin(Place(parent: Self.project, name: "c"))])
        let rejected = Operation(NodeID(high: 4, low: 3), [.type(.folder), .role(Role(rawValue: "rejected")), .place(Place(parent: Self.project, name: "Rejected"))])
        let portions = try (new + [rejected, moved, refused]).portions(batch: 16 << 10)
        #expect(portions.count > 3 && Array(portions[0].prefix(3)) == [rejected, moved, refused])
        #expect(Array(portions.joined().dropFirst(3)) == new)
        #expect(try (new + [moved]).portions() == [new + [moved]])
    }

    private func place(_ parent: NodeID, _ name: String) -> Field { .place(Place(parent: parent, name: Name(name))) }

    /// A power cut may leave the first batches and not the others.
    @Test func `says what makes something before what refers to it, and of one ID in the order in which it was said`() throws {
        let content = Field.content(ContentRecord(hash: try #require(ContentHash(bytes: [UInt8](repeating: 1, count: 32))), size: 1, since: 1))
        let (folder, inner, label) = (NodeID(high: 5, low: 1), NodeID(high: 5, low: 2), NodeID(high: 5, low: 3))
        let files = (0..<200).map { NodeID(high: 2, low: $0) }
        var operations = files.map { Operation($0, [.type(.file), place(inner, "\($0).txt")]) }
        operations.append(Operation(inner, [.type(.folder), place(folder, "inner")]))
        operations.append(Operation(folder, [.type(.folder), place(Self.project, "folder")]))
        // It is moved on after it was made, and back.
        operations.append(Operation(files[7], [place(folder, "a.txt"), .exception(true)]))
        operations.append(Operation(files[7], [place(Self.project, "b.txt"), .tag(label, true)]))
        operations.append(Operation(label, [.other("name", .string("x"))], label: .tag))
        operations += files.map { Operation($0, [content]) }
        // The batches as small as they can be: each of one operation.
        for limit in [1, 2_000, 16 << 10] {
            let portions = try operations.portions(batch: limit)
            #expect(portions.count > 3)
            let said = Array(portions.joined())
            #expect(said.count == operations.count && Set(said) == Set(operations))
            for id in files + [folder, inner] { #expect(said.filter { $0.id == id } == operations.filter { $0.id == id }) }
            var known: Set<NodeID> = [Self.project]
            for operation in said {
                known.insert(operation.id)
                for case .place(let place?) in operation.set { #expect(known.contains(place.parent), "\(operation)") }
                for case .tag(let tag, _) in operation.set { #expect(known.contains(tag)) }
                if operation.set == [content] { #expect(said.first { $0.id == operation.id }?.set.first == .type(.file)) }
            }
        }
        // What is more than that something is there comes as early as it can.
        let said = Array(try operations.portions(batch: 2_000).joined())
        #expect(said.firstIndex { $0.id == files[7] && $0.set.contains(.exception(true)) } == 3)
        #expect(said.lastIndex { $0.id == files[7] && $0.set.contains(.tag(label, true)) } ?? 9 < 6)
    }

    @Test func `says a group before its tag, wherever that comes`() throws {
        let (group, tag, file) = (NodeID(high: 5, low: 1), NodeID(high: 5, low: 2), NodeID(high: 5, low: 3))
        let operations = [
            Operation(file, [.type(.file), place(Self.project, "a")]), Operation(file, [.tag(tag, true), .note("x")]),
            Operation(tag, [.other(LabelField.name, .string("wet")), .other(LabelField.group, .string("\(group)"))], label: .tag),
            Operation(group, [.other(LabelField.name, .string("Mood"))], label: .group),
        ]
        let said = try operations.portions(batch: 1).joined().map(\.id)
        #expect(said.firstIndex(of: group) ?? 9 < said.firstIndex(of: tag) ?? 0)
        #expect(said.firstIndex(of: tag) ?? 9 < said.lastIndex(of: file) ?? 0)
    }

    @Test func `loses nothing where two operations refer to each other`() throws {
        let (one, other) = (NodeID(high: 5, low: 1), NodeID(high: 5, low: 2))
        let operations = [Operation(one, [.type(.folder), place(other, "a")]), Operation(other, [.type(.folder), place(one, "b")]), Operation(one, [.note("x"), place(one, "c")])]
        #expect(try Set(operations.portions(batch: 1).joined()) == Set(operations))
    }

    /// Of each field, with the longest that it can hold.
    @Test func `takes no more than is reckoned`() throws {
        let control = String(repeating: "\u{1}", count: 255)
        let bytes = Name(bytes: [UInt8](repeating: 0xff, count: 255))
        let fields: [Field] = [
            .type(.collection), .role(Role(rawValue: control)), .accepts(.folders), .place(Place(parent: Self.project, name: Name(control))),
            .origin(Place(parent: Self.project, name: bytes)), .exception(false), .unexplained(.min), .forgotten(.max), .created(.min), .note(control), .alias(Self.project),
            .origin(Place(parent: Self.project, name: Name(bytes: [0xff]))), .place(Place(parent: Self.project, name: Name("a\u{2028}\"\\/\u{7f}\u{e9}"))),
            .rejection(Rejection(rule: "x", origin: RelativePath((0..<500).map { _ in Name(bytes: [0xff]) }), folder: nil, time: 0, known: true)),
            .rejection(Rejection(rule: ForeignText(control), origin: RelativePath([bytes, Name(control)]), folder: Self.project, time: .min, known: false)),
            .content(ContentRecord(hash: try #require(ContentHash(bytes: [UInt8](repeating: 0xff, count: 32))), size: .max, since: .min)),
            .tag(Self.project, false), .value(Self.project, .integer(.min)), .value(Self.project, .option(String(repeating: "\u{2028}", count: 85))), .value(Self.project, nil),
            .other(control, .object(JSONObject([JSONObject.Member(control, .array([.null, .bool(false), .integer(.min), .number(-1.7976931348623157e308), .string(control)]))]))),
        ]
        for field in fields {
            let stamped = StampedOperation(Stamp(time: .max, replica: Self.replica), Operation(Self.project, [field]))
            let header = Batch.Header(project: Self.project, replica: Self.replica, sequence: 1, parents: [])
            let lines = BatchEncoder.encode(header, [stamped]).bytes.split(separator: 0x0a)
            #expect(BatchRoom.of(stamped.operation) >= lines[1].count, "\(BatchRoom.of(stamped.operation)) \(lines[1].count) \(field)")
            #expect(BatchRoom.fits(field, line: lines[1].count + 160) && !BatchRoom.fits(field, line: lines[1].count - 161), "\(field)")
        }
    }

    @Test func `is refused where one field alone is longer than a line`() throws {
        let operation = Operation(NodeID(high: 2, low: 2), [.type(.file), .note(String(repeating: "a", count: Batch.longestLine))])
        #expect { try [operation].portions() } throws: { error in
            guard case SidecarError.fieldTooLong(let id, field: let field)? = error as? SidecarError else { return false }
            return id == operation.id && field == "details"
        }
        #expect(try [Operation(NodeID(high: 2, low: 2), [.note(String(repeating: "a", count: Batch.longestLine - 1_000))])].portions().count == 1)
    }
}
