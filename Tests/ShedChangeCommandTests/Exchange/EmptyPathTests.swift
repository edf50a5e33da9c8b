import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `A path that is empty` {
    @Test(arguments: [
        ["adopt", "", "--kind", "blank", "--yes"], ["import", "", "--dry-run"], ["import", "", "--yes"], ["new", "blank", "Two", "--in", ""], ["import", "../D", "--in", "", "--yes"],
        ["import", "../D", "--to", "", "--yes"], ["export", "--zip", ""], ["export", "--tree", ""], ["export", "--backup", ""], ["trust", ""], ["watch", ""], ["projects", "forget", ""],
        ["template", "export", "blank", ""], ["template", "export", ""], ["template", "import", ""], ["check", "--output", ""], ["check", "--baseline", ""], ["-C", "", "status"],
    ]) func `is refused, and stands for no place`(words: [String]) throws {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "blank", "One", "--language", "en").code == 0)
        try #require(try shelf.script("mkdir D && printf PK > D/a.docx", in: ".").code == 0)
        let before = try shelf.script("find . -not -path '*/.shed/*' | sort", in: ".").text
        let result = try shelf.script("timeout 60 \"$SHED\" \(words.map { "'\($0)'" }.joined(separator: " ")) < /dev/null", in: "One")
        #expect(result.code == 2 && result.err.contains("a path is empty"), "\(words): \(result.everything)")
        #expect(try shelf.script("find . -not -path '*/.shed/*' | sort", in: ".").text == before)
    }

    @Test func `a folder of texts that nothing imports is told how it becomes a project`() throws {
        let shelf = try Shelf()
        let result = try shelf.script(#"mkdir -p T/Sub E; printf a > T/Sub/a.md; printf a > E/a.xyz; "$SHED" import T --yes; "$SHED" import E --yes"#, in: ".")
        #expect(result.err.components(separatedBy: "is nothing that shed can import").count == 3, "\(result.everything)")
        #expect(result.err.components(separatedBy: "“shed adopt FOLDER”").count == 2, "\(result.everything)")
        #expect(result.err.components(separatedBy: "It knows the projects of").count == 3, "\(result.everything)")
    }
}
