import ShedModel
import ShedRecords
import ShedTestSupport
import Testing

@testable import ShedSidecar

@Suite struct BatchTests {
    static let rejection = Rejection(
        rule: "no-file-at-root", origin: RelativePath(["Dräft", Name(bytes: [0xff, 0x2f - 1])]), folder: node(3), time: 5,
        known: true)
    static let everyField: [Field] = [
        .type(.folder), .role(.draft), .role(nil), .accepts(.files), .accepts(nil), place("Ode \"1\"\\\n\u{7f}é.txt"),
        place(Name(bytes: [0x80, 0xff, 0x41])), place("line\u{2028}separator"), place("naïve\u{20ac}"), .place(nil), .origin(Place(parent: node(9), name: "x")), .origin(nil),
        .rejection(rejection), .rejection(nil), .exception(true), .exception(false), .created(1_700_000_000_000), .created(-1), .order(.first), .order(nil), .unexplained(7), .unexplained(nil),
        .content(ContentRecord(hash: ContentHash(bytes: Array(0..<32))!, size: 12, since: 99)), .content(nil),
        .forgotten(3), .forgotten(nil), .note("free\ntext"), .note(nil), .alias(node(8)),
        .other("colour", ["b": [1, nil, true], "a": "ü"]), .role(Role(rawValue: String(repeating: "r", count: 500))),
    ]

    static func batch(_ operations: [(NodeID, [Field])], parents: [Batch] = []) -> EncodedBatch {
        var writer = Writer(7)
        return writer.encoded(0, knowing: parents, operations)
    }

    @Test(arguments: everyField)
    func `every field comes back as it was written`(field: Field) throws {
        let encoded = Self.batch([(node(1), [field])])
        let decoded = try BatchDecoder.decode(encoded.bytes, projects: [project])
        #expect(decoded.id == encoded.batch.id)
        #expect(decoded.header == encoded.batch.header)
        #expect(decoded.operations.map(\.at) == encoded.batch.operations.map(\.at))
        // The order of an object's members is no part of its value.
        #expect(decoded.operations[0].operation.id == node(1))
        #expect(decoded.operations[0].operation.set.map(\.json) == [field.json])
        #expect(decoded.operations[0].operation.set.map(\.name) == [field.name])
        #expect(BatchEncoder.encode(decoded.header, decoded.operations).bytes == encoded.bytes)
    }

    @Test(arguments: [(Int64.min, -62_135_596_800_000), (-62_135_596_800_001, -62_135_596_800_000), (253_402_300_799_999, 253_402_300_799_999),
        (253_402_300_800_000, 253_402_300_799_999), (999_999_999_999_999_999, 253_402_300_799_999), (Int64.max, 253_402_300_799_999)] as [(Int64, Int64)])
    func `a time that somebody writes beyond the years 1 to 9999 is the nearest in them`(written: Int64, read: Int64) throws {
        func fields(_ time: Int64) -> [Field] {
            let (record, rejection) = (ContentRecord(hash: ContentHash(bytes: Array(0..<32))!, size: 12, since: time), Rejection(
                rule: "no-file-at-root", origin: RelativePath(["a"]), folder: nil, time: time, known: true))
            return [.created(time), .unexplained(time), .forgotten(time), .content(record), .rejection(rejection)]
        }
        for (field, expected) in zip(fields(written), fields(read)) {
            let decoded = try BatchDecoder.decode(Self.batch([(node(1), [field])]).bytes, projects: [project])
            #expect(decoded.operations[0].operation.set == [expected])
        }
    }

    @Test func `the file is the one that the documentation shows`() {
        var writer = Writer(0xa1b2_c3d4_e5f6_0718)
        let encoded = writer.encoded(0, [(node(1), [.type(.file), place("Ode.txt")])])
        #expect(String(decoding: encoded.bytes, as: UTF8.self) == Self.documented)
        #expect(encoded.name == Name("018bcfe47da00000-a1b2c3d4e5f60718-223a98c50782b387a9021a47c254b1a520651fc712741a6b4873b49ea507cddd.jsonl"))
    }

    static let documented = """
        {"checksum":"223a98c50782b387a9021a47c254b1a520651fc712741a6b4873b49ea507cddd","count":1,"format":1,"parents":[],"project":"00000000-0000-aaaa-0000-000000000001","replica":"a1b2c3d4e5f60718","sequence":1}
        {"at":"018bcfe47da00000-a1b2c3d4e5f60718","id":"11112222-3333-4444-0000-000000000001","set":{"place":{"name":"Ode.txt","parent":"00000000-0000-aaaa-0000-000000000001"},"type":"file"}}

        """

