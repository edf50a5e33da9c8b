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

    /// The lines between two texts of a novel in one of whose chapters a scene is named.
    private func lines(of files: [String: String], scene: String = "In the scene.\n", from start: String, to end: String) throws -> [String] {
        let desk = try ManuscriptDesk.withNovel()
        for (name, text) in files { desk.write(text, to: "Chapters/01 Loomings/\(name)") }
        desk.write(scene, to: "Scenes/Arrived.md")
        try desk.project.sync()
        try desk.compile()
        let text = desk.read("Novel/Sea.md")
        let first = try #require(text.firstRange(of: start), "\(text)"), last = try #require(text.firstRange(of: end), "\(text)")
        return text[first.upperBound..<last.lowerBound].split(separator: "\n").map(String.init)
    }

    @Test func `have no separator before the footnotes of a file that ends with a scene`() throws {
        let between = try lines(
            of: ["03.md": "Before it.[^1]\n\n[[Arrived]]\n\n***\n\n[^1]: A note.\n", "04.md": "After it.\n"], from: "In the scene.", to: "After it.")
        #expect(between.count == 2 && between.first?.hasSuffix("]: A note.") == true && between.last == "\\#", "\(between)")
    }

    @Test func `have no separators around the footnotes of a file that begins with them and a scene`() throws {
        let between = try lines(
            of: ["03.md": "Before it.\n", "04.md": "[^1]: A note.\n\n[[Arrived]]\n\nAfter it.[^1]\n"], from: "Before it.", to: "After it.")
        #expect(between.count == 4 && between[0] == "\\#" && between[1] == "In the scene." && between[2].hasSuffix("]: A note.") && between[3] == "\\#", "\(between)")
    }

    /// Nothing of a file is lost for the sake of footnotes that found no text before them.
    @Test(arguments: ["\n", "---\ncompile: false\n---\n\nNot this.\n"]) func `keep what follows footnotes and a scene that holds no text`(scene: String) throws {
        let between = try lines(
            of: ["03.md": "Before it.\n", "04.md": "[^1]: A note.\n\n[[Arrived]]\n\nAfter it.[^1]\n\nAnd more.\n", "05.md": "The end.\n"], scene: scene,
            from: "Before it.", to: "The end.")
        #expect(between.count == 5 && between[1].hasPrefix("After it.[^") && between[2] == "And more." && between[3].hasSuffix("]: A note."), "\(between)")
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
