import ShedOffice
import ShedTestSupport
import Testing

@Suite struct `A document whose styles others take` {
    private static let styles = TestZip.Part(name: "word/styles.xml", bytes: Array("<w:styles xmlns:w=\"w\"><w:style/></w:styles>".utf8), method: 8)

    private static func docx(_ parts: (String, String)...) -> [UInt8] {
        TestZip(parts: [styles] + parts.map { TestZip.Part(name: $0.0, bytes: Array($0.1.utf8)) }).bytes
    }

    private static func odt(_ inner: String, _ parts: String...) -> [UInt8] {
        let styles = TestZip.Part(name: "styles.xml", bytes: Array("<office:document-styles>\(inner)</office:document-styles>".utf8))
        return TestZip(parts: [styles] + parts.map { TestZip.Part(name: $0, bytes: [1]) }).bytes
    }

    private static func header(_ inner: String) -> [UInt8] { docx(("word/header1.xml", "<w:hdr xmlns:w=\"w\"><w:p>\(inner)</w:p></w:hdr>")) }

    private static func relation(_ attributes: String) -> [UInt8] {
        docx(("word/_rels/header1.xml.rels", "<Relationships><Relationship Id=\"a\" \(attributes)/></Relationships>"))
    }

    private static func names(_ bytes: [UInt8], _ format: OfficeFormat) throws -> [String] { try OfficeReference.parts(of: bytes, format).map(\.name) }

    @Test func `keeps what says how it looks, unpacked, and nothing else`() throws {
        let bytes = Self.docx(
            ("word/vbaProject.bin", "x"), ("word/embeddings/a.bin", "x"), ("word/media/a.png", "x"), ("word/media/a.svg", "x"), ("word/media/../../a.png", "x"),
            ("word/_rels/settings.xml.rels", "<x/>"), ("word/settings.xml", "<w:settings><w:attachedTemplate/></w:settings>"), ("customXml/a.xml", "x"))
        #expect(try Self.names(bytes, .docx) == ["word/styles.xml", "word/media/a.png"])
        #expect(try OfficeReference.parts(of: bytes, .docx)[0].bytes == Self.styles.bytes)
        #expect(try Self.names(Self.docx(("word/settings.xml", "<w:settings><w:zoom/></w:settings>")), .docx).contains("word/settings.xml"))
        let odt = Self.odt("<style:style/>", "Basic/a.xml", "Scripts/python/a.py", "Configurations2/a.xml", "Pictures/a.png", "content.xml", "settings.xml")
        #expect(try Self.names(odt, .odt) == ["styles.xml", "Pictures/a.png"])
    }

    @Test func `may show numbers of pages, pictures of its own and links to the web`() throws {
        let field = "<w:r><w:instrText xml:space=\"preserve\"> PAGE </w:instrText></w:r><w:r><w:instrText>\\* MERGEFORMAT</w:instrText></w:r><w:fldSimple w:instr=\"NUMPAGES\"/>"
        #expect(try Self.names(Self.header(field), .docx).contains("word/header1.xml"))
        #expect(throws: Never.self) { try Self.names(Self.relation("Type=\"x/image\" Target=\"media/a.png\""), .docx) }
        #expect(throws: Never.self) { try Self.names(Self.relation("Type=\"x/hyperlink\" Target=\"https://a.b\" TargetMode=\"External\""), .docx) }
        #expect(throws: Never.self) { try Self.names(Self.odt("<style:background-image xlink:href=\"Pictures/a.png\"/><text:a xlink:href=\"https://a.b\"/>"), .odt) }
    }

    @Test(arguments: [
        "<w:instrText>DDEAUTO c:\\x \"y\"</w:instrText>", "<x:instrText>DD</x:instrText><x:instrText>EAUTO</x:instrText>", "<w:instrText>D<!-- -->DEAUTO</w:instrText>",
        "<w:instrText>&#68;DEAUTO</w:instrText>", "<w:fldSimple w:instr=\"INCLUDEPICTURE x\"/>", "<w:object/>", "<o:OLEObject/>", "<w:altChunk/>", "<w:subDoc/>",
        "<v:imagedata src=\"//host/a\"/>", "<v:shape href=\"file:///etc/passwd\"/>",
    ])
    func `is refused where its pages run something or load it`(inner: String) {
        let error = #expect(throws: OfficeError.self) { try OfficeReference.parts(of: Self.header(inner), .docx) }
        #expect(error?.reason.hasSuffix("in word/header1.xml") == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        "Type=\"x/image\" Target=\"http://a.b/c.png\" TargetMode=\"External\"", "Type=\"x/image\" Target=\"a.png\" TargetMode='&#69;xternal'", "Type=\"x/image\" Target=\"http://a.b\"",
        "Type=\"x/image\" Target=\"//a/b\"", "Type=\"x/image\" Target=\"../../a\"", "Type=\"x/hyperlink\" Target=\"file:///a\" TargetMode=\"External\"",
        "Type=\"x/attachedTemplate\" Target=\"http://a.b\" TargetMode=\"External\"",
    ])
    func `is refused where a relation leads out of it`(attributes: String) {
        #expect(throws: OfficeError.self) { try OfficeReference.parts(of: Self.relation(attributes), .docx) }
    }

    @Test(arguments: [
        "<draw:image xlink:href=\"http://a.b/c.png\"/>", "<draw:image x:href=\"../a.png\"/>", "<draw:image xlink:href=\"%2e%2e/a.png\"/>", "<office:event-listeners/>", "<text:script/>",
        "<text:a xlink:href=\"vnd.sun.star.script:a\"/>", "<draw:object/>", "<draw:plugin/>", "<text:dde-connection/>", "<text:execute-macro/>",
    ])
    func `is refused where the styles of an odt run something or load it`(inner: String) {
        #expect(throws: OfficeError.self) { try OfficeReference.parts(of: Self.odt(inner), .odt) }
    }

    /// Only its pages are taken.
    @Test func `may say in its text what it likes`() throws {
        let text = "<w:document><w:p><w:instrText>TOC</w:instrText></w:p>%<w:object/></w:document>"
        #expect(try Self.names(Self.docx(("word/document.xml", text)), .docx).contains("word/document.xml"))
        #expect(throws: OfficeError.self) { try Self.names(Self.docx(("word/document.xml", text.replacing("%", with: "<w:sectPr><w:object/></w:sectPr>"))), .docx) }
    }

    @Test(arguments: ["<!DOCTYPE w:hdr [<!ENTITY a \"b\">]><w:hdr/>", "<w:hdr>", "<w:hdr>\u{0}</w:hdr>", "<html/>"]) func `is refused where a part is not plain`(part: String) {
        #expect(throws: OfficeError.self) { try OfficeReference.parts(of: Self.docx(("word/header1.xml", part)), .docx) }
    }

    @Test func `is none without styles`() {
        for bytes in [[], Array("PK".utf8), TestZip.docx(body: "").bytes] { #expect(throws: OfficeError.self) { try OfficeReference.parts(of: bytes, .docx) } }
    }
}
