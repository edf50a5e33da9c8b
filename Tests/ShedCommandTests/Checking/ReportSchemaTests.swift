import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Reports held against the schemas of `Fixtures/schemas`, by validators that are not ours.
@Suite(.waitsForPrograms) struct `Report schemas` {
    private static let hasJSONSchema = system("/usr/bin/python3 -c 'import jsonschema' 2> /dev/null") == 0
    private static let hasXMLLint = access("/usr/bin/xmllint", X_OK) == 0

    private static let validator = """
        import json, sys, jsonschema
        schema, log = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
        jsonschema.Draft7Validator.check_schema(schema)
        faults = list(jsonschema.Draft7Validator(schema).iter_errors(log))
        for fault in faults: print(list(fault.absolute_path), fault.message)
        print("valid" if not faults else "invalid")
        """

    private func sarif(_ shelf: Shelf, _ file: String) throws -> String {
        shelf.makeFile("validate.py", Self.validator)
        return try shelf.spawn("/usr/bin/python3", ["validate.py", Shelf.fixture("schemas/sarif-2.1.0.json"), file].map { Array($0.utf8) }, input: nil, in: shelf.work).text
    }

    private func junit(_ shelf: Shelf, _ file: String) throws -> String {
        try shelf.spawn("/usr/bin/xmllint", ["--noout", "--nonet", "--schema", Shelf.fixture("schemas/junit-10.xsd"), file].map { Array($0.utf8) }, input: nil, in: shelf.work).err
    }

    @Test(.enabled(if: hasJSONSchema, "python3-jsonschema is not installed: make test-packages"))
    func `sarif is valid with findings, without, and where a project could not be checked`() throws {
        let shelf = try Shelf.withFaults()
        #expect(try shelf.shed("check", "Poems", "--format", "sarif", "--output", "faults.sarif").code == 1)
        #expect(try sarif(shelf, "faults.sarif") == "valid\n")
        _ = try shelf.shed("new", "blank", "Clean")
        #expect(try shelf.shed("check", "Clean", "--format", "sarif", "--output", "clean.sarif").code == 0)
        #expect(try sarif(shelf, "clean.sarif") == "valid\n")
        shelf.makeFile("Clean/.shed/settings.toml", "[check]\nselect = 3\n")
        #expect(try shelf.shed("check", "--format", "sarif", "--output", "broken.sarif").code == 2)
        #expect(try sarif(shelf, "broken.sarif") == "valid\n")
        let run = try JSONParser.parse(TestFile.read(shelf.work + "/broken.sarif"))["runs"]?.array?.first?["invocations"]?.array?.first
        #expect(run?["executionSuccessful"] == false)
        #expect(run?["exitCode"] == 2)
        // The validator does find faults.
        shelf.makeFile("wrong.sarif", "{\"version\": \"2.1.0\", \"runs\": [{}]}")
        #expect(try sarif(shelf, "wrong.sarif").hasSuffix("invalid\n"))
    }

    @Test(.enabled(if: hasXMLLint, "xmllint is not installed: make test-packages"))
    func `junit is valid with findings, without, and where a project could not be checked`() throws {
        let shelf = try Shelf.withFaults()
        #expect(try shelf.shed("check", "Poems", "--format", "junit", "--output", "faults.xml").code == 1)
        #expect(try junit(shelf, "faults.xml") == "faults.xml validates\n")
        let text = String(decoding: TestFile.read(shelf.work + "/faults.xml"), as: UTF8.self)
        #expect(text.contains("<testsuite name=\"Poems\" tests=\"4\" failures=\"3\" errors=\"0\" skipped=\"1\">"))
        #expect(text.contains("message=\"No &lt;percent&gt; &amp; signs.\""))
        _ = try shelf.shed("new", "blank", "Clean")
        #expect(try shelf.shed("check", "Clean", "--format", "junit", "--output", "clean.xml").code == 0)
        #expect(try junit(shelf, "clean.xml") == "clean.xml validates\n")
        shelf.makeFile("Clean/.shed/settings.toml", "[check]\nselect = 3\n")
        #expect(try shelf.shed("check", "--format", "junit", "--output", "broken.xml").code == 2)
        #expect(try junit(shelf, "broken.xml") == "broken.xml validates\n")
        shelf.makeFile("wrong.xml", "<testsuites><testcase/></testsuites>")
        #expect(try junit(shelf, "wrong.xml").contains("fails to validate"))
    }

    /// Names that break out of lines, markup, strings or escapes where these are not kept.
    private static let hostile: [[UInt8]] = [
        Array("a\u{1}\u{7f}\u{fffe}\u{202e}<&\"'>]]>.txt".utf8), Array("b\n::error file=x::y\r.txt".utf8), Array("c\\u{1}\\xff %0A%.txt".utf8),
        Array("d\u{2028}\u{85}\t.txt".utf8), [0x65, 0x0a, 0xff, 0xfe, 0x22, 0x3c], Array("f:1:1: error: x [y]".utf8), Array("-g --output=h".utf8),
    ]

    @Test(.enabled(if: hasJSONSchema && hasXMLLint, "python3-jsonschema or xmllint is not installed: make test-packages"))
    func `hostile names stay one finding each in every format`() throws {
        let shelf = try Shelf.withPoems()
        for name in Self.hostile { shelf.write("x", to: Array("Poems/".utf8) + name) }
        func report(_ format: String) throws -> Shelf.Result { try shelf.shed("check", "--select", "file-at-root", "--format", format, in: "Poems") }
        let count = Self.hostile.count
        for format in ["concise", "gnu", "github", "json-lines"] {
            let text = try report(format).text
            // JSON may hold other separators of lines than LF; those who read its lines do not count them.
            #expect(text.split { format == "json-lines" ? $0 == "\n" : $0.isNewline }.count == count, "\(format)")
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202e}" && format != "json-lines" }, "\(format)")
        }
        #expect(try report("github").text.split(separator: "\n").allSatisfy { $0.hasPrefix("::error file=") })
        #expect(try report("json").json()["findings"]?.array?.count == count)
        let issues = try #require(try report("gitlab").json().array)
        #expect(Set(issues.compactMap { $0["fingerprint"]?.string }).count == count)
        _ = try shelf.shed("check", "Poems", "--format", "sarif", "--output", "h.sarif")
        #expect(try sarif(shelf, "h.sarif") == "valid\n")
        let results = try JSONParser.parse(TestFile.read(shelf.work + "/h.sarif"))["runs"]?.array?.first?["results"]?.array ?? []
        let places = results.filter { $0["ruleId"] == "file-at-root" }.compactMap { $0["locations"]?.array?.first?["physicalLocation"]?["artifactLocation"]?["uri"]?.string }
        #expect(Set(places.map(Self.decoded)) == Set(Self.hostile.map { Array("Poems/".utf8) + $0 }))
        _ = try shelf.shed("check", "Poems", "--format", "junit", "--output", "h.xml")
        #expect(try junit(shelf, "h.xml") == "h.xml validates\n")
        // Bytes, each ended by NUL.
        let paths = try shelf.shed("check", "--select", "file-at-root", "-0", in: "Poems").out.split(separator: 0).map(Array.init)
        // None of them is an option to who takes it.
        #expect(Set(paths) == Set(Self.hostile.map { $0.first == UInt8(ascii: "-") ? Array("./".utf8) + $0 : $0 }))
    }

    /// The bytes that a percent-encoded text stands for.
    private static func decoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}
