import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedService
import ShedTestSupport
import ShedWriting
import Testing

@testable import ShedWritingKind

@Suite struct `What a manuscript looks like` {
    private static func has(_ programs: String...) -> Bool { programs.allSatisfy { ProgramPath.find($0, environment: [:]) != nil } }
    private static let hasPandoc = has("pandoc", "unzip")
    private static let mayCheckBooks = ShortRun.isWhole && has("pandoc", "epubcheck", "java")
    private static let mayPrint = ShortRun.isWhole && has("pandoc", "soffice", "pdftotext")

    /// A novel with an author, two lines of an address, a table, verse and a break within a text.
    private func novel() throws -> ManuscriptDesk {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("author = \"Ann Lee\"\ntitle = \"The Sea & <b>\"\ncontact = [\"1 Road\", \"Town\"]\n", to: ".shed/profiles/sent.toml")
        desk.write("Roses are red,  \nviolets are blue.\n\n***\n\n| Name | Age |\n| --- | --: |\n| Ann | 3 |\n", to: "Chapters/03 The Spouter-Inn/03 Rest.md")
        try desk.project.sync()
        return desk
    }

    private func made(_ format: CompileProfile.Format, profile: String = "sent", in desk: ManuscriptDesk) throws {
        #expect(try desk.compile(CompileRequest(profile: profile, formats: [format])).map(\.fate) == [.made])
        #expect(try desk.compile(CompileRequest(profile: profile, formats: [format])).map(\.fate) == [.unchanged])
    }

