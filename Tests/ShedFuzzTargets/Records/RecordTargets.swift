import ShedModel
import ShedRecords

extension FuzzTarget {
    static let ofRecords: [FuzzTarget] = [record, packedRecord, schema, pattern, query, exchangeCSV, exchangeRecfile, exchangeJSON, exchangeLines, exchangeXML]

    private static let record = FuzzTarget("record", words: ["{\"a\":\"", "\":\"", "\",\"", "\"}", "\n  "], texts: [
        "{\n  \"Title\": \"Ode\",\n  \"Year\": \"1944\"\n}\n", "{}", "{\"a\":\"\\u0000\\ud83d\\ude00\", \"b\" : \"\"}", "{\r\n\t\"e\u{301}\":\"\u{e9}\",\r\n\t\"\u{e9}\":\"\"\r\n}",
    ]) { input throws(BrokenInvariant) in
        _ = RecordPlaces(input).value(of: "a")
        guard let record = try? RecordText.parse(input) else { return }
        try require((try? RecordText.parse(RecordText.encode(record))) == record, "a record comes back otherwise")
        try require((try? RecordText.parse(RecordText.encode(record, sorted: true)))?.hasSamePairs(as: record) == true, "a sorted record has other pairs")
        try require((try? RecordText.edit(input, [])) == input, "an edit of nothing changes a record")
        try checkEdits(record, input)
        let packed = PackedRecord.pack(record)
        try require(packed.withUnsafeBytes { PackedRecord.view($0)?.record() } == record, "a packed record comes back otherwise")
        for pair in record.pairs {
            let name = RecordFileName.name(title: pair.value, id: FuzzReader.id(1))
            try require(name.isPossible && !name.isHidden, "a record gets a name that it cannot have")
        }
    }

    private static func checkEdits(_ record: Record, _ text: [UInt8]) throws(BrokenInvariant) {
        let first = record.pairs.first?.key ?? ""
        let last = record.pairs.last?.key ?? ""
        for changes in [[.set("new", "\0\n\u{1f600}")], [.set(first, "x"), .unset(last)], [.rename(first, to: "other"), .set("", "")], record.pairs.map { .unset($0.key) }] as [[RecordChange]] {
            for sorted in [nil, true, false] as [Bool?] {
                guard let edited = try? RecordText.edit(text, changes, sorted: sorted), let expected = try? record.applying(changes, sorted: sorted) else { continue }
                try require((try? RecordText.parse(edited)) == expected, "an edited record is another one")
            }
        }
    }

    private static let packedRecord = FuzzTarget("packed-record", seeds: [PackedRecord.pack(Record([Pair("a", "1"), Pair("", String(repeating: "x", count: 200))])), [1, 0], [1, 255, 255, 255, 255, 127]]) { input throws(BrokenInvariant) in
        let record = input.withUnsafeBytes { bytes -> Record? in
            guard let view = PackedRecord.view(bytes) else { return nil }
            for pair in view { _ = (pair.key.count, pair.value.count) }
            _ = view.value(of: "a")
            return view.record()
        }
        guard let record else { return }
        try require(PackedRecord.pack(record).withUnsafeBytes { PackedRecord.view($0)?.record() } == record, "a packed record comes back otherwise")
    }

    static let schemaText = """
        title = "Title"
        follow-title = true
        other-keys = true
        sort-keys = false
        [key.Title]
        required = true
        [key.Year]
        type = "integer"
        minimum = -9223372036854775808
        maximum = "9223372036854775807"
        [key.Price]
        type = "number"
        minimum = 0.5
        [key.Day]
        type = "date"
        maximum = "9999-12-31"
        [key.Lent]
        type = "boolean"
        default = "no"
        [key."a b"]
        type = "one-of"
        values = ["x", "y"]
        [key.Link]
        type = "url"
        [key.By]
        type = "record"
        collection = "People"
        pattern = "[a-z]{1,3}|\\\\d+"
        [template.new]
        Year = "1944"

        """

    private static let schema = FuzzTarget("schema", words: ["[key.", "[template.", "type = \"", "minimum = ", "maximum = ", "pattern = \"", "values = [", "default = \"", "unique = true", "required = true", "collection = \"", "title = \"", "sort-keys = true"], texts: [schemaText, "", "[key.a]\ntype = \"date\"\nminimum = \"0000\"\n"], executions: 400) { input throws(BrokenInvariant) in
        guard let schema = try? Schema.parse(input) else { return }
        try require((try? Schema.parse(schema.encode())) == schema, "a schema comes back otherwise")
        guard let draft = try? schema.draft() else { return }
        _ = schema.check(draft)
        for key in schema.keys {
            for value in ["", "0", "-9223372036854775808", "9223372036854775808", "1e308", "-0.0", "9999-12-31T23:59:59+23:59", "0000", "yes", "x:y", "\u{e9}"] { _ = key.check(value) }
        }
        for edit in [.set(.collection, "title", .text("x\0\"")), .set(.key("new"), "required", .flag(true)), .remove(.key(schema.keys.first?.name ?? "")), .set(.key("Year"), "minimum", .integer(.min))] as [SchemaEdit] {
            guard let edited = try? Schema.edit(input, [edit]) else { continue }
            try require((try? Schema.parse(edited)) != nil, "an edited schema cannot be read")
        }
    }

    private static let pattern = FuzzTarget("pattern", words: ["{1,3}", "{1000}", "(?:", "[^a-z]", "\\d", "\\w", "|", "{0,}", "((((", "]{2,}"], texts: ["[a-z]{1,3}|\\d+\naz", "(?:a*)*b\naaaa", "^[^\\W_]+$\n\u{e9}", "a{1,3}{2}\naa"]) { input throws(BrokenInvariant) in
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let text = parts.first.flatMap({ String(validating: $0, as: UTF8.self) }), let pattern = try? ValuePattern(text) else { return }
        let value = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
        let doubled = try? ValuePattern("(?:\(text))|(?:\(text))")
        if text.first != "^", text.last != "$", let doubled { try require(doubled.matches(value) == pattern.matches(value), "a pattern or itself is another one") }
    }
}
