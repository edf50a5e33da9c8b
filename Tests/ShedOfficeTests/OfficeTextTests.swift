import ShedModel
import ShedTestSupport
import Testing

@testable import ShedOffice

@Suite struct `Texts of documents` {
    private func text(_ zip: TestZip, _ format: DocumentFormat) throws -> String {
        String(decoding: try OfficeText.text(ArchiveSource(zip.bytes), format), as: UTF8.self)
    }

    @Test func `are told by the ending of the name alone`() {
        #expect(DocumentFormat("Ode.docx") == .office(.docx) && DocumentFormat("Ode.EPUB") == .epub && DocumentFormat("a.odt") == .office(.odt))
        for name in ["epub", ".epub", "Ode.epub.txt", "Odeeepub"] as [Name] { #expect(DocumentFormat(name) == nil, "\(name)") }
    }

    @Test func `have a line for each paragraph, whatever runs it is made of`() throws {
        let zip = TestZip.docx(body: """
            <w:p><w:r><w:t>The w</w:t></w:r><w:r><w:t>ind</w:t><w:softHyphen/><w:t>ing</w:t><w:footnoteReference w:id="2"/></w:r></w:p>\
            <w:p/><w:p><w:r><w:t>and</w:t><w:tab/><w:t>sea</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>
            """)
        #expect(try text(zip, .office(.docx)) == "The winding\nand sea\n")
    }

    @Test(arguments: ["<w:tab/>", "<w:br/>", "<w:cr/>", "<w:br w:type=\"page\"/>", "<w:ptab/>", "<w:t xml:space=\"preserve\"> </w:t><w:tab/>", "<w:t>\n\t</w:t>"])
    func `have a blank where a tab or a break stands within a paragraph of Word's`(mark: String) throws {
        let zip = TestZip.docx(body: "<w:p><w:r>\(mark)<w:t>Rote</w:t>\(mark)<w:t>Laterne</w:t>\(mark)</w:r></w:p><w:p><w:r>\(mark)</w:r></w:p><w:p><w:r><w:t>two</w:t></w:r></w:p>")
        #expect(try text(zip, .office(.docx)) == "Rote Laterne\ntwo\n")
        #expect(try OfficeWords.count(ArchiveSource(zip.bytes), .docx) == 3)
    }

    @Test(arguments: ["<text:tab/>", "<text:line-break/>", "<text:s/>", "<text:s text:c=\"3\"/>", " <text:tab/>", "\n"])
    func `have a blank where a tab or a break stands within a paragraph of OpenDocument`(mark: String) throws {
        let content = """
            <office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>\
            <text:p>\(mark)Rote\(mark)Laterne\(mark)</text:p><text:p>\(mark)</text:p><text:p>two</text:p>\
            </office:text></office:body></office:document-content>
            """
        let styles = "<office:document-styles xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"/>"
        let zip = Self.book(("mimetype", "application/vnd.oasis.opendocument.text"), ("styles.xml", styles), ("content.xml", content))
        #expect(try text(zip, .office(.odt)) == "Rote Laterne\ntwo\n")
        #expect(try OfficeWords.count(ArchiveSource(zip.bytes), .odt) == 3)
    }

    @Test func `of all fixtures hold as many words as are counted, or nearly`() throws {
        var compared = 0
        for (words, name) in `Words of documents`.expected where words > 40 {
            let format = try #require(OfficeFormat(Name(name)))
            let bytes = try OfficeText.text(ArchiveSource(TestFile.read("\(`Words of documents`.folder)/\(name)")), .office(format))
            let found = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).count
            // Numbers of lists are no text, and headers are read once.
            #expect(found > words / 2 && found <= words + words / 10, "\(name): \(found) of \(words)")
            compared += 1
        }
        #expect(compared > 0)
    }

    private static func book(_ pages: (name: String, text: String)...) -> TestZip {
        TestZip(parts: pages.map { TestZip.Part(name: $0.name, bytes: Array($0.text.utf8)) })
    }

    @Test func `of a book are those of its pages, without tags`() throws {
        let zip = Self.book(
            ("OEBPS/1.xhtml", "<html><head><title>no</title></head><body><h1>One</h1><p>A <em>wi</em>nd\n  &amp; se&#97; &unknown; &#x3042;</p><script>no</script></body></html>"),
            ("OEBPS/style.css", "no"), ("OEBPS/2.html", "<p class='a>b'>two<br/>three<!-- <p>no --></p> 1 &lt; 2"))
        #expect(try text(zip, .epub) == "One\nA wind & sea &unknown; あ\ntwo three\n1 < 2\n")
    }