    @Test func `the quick reader and the general one agree`() throws {
        let name = String(repeating: "n", count: 300)
        // A type of a kind is one where it is declared, and a field that is not known where it is not.
        let collection = NodeType.collection.rawValue
        for line in [
            #""accepts":"files","place":{"name":"a","parent":"\#(project)"},"role":"draft","type":"folder""#,
            #""type":"file""#, #""type":"\#(collection)""#, #""type":"hologram""#, #""role":"""#, #""accepts":"pages""#, "",
            #""place":{"name":"..","parent":"\#(project)"}"#, #""place":{"name":"a/b","parent":"\#(project)"}"#,
            #""created":1700000000000,"order":"a0","place":{"name":"a","parent":"\#(project)"}"#, #""accepts":"files","created":0"#,
            #""created":-1"#, #""created":01"#, #""created":1.5"#, #""created":1e3"#, #""created":"#, #""created":999999999999999999"#,
            #""created":99999999999999999999999"#, #""created":null"#, #""created":"1""#, #""order":"a""#, #""order":"""#, #""order":null"#, #""order":"a0\u0041""#,
            #""order":"a0","created":1"#, #""created":1,"created":2"#,
            #""place":{"name":"\#(name)","parent":"\#(project)"}"#, #""place":{"name":"é","parent":"\#(project)"}"#,
        ] {
            let text = Array(#"{"at":"\#(stamp(0))","id":"\#(node(1))","set":{\#(line)}}"#.utf8)
            text.withUnsafeBufferPointer { buffer in
                var reader = LineReader(buffer)
                guard let quick = reader.read(0..<buffer.count) else { return }
                if case .operation(let general) = try? BatchDecoder.generalLine(buffer, 0..<buffer.count, position: 0) {
                    #expect(quick == general)
                } else {
                    Issue.record("only the quick reader takes \(line)")
                }
            }
        }
    }

    @Test(arguments: [
        [.accepts(.files), .created(1_700_000_000_000), place("a"), .type(.folder)], [.created(1), .order(.first), place("a"), .type(.file)],
        [.created(253_402_300_799_999), .type(.file)], [.created(0), place("a"), .role(.draft), .type(.folder)],
    ] as [[Field]]) func `what is said of a new node goes the quick way, there and back`(fields: [Field]) throws {
        let stamped = StampedOperation(stamp(0), Operation(node(1), fields))
        var bytes: [UInt8] = []
        var writer = LineWriter()
        #expect(writer.append(stamped, to: &bytes))
        let end = bytes.count - 1
        bytes.withUnsafeBufferPointer { buffer in
            var reader = LineReader(buffer)
            #expect(reader.read(0..<end) == stamped)
        }
    }

    @Test func `a batch cut short anywhere is torn`() {
        let bytes = Self.batch([(node(1), [.type(.file), place("Ode.txt")]), (node(2), [.note("x")])]).bytes
        for length in 0..<bytes.count {
            #expect { try BatchDecoder.decode(Array(bytes[..<length]), projects: [project]) } throws: { error in
                if case .torn = error as? BatchFault { true } else { false }
            }
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a changed batch is a fault, also when its checksum is made right again`(seed: UInt64) {
        var numbers = SeededNumbers(seed)
        let fields: [(NodeID, [Field])] = Self.everyField.enumerated().map { (node(UInt64($0)), [$1]) }
        let bytes = Self.batch(fields).bytes
        for _ in 0..<500 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let at = Int.random(in: 0..<changed.count, using: &numbers)
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: changed[at] = UInt8.random(in: 0...255, using: &numbers)
                case 1: changed.remove(at: at)
                default: changed.insert(UInt8.random(in: 0...255, using: &numbers), at: at)
                }
            }
            if changed != bytes {
                #expect(throws: BatchFault.self) { try BatchDecoder.decode(changed, projects: [project]) }
            }
            // With its checksum made right the content reaches the parser: whatever that takes must encode again.
            guard changed.count > 100, changed.starts(with: BatchEncoder.opening) else { continue }
            changed.replaceSubrange(BatchEncoder.opening.count..<BatchEncoder.opening.count + 64, with: BatchEncoder.zeros)
            _ = BatchEncoder.seal(&changed)
            guard let decoded = try? BatchDecoder.decode(changed, projects: [project]) else { continue }
            let again = BatchEncoder.encode(decoded.header, decoded.operations, unused: decoded.unused)
            let twice = try? BatchDecoder.decode(again.bytes, projects: [project])
            #expect(twice?.id == again.batch.id)
            _ = fold([decoded]).result()
        }
    }

    @Test func `lines of unknown kinds, unknown fields and unknown values are kept`() throws {
        let header = #"{"checksum":"\#(String(repeating: "0", count: 64))","count":3,"format":1,"parents":[],"project":"\#(project)","replica":"0000000000000007","sequence":4}"#
        let hologram = #"{"at":"\#(stamp(1))","id":"\#(node(5))","kind":"hologram","set":{"name":"love"}}"#
        let unknown = #"{"at":"\#(stamp(2))","id":"\#(node(6))","set":{"colour":"red","type":"sonnet"}}"#
        let known = #"{"at":"\#(stamp(2))","id":"\#(node(7))","kind":"node","set":{"type":"folder"}}"#
        let bytes = sealed([header, hologram, unknown, known, ""].joined(separator: "\n"))
        let batch = try BatchDecoder.decode(bytes, projects: [project])
        #expect(batch.unused.map(\.position) == [0])
        #expect(batch.operations.count == 2)
        let fold = fold([batch])
        #expect(fold.unusedOperations == 1)
        #expect(fold.unknownOperations == 1)
        #expect(!fold.isIncomplete)
        #expect(fold.result().model[node(6)]?.details?.other == ["colour": CompactJSON("red")])
        #expect(fold.result().model[node(7)]?.type == .folder)
        #expect(fold.result().model[node(5)] == nil)
        let again = BatchEncoder.encode(batch.header, batch.operations, unused: batch.unused)
        let text = String(decoding: again.bytes, as: UTF8.self)
        #expect(text.contains("\n" + hologram + "\n" + unknown + "\n"))
        #expect(again.name.map(BatchName.looksLikeBatch) == true)
    }

    @Test func `another project's batch is foreign, a later format is said to be one`() {
        let bytes = Self.batch([(node(1), [.type(.file)])]).bytes
        #expect { try BatchDecoder.decode(bytes, projects: [node(1)]) } throws: { error in
            guard case .foreign(project) = error as? BatchFault else { return false }
            return true
        }
        let later = sealed(#"{"checksum":"\#(String(repeating: "0", count: 64))","format":2,"novel":[]}"# + "\n?\n")
        #expect { try BatchDecoder.decode(later, projects: [project]) } throws: { error in
            guard case .unsupportedFormat(2) = error as? BatchFault else { return false }
            return true
        }
    }

