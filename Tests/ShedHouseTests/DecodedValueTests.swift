import Testing

/// What others wrote is held against bounds before anything is done with it.
@Suite struct `Decoded values` {
    @Test func `are compared before anything is made of them`() throws {
        let files = try House.files(in: "Sources").filter(DecodedValues.read)
        #expect(files.count > 100)
        for file in files {
            for finding in DecodedValues.findings(in: file) { Issue.record("\(finding.reason) in \(file.place(finding.line))") }
        }
    }

    @Test func `with a fraction become whole numbers within bounds`() throws {
        for file in try House.files(in: "Sources") {
            for finding in DecodedValues.fractions(in: file) { Issue.record("\(finding.reason): \(file.place(finding.line))") }
        }
    }

    private func count(_ line: String) -> Int { DecodedValues.findings(in: SourceFile("A.swift", text: line)).count }

    @Test(arguments: [
        "let a = json[\"a\"]!.integer! * 1_000", "let a = (json[\"a\"]?.integer ?? 0) * 1_000", "let a = json[\"a\"]?.integer.map { $0 * 1_000 }",
        "let a = json[\"a\"]?.integer.map { -$0 }", "let a = json[\"a\"]?.integer.map { UInt32($0) }", "let a = json[\"a\"]?.integer.flatMap(UInt8.init)",
        "let a = json[\"a\"]?.integer\nlet b = a! + 1\nlet c = a - 1", "guard let a = json[\"a\"]?.integer else { return nil }\nlet b = UInt64(a)",
        "guard let a = json[\"a\"]?.integer, a >= 0 else { return nil }\nlet b = UInt32(a)", "let a = try signed()\nlet b = now - a",
        "let a = try varint()\nreturn list[a]", "let a = try varint()\nreturn 0..<a", "let a = try varint()\nreturn list.prefix(a)",
        "let a = try varint()\nreturn [UInt8](repeating: 0, count: a)", "let a = try signed()\nreturn a.magnitude",
        "if case .integer(let a) = value { return a << 2 }", "let time = json[\"start-time\"]?.integer", "let a = value.double\nreturn Int(a)",
        "guard let a = json[\"a\"]?.integer, a < 9 else { return nil }\nlet b = a * 2",
    ]) func `are found where they are not`(bad: String) { #expect(count(bad) > 0) }

    @Test(arguments: [
        "guard let a = json[\"a\"]?.integer, a >= 0, a < 9 else { return nil }\nlet b = a * 2\nlet c = UInt8(a)", "let a = json[\"a\"]?.integer.flatMap { Int(exactly: $0) }",
        "let a = json[\"a\"]?.integer.flatMap { UInt32(exactly: $0) }", "let time = json[\"time\"]?.integer.map(Milliseconds.bounded)\nreturn now - time",
        "guard json[\"format\"]?.integer == 1, let a = json[\"a\"]?.string else { return nil }\nreturn a + b", "let a = try signed()\nfunc b(a: Int) { a + 1 }",
        "let a = min(try signed(), 9)\nreturn a + 1", "return \"\\(json[\"a\"]?.integer ?? 0) + 1\"", "// let a = json[\"a\"]!.integer! * 1_000", "let a = try signed()\nreturn b.a + 1",
        "guard let a = json[\"a\"]?.integer, (1...9).contains(a) else { return nil }\nreturn list[a]", "let a = value.integer ?? 0",
    ]) func `are not found where they are`(good: String) { #expect(count(good) == 0) }

    @Test func `with fractions are found, and no others`() {
        func count(_ line: String) -> Int { DecodedValues.fractions(in: SourceFile("A.swift", text: line)).count }
        for bad in ["Int(a.rounded())", "Int((a * 100).squareRoot())", "UInt8(a * 0.5)", "b + Int64(Double(c) / d)", "Int(value.double)"] { #expect(count(bad) == 1, "\(bad)") }
        for good in ["Int(bounded: a.rounded())", "Int(exactly: a.rounded())", "Int(a)", "Int()", "let a: Int = 1", "f(Int.self, 0.5)", "Int64(a) + b.rounded()"] { #expect(count(good) == 0, "\(good)") }
    }

    @Test func `are read from tokens`() {
        #expect(CodeTokens.of("let a = b?.c ?? 1.5 ..< d...e // f") == ["let", "a", "=", "b", "?", ".", "c", "?", "?", "1.5", "..<", "d", "...", "e"])
        #expect(CodeTokens.of("f(\"g\", \"h \\(i(\"j\")) k\", $0.l<<2)") == ["f", "(", "\"g\"", ",", "\"\"", ",", "$0", ".", "l", "<<", "2", ")"])
    }
}
