import ShedRecords
import ShedTestSupport
import Testing

@Suite("An edit of a record file")
struct RecordEditTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var before: String
        var changes: [RecordChange]
        var after: String
        var sorted: Bool?
        var testDescription: String { name }
    }

    static let examples: [Example] = [
        Example(name: "changes one value", before: "{\"b\": \"1\",\n\"a\":\"\\u0032\"}", changes: [.set("b", "é\"")], after: "{\"b\": \"é\\\"\",\n\"a\":\"\\u0032\"}"),
        Example(name: "leaves a value that is the same", before: "{\"a\": \"\\u0032\"}", changes: [.set("a", "2")], after: "{\"a\": \"\\u0032\"}"),
        Example(name: "adds with tabs", before: "{\n\t\"b\": \"1\"\n}\n", changes: [.set("a", "2")], after: "{\n\t\"b\": \"1\",\n\t\"a\": \"2\"\n}\n"),
        Example(name: "adds with four spaces", before: "{\n    \"b\" : \"1\",\n    \"a\" : \"2\"\n}", changes: [.set("c", "3")], after: "{\n    \"b\" : \"1\",\n    \"a\" : \"2\",\n    \"c\" : \"3\"\n}"),
        Example(name: "adds on one line", before: "{\"b\": \"1\"}", changes: [.set("a", "2")], after: "{\"b\": \"1\", \"a\": \"2\"}"),
        Example(name: "adds on one tight line", before: "{\"b\":\"1\"}", changes: [.set("a", "2")], after: "{\"b\":\"1\",\"a\":\"2\"}"),
        Example(name: "adds on one airy line", before: "{ \"b\": \"1\" }\n", changes: [.set("a", "2")], after: "{ \"b\": \"1\", \"a\": \"2\" }\n"),
        Example(name: "adds with CR LF", before: "{\r\n  \"b\": \"1\"\r\n}\r\n", changes: [.set("a", "2")], after: "{\r\n  \"b\": \"1\",\r\n  \"a\": \"2\"\r\n}\r\n"),
        Example(name: "adds in order", before: "{\n  \"a\": \"1\",\n  \"c\": \"2\"\n}", changes: [.set("b", "3"), .set("0", "4")], after: "{\n  \"0\": \"4\",\n  \"a\": \"1\",\n  \"b\": \"3\",\n  \"c\": \"2\"\n}"),
        Example(name: "adds last where it is told so", before: "{\"a\":\"1\",\"c\":\"2\"}", changes: [.set("b", "3")], after: "{\"a\":\"1\",\"c\":\"2\",\"b\":\"3\"}", sorted: false),
        Example(name: "adds in order where it is told so", before: "{\"b\":\"1\"}", changes: [.set("a", "3")], after: "{\"a\":\"3\",\"b\":\"1\"}", sorted: true),
        Example(name: "adds where commas come first", before: "{ \"b\": \"1\"\n, \"a\": \"2\"\n}", changes: [.set("c", "3")], after: "{ \"b\": \"1\"\n, \"a\": \"2\"\n, \"c\": \"3\"\n}"),
        Example(name: "adds without the empty line", before: "{\n\n  \"b\": \"1\",\n\n  \"a\": \"2\"\n}", changes: [.set("c", "3")], after: "{\n\n  \"b\": \"1\",\n\n  \"a\": \"2\",\n  \"c\": \"3\"\n}"),
        Example(name: "adds to nothing", before: "{ }", changes: [.set("b", "1"), .set("a", "2")], after: "{\n  \"b\": \"1\",\n  \"a\": \"2\"\n}"),
        Example(name: "adds to nothing with CR LF", before: "{}\r\n", changes: [.set("b", "1")], after: "{\r\n  \"b\": \"1\"\r\n}\r\n"),
        Example(name: "removes the first", before: "{ \"a\": \"1\",\n  \"b\": \"2\" }", changes: [.unset("a")], after: "{ \"b\": \"2\" }"),
        Example(name: "removes the last", before: "{\n  \"a\": \"1\",\n  \"b\": \"2\"\n}", changes: [.unset("b")], after: "{\n  \"a\": \"1\"\n}"),
        Example(name: "removes the one between", before: "{\"a\":\"1\" ,\"b\":\"2\" , \"c\":\"3\"}", changes: [.unset("b")], after: "{\"a\":\"1\" , \"c\":\"3\"}"),
        Example(name: "removes the only one", before: "{\n  \"a\": \"1\"\n}\n", changes: [.unset("a")], after: "{}\n"),
        Example(name: "removes what is not there", before: "{ }", changes: [.unset("a")], after: "{ }"),
        Example(name: "renames in place", before: "{\"b\": \"\\u0031\", \"a\": \"2\"}", changes: [.rename("b", to: "z")], after: "{\"z\": \"\\u0031\", \"a\": \"2\"}"),
        Example(name: "renames in order", before: "{\n  \"a\": \"1\",\n  \"b\":  \"2\",\n  \"c\": \"3\"\n}", changes: [.rename("b", to: "d")], after: "{\n  \"a\": \"1\",\n  \"c\": \"3\",\n  \"d\":  \"2\"\n}"),
        Example(name: "removes and adds again", before: "{\"b\": \"1\", \"a\": \"2\"}", changes: [.unset("b"), .set("b", "1")], after: "{\"a\": \"2\", \"b\": \"1\"}"),
    ]

    @Test(arguments: examples) func `touches only what it must`(example: Example) throws {
        let result = try RecordText.edit(Array(example.before.utf8), example.changes, sorted: example.sorted)
        #expect(String(decoding: result, as: UTF8.self) == example.after)
    }

    @Test func `never merges two pairs`() {
        let text = Array("{\"a\": \"1\", \"b\": \"2\"}".utf8)
        let error = #expect(throws: RecordsError.self) { try RecordText.edit(text, [.rename("a", to: "b")]) }
        #expect(error?.message == "“a” cannot be renamed: the record has a key “b” already")
    }

    @Test func `is refused where the file would be too long`() {
        let text = Array("{}".utf8)
        let long = String(repeating: "x", count: RecordText.largest)
        #expect(throws: RecordsError.self) { try RecordText.edit(text, [.set("a", long)]) }
        let many = (0...RecordText.mostPairs).map { RecordChange.set("\($0)", "") }
        #expect(throws: RecordsError.self) { try RecordText.edit(text, many) }
    }

    @Test func `reads as the record with the changes, and keeps all other strings byte by byte`() throws {
        var random = SeededRandom(7)
        for _ in 0..<2_000 {
            let record = RandomRecords.record(using: &random)
            let text = RandomRecords.text(of: record, using: &random)
            let sorted = [nil, nil, true, false].randomElement(using: &random) ?? nil
            let changes = (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.change(of: record, using: &random) }
            guard let expected = Self.apply(changes, record, sorted: sorted) else {
                #expect(throws: RecordsError.self) { try RecordText.edit(text, changes, sorted: sorted) }
                continue
            }
            let result = try RecordText.edit(text, changes, sorted: sorted)
            let shown = "\(String(decoding: text, as: UTF8.self).debugDescription) \(changes)"
            #expect(try RecordText.parse(result) == expected, "\(shown)")
            #expect(try record.applying(changes, sorted: sorted) == expected, "\(shown)")
            let (before, after) = (Self.strings(text), Set(Self.strings(result)))
            for (number, pair) in record.pairs.enumerated() where changes.allSatisfy({ !Self.names($0, pair.key) }) {
                #expect(after.contains(before[2 * number]) && after.contains(before[2 * number + 1]), "\(shown)")
            }
            if changes.isEmpty { #expect(result == text) }
        }
    }

    private static func change(of record: Record, using random: inout SeededRandom) -> RecordChange {
        func key() -> String {
            let known = record.pairs.randomElement(using: &random)?.key
            return Bool.random(using: &random) ? known ?? "a" : RandomRecords.text(using: &random)
        }
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: .unset(key())
        case 1: .rename(key(), to: key())
        default: .set(key(), RandomRecords.text(using: &random))
        }
    }

    private static func names(_ change: RecordChange, _ key: String) -> Bool {
        switch change {
        case .set(let other, _), .unset(let other): Pair(other, "") == Pair(key, "")
        case .rename(let one, let other): Pair(one, "") == Pair(key, "") || Pair(other, "") == Pair(key, "")
        }
    }

    /// What the changes mean, said again in the plainest way; `nil` where they are refused.
    private static func apply(_ changes: [RecordChange], _ record: Record, sorted: Bool?) -> Record? {
        let keys = record.pairs.map { Array($0.key.utf8) }
        let inOrder = sorted ?? (keys.count > 1 && keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
        var pairs = record.pairs
        func add(_ pair: Pair) {
            var place = pairs.count
            if inOrder {
                for (number, other) in pairs.enumerated().reversed() where Array(pair.key.utf8).lexicographicallyPrecedes(Array(other.key.utf8)) {
                    place = number
                }
            }
            pairs.insert(pair, at: place)
        }
        for change in changes {
            switch change {
            case .set(let key, let value):
                if let place = pairs.firstIndex(where: { Array($0.key.utf8) == Array(key.utf8) }) {
                    pairs[place] = Pair(key, value)
                } else {
                    add(Pair(key, value))
                }
            case .unset(let key): pairs.removeAll { Array($0.key.utf8) == Array(key.utf8) }
            case .rename(let key, let other):
                guard Array(key.utf8) != Array(other.utf8), let place = pairs.firstIndex(where: { Array($0.key.utf8) == Array(key.utf8) }) else { continue }
                if pairs.contains(where: { Array($0.key.utf8) == Array(other.utf8) }) { return nil }
                let value = pairs[place].value
                if inOrder {
                    pairs.remove(at: place)
                    add(Pair(other, value))
                } else {
                    pairs[place] = Pair(other, value)
                }
            }
        }
        return Record(unique: pairs)
    }

    /// The strings of a JSON text as they are written.
    private static func strings(_ text: [UInt8]) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        var position = 0
        while let start = text[position...].firstIndex(of: UInt8(ascii: "\"")) {
            var end = start + 1
            while text[end] != UInt8(ascii: "\"") { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
            strings.append(Array(text[start...end]))
            position = end + 1
        }
        return strings
    }
}
