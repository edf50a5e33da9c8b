import ShedModel
import ShedTestSupport
import Testing

@testable import ShedWriting

@Suite struct `What stands around texts in a document of a word processor` {
    private func manuscript(_ change: (inout CompileProfile) -> Void = { _ in }) -> Manuscript {
        var profile = CompileProfile.manuscript
        (profile.work.author, profile.titlePage.contact) = ("Ann Lee", ["1 Road", "Town & <b>"])
        change(&profile)
        return Manuscript(project: "The Sea", profile)
    }

    /// The document that comes of some blocks.
    private func mended(_ blocks: String, _ manuscript: Manuscript, _ format: CompileProfile.Format = .docx, images: [String: PandocImage] = [:]) throws -> String {
        let document = Array("{\"blocks\":[\(blocks)]}".utf8)
        return String(decoding: try #require(PandocDocument.mended(document, images: images, mark: "mark", of: manuscript, for: format)), as: UTF8.self)
    }

    private func paragraph(_ words: String...) -> String {
        let items = words.map { $0 == "\n" ? #"{"t":"LineBreak"}"# : "{\"t\":\"Str\",\"c\":\"\($0)\"}" }
        return "{\"t\":\"Para\",\"c\":[\(items.joined(separator: ","))]}"
    }

    private let heading = #"{"t":"Header","c":[1,["",[],[]],[{"t":"Str","c":"One"}]]}"#

    /// How a block in a style of shed's begins.
    private func style(_ name: String) -> String { "{\"t\":\"Div\",\"c\":[[\"\",[],[[\"custom-style\",\"\(name)\"]]],[" }

    @Test func `begins with who wrote it and where they live, and how long it is to the right`() throws {
        let text = try mended(paragraph("mark"), manuscript())
        let contact = try #require(text.ranges(of: style("Contact")).first)
        let title = try #require(text.ranges(of: style("Title")).first)
        let author = try #require(text.ranges(of: style("Author")).first)
        #expect(contact.lowerBound < title.lowerBound && title.lowerBound < author.lowerBound && text.contains("THE SEA"))
        let first = text[contact.upperBound..<title.lowerBound]
        #expect(first.contains(#"{"t":"Str","c":"Ann Lee"},{"t":"RawInline","c":["openxml","<w:r><w:tab/></w:r>"]},{"t":"Str","c":"about 0 words"},{"t":"LineBreak"}"#))
        #expect(first.contains("Town & <b>"))
        #expect(try mended("", manuscript(), .odt).contains("<text:tab/>"))
    }

    @Test func `has no title page where there is to be none, and in EPUB one of its own`() throws {
        #expect(try !mended("", manuscript { $0.titlePage.isWanted = false }).contains("Title"))
        #expect(try !mended("", manuscript(), .epub).contains("Title"))
        let book = try mended("", manuscript { ($0.pages.layout, $0.titlePage.saysWords) = (.book, false) })
        #expect(book.contains("The Sea") && !book.contains("Contact"))
    }

    /// Pandoc 3 knows no block `Null`, and EPUB would have a chapter of any other before the first heading.
    @Test func `has nothing in the place of what is left out`() throws {
        let raw = #"{"t":"RawBlock","c":["html","<x>"]}"#
        let within = #"{"t":"BlockQuote","c":[\#(raw),\#(paragraph("markseparator")),\#(paragraph("mark")),\#(paragraph("b"))]}"#
        let text = try mended([raw, paragraph("markseparator"), heading, paragraph("a"), within].joined(separator: ","), manuscript { $0.breaks.separator = "" }, .epub)
        #expect(text.contains("\"blocks\":[\(heading),\(paragraph("a")),{\"t\":\"BlockQuote\",\"c\":[\(paragraph("b"))]}]"), "\(text)")
        // Nor where no block can be.
        #expect(try !mended(#"{"t":"Para","c":\#(raw)}"#, manuscript()).contains("<x>"))
    }

    @Test func `has separators and an end in styles of their own`() throws {
        let text = try mended([paragraph("a"), paragraph("markseparator"), paragraph("b"), #"{"t":"HorizontalRule"}"#, paragraph("markend")].joined(separator: ","), manuscript())
        #expect(text.ranges(of: style("Separator") + paragraph("#")).count == 2 && text.contains(style("End") + paragraph("END")) && !text.contains("mark"))
        let book = try mended([paragraph("markseparator"), paragraph("b"), paragraph("c")].joined(separator: ","), manuscript { $0.pages.layout = .book })
        #expect(book.contains(style("First Paragraph") + paragraph("b")) && !book.contains(style("First Paragraph") + paragraph("c")))
        let epub = try mended(paragraph("markseparator"), manuscript(), .epub)
        #expect(epub.contains(#"{"t":"Div","c":[["",["separator"],[]],["#))
        let without = try mended(#"{"t":"HorizontalRule"}"#, manuscript { $0.breaks.separator = "" })
        #expect(without.contains("HorizontalRule"), "\(without)")
    }

    @Test func `keeps the lines of verse, and takes a line that stands alone among it for verse`() throws {
        let poem = [paragraph("a", "\n", "b"), paragraph("alone"), paragraph("c", "\n", "d")].joined(separator: ",")
        let prose = (1...4).map { paragraph("p\($0)") }.joined(separator: ",")
        let text = try mended([heading, poem, heading, prose, paragraph("x", "\n", "y")].joined(separator: ","), manuscript())
        for verse in [paragraph("a", "\n", "b"), paragraph("alone"), paragraph("x", "\n", "y")] { #expect(text.contains(style("Verse") + verse)) }
        #expect(!text.contains(style("Verse") + paragraph("p1")))
    }

    /// A heading begins its page by its style; what has none needs something that does.
    @Test(arguments: [CompileProfile.Format.docx, .odt]) func `begins pages`(format: CompileProfile.Format) throws {
        #expect(try !mended([paragraph("mark"), heading].joined(separator: ","), manuscript(), format).contains("PageStart"))
        #expect(try mended([paragraph("mark"), paragraph("a")].joined(separator: ","), manuscript(), format).contains("PageStart"))
        #expect(try mended([paragraph("mark"), heading].joined(separator: ","), manuscript { $0.breaks.startsChaptersOnPages = false }, format).contains("PageStart"))
        let own = try mended([paragraph("mark"), heading].joined(separator: ","), manuscript { $0.pages.references = [format: "Style.\(format.rawValue)"] }, format)
        #expect(!own.contains("PageStart") && own.contains("w:br") == (format == .docx))
    }

    @Test func `has pictures and tables no wider than a line`() throws {
        let image = #"{"t":"Para","c":[{"t":"Image","c":[["",[],[]],[],["a.png",""]]}]}"#
        let wide = PandocImage(file: "image-0.png", png(pixels: 4_000))
        let text = try mended(image, manuscript(), .odt, images: ["a.png": wide])
        #expect(text.contains(style("Figure")) && text.contains(#"["",[],[["width","468pt"]]]"#))
        #expect(try !mended(image, manuscript(), .odt, images: ["a.png": PandocImage(file: "image-0.png", png(pixels: 400))]).contains("width"))
        #expect(try !mended(image, manuscript()).contains("Figure"))
        let columns = #"[[{"t":"AlignLeft"},{"t":"ColWidthDefault"}],[{"t":"AlignLeft"},{"t":"ColWidthDefault"}]]"#
        let table = "{\"t\":\"Table\",\"c\":[[\"\",[],[]],[null,[]],\(columns),[],[],[]]}"
        #expect(try mended(table, manuscript { $0.pages.layout = .book }).ranges(of: #"{"t":"ColWidth","c":0.36"#).count == 2)
        #expect(try mended(table, manuscript()).contains("ColWidthDefault"))
    }

    /// - Parameter density: pixels a metre.
    private func png(pixels: Int, density: Int? = nil) -> [UInt8] {
        func four(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + four(13) + Array("IHDR".utf8) + four(pixels) + four(1) + [8, 2, 0, 0, 0] + four(0)
        if let density { bytes += four(9) + Array("pHYs".utf8) + four(density) + four(density) + [1] + four(0) }
        return bytes + four(0) + Array("IDAT".utf8) + four(0)
    }

    @Test func `knows how wide a picture is by its pixels and their density`() {
        #expect(ImageWidth.of(png(pixels: 960)) == 19_200 && ImageWidth.of(png(pixels: 3_000, density: 11_811)).map { $0 / 100 } == 144)
        let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF\0".utf8) + [1, 2, 1, 0, 150, 0, 150, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 1, 1, 44, 1, 1, 0x11, 0]
        #expect(ImageWidth.of(jpeg) == 300 * 1_440 / 150)
        for cut in 0..<jpeg.count { _ = ImageWidth.of(Array(jpeg.prefix(cut))) }
        let endless: [UInt8] = [0xff, 0xd8] + Array(repeating: [0xff, 0xe1, 0, 0], count: 100_000).joined()
        #expect(ImageWidth.of(endless) == nil && ImageWidth.of([]) == nil && ImageWidth.of(png(pixels: 10, density: 0)) == nil)
    }
}
