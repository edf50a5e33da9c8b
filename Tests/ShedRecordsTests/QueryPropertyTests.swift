import ShedModel
import ShedRecords
import ShedTestSupport
import Testing

@Suite("A query over random records")
struct QueryPropertyTests {
    /// A query as the test means it, apart from how it is written.
    indirect enum Meaning {
        case all([Meaning]), any([Meaning]), not(Meaning)
        case has(String)
        case tag(String)
        case anyContains(String)
        case compare(String, String, [String])
    }

    static let keys = ["Year", "year", "caf\u{e9}", "Price", "Day", "Lent", "a", "two words"]
    static let tags = ["lent", "to buy", "g/n"]
    static let schema = """
        [key.Price]
        type = "number"
        [key.Day]
        type = "date"
        [key.Lent]
        type = "boolean"
        [key.a]
        type = "text"
        """
    static let types: [String: String] = ["Price": "number", "Day": "date", "Lent": "boolean", "a": "text"]
    static let constants: [String: [String]] = [
        "Price": ["1940", "-3", "1.5", "1e3"], "Day": ["2020-02-29", "2020-02", "1940", "2019-12-31T23:59Z"], "Lent": ["true", "No"],
    ]

    @Test(arguments: [false, true]) func `finds what a plain reading of it finds`(hasSchema: Bool) throws {
        var random = SeededRandom(hasSchema ? 9 : 10)
        let schema = hasSchema ? try Schema.parse(Array(Self.schema.utf8)) : nil
        let records = (0..<60).map { _ in Self.record(using: &random) }
        let packed = records.map { PackedRecord.pack($0.record) }
        var found = 0
        for _ in 0..<1_500 {
            let meaning = Self.meaning(depth: 3, hasSchema, using: &random)
            let text = Self.text(of: meaning, using: &random)
            let query = try Query.parse(text, schema: schema)
            for number in records.indices {
                var bits: UInt64 = 0
                for (bit, label) in query.labels.enumerated() where records[number].tags.contains(where: { label == .tag($0) }) { bits |= 1 << UInt64(bit) }
                let result = try packed[number].withUnsafeBytes { query.matches(QueryRow(record: try #require(PackedRecord.view($0)), labels: bits)) }
                let expected = Self.holds(meaning, records[number].record, records[number].tags, hasSchema)
                #expect(result == expected, "\(text) \(records[number].record.pairs)")
                if result { found += 1 }
            }
        }
        // Neither all nor nothing, or the test would say little.
        #expect(found > 9_000 && found < 81_000)
    }

    private static func record(using random: inout SeededRandom) -> (record: Record, tags: Set<String>) {
        var record = Record()
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let key = Int.random(in: 0..<5, using: &random) == 0 ? RandomRecords.text(using: &random) : keys.randomElement(using: &random) ?? "a"
            let typical = constants[key]?.randomElement(using: &random)
            record[key] = Bool.random(using: &random) ? typical ?? RandomRecords.texts.randomElement(using: &random) : RandomRecords.text(using: &random)
        }
        return (record, Set(tags.filter { _ in Bool.random(using: &random) }))
    }

    private static func meaning(depth: Int, _ hasSchema: Bool, using random: inout SeededRandom) -> Meaning {
        let parts = (0..<Int.random(in: 2...3, using: &random))
        switch depth > 0 ? Int.random(in: 0..<9, using: &random) : 8 {
        case 0, 1: return .all(parts.map { _ in meaning(depth: depth - 1, hasSchema, using: &random) })
        case 2, 3: return .any(parts.map { _ in meaning(depth: depth - 1, hasSchema, using: &random) })
        case 4: return .not(meaning(depth: depth - 1, hasSchema, using: &random))
        default: break
        }
        let key = keys.randomElement(using: &random) ?? "a"
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return .has(key)
        case 1: return .tag(tags.randomElement(using: &random) ?? "lent")
        case 2: return .anyContains(RandomRecords.texts.randomElement(using: &random) ?? "")
        default: break
        }
        let type = hasSchema ? types[key] : nil
        func constant(_ isText: Bool) -> String {
            let all = RandomRecords.texts
            return (isText ? all : type.flatMap { constants[$0 == "number" ? "Price" : $0 == "date" ? "Day" : $0 == "boolean" ? "Lent" : ""] } ?? all).randomElement(using: &random) ?? ""
        }
        var signs = ["=", "!=", "~", "!~", "in", "not in"]
        if type != "boolean" { signs += ["<", "<=", ">", ">="] }
        let sign = signs.randomElement(using: &random) ?? "="
        let count = sign.hasSuffix("in") ? Int.random(in: 1...3, using: &random) : 1
        return .compare(key, sign, (0..<count).map { _ in constant(sign.contains("~")) })
    }

    private static func quoted(_ text: String, _ mark: Character = "\"") -> String {
        var result = String(mark)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\\": result += "\\\\"
            case _ where String(scalar) == String(mark): result += "\\" + String(mark)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + String(mark)
    }

    private static func text(of meaning: Meaning, using random: inout SeededRandom) -> String {
        func inner(_ part: Meaning) -> String {
            switch part {
            case .all, .any: "(" + text(of: part, using: &random) + ")"
            default: text(of: part, using: &random)
            }
        }
        func word(_ word: String) -> String { Bool.random(using: &random) ? word : word.uppercased() }
        func key(_ name: String) -> String { name.contains(" ") || Bool.random(using: &random) ? quoted(name, "`") : name }
        switch meaning {
        case .all(let parts): return parts.map(inner).joined(separator: " \(word("and")) ")
        // “and” binds tighter, and needs no parentheses here.
        case .any(let parts):
            return parts.map { part in
                if case .any = part { inner(part) } else { text(of: part, using: &random) }
            }.joined(separator: "\n\(word("or")) ")
        case .not(let part): return word("not") + " " + inner(part)
        case .has(let name): return word("has") + " " + key(name)
        case .tag(let name): return "tag:" + quoted(name)
        case .anyContains(let constant): return "* ~ " + quoted(constant)
        case .compare(let name, let sign, let constants):
            if sign.hasSuffix("in") { return "\(key(name)) \(word(sign)) (\(constants.map { quoted($0) }.joined(separator: ",")))" }
            return key(name) + sign + quoted(constants[0], Bool.random(using: &random) ? "\"" : "'")
        }
    }
}

extension QueryPropertyTests {
    private static func holds(_ meaning: Meaning, _ record: Record, _ tags: Set<String>, _ hasSchema: Bool) -> Bool {
        switch meaning {
        case .all(let parts): return parts.allSatisfy { holds($0, record, tags, hasSchema) }
        case .any(let parts): return parts.contains { holds($0, record, tags, hasSchema) }
        case .not(let part): return !holds(part, record, tags, hasSchema)
        case .has(let key): return value(key, record, hasSchema) != nil
        case .tag(let tag): return tags.contains(tag)
        case .anyContains(let constant): return record.pairs.contains { contains($0.value, constant) }
        case .compare(let key, let sign, let constants):
            guard let value = value(key, record, hasSchema) else { return false }
            if sign == "~" { return contains(value, constants[0]) }
            if sign == "!~" { return !contains(value, constants[0]) }
            let type = hasSchema ? types[key] : nil
            let orders = constants.map { order(value, $0, type ?? guess(value, $0)) }
            guard !orders.contains(nil) else { return false }
            return switch sign {
            case "=": orders[0] == 0
            case "!=": orders[0] != 0
            case "<": orders[0] == -1
            case "<=": orders[0] != 1
            case ">": orders[0] == 1
            case ">=": orders[0] != -1
            case "in": orders.contains(0)
            default: !orders.contains(0)
            }
        }
    }

