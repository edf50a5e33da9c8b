import ShedModel
import ShedTestSupport
import Testing

@testable import ShedWriting

@Suite struct `A profile of compile` {
    private func profile(_ text: String) throws(ProfileFault) -> CompileProfile { try CompileProfile(Array(text.utf8), named: "mine") }

    @Test func `is read`() throws {
        let profile = try profile("""
            title = "The Sea"
            author = "Ann Lee"
            contact = ["1 Road", "Town"]
            title-page = false
            words = false
            folders = ["chapters", "Coda"]
            leave-out = ["*.note.md"]
            chapter-heading = "{number}"
            strip-numbers = false
            shift-headings = 2
            separator = "* * *"
            page-breaks = false
            end = "The End"
            strip = ["novelwriter"]
            to = ["md", "html", "docx"]
            layout = "book"
            language = "en-GB"
            width = 0
            reference = { docx = "Research/Style.docx" }
            paper = "a5"
            font = "Courier Prime"
            """)
        #expect(profile.pages.paper == .a5 && profile.pages.font == "Courier Prime")
        #expect(profile.work.title == "The Sea" && profile.titlePage.contact == ["1 Road", "Town"] && profile.formats == [.markdown, .html, .docx])
        #expect(profile.selection.strips == [.novelwriter] && profile.pages.layout == .book && profile.pages.references == [.docx: "Research/Style.docx"])
        #expect(profile.headings.shift == 2 && profile.pages.width == 0 && !profile.titlePage.isWanted && profile.selection.folders == ["chapters", "Coda"])
    }

    /// What is refused, the line, and what the sentence names.
    @Test(arguments: [
        ("a = 1\nauthor = \"x\"\nfilter = \"rm\"", 1, "“a”"), ("author = \"x\"\nfilter = \"sh\"", 2, "“filter”"), ("folders = [\"../x\"]", 1, "“folders”"),
        ("folders = [\"/etc\"]", 1, "“folders”"), ("folders = [\".shed\"]", 1, "“folders”"), ("reference = { docx = \"/etc/passwd\" }", 1, "“reference”"),
        ("\nreference = { docx = \"../x.docx\" }", 2, "“reference”"), ("reference = { epub = \"x.epub\" }", 1, "“reference”"),
        ("reference = { docx = \"x.sh\" }", 1, "“reference”"), ("shift-headings = 9", 1, "“shift-headings”"), ("shift-headings = -9223372036854775808", 1, "“shift-headings”"),
        ("width = 99999", 1, "“width”"), ("to = [\"exe\"]", 1, "“to”"), ("to = []", 1, "“to”"), ("strip = \"comments\"", 1, "“strip”"), ("title = \"a\\nb\"", 1, "“title”"),
        ("title = 1", 1, "“title”"), ("language = \"<x>\"", 1, "“language”"), ("paper = \"a3\"", 1, "“paper”"), ("font = \"a'b\"", 1, "“font”"), ("font = \"\"", 1, "“font”"), ("title = ", 1, ""), ("contact = [1]", 1, "“contact”"),
    ]) func `is refused with its line and key`(text: String, line: Int, said: String) throws {
        let fault = try #require(throws: ProfileFault.self) { try profile(text) }
        #expect(fault.line == line && (fault.key.map { "“\($0)”" } ?? "") == said)
    }

    @Test func `is refused where it is too large or too deep`() {
        #expect(throws: ProfileFault.self) { try profile("# " + String(repeating: "a", count: 10 << 20)) }
        #expect(throws: ProfileFault.self) { try profile("title = " + String(repeating: "[", count: 10_000)) }
        #expect(throws: ProfileFault.self) { try profile((0..<10_000).map { "a\($0) = 1\n" }.joined()) }
    }

    @Test func `has for what it does not say what the default has`() throws {
        var standard = CompileProfile.manuscript
        standard.name = "mine"
        #expect(try profile("") == standard)
    }

