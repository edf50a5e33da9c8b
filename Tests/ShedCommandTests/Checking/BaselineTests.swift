import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Baselines` {
    @Test func `what was there before is left out, what is new is not`() throws {
        let shelf = try Shelf.withFaults()
        let written = try shelf.shed("check", "--write-baseline", "../known.json", in: "Poems")
        #expect(written.code == 0)
        #expect(written.out.isEmpty)
        #expect(written.err.hasPrefix("4 findings written to "))
        let quiet = try shelf.shed("check", "--baseline", "../known.json", in: "Poems")
        #expect(quiet.code == 0)
        #expect(quiet.out.isEmpty)
        #expect(quiet.err == "Nothing found; 4 in the baseline.\n")
        shelf.makeFile("Poems/new.txt")
        let new = try shelf.shed("check", "--baseline", "../known.json", "--format", "gnu", in: "Poems")
        #expect(new.code == 1)
        #expect(new.text.hasPrefix("new.txt:1:1: error: "))
        #expect(new.text.split(separator: "\n").count == 1)
    }

    @Test func `the file is sorted, and the same whoever writes it from wherever`() throws {
        let shelf = try Shelf.withFaults()
        _ = try shelf.shed("check", "--write-baseline", "../one.json", in: "Poems")
        _ = try shelf.shed("check", "Poems", "--write-baseline", "two.json", "--baseline", "one.json")
        let bytes = TestFile.read(shelf.work + "/one.json")
        #expect(bytes == TestFile.read(shelf.work + "/two.json"))
        let json = try JSONParser.parse(bytes)
        #expect(json["version"] == 1)
        let findings = try #require(json["findings"]?.array)
        #expect(findings.compactMap { $0["path"]?.string } == ["Draft/a:b, 100%.txt", "Draft/b\\xff.txt", "Other", "loose.txt"])
        #expect(findings[3].object?.members.map(\.name) == ["project", "path", "rule", "count"])
        #expect(findings[1].object?.members.map(\.name) == ["project", "path", "pathBytes", "rule", "count"])
    }

    @Test func `what no longer occurs is said, unless it was not looked for`() throws {
        let shelf = try Shelf.withFaults()
        _ = try shelf.shed("check", "--write-baseline", "../known.json", in: "Poems")
        unlink(shelf.work + "/Poems/loose.txt")
        let result = try shelf.shed("check", "--baseline", "../known.json", in: "Poems")
        #expect(result.code == 0)
        #expect(result.err.contains("known.json: loose.txt [file-at-root] no longer occurs."))
        #expect(try shelf.shed("check", "--baseline", "known.json").err.contains("known.json: Poems/loose.txt [file-at-root] no longer occurs."))
        #expect(!(try shelf.shed("check", "--baseline", "../known.json", "--select", "NAM", in: "Poems").err.contains("no longer")))
        #expect(!(try shelf.shed("check", "--baseline", "../known.json", "Draft", in: "Poems").err.contains("no longer")))
    }

    @Test(arguments: ["", "[]", "{\"version\": 2, \"findings\": []}", "{\"version\": 1, \"findings\": [{}]}", "{\"version\": 1, \"findings\": 3}"])
    func `a broken baseline is an error`(text: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("known.json", text)
        let result = try shelf.shed("check", "--baseline", "../known.json", in: "Poems")
        #expect(result.code == 2)
        #expect(result.err.contains("known.json is no baseline: "))
        #expect(try shelf.shed("check", "--baseline", "../none.json", in: "Poems").code == 2)
    }

    @Test func `a baseline of a part is refused`() throws {
        let shelf = try Shelf.withFaults()
        #expect(try shelf.shed("check", "Draft", "--write-baseline", "../known.json", in: "Poems").code == 2)
        #expect(!shelf.exists("known.json"))
    }

    @Test func `no file but a baseline is written over`() throws {
        let shelf = try Shelf.withFaults()
        shelf.makeFile("Poems/Draft/Ode.txt", "an ode\n")
        let refused = try shelf.shed("check", "--write-baseline", "Draft/Ode.txt", in: "Poems")
        #expect(refused.code != 0 && refused.err.contains("is no baseline"), "\(refused.err)")
        #expect(TestFile.read(shelf.work + "/Poems/Draft/Ode.txt") == Array("an ode\n".utf8))
        #expect(try shelf.shed("check", "--write-baseline", "k.json", "--format", "json", in: "Poems").code == 2)
    }
}
