import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedService
import ShedTestSupport
import ShedWriting
import Testing

@testable import ShedWritingKind

@Suite struct `Texts that are compiled` {
    private static let hasPandoc = ProgramPath.find("pandoc", environment: [:]) != nil

    private func markdown(_ desk: ManuscriptDesk, _ folder: RelativePath) throws -> String {
        let reading = try desk.project.refresh()
        return String(decoding: try reading.bytes(of: reading.compilation(CompileRequest(folder: folder)), .markdown), as: UTF8.self)
    }

    @Test(arguments: ["txt", "md"]) func `that are not UTF-8 end the work, and nothing is written`(ending: String) throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.shell("printf 'a\\nStra\\337e\\n' > 'Chapters/01 Loomings/03.\(ending)'")
        try desk.project.sync()
        let error = try #require(throws: ShedError.self) { try desk.compile() }
        #expect(error.message.contains("03.\(ending)") && error.message.contains("line 2") && error.remedy.contains("iconv"), "\(error)")
        #expect(try desk.shell("ls Novel") == "")
        try desk.shell("printf '\\377\\376S\\0\\337\\0' > 'Chapters/01 Loomings/03.\(ending)'")
        try desk.project.sync()
        try desk.compile()
        #expect(desk.read("Novel/Sea.md").contains("Sß"))
    }

    @Test func `and are plain name scenes too, and their titles are said once`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("Before *it*\n\n[[Szene Ä]]\n\nafter\n\n[[Nowhere]]\n", to: "Chapters/01 Loomings/03.txt")
        desk.write("In the scene.\n", to: "Scenes/Szene Ä.md")
        try desk.project.sync()
        #expect(try desk.compilation().left.contains { "\($0.reason)".contains("Nowhere") })
        try desk.compile()
        let text = desk.read("Novel/Sea.md")
        #expect(text.contains("In the scene.") && text.contains("Before \\*it\\*") && !text.contains("Szene"), "\(text)")
        let poems = try ManuscriptDesk("poetry")
        poems.write("Ode\n\nO wind\n", to: "Collections/Spring/01 Ode.txt")
        try poems.project.sync()
        let made = try markdown(poems, "Collections/Spring")
        #expect(made.contains("# Ode\n\nO wind\n"), "\(made)")
    }

    @Test func `have one separator beside a scene`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("Before it.\n\n***\n\n[[Arrived]]\n\n***\n\nAfter it.\n", to: "Chapters/01 Loomings/03.md")
        desk.write("In the scene.\n", to: "Scenes/Arrived.md")
        try desk.project.sync()
        try desk.compile()
        let text = desk.read("Novel/Sea.md")
        let start = try #require(text.firstRange(of: "Before it.")), end = try #require(text.firstRange(of: "After it."))
        #expect(text[start.upperBound..<end.lowerBound].split(separator: "\n").count == 3, "\(text)")
    }

    @Test func `have no separator before the footnotes of a file that ends with a scene`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("Before it.[^1]\n\n[[Arrived]]\n\n***\n\n[^1]: A note.\n", to: "Chapters/01 Loomings/03.md")
        desk.write("After it.\n", to: "Chapters/01 Loomings/04.md")
        desk.write("In the scene.\n", to: "Scenes/Arrived.md")
        try desk.project.sync()
        try desk.compile()
        let text = desk.read("Novel/Sea.md")
        let start = try #require(text.firstRange(of: "In the scene.")), end = try #require(text.firstRange(of: "After it."))
        let between = text[start.upperBound..<end.lowerBound].split(separator: "\n")
        #expect(between.count == 2 && between.first?.hasSuffix("]: A note.") == true && between.last == "\\#", "\(text)")
    }

    @Test func `have no separators around the footnotes of a file that begins with them and a scene`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("Before it.\n", to: "Chapters/01 Loomings/03.md")
        desk.write("[^1]: A note.\n\n[[Arrived]]\n\nAfter it.[^1]\n", to: "Chapters/01 Loomings/04.md")
        desk.write("In the scene.\n", to: "Scenes/Arrived.md")
        try desk.project.sync()
        try desk.compile()
        let text = desk.read("Novel/Sea.md")
        let start = try #require(text.firstRange(of: "Before it.")), end = try #require(text.firstRange(of: "After it."))
        let between = text[start.upperBound..<end.lowerBound].split(separator: "\n")
        #expect(between.count == 4 && between[0] == "\\#" && between[1] == "In the scene." && between[2].hasSuffix("]: A note.") && between[3] == "\\#", "\(text)")
    }

    /// What a reference holds goes into what is made.
    @Test(.enabled(if: hasPandoc), arguments: ["docx", "odt"]) func `take no document for its styles that loads something`(ending: String) throws {
        let desk = try ManuscriptDesk.withNovel()
        let part = ending == "docx" ? ("word/header1.xml", "<w:hdr><w:instrText>DDEAUTO x</w:instrText></w:hdr>") : ("Pictures/a.txt", "")
        let styles = ending == "docx" ? ("word/styles.xml", "<w:styles/>")
            : ("styles.xml", "<office:document-styles><draw:image xlink:href=\"http://a.b/c.png\"/></office:document-styles>")
        let bytes = ZipFile.stored([part, styles].map { ZipFile.Part($0.0, Array($0.1.utf8)) })
        let file = try #require(fopen("\(desk.root)/Research/Style.\(ending)", "w"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
        desk.write("to = [\"\(ending)\"]\nreference = { \(ending) = \"Research/Style.\(ending)\" }\n", to: ".shed/profiles/manuscript.toml")
        try desk.project.sync()
        let error = try #require(throws: ShedError.self) { try desk.compile() }
        #expect(error.message.contains("Style.\(ending)") && error.message.contains("holds") && error.kind == .environment, "\(error)")
        #expect(try desk.shell("ls Novel") == "")
    }
}
