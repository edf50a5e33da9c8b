import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What is told of compiled files, and of what did not go into them.
@Suite(.waitsForPrograms) struct `What is told of compiling` {
    private func novel() throws -> Shelf {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "novel", "Sea", "--language", "en").code == 0)
        mkdir("\(shelf.work)/Sea/Chapters/01 Storm", 0o755)
        shelf.makeFile("Sea/Chapters/01 Storm/a.md", "Wind rose.\n")
        try #require(try shelf.shed("sync", in: "Sea").code == 0)
        return shelf
    }

    @Test func `status says of an edited file that the next compile moves it, as long as the edit stands`() throws {
        let shelf = try novel()
        try #require(try shelf.shed("compile", in: "Sea").code == 0)
        let made = TestFile.read("\(shelf.work)/Sea/Novel/Sea.md")
        let words = "It was edited after it was compiled; the next “shed compile” moves it to Rejected."
        #expect(try !shelf.shed("status", in: "Sea").text.contains(words))
        shelf.makeFile("Sea/Novel/Sea.md", "Mine.\n")
        #expect(try shelf.shed("status", in: "Sea").text.contains(words))
        #expect(try shelf.shed("sync", in: "Sea").code == 0)
        let text = try shelf.shed("status", in: "Sea").text
        #expect(text.contains(words) && !text.contains("Clean."), "\(text)")
        let json = try shelf.shed("status", "--json", in: "Sea").json()
        #expect(json["clean"]?.bool == true && json["reports"]?.array?.count == 1, "\(json)")
        let report = json["reports"]?.array?.first
        #expect(report?["path"] == "Novel/Sea.md" && report?["rule"] == "edited-view" && report?["message"] == .string(words))
        // Put back, it is an edit no more.
        shelf.makeFile("Sea/Novel/Sea.md", String(decoding: made, as: UTF8.self))
        #expect(try shelf.shed("sync", in: "Sea").code == 0)
        #expect(try shelf.shed("status", in: "Sea").text.hasPrefix("Clean.\n"))
    }

    @Test func `the path in Rejected is named that an edit got`() throws {
        let shelf = try novel()
        try #require(try shelf.shed("compile", in: "Sea").code == 0)
        for (edit, name) in [("First.\n", "Sea.md"), ("Second.\n", "Sea (2).md")] {
            shelf.makeFile("Sea/Novel/Sea.md", edit)
            let said = try shelf.shed("compile", in: "Sea").err
            #expect(said == "shed: Novel/Sea.md was edited: what it held is in Rejected/\(name)\n")
            #expect(TestFile.read("\(shelf.work)/Sea/Rejected/\(name)") == Array(edit.utf8))
        }
    }

    /// Nobody was told where it went.
    @Test(arguments: ["sealed", "placed", "taken-in", "said", "noted", "put-aside"], ["sync", "compile"])
    func `the next command names it where the one that moved it was killed`(point: String, verb: String) throws {
        let shelf = try novel()
        try #require(try shelf.shed("compile", in: "Sea").code == 0)
        shelf.makeFile("Sea/Novel/Sea.md", "Mine.\n")
        let killed = try shelf.script("SHED_INTERRUPT_AT=\(point) \"$SHED\" compile -q > ../said 2>&1; echo \"ended $?\"", in: "Sea")
        try #require(killed.everything.hasSuffix("ended 137\n"), "\(killed.everything)")
        let words = "what stood at Novel/Sea.md is in Rejected/Sea.md: the command that put it there was interrupted"
        let said = try shelf.shed(verb, in: "Sea").everything
        #expect(said.ranges(of: words).count == 1 && !said.contains("Nothing changed"), "\(said)")
        #expect(TestFile.read("\(shelf.work)/Sea/Rejected/Sea.md") == Array("Mine.\n".utf8))
        #expect(try shelf.shed("sync", in: "Sea").text == "Nothing changed.\n")
    }

    @Test(arguments: ["said", "written"]) func `nothing is said to be in Rejected that went with the folder before it was told`(point: String) throws {
        let shelf = try novel()
        try #require(try shelf.shed("compile", in: "Sea").code == 0)
        shelf.makeFile("Sea/Novel/Sea.md", "Mine.\n")
        let killed = try shelf.script(
            "SHED_INTERRUPT_AT=put-aside \"$SHED\" compile -q; SHED_INTERRUPT_AT=\(point) \"$SHED\" sync -q; echo \"ended $?\"", in: "Sea")
        try #require(killed.everything.contains("ended 137\n"), "\(killed.everything)")
        let said = try shelf.script("rm -r Rejected; \"$SHED\" sync", in: "Sea").everything
        #expect(!said.contains("is in Rejected"), "\(said)")
    }

    @Test func `a text in Chapters that is refused there is named, until it is let stand`() throws {
        let shelf = try novel()
        shelf.makeFile("Sea/Chapters/Prologue.md", "Before.\n")
        shelf.makeFile("Sea/Chapters/cover.png", "x")
        let words = "Chapters/Prologue.md: it is refused there: No files are allowed in “Chapters”."
        let list = try shelf.shed("compile", "--list", in: "Sea")
        #expect(list.code == 1 && list.text.contains(words) && !list.text.contains("cover.png"), "\(list.text)")
        let left = try shelf.shed("compile", "--list", "--json", in: "Sea").json()["left"]?.array?.first
        #expect(left?["path"] == "Chapters/Prologue.md" && left?["reason"] == "refused")
        let made = try shelf.shed("compile", in: "Sea")
        #expect(made.code == 1 && made.err.contains(words) && made.text.contains("(1 chapter, "), "\(made.err)")
        try #require(try shelf.shed("accept", "Chapters/Prologue.md", in: "Sea").code == 0)
        let accepted = try shelf.shed("compile", in: "Sea")
        #expect(accepted.code == 0 && accepted.err == "" && accepted.text.contains("(2 chapters, "), "\(accepted.err)")
    }

    @Test func `a folder that is refused there is named where texts stand in it`() throws {
        let shelf = try novel()
        for folder in ["Notes", "Empty", "Pictures"] { mkdir("\(shelf.work)/Sea/Chapters/01 Storm/\(folder)", 0o755) }
        shelf.makeFile("Sea/Chapters/01 Storm/Notes/b.md", "Rain fell.\n")
        shelf.makeFile("Sea/Chapters/01 Storm/Pictures/map.png", "x")
        let list = try shelf.shed("compile", "--list", in: "Sea")
        let words = "Chapters/01 Storm/Notes: it is refused there: No folders are allowed in “01 Storm”."
        #expect(list.code == 1 && list.text.contains(words), "\(list.text)")
        #expect(!list.text.contains("Empty") && !list.text.contains("Pictures"), "\(list.text)")
        let made = try shelf.shed("compile", in: "Sea")
        #expect(made.code == 1 && made.err.contains(words) && made.text.contains("(1 chapter, 2 words)"), "\(made.err)")
    }

    @Test func `what begins with a dot is not named, whatever it holds`() throws {
        let shelf = try novel()
        let chapter = "Sea/Chapters/01 Storm"
        for folder in [".obsidian", "Notes"] { mkdir("\(shelf.work)/\(chapter)/\(folder)", 0o755) }
        for file in ["._a.md", ".obsidian/b.md", "Notes/.c.md"] { shelf.makeFile("\(chapter)/\(file)", "x\n") }
        let list = try shelf.shed("compile", "--list", in: "Sea")
        #expect(list.code == 0 && !list.text.contains("obsidian") && !list.text.contains("._a"), "\(list.text)")
        #expect(try shelf.shed("compile", in: "Sea").code == 0)
    }

    @Test func `a list of nothing ends as compile does`() throws {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "novel", "Sea", "--language", "en").code == 0)
        let made = try shelf.shed("compile", in: "Sea")
        let list = try shelf.shed("compile", "--list", in: "Sea")
        #expect(made.code == 1 && made.err == "shed: there is no text to compile\n", "\(made.err)")
        #expect(list.code == 1 && list.err == made.err, "\(list.err)")
    }
}
