import ShedModel
import ShedProject
import Testing

@testable import ShedCommand

@Suite struct `What is printed` {
    @Test func `a name that is not UTF-8 is shown escaped, with its bytes beside it`() {
        var object = JSONBuilder()
        object.add("name", bytes: Array("Ode".utf8))
        object.add("other", bytes: [0x61, 0xff])
        object.add("none", bytes: nil)
        #expect(object.value == ["name": "Ode", "other": .string(EscapedText.escape([0x61, 0xff])), "otherBytes": .string(Base64.encode([0x61, 0xff])), "none": .null])
    }

    @Test func `columns are as wide as their widest cell, and no line ends in spaces`() throws {
        let output = Output(isSent: true)
        TextTable(head: ["record", "Year"], rows: [["Ficciones", "1944"], ["Él", ""]]).print(output, Self.style())
        try output.flush()
        #expect(String(decoding: output.kept.output, as: UTF8.self) == "record     Year\nFicciones  1944\nÉl\n")
    }

    @Test func `what was looked for is marked, in bold or in angle quotes`() {
        #expect(Self.style().marked("a spring day", [2..<8]) == "a «spring» day")
        #expect(Self.style(["--color", "always"]).marked("a spring day", [2..<8]) == "a \u{1b}[1mspring\u{1b}[0m day")
        // Marks that overlap or lie outside are left out.
        #expect(Self.style().marked("ab", [0..<1, 0..<2, 1..<9]) == "«a»b")
        #expect(Self.style().marked("\u{1b}[31m", []) == EscapedText.escape(Array("\u{1b}[31m".utf8)))
    }

    @Test func `colors depend on the terminal, NO_COLOR and what is asked for`() {
        #expect(Self.style(isTerminal: true).isColored)
        #expect(!Self.style(environment: ["NO_COLOR": "1"], isTerminal: true).isColored)
        #expect(Self.style(environment: ["NO_COLOR": ""], isTerminal: true).isColored)
        #expect(!Self.style(environment: ["TERM": "dumb"], isTerminal: true).isColored)
        #expect(Self.style(["--color", "always"], environment: ["NO_COLOR": "1"]).isColored)
        #expect(!Self.style(["--color", "never"], isTerminal: true).isColored)
        #expect(!Self.style(["--plain"]).hasSymbols)
    }

    @Test func `a report goes on in pieces, an array member by member`() throws {
        var pieces: [[UInt8]] = []
        let sink = ReportSink { pieces.append($0) }
        try sink.array([1, ["a": 2]], indent: 2, end: ",")
        try sink.array([], indent: 0, end: "")
        try sink.bytes([UInt8](repeating: UInt8(ascii: "x"), count: 70_000))
        try sink.finish()
        #expect(pieces.count == 1)
        #expect(String(decoding: pieces[0].prefix(48), as: UTF8.self).hasPrefix("[\n    1,\n    {\n      \"a\": 2\n    }\n  ],\n[]\n"))
    }

    @Test func `JSON that is printed while it is made is what it would be in one, and is never kept as a whole`() throws {
        let rows = (0..<2_000).map { JSONValue.object(["name": .string("a \u{1b}[31m ##[group] \($0)"), "counts": ["files": 1, "folders": []]]) }
        let (inOne, inPieces, list) = (Output(isSent: true), Output(isSent: true), Output(isSent: true))
        inOne.json(["first": 1, "rows": .array(rows), "none": [], "last": nil])
        var made = 0
        try inPieces.json { stream throws(ShedError) in
            stream.beginObject()
            try stream.members([.init("first", 1)])
            try stream.member("rows", each: rows.lazy.map { row -> JSONValue in
                made += 1
                return row
            })
            stream.beginArray("none")
            stream.end()
            try stream.member(.init("last", .null))
            stream.end()
        }
        for output in [inOne, inPieces] { try output.flush() }
        #expect(made == rows.count)
        #expect(inPieces.kept.output == inOne.kept.output)
        try list.json(each: rows)
        try list.flush()
        #expect(try JSONParser.parse(list.kept.output) == .array(rows))
    }

    @Test func `markup, quotes and what XML cannot hold are escaped`() {
        #expect(XMLText.show("<a b=\"c\">&\n\u{1}") == "&lt;a b=&quot;c&quot;&gt;&amp;&#10;\\u{1}")
        #expect(XMLText.show("a\u{9b}\u{202e}\u{2028}\u{fffe}\tb") == "a\\u{9b}\\u{202e}\\u{2028}\\u{fffe}&#9;b")
        #expect(URIText.encode(Array("a b/é%".utf8)) == "a%20b/%C3%A9%25")
    }

    private static func style(_ words: [String] = [], environment: [String: String] = [:], isTerminal: Bool = false) -> Style {
        let options = (try? GlobalOptions.parse(words)) ?? GlobalOptions()
        return Style(options, environment: environment, isTerminal: isTerminal)
    }
}
