import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

@Suite(.waitsForPrograms) struct `Check control` {
    private func rules(_ shelf: Shelf, _ arguments: String..., in directory: String = "Poems", location: SourceLocation = #_sourceLocation) throws -> [String] {
        let result = try shelf.run((["check", "--json"] + arguments).map { Array($0.utf8) }, in: directory)
        return (try result.json(location)["findings"]?.array ?? []).compactMap { $0["rule"]?.string }.sorted()
    }

    private static let all = ["file-at-root", "missing-template-folder", "name-not-utf8", "no-percent"]

    @Test func `rules are selected and left out by name, code and the beginning of codes`() throws {
        let shelf = try Shelf.withFaults()
        #expect(try rules(shelf) == Self.all)
        #expect(try rules(shelf, "--select", "PLC") == ["file-at-root"])
        #expect(try rules(shelf, "--select", "NAM003,no-percent") == ["name-not-utf8", "no-percent"])
        #expect(try rules(shelf, "--select", "NAM003", "--select", "TPL") == ["missing-template-folder", "name-not-utf8"])
        #expect(try rules(shelf, "--ignore", "NAM", "--ignore", "CUS") == ["file-at-root", "missing-template-folder"])
        #expect(try rules(shelf, "--select", "ALL", "--ignore", "file-at-root") == ["missing-template-folder", "name-not-utf8", "no-percent", "reserved-character"])
        #expect(try rules(shelf, "--select", "PLC001", "--ignore", "PLC") == ["file-at-root"])
        #expect(try rules(shelf, "--select", "PLC", "--ignore", "PLC001") == [])
    }

    @Test(arguments: [["--select", "PLC001", "--ignore", "PLC001"], ["--select", "NAM", "--ignore", "NAM"], ["--ignore", "ALL"]])
    func `words that leave no rule are an error`(arguments: [String]) throws {
        let shelf = try Shelf.withFaults()
        let result = try shelf.run((["check"] + arguments).map { Array($0.utf8) }, in: "Poems")
        #expect(result.code == 2 && result.out.isEmpty && result.err.contains("no rule to ask"), "\(result.err)")
    }

    @Test func `settings that leave no rule are said`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/loose.txt")
        shelf.makeFile("Poems/.shed/settings.toml", "[check]\nignore = [\"ALL\"]\n")
        let result = try shelf.shed("check", in: "Poems")
        #expect(result.code == 0 && result.err.contains("leave no rule to ask"), "\(result.err)")
    }

    @Test(arguments: [["--select", "file-at-rot"], ["--ignore", "XYZ"], ["--severity", "NAMES=error"], ["--severity", "NAM=bad"], ["--select", ","]])
    func `a word that names no rule is an error`(arguments: [String]) throws {
        let shelf = try Shelf.withFaults()
        let result = try shelf.run((["check"] + arguments).map { Array($0.utf8) }, in: "Poems")
        #expect(result.code == 2)
        #expect(result.out.isEmpty)
        #expect(result.err.hasPrefix("shed: \(arguments[0])"))
    }

    @Test func `what was meant is suggested`() throws {
        #expect(try Shelf.withPoems().shed("check", "--select", "file-at-rot", in: "Poems").err.contains("did you mean “file-at-root”?"))
    }

    @Test func `severities decide how the check ends, in every format`() throws {
        let shelf = try Shelf.withFaults()
        for format in ["full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit", "gnu"] {
            func code(_ arguments: String...) throws -> Int32 {
                try shelf.run((["check", "--format", format] + arguments).map { Array($0.utf8) }, in: "Poems").code
            }
            #expect(try code() == 1, "\(format)")
            #expect(try code("--severity", "file-at-root=note") == 1, "\(format)")
            #expect(try code("--severity", "file-at-root=note", "--max-warnings", "2") == 0, "\(format)")
            #expect(try code("--severity", "file-at-root=note", "--max-warnings", "1") == 1, "\(format)")
            #expect(try code("--severity", "ALL=note") == 0, "\(format)")
            #expect(try code("--severity", "ALL=note", "--severity", "TPL=error") == 1, "\(format)")
            #expect(try code("--exit-zero") == 0, "\(format)")
            #expect(try code("nowhere") == 2, "\(format)")
            #expect(try code("--exit-zero", "nowhere") == 2, "\(format)")
        }
    }

    @Test func `what is less bad than asked for is neither shown nor counted`() throws {
        let shelf = try Shelf.withFaults()
        #expect(try rules(shelf, "--min-severity", "warning") == ["file-at-root", "name-not-utf8", "no-percent"])
        #expect(try rules(shelf, "--min-severity", "error", "--severity", "TPL=error") == ["file-at-root", "missing-template-folder"])
        #expect(try shelf.shed("check", "--min-severity", "error", "--severity", "file-at-root=warning", in: "Poems").code == 0)
    }

    @Test func `formats that exclude each other are an error`() throws {
        let shelf = try Shelf.withFaults()
        #expect(try shelf.shed("check", "--json", "--format", "sarif", in: "Poems").code == 2)
        #expect(try shelf.shed("check", "-0", "--json", in: "Poems").code == 2)
        #expect(try shelf.shed("check", "--format", "xml", in: "Poems").code == 2)
        #expect(try shelf.shed("check", "--json", "--format", "json", in: "Poems").code == 1)
    }

    @Test func `a check writes nothing, whatever it is asked`() throws {
        let shelf = try Shelf.withFaults()
        let before = try shelf.fingerprint()
        for format in ["full", "sarif", "junit"] { _ = try shelf.shed("check", "--format", format, in: "Poems") }
        _ = try shelf.shed("check", "Poems/Draft")
        _ = try shelf.shed("check")
        #expect(try shelf.fingerprint() == before)
    }
}
