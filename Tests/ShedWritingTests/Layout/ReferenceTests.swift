import ShedModel
import ShedTestSupport
import Testing

@testable import ShedWriting

@Suite struct `The pages of a manuscript in a word processor` {
    private func manuscript(_ change: (inout CompileProfile) -> Void = { _ in }) -> Manuscript {
        var profile = CompileProfile.manuscript
        profile.work.author = "Ann Lee"
        change(&profile)
        return Manuscript(project: "Sea & <w:x/>\u{1}", profile)
    }

    /// Nothing in it is compressed, so that it can be read as it stands.
    private func text(_ format: CompileProfile.Format, _ manuscript: Manuscript) throws -> String {
        String(decoding: try #require(manuscript.reference(for: format)), as: UTF8.self)
    }

    /// Courier of 12 points, double spaced, an inch around, indented by half an inch; who, what and the page at the head of all pages but
    /// the first.
    @Test func `are those of a standard manuscript in docx`() throws {
        let docx = try text(.docx, manuscript())
        for part in ["w:ascii=\"Courier New\"", "<w:sz w:val=\"24\"/>", "w:line=\"480\"", "w:firstLine=\"720\"", "w:top=\"1440\" w:right=\"1440\" w:bottom=\"1440\" w:left=\"1440\"",
            "<w:pgSz w:w=\"12240\" w:h=\"15840\"/>", "<w:pgNumType w:start=\"0\"/><w:titlePg/>", "Lee / SEA &amp; &lt;W:X/&gt;  / ", "<w:keepLines/><w:pageBreakBefore/>", "<w:headerReference"] {
            #expect(docx.contains(part), "\(part)")
        }
        #expect(!docx.contains("<w:x/>") && !docx.contains("<w:footerReference"))
    }

    @Test func `are those of a standard manuscript in odt`() throws {
        let odt = try text(.odt, manuscript())
        for part in ["svg:font-family=\"'Courier New'\"", "fo:font-size=\"12pt\"", "fo:line-height=\"200%\"", "fo:text-indent=\"36pt\"", "fo:page-width=\"612pt\" fo:page-height=\"792pt\"",
            "style:next-style-name=\"Text\"", "Lee / SEA &amp; &lt;W:X/&gt;  / <text:page-number text:select-page=\"previous\">", "fo:break-before=\"page\""] {
            #expect(odt.contains(part), "\(part)")
        }
        // What LibreOffice looks for first.
        let begins = try #require(manuscript().reference(for: .odt)).dropFirst(30).starts(with: "mimetypeapplication/vnd.oasis.opendocument.text".utf8)
        #expect(begins)
    }

    @Test(arguments: [CompileProfile.Format.docx, .odt]) func `follow the profile`(format: CompileProfile.Format) throws {
        let plain = try text(format, manuscript { ($0.breaks.startsChaptersOnPages, $0.titlePage.isWanted, $0.pages.layout, $0.work.language) = (false, false, .web, "de") })
        #expect(plain.ranges(of: format == .docx ? "pageBreakBefore" : "break-before").count == 1)
        #expect(!plain.contains("titlePg") && !plain.contains("next-style-name=\"Text\"") && plain.contains(format == .docx ? "w:w=\"11900\"" : "595pt"))
        let book = try text(format, manuscript { $0.pages.layout = .book })
        #expect(book.contains(format == .docx ? "w:w=\"7920\" w:h=\"12240\"" : "396pt") && book.contains(format == .docx ? "<w:jc w:val=\"both\"/>" : "fo:text-align=\"justify\""))
    }

    @Test func `have the margins of a book in a browser too`() throws {
        let book = manuscript { $0.pages.layout = .book }
        let html = String(decoding: try #require(book.bytes(of: .html)), as: UTF8.self)
        #expect(PageDesign(book.profile).margin == 1_440 * 3 / 4 && html.contains("@page { size: 5.5in 8.5in; margin: .75in;"))
    }

    /// Letter paper where people print on it.
    @Test(arguments: [("en", true), ("en-GB", false), ("en-us", true), ("de", false), ("es-MX", true), ("es", false), ("zh-Hant-TW", false), ("fr-CA", true), ("de-DE-u-co-phonebk", false), ("en-Latn", true)])
    func `are of the paper that the language has`(language: String, isLetter: Bool) {
        #expect((PageDesign(manuscript { $0.work.language = language }.profile).paper.width == 12_240) == isLetter)
    }

    /// Word processors have one language and one typeface for Latin letters, and others for these.
    @Test(arguments: [("ja", "ja", "JP", "MS Mincho"), ("zh-Hant", "zh", "TW", "PMingLiU"), ("ZH-hans-sg", "zh", "SG", "SimSun"), ("ko-KR", "ko", "KR", "Batang")])
    func `have the language and a typeface of East Asian letters`(tag: String, language: String, country: String, face: String) throws {
        let docx = try text(.docx, manuscript { $0.work.language = tag })
        #expect(docx.contains("<w:lang w:eastAsia=\"\(language)-\(country)\"/>") && docx.contains("w:eastAsia=\"\(face)\" w:cs="))
        let odt = try text(.odt, manuscript { $0.work.language = tag })
        #expect(odt.contains("style:font-name-asian=\"Asian\" style:language-asian=\"\(language)\" style:country-asian=\"\(country)\"/>"))
        #expect(odt.contains("<style:font-face style:name=\"Asian\" svg:font-family=\"'\(face)'\"") && !odt.contains("fo:language"))
        for format in [CompileProfile.Format.docx, .odt] {
            let own = try text(format, manuscript { ($0.work.language, $0.pages.font) = (tag, "Noto Serif") })
            #expect(!own.contains(face) && own.contains(format == .docx ? "w:eastAsia=\"Noto Serif\"" : "style:name=\"Asian\" svg:font-family=\"'Noto Serif'\""))
        }
    }

    @Test(arguments: [("de", "DE"), ("pt-BR", "BR"), ("en-gb", "GB"), ("la", "none")]) func `have the language of other letters`(tag: String, country: String) throws {
        #expect(try text(.docx, manuscript { $0.work.language = tag }).contains("<w:lang w:val=\"\(tag)\"/>"))
        let odt = try text(.odt, manuscript { $0.work.language = tag })
        #expect(odt.contains("fo:language=\"\(tag.prefix(2))\" fo:country=\"\(country)\"/>") && !odt.contains("language-asian") && !odt.contains("\"Asian\""))
    }

    /// No profile names one that has such signs, but what is written does not rest on that.
    @Test(arguments: [CompileProfile.Format.docx, .odt]) func `have a typeface as a name, whatever it is`(format: CompileProfile.Format) throws {
        for language in ["en", "ja"] { #expect(try !text(format, manuscript { ($0.pages.font, $0.work.language) = ("a\"/><w:x a='", language) }).contains("<w:x a=")) }
    }

    @Test func `are the same each time`() {
        for format in [CompileProfile.Format.docx, .odt] { #expect(manuscript().reference(for: format) == manuscript().reference(for: format)) }
        #expect(manuscript().reference(for: .epub) == nil)
    }
}

@Suite struct `A ZIP file` {
    private let parts = [ZipFile.Part("a", [1, 2, 3]), ZipFile.Part("b/c.xml", "text"), ZipFile.Part("d", [])]

    @Test func `has one part in place of another`() {
        let file = ZipFile.stored(parts)
        for part in [ZipFile.Part("a", []), ZipFile.Part("b/c.xml", "longer than it was"), ZipFile.Part("d", [9])] {
            #expect(ZipFile.replacing(part, in: file) == ZipFile.stored(parts.map { $0.name == part.name ? part : $0 }))
        }
        #expect(ZipFile.replacing(ZipFile.Part("x", []), in: file) == nil)
    }

    /// CRC-32 of “123456789” (ISO 3309).
    @Test func `has the checksum of each part`() {
        #expect(ZipFile.stored([ZipFile.Part("n", "123456789")])[14..<18].elementsEqual([0x26, 0x39, 0xf4, 0xcb]))
    }

    /// A copy for each would make gigabytes of a megabyte.
    @Test func `whose entries share a part, or stand in another order, is left alone`() throws {
        let file = ZipFile.stored([ZipFile.Part("a", [1]), ZipFile.Part("b", [2]), ZipFile.Part("c", [3])])
        let entry = try #require(file.indices.first { file[$0...].starts(with: [0x50, 0x4b, 1, 2]) })
        for (second, third) in [(0, 0), (0, 32), (64, 32), (32, 32)] {
            var other = file
            (other[entry + 47 + 42], other[entry + 2 * 47 + 42]) = (UInt8(second), UInt8(third))
            #expect(ZipFile.replacing(ZipFile.Part("a", [9]), in: other) == nil, "\(second), \(third)")
        }
        #expect(file[entry + 47 + 42] == 32 && file[entry + 2 * 47 + 42] == 64 && ZipFile.replacing(ZipFile.Part("a", [9]), in: file) != nil)
    }

    @Test func `that is damaged is left alone`() {
        let file = ZipFile.stored(parts)
        for cut in 0..<file.count { #expect(ZipFile.replacing(ZipFile.Part("a", []), in: Array(file.prefix(cut))) == nil) }
        for place in file.indices {
            for byte: UInt8 in [0, 0x7f, 0xff] {
                var damaged = file
                damaged[place] = byte
                _ = ZipFile.replacing(ZipFile.Part("a", [1]), in: damaged)
            }
        }
    }
}