    @Test func `names chapters`() {
        let profile = CompileProfile.manuscript
        #expect(profile.heading(3, of: "03 The Sea") == "Chapter 3: The Sea")
        #expect(profile.heading(3, of: "Chapter 3") == "Chapter 3" && profile.heading(3, of: "3") == "Chapter 3")
        #expect(profile.heading(1, of: "1984") == "Chapter 1: 1984" && profile.heading(1984, of: "1984") == "Chapter 1984")
        #expect(profile.heading(2, of: "The Year 1984") == "Chapter 2: The Year 1984")
        #expect(CompileProfile.title(of: "2nd", stripping: true) == "2nd" && CompileProfile.title(of: "02 - A", stripping: false) == "02 - A")
    }

    @Test func `takes a number for one where the chapters are numbered, and else for a part of the title`() {
        let profile = CompileProfile.manuscript
        #expect(profile.heading(2, of: "3 Körper") == "Chapter 2: 3 Körper" && profile.heading(2, of: "12 Angry Men") == "Chapter 2: 12 Angry Men")
        #expect(profile.heading(2, of: "3 Körper", isNumbered: true) == "Chapter 2: Körper" && profile.heading(2, of: "02 3 Körper") == "Chapter 2: 3 Körper")
        #expect(profile.heading(2, of: "2024-01-02 Diary", isNumbered: true) == "Chapter 2: 2024-01-02 Diary")
        #expect(profile.heading(2, of: "2. Akt", isNumbered: true) == "Chapter 2" && profile.heading(2, of: "02 Act") == "Chapter 2")
        #expect(CompileProfile.title(of: "02 - 1984", stripping: true) == "1984" && CompileProfile.title(of: "2. The Sea", stripping: true, isNumbered: true) == "The Sea")
        #expect(CompileProfile.areNumbered(["Prologue", "1 Storm", "2 Calm"]) && !CompileProfile.areNumbered(["3 Körper"]))
        #expect(!CompileProfile.areNumbered(["3 Körper", "1984", "Storm"]) && !CompileProfile.areNumbered(["2024-01-02 A", "2024-01-03 B"]) && !CompileProfile.areNumbered([]))
    }

    @Test func `leaves out what its patterns fit`() {
        var profile = CompileProfile.manuscript
        profile.selection.leftOut = ["*.note.md", "Draft*", "exactly"]
        #expect(profile.leavesOut("a.note.md") && profile.leavesOut("Draft 2") && profile.leavesOut("exactly"))
        #expect(!profile.leavesOut("a.md") && !profile.leavesOut("My Draft") && !profile.leavesOut("exactly.md"))
        profile.selection.leftOut = [String(repeating: "*a", count: 200)]
        #expect(!profile.leavesOut(String(repeating: "a", count: 199)))
    }

    @Test(arguments: [
        ("de-AT", "Kapitel 3: Meer", "Kapitel 3", "etwa 1.200 Wörter"), ("fr", "Chapitre 3\u{A0}: Meer", "Chapitre 3", "environ 1\u{A0}200 mots"),
        ("es", "Capítulo 3: Meer", "Capítulo 3", "unas 1\u{A0}200 palabras"), ("ja", "第3章 Meer", "第3章", "約1,200語"), ("it", "Chapter 3: Meer", "Chapter 3", "about 1,200 words"),
    ]) func `shed's own words are in the language of the text`(language: String, heading: String, bare: String, about: String) {
        var profile = CompileProfile.manuscript
        profile.work.language = language
        profile.headings.pattern = CompileWords(language).chapter
        #expect(profile.heading(3, of: "Meer") == heading && profile.heading(3, of: "3") == bare)
        var manuscript = Manuscript(project: "Sea", profile)
        manuscript.chapters = [Manuscript.Chapter(heading: nil, texts: [Array(String(repeating: "word ", count: 1_234).utf8)])]
        #expect(manuscript.aboutWords == about)
    }

    @Test func `those that come with shed are there`() { #expect(Set(CompileProfile.shipped.keys) == ["manuscript", "plain", "web", "book"]) }
}