    @Test(arguments: [
        ("<p>a</p><script>if (i<n && x=='\"') s = \"<p>\" + '</p'</script><p>b</p>", "a\nb\n"), ("<p>a<STYLE>b:before{content:'<'}</StyLe >c</p>", "ac\n"),
        ("<html><head><script>for(i=0;i<n;)x=\"<a href='\"</script></head><body>a", "a\n"), ("a<script>x</scripts><p>y</script >b", "ab\n"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2\n"), ("a<!-- <b title=\" --!>b<!-->c<? d=\"> e", "abc e\n"),
    ]) func `of a book hold nothing of scripts and comments, and all that follows them`(page: String, expected: String) throws {
        #expect(try text(Self.book(("1.xhtml", page)), .epub) == expected)
    }

    @Test func `of a book have no marks of footnotes in them`() throws {
        let zip = Self.book(
            ("1.xhtml", "<p>Kingfisher<a class=\"footnote-ref\" epub:type=\"noteref\" href=\"#n\"><sup>1</sup></a> there, H<sub>2</sub>O<a role='doc-noteref' href=x>2</a>.</p><p>a<a class=noteref>3<p>b</a> <a href=c>d</a> <a href=\"#noteref1\">back</a></p>"))
        #expect(try text(zip, .epub) == "Kingfisher there, H2O.\na\nb d back\n")
    }

    @Test func `of a book know the marks of footnotes however attributes are written`() throws {
        let zip = Self.book(
            ("1.xhtml", """
                <p>One<a\n  epub:type="noteref"\n  href="#n">1</a>, two<a\tclass = "footnote-ref">2</a>, three<A EPUB:TYPE='NoteRef'>3</A>, four<a role = doc-noteref>4</a>, \
                <a title="a class=noteref" href="#a">five</a>, <a data-class="noteref">six</a>, <a title='it>s "' class="x">seven</a>, <a title=it's>eight</a>, <a class>nine</a></p>
                """))
        #expect(try text(zip, .epub) == "One, two, three, four, five, six, seven, eight, nine\n")
    }

    @Test func `of a book have the characters that HTML calls by names and numbers`() throws {
        let zip = Self.book(
            ("1.xhtml", "<p>caf&eacute; &mdash; a&nbsp;b&#160;c so&shy;ft&#xad;er &#150; wait&#x85; x&#10;y&#9;z &#1; &#x110000; &copy &#+65;</p>"))
        #expect(try text(zip, .epub) == "café — a b c softer – wait… x y z &#1; &#x110000; &copy &#+65;\n")
    }

    @Test func `of a book take time in line with its length`() throws {
        let attributes = "<a " + String(repeating: "class=x title='y' z ", count: 100_000) + ">one</a>"
        let text = try text(Self.book(("1.xhtml", "<p>" + attributes), ("2.xhtml", String(repeating: "<a class=\"", count: 100_000)), ("3.xhtml", "two")), .epub)
        #expect(text.hasPrefix("one\n") && text.hasSuffix("two\n"))
    }

    @Test func `of OpenDocument have no marks of footnotes in them`() throws {
        let content = """
            <office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>\
            <text:p>Kingfisher<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Note</text:p></text:note-body></text:note> there</text:p>\
            </office:text></office:body></office:document-content>
            """
        let styles = "<office:document-styles xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"/>"
        let zip = Self.book(("mimetype", "application/vnd.oasis.opendocument.text"), ("styles.xml", styles), ("content.xml", content))
        let text = try text(zip, .office(.odt))
        #expect(text.split(whereSeparator: \.isWhitespace).sorted() == ["Kingfisher", "Note", "there"], "\(text)")
    }

    @Test(arguments: ["<", "<p", "<!--", "&", "&#;", "&#xffffffff;", "<script>", "</p", "<p a='", "&#10;", "<p/", "<>"])
    func `of pages that end in the midst of something are read up to there`(page: String) throws {
        let text = try text(Self.book(("a.html", "x " + page), ("b.html", "y")), .epub)
        #expect(text.hasPrefix("x") && text.hasSuffix("y\n"))
    }

    @Test func `are refused of a book that is none`() {
        #expect(throws: OfficeError.notZip) { _ = try OfficeText.text(ArchiveSource(Array("no zip".utf8)), .epub) }
        #expect(throws: OfficeError.damaged) { _ = try OfficeText.text(ArchiveSource(TestZip(parts: [.init(name: "a.html", bytes: [0xff])]).bytes), .epub) }
        var large = Self.book(("a.html", "x"))
        large.parts[0].size = OfficeLimits.whole + 1
        #expect(throws: OfficeError.self) { _ = try OfficeText.text(ArchiveSource(large.bytes), .epub) }
    }
}