    private static func value(_ key: String, _ record: Record, _ hasSchema: Bool) -> String? {
        record[key] ?? record.pairs.first { TextFolding.fold($0.key) == TextFolding.fold(key) }?.value
    }

    private static func contains(_ value: String, _ constant: String) -> Bool {
        let (value, constant) = (TextFolding.fold(value), TextFolding.fold(constant))
        return constant.isEmpty || value.indices.contains { value[$0...].starts(with: constant) }
    }

    private static func guess(_ value: String, _ constant: String) -> String {
        if RecordNumber(value) != nil, RecordNumber(constant) != nil { return "number" }
        return RecordDate(value) != nil && RecordDate(constant) != nil ? "date" : "text"
    }

    private static func order(_ value: String, _ constant: String, _ type: String) -> Int? {
        switch type {
        case "number":
            guard let one = RecordNumber(value), let other = RecordNumber(constant) else { return nil }
            return one < other ? -1 : one == other ? 0 : 1
        case "date":
            guard let one = RecordDate(value), let other = RecordDate(constant) else { return nil }
            return one.start < other.start ? -1 : one.start < other.end ? 0 : 1
        case "boolean":
            guard let one = RecordBoolean.read(value), let other = RecordBoolean.read(constant) else { return nil }
            return one == other ? 0 : 2
        default:
            let (one, other) = (value.unicodeScalars.map(\.value), constant.unicodeScalars.map(\.value))
            return one.lexicographicallyPrecedes(other) ? -1 : one == other ? 0 : 1
        }
    }
}