    @Test(.enabled(if: hasPandoc)) func `in docx is that of a standard manuscript`() throws {
        let desk = try novel()
        try made(.docx, in: desk)
        let text = try desk.shell("unzip -p Novel/Sea.docx word/document.xml")
        let styles = text.split(separator: "<w:pStyle w:val=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(styles.prefix(4) == ["Contact", "Title", "Author", "Heading1"] && styles.last == "End")
        #expect(styles.count { $0 == "Separator" } == 5 && styles.contains("Verse") && styles.contains("Figure") && !text.contains("w:br w:type"))
        #expect(text.contains("THE SEA &amp; &lt;B&gt;") && text.contains("<w:pgNumType w:start=\"0\" />"))
        #expect(try desk.shell("unzip -p Novel/Sea.docx word/header1.xml").contains("Lee / THE SEA &amp; &lt;B&gt; / "))
        #expect(try desk.shell("unzip -p Novel/Sea.docx docProps/core.xml").contains("<dc:title>The Sea &amp; &lt;b&gt;</dc:title><dc:creator>Ann Lee</dc:creator>"))
        #expect(try desk.shell("unzip -tq Novel/Sea.docx && unzip -p Novel/Sea.docx word/styles.xml").contains("Courier New"))
    }

    @Test(.enabled(if: hasPandoc)) func `in odt is that of a standard manuscript`() throws {
        let desk = try novel()
        try made(.odt, in: desk)
        let text = try desk.shell("unzip -p Novel/Sea.odt content.xml")
        #expect(text.ranges(of: "THE SEA &amp; &lt;B&gt;").count == 1 && !text.contains("The Sea &amp;") && text.ranges(of: "style-name=\"Separator\"").count == 5)
        #expect(try desk.shell("unzip -p Novel/Sea.odt styles.xml").contains("Lee / THE SEA &amp; &lt;B&gt; / "))
        // LibreOffice opens no file of which a part is not listed.
        let parts = try desk.shell("unzip -Z1 Novel/Sea.odt").split(separator: "\n").filter { $0 != "mimetype" && !$0.hasPrefix("META-INF") }
        let list = try desk.shell("unzip -p Novel/Sea.odt META-INF/manifest.xml")
        for part in parts { #expect(list.contains("manifest:full-path=\"\(part)\""), "\(part)") }
    }

    @Test(.enabled(if: hasPandoc)) func `is that of a document of the person's own`() throws {
        let desk = try novel()
        try desk.shell("pandoc --print-default-data-file reference.docx > Research/Style.docx")
        desk.write("reference = { docx = \"Research/Style.docx\" }\n", to: ".shed/profiles/own.toml")
        try desk.project.sync()
        try made(.docx, profile: "own", in: desk)
        #expect(try !desk.shell("unzip -p Novel/Sea.docx word/styles.xml").contains("Courier New"))
        #expect(try desk.shell("unzip -p Novel/Sea.docx word/document.xml").ranges(of: "<w:br w:type=\"page\"/>").count == 3)
    }

    /// epubcheck, the checker of the W3C.
    @Test(.enabled(if: mayCheckBooks), arguments: ["sent", "manuscript", "plain", "web", "book"]) func `in EPUB is without fault`(profile: String) throws {
        let desk = try novel()
        try made(.epub, profile: profile, in: desk)
        // Debian's is an archive that the kernel is told how to run; here it may not be.
        let said = try desk.shell("java -jar $(command -v epubcheck) Novel/Sea.epub 2>&1")
        #expect(said.contains("No errors or warnings detected"), "\(said)")
    }

    @Test(.enabled(if: mayPrint), arguments: [CompileProfile.Format.docx, .odt]) func `is laid out by LibreOffice`(format: CompileProfile.Format) throws {
        let desk = try novel()
        try made(format, in: desk)
        try desk.shell("soffice -env:UserInstallation=file://$PWD/../lo --headless --convert-to pdf --outdir .. Novel/Sea.\(format.rawValue) >/dev/null 2>&1; pdftotext -layout ../Sea.pdf ../Sea.txt")
        let pages = try desk.shell("cat ../Sea.txt").split(separator: "\u{c}", omittingEmptySubsequences: false).map { $0.split(separator: "\n").filter { $0.contains { $0 != " " } } }
        let first = try #require(pages.first?.first)
        #expect(first.hasPrefix("Ann Lee") && first.hasSuffix(" words") && !pages[0].contains { $0.contains("/ 0") || $0.contains("/ 1") })
        #expect(pages[1].first?.contains("Lee / THE SEA & <B> / 1") == true && pages[1].contains { $0.contains("Chapter 1: Loomings") })
    }
}

@Suite struct `What goes into a book` {
    @Test func `of poems is each under its own title, which is said once`() throws {
        let desk = try ManuscriptDesk("poetry")
        desk.write("# Ode\n\nO wind,  \nO sea.\n", to: "Collections/Spring/01 Ode.md")
        desk.write("# Another name\n\nText.\n", to: "Collections/Spring/02 Storm.md")
        desk.write("I wandered\n  lonely\n\nas\n", to: "Collections/Spring/03 Cloud.txt")
        try desk.project.sync()
        let compilation = try desk.compilation(CompileRequest(folder: "Collections/Spring"))
        #expect((1...3).map(compilation.heading) == ["Ode", "Storm", "Cloud"])
        let text = String(decoding: try desk.project.refresh().bytes(of: compilation, .markdown), as: UTF8.self)
        #expect(text.contains("# Ode\n\nO wind,  \nO sea.\n\n# Storm\n\n## Another name\n"))
        #expect(text.contains("# Cloud\n\nI wandered  \n\u{a0}\u{a0}lonely\n\nas\n"))
        let html = String(decoding: try desk.project.refresh().bytes(of: compilation, .html), as: UTF8.self)
        #expect(html.contains("<p class=\"verse\">I wandered<br>\n\u{a0}\u{a0}lonely</p>\n<p class=\"verse\">as</p>"))
    }

    @Test func `leaves out no picture that a text shows`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("![Map](map%20%C3%A4.png)\n", to: "Chapters/01 Loomings/03.md")
        for name in ["map ä.png", "other.png"] { try desk.shell("cp Research/battery.png 'Chapters/01 Loomings/\(name)'") }
        try desk.project.sync()
        #expect(try desk.compilation().left.filter { $0.word == "no-text" }.map(\.path) == ["Chapters/01 Loomings/other.png"])
    }

    @Test func `keeps chapters where a novel has them`() throws {
        let desk = try ManuscriptDesk.withNovel()
        #expect(try desk.compilation(CompileRequest(folder: "Chapters")).heading(1) == "Chapter 1: Loomings")
    }
}
