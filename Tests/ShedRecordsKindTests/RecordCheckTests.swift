import ShedCheck
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRecordsKind
import ShedRules
import Testing

@Suite("What check says of records")
struct RecordCheckTests {
    let library: Library

    init() throws {
        library = try Library("Books", "Authors")
        library.write("{\"Name\": \"Borges\"}\n", to: "Authors/Borges.json")
        library.write("{\"Name\": \"Cort\u{e1}zar\"}\n", to: "Authors/C.json")
        try library.project.sync()
    }

    /// Findings as `path rule: message`, once by what the index knows and once without.
    private func check() throws -> [String] {
        func lines(_ project: Project) throws -> [String] { try project.check().map { "\($0.path) \($0.rule): \($0.message)" } }
        let fresh = try lines(library.shelf.reopen(library.project, purpose: .look))
        // Into the index; the collection of authors may be gone.
        _ = try library.find(nil)
        _ = try? library.find(nil, in: "Authors")
        #expect(try lines(library.shelf.reopen(library.project, purpose: .look)) == fresh)
        return fresh
    }

    @Test func `values that are to be unique`() throws {
        for (name, value) in [("a", "X"), ("b", "x"), ("c", "X"), ("d", ""), ("e", "")] { library.write("{\"ISBN\": \"\(value)\"}", to: "Books/\(name).json") }
        try library.project.sync()
        #expect(try check().isEmpty)
        try library.setSchema("[key.ISBN]\nunique = true\n")
        #expect(try check() == ["Books/c.json doubled-value: “ISBN” is “X”, as in Books/a.json, and is to be unique."])
        library.write("{\"ISBN\": \"Y\"}", to: "Books/a.json")
        #expect(try check().isEmpty)
    }

    @Test func `references to records: by ID, by title, to nobody, to two`() throws {
        let id = try library.record("Authors/C").id
        for (name, value) in [("a", "Borges"), ("b", "\(id)"), ("c", ""), ("d", "Nobody"), ("e", "Cort\u{e1}zar"), ("f", "C")] {
            library.write("{\"Author\": \"\(value)\"}", to: "Books/\(name).json")
        }
        try library.project.sync()
        try library.setSchema("[key.Author]\ntype = \"record\"\ncollection = \"Authors\"\n")
        #expect(try check() == ["Books/d.json dangling-reference: “Author” is “Nobody”, which is no record in “Authors”."])
        library.write("{\"Name\": \"Nobody\"}", to: "Authors/N.json")
        #expect(try check().isEmpty)
        library.write("{\"Name\": \"Nobody\"}", to: "Authors/M.json")
        #expect(try check() == ["Books/d.json dangling-reference: “Author” is “Nobody”, and several records in “Authors” are called so; use an ID."])
        try library.shell("rm Authors/*.json")
        #expect(try check().count == 5)
        try library.shell("rmdir Authors")
        #expect(try check().allSatisfy { $0.hasSuffix("looks into “Authors”, which is no collection here.") })
    }

    @Test func `a record with ten thousand faults has a hundred findings and one that counts the rest`() throws {
        let pairs = (0..<10_000).map { "\"k\($0)\": \"\"" }.joined(separator: ",\n")
        library.write("{\n\(pairs)\n}\n", to: "Books/a.json")
        try library.project.sync()
        try library.setSchema("other-keys = false\n[key.Title]\n")
        let findings = try library.shelf.reopen(library.project, purpose: .look).check()
        #expect(findings.count == 101)
        #expect(findings.contains { $0.message == "And 9900 more values or keys of it break the schema." && $0.line == nil })
        // The pair of key 41 stands on line 43, its value behind two quotation marks, three signs, a colon and a blank.
        #expect(findings.first { $0.message.contains("“k41”") }.map { [$0.line, $0.column] } == [43, 8])
    }

    @Test func `values that a pattern is too much work for are told once, and stay where they are`() throws {
        library.write("{\"Code\": \"a\"}", to: "Books/0.json")
        try library.project.sync()
        try library.setSchema("[key.Code]\npattern = '((a?){300})*'\n")
        let value = String(repeating: "a", count: 64_000)
        for number in 1...9 { library.write("{\"Code\": \"\(value)\"}", to: "Books/\(number).json") }
        #expect(try library.project.sync().moves.isEmpty)
        #expect(try check() == [
            "Books/1.json schema-violation: A value is not checked: its pattern in the schema asks for too much work. So are values of 8 more records. Make the pattern simpler."
        ])
    }

    @Test func `records that break a schema, and a schema that is none`() throws {
        library.write("{\"Year\": \"about 1940\"}", to: "Books/a.json")
        try library.project.sync()
        #expect(try check().isEmpty)
        try library.setSchema("[key.Year]\ntype = \"integer\"\n")
        #expect(try check().map { $0.prefix { $0 != ":" } } == ["Books/a.json schema-violation"])
        try library.shell("for file in .shed/schemas/*.toml; do printf 'title = 1\\n' > $file; done")
        let broken = try check()
        #expect(broken.count == 1 && broken[0].contains(" broken-schema: "))
        #expect(throws: ShedError.self) { try library.setSchema("title = 1\n") }
        try library.shell("rm .shed/schemas/*.toml")
        #expect(try check().isEmpty)
    }
}
