import Glibc
import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedService
import ShedTestSupport
import ShedWriting
import Testing

@testable import ShedWritingKind

@Suite struct `What pandoc makes of a manuscript` {
    private static let isInstalled = ProgramPath.find("pandoc", environment: [:]) != nil

    @Test func `names the package where it is not installed`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.shelf.surroundings.environment["PATH"] = "/nonexistent"
        desk.project = try desk.shelf.reopen(desk.project)
        let error = try #require(throws: ShedError.self) { try desk.compile(CompileRequest(formats: [.docx])) }
        #expect(error.message.contains("pandoc") && error.remedy.contains("apt install pandoc"))
        #expect(try desk.shell("ls Novel") == "")
    }

    @Test func `says what it says where it fails, and leaves nothing`() throws {
        let desk = try ManuscriptDesk.withNovel()
        mkdir(desk.shelf.path + "/bin", 0o755)
        try TestFile.writeProgram("echo 'no such thing' >&2; exit 97", to: desk.shelf.path + "/bin/pandoc")
        desk.shelf.surroundings.environment["PATH"] = desk.shelf.path + "/bin:/usr/bin:/bin"
        desk.project = try desk.shelf.reopen(desk.project)
        #expect(throws: ShedError.self) { try desk.compile(CompileRequest(formats: [.odt])) }
        #expect(try desk.shell("ls Novel; find .shed -path '*/staging/*' -type f") == "")
    }

    @Test func `begins with taking away what a killed run left, and not what another works in`() throws {
        let desk = try ManuscriptDesk.withNovel()
        mkdir(desk.shelf.path + "/bin", 0o755)
        try TestFile.writeProgram("exit 97", to: desk.shelf.path + "/bin/pandoc")
        desk.shelf.surroundings.environment["PATH"] = desk.shelf.path + "/bin:/usr/bin:/bin"
        desk.shelf.surroundings.now = { Surroundings.clock() + 60_000 }
        desk.project = try desk.shelf.reopen(desk.project)
        let work = desk.shelf.path + "/state/work"
        try desk.shell("mkdir -p '\(work)/compile-left' '\(work)/compile-held'; echo x > '\(work)/compile-left/output.docx'")
        let held = try DirectoryHandle(path: work + "/compile-held")
        #expect(flock(held.descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(throws: ShedError.self) { try desk.compile(CompileRequest(formats: [.docx])) }
        #expect(try withExtendedLifetime(held) { try desk.shell("ls '\(work)'") } == "compile-held\n")
    }

    @Test(.enabled(if: isInstalled), arguments: [CompileProfile.Format.docx, .odt, .epub]) func `is the same each time, and has images`(format: CompileProfile.Format) throws {
        let desk = try ManuscriptDesk.withNovel()
        #expect(try desk.compile(CompileRequest(formats: [format])).map(\.fate) == [.made])
        #expect(try desk.compile(CompileRequest(formats: [format])).map(\.fate) == [.unchanged])
        #expect(TestFile.read("\(desk.root)/Novel/Sea.\(format.rawValue)").starts(with: Array("PK".utf8)))
        #expect(try desk.project.sync().moves.isEmpty)
    }

    @Test(.enabled(if: isInstalled)) func `reads documents of other programs`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("{\\rtf1\\ansi Rich {\\b text}.\\par}\n", to: "Chapters/01 Loomings/03.rtf")
        try desk.project.sync()
        try desk.compile()
        #expect(desk.read("Novel/Sea.md").contains("Rich **text**."))
    }

    /// As LibreOffice writes notes, and many programs other letters.
    @Test(.enabled(if: isInstalled)) func `reads notes and letters of rich text whole`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("{\\rtf1\\ansi \\u201?t\\u233? fut \\u8220\"long\\u8221\".{\\super \\chftn{\\*\\footnote \\chftn\\pard\\plain A note.}}\\par}\n", to: "Chapters/01 Loomings/03.rtf")
        try desk.project.sync()
        try desk.compile()
        let text = desk.read("Novel/Sea.md")
        #expect(text.contains("Été fut “long”.") && text.contains("A note."))
    }

    /// In one whose cells hold several paragraphs stands what Markdown's tables cannot say.
    @Test(.enabled(if: isInstalled), arguments: ["docx", "odt"]) func `keeps the words of tables, and puts in the scenes that a document names`(ending: String) throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("Round it.\n", to: "Scenes/Pequod.md")
        let table = "+---+---+\n| a | b |\n+===+===+\n| c | d |\n|   |   |\n|   | e |\n+---+---+\n"
        desk.write(table + "\n\\[\\[Pequod\\]\\]\n", to: "Research/in.md")
        _ = try desk.shell("pandoc -f markdown -o 'Chapters/01 Loomings/03.\(ending)' Research/in.md")
        try desk.project.sync()
        try desk.compile()
        let text = desk.read("Novel/Sea.md")
        #expect(text.contains("Round it.") && !text.contains("Pequod") && !text.contains("[TABLE]"))
        for word in ["| c ", "| d", "| e"] { #expect(text.contains(word)) }
    }
}