    @Test func `a line of more than a mebibyte is too large`() {
        let bytes = Self.batch([(node(1), [.note(String(repeating: "x", count: Batch.longestLine))])]).bytes
        #expect { try BatchDecoder.decode(bytes, projects: [project]) } throws: { error in
            guard case .tooLarge = error as? BatchFault else { return false }
            return true
        }
    }

    @Test func `parents are written once each and in order`() throws {
        let first = Self.batch([(node(1), [.type(.file)])]).batch
        let second = Self.batch([(node(2), [.type(.file)])]).batch
        let left = Self.batch([(node(3), [.type(.file)])], parents: [first, second, first])
        let right = Self.batch([(node(3), [.type(.file)])], parents: [second, first])
        #expect(left.bytes == right.bytes)
        #expect(try BatchDecoder.decode(left.bytes, projects: [project]).header.parents == [first.id, second.id].sorted())
    }

    @Test(arguments: [
        ("018bcfe57da00000-a1b2c3d4e5f60718-" + String(repeating: "0a", count: 32) + ".jsonl", true),
        ("018bcfe57da00000-a1b2c3d4e5f60718-" + String(repeating: "0a", count: 32) + ".sync-conflict-20240501-1.jsonl", true),
        ("018bcfe57da00000-a1b2c3d4e5f60718.jsonl", false), ("notes.jsonl", false), ("", false),
    ])
    func `names of batches and of their renamed copies are known`(name: String, isBatch: Bool) {
        #expect(BatchName.looksLikeBatch(Name(name)) == isBatch)
    }

    @Test func `base64 is the standard one and nothing else is taken for it`() {
        for (bytes, text) in [([], ""), ([0xff], "/w=="), ([0xff, 0xfe], "//4="), ([1, 2, 3], "AQID")] as [([UInt8], String)] {
            #expect(Base64.encode(bytes) == text)
            #expect(Base64.decode(text) == bytes)
        }
        for text in ["/w", "/x==", "/w==/w==", "====", "AQI", "A Q="] { #expect(Base64.decode(text) == nil) }
    }

    @Test func `version 5 IDs are those of RFC 9562`() throws {
        let dns = try #require(NodeID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        #expect(NodeID.v5(namespace: dns, name: "www.example.com".utf8).description == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }
}
