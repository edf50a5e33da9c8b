import ShedModel

/// The document from which pandoc takes the styles of an odt: what its pages look like, and what stands at their heads.
struct OdtReference {
    private let design: PageDesign
    private let manuscript: Manuscript
    private var styles = ""

    init(_ manuscript: Manuscript) {
        self.manuscript = manuscript
        design = PageDesign(manuscript.profile)
    }

    /// The file; the same each time. LibreOffice opens no file in whose list one of its parts is missing, and pandoc lists what stands here.
    var bytes: [UInt8] {
        var writer = self
        writer.addText()
        writer.addHeadings()
        writer.addTitlePage()
        writer.addRest()
        let text = OdtReference.root("document-styles", writer.fonts + "<office:styles>\(writer.defaults)\(writer.styles)</office:styles>" + writer.pages)
        let content = OdtReference.root("document-content", "<office:body><office:text/></office:body>")
        return ZipFile.stored([
            ZipFile.Part("mimetype", OdtReference.sort), ZipFile.Part("META-INF/manifest.xml", OdtReference.manifest), ZipFile.Part("content.xml", content),
            ZipFile.Part("styles.xml", text), ZipFile.Part("meta.xml", OdtReference.root("document-meta", "<office:meta/>")),
        ])
    }

    /// The template by which pandoc puts the text in its place: its own would put a title before it.
    static let template = Array(
        root(
            "document-content",
            "<office:font-face-decls><style:font-face style:name=\"Courier New\" style:font-family-generic=\"modern\" style:font-pitch=\"fixed\""
                + " svg:font-family=\"'Courier New'\"/></office:font-face-decls>\n"
                + "<office:automatic-styles>\n$automatic-styles$\n</office:automatic-styles>\n<office:body>\n<office:text>\n$body$\n</office:text>\n</office:body>\n").utf8)

    private static let sort = "application/vnd.oasis.opendocument.text"

    private static let manifest = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\""
        + " manifest:version=\"1.2\"><manifest:file-entry manifest:full-path=\"/\" manifest:media-type=\"\(sort)\"/>"
        + "<manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/>"
        + "<manifest:file-entry manifest:full-path=\"styles.xml\" manifest:media-type=\"text/xml\"/>"
        + "<manifest:file-entry manifest:full-path=\"meta.xml\" manifest:media-type=\"text/xml\"/></manifest:manifest>"

    private static func root(_ name: String, _ inner: String) -> String {
        let spaces = ["office", "style", "text", "table"].map { " xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\"" }.joined()
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:\(name)\(spaces) xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\""
            + " xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\""
            + " xmlns:xlink=\"http://www.w3.org/1999/xlink\" office:version=\"1.2\">\(inner)</office:\(name)>"
    }

    // MARK: Their form

    /// Twentieths of a point, in points.
    private static func points(_ length: Int) -> String { "\(length / 20)" + (length % 20 == 0 ? "" : ".\(length % 20 * 5 / 10)") + "pt" }

    /// Half points, in points.
    private static func size(_ halves: Int) -> String {
        let points = "\(halves / 2)\(halves % 2 == 0 ? "" : ".5")pt"
        // Japanese, and Arabic, have sizes of their own.
        return "fo:font-size=\"\(points)\" style:font-size-asian=\"\(points)\" style:font-size-complex=\"\(points)\""
    }

    private var fonts: String {
        let face = { (name: String, font: String, isFixed: Bool) in
            "<style:font-face style:name=\"\(name)\" svg:font-family=\"'\(XMLText.escapeCleaned(font))'\" style:font-family-generic=\"\(isFixed ? "modern" : "roman")\""
                + " style:font-pitch=\"\(isFixed ? "fixed" : "variable")\"/>"
        }
        let tag = LanguageTag(manuscript.profile.work.language)
        let asian = tag.isAsian ? face("Asian", manuscript.profile.pages.font ?? tag.asianFace, false) : ""
        return "<office:font-face-decls>\(face("Text", design.font, design.isFixed))\(asian)\(face("Courier New", "Courier New", true))</office:font-face-decls>"
    }

    private var defaults: String {
        let tag = LanguageTag(manuscript.profile.work.language)
        let asian = tag.isAsian ? " style:font-name-asian=\"Asian\"" : ""
        return "<style:default-style style:family=\"paragraph\"><style:paragraph-properties style:tab-stop-distance=\"36pt\"/>"
            + "<style:text-properties style:font-name=\"Text\" \(OdtReference.size(design.size))\(asian) \(tag.textAttributes)/></style:default-style>"
    }

    /// Adds a style of paragraphs.
    /// - Parameters:
    ///   - form: the attributes of its form; `inner`: what stands within.
    ///   - run: the attributes of its letters.
    private mutating func add(
        _ name: String, on base: String? = "Standard", next: String? = nil, _ form: String = "", inner: String = "", run: String = "", outline: Int? = nil
    ) {
        let id = name.replacing(" ", with: "_20_")
        var attributes = " style:name=\"\(id)\" style:family=\"paragraph\""
        if id != name { attributes += " style:display-name=\"\(name)\"" }
        if let base { attributes += " style:parent-style-name=\"\(base.replacing(" ", with: "_20_"))\"" }
        if let next { attributes += " style:next-style-name=\"\(next.replacing(" ", with: "_20_"))\"" }
        if let outline { attributes += " style:default-outline-level=\"\(outline)\"" }
        styles += "<style:style\(attributes)>" + (form.isEmpty && inner.isEmpty ? "" : "<style:paragraph-properties \(form)>\(inner)</style:paragraph-properties>")
            + (run.isEmpty ? "" : "<style:text-properties \(run)/>") + "</style:style>"
    }

    private mutating func addCharacter(_ name: String, _ run: String) {
        let id = name.replacing(" ", with: "_20_")
        styles += "<style:style style:name=\"\(id)\" style:display-name=\"\(name)\" style:family=\"text\"><style:text-properties \(run)/></style:style>"
    }

    private func spacing(before: Int = 0, after: Int = 0, percent: Int? = nil) -> String {
        "fo:margin-top=\"\(OdtReference.points(before))\" fo:margin-bottom=\"\(OdtReference.points(after))\" fo:line-height=\"\(percent ?? design.lineSpacing)%\" "
    }

    private func indent(_ first: Int = 0, left: Int = 0, right: Int = 0) -> String {
        "fo:text-indent=\"\(OdtReference.points(first))\" fo:margin-left=\"\(OdtReference.points(left))\" fo:margin-right=\"\(OdtReference.points(right))\" "
    }

    private func align(_ word: String) -> String { "fo:text-align=\"\(word)\" style:justify-single-word=\"false\" " }

    private static let tight = 110
    private static let fixed = "style:font-name=\"Courier New\""

    // MARK: Which there are

    private mutating func addText() {
        let justified = design.isJustified ? align("justify") : ""
        add("Standard", on: nil, spacing())
        add("Text body", "fo:orphans=\"2\" fo:widows=\"2\" " + spacing(after: design.gap) + indent(design.indent) + justified)
        add("First paragraph", on: "Text body", next: "Text body", indent(design.indentsFirst ? design.indent : 0))
        add("Quotations", on: "Text body", spacing(after: design.gap) + indent(left: 720, right: 720))
        let verse = spacing(after: 240, percent: design.isFixed ? OdtReference.tight : design.lineSpacing)
        add(LayoutStyle.verse.rawValue, on: "Text body", "fo:keep-together=\"always\" " + verse + indent(left: design.indent) + align("start"))
        let gap = design.indentsFirst ? 0 : 240
        let separator = "fo:keep-with-next=\"always\" " + spacing(before: gap, after: gap) + indent() + align("center")
        add(LayoutStyle.separator.rawValue, on: "Text body", next: "First paragraph", separator)
        add(LayoutStyle.end.rawValue, on: "Text body", spacing(before: 480) + indent() + align("center"))
        add(LayoutStyle.pageStart.rawValue, "fo:break-before=\"page\" " + spacing(percent: 100), run: OdtReference.size(2))
    }

    private mutating func addHeadings() {
        let bold = design.isHeadingBold ? " fo:font-weight=\"bold\"" : ""
        add("Heading", next: "First paragraph", "fo:keep-with-next=\"always\" fo:keep-together=\"always\" " + align(design.isHeadingCentred ? "center" : "start"))
        for level in 1...6 {
            let isChapter = level == 1
            let startsPage = isChapter && manuscript.profile.breaks.startsChaptersOnPages
            let size = isChapter ? design.headingSize : max(design.size, design.headingSize - 4 * (level - 1))
            let gaps = startsPage ? "fo:break-before=\"page\" " + spacing(before: design.drop, after: 480) : spacing(before: 360, after: 240)
            add("Heading \(level)", on: "Heading", next: "First paragraph", gaps, run: OdtReference.size(size) + bold, outline: level)
        }
    }

    private mutating func addTitlePage() {
        let tab = "<style:tab-stops><style:tab-stop style:position=\"\(OdtReference.points(design.lineWidth))\" style:type=\"right\"/></style:tab-stops>"
        add(LayoutStyle.contact.rawValue, spacing(percent: OdtReference.tight), inner: tab)
        let size = design.isTitleUpper ? design.size : design.headingSize + 12
        let title = spacing(before: design.titleDrop, after: 240) + align("center")
        add(LayoutStyle.title.rawValue, next: "Author", title, run: OdtReference.size(size))
        for name in [LayoutStyle.author.rawValue, "Subtitle", "Date"] { add(name, spacing(after: 240) + align("center")) }
    }

    private mutating func addRest() {
        let note = max(18, design.isFixed ? design.size : design.size - 3)
        add("Footnote", spacing(percent: OdtReference.tight), run: OdtReference.size(note))
        for name in ["Caption", "FigureCaption", "Table"] { add(name, spacing(before: 120, after: 120, percent: OdtReference.tight) + align("center")) }
        // What follows is spaced from its letters alone, and would else touch it.
        add("Figure", spacing(before: 120, after: 240, percent: 100) + align("center"))
        add("FigureWithCaption", spacing(before: 120, percent: 100) + align("center"))
        add("Table Contents", spacing(percent: OdtReference.tight))
        add("Table Heading", on: "Table Contents", align("center"))
        add("Preformatted Text", spacing(percent: OdtReference.tight), run: OdtReference.fixed)
        add("Horizontal Line", spacing(before: 240, after: 240, percent: 100) + "fo:border-bottom=\"0.5pt solid #000000\" ", run: OdtReference.size(4))
        add("Header", spacing(percent: 100) + align("end"))
        add("Footer", spacing(percent: 100) + align("center"))
        addCharacter("Emphasis", "fo:font-style=\"italic\" style:font-style-asian=\"italic\"")
        addCharacter("Strong Emphasis", "fo:font-weight=\"bold\" style:font-weight-asian=\"bold\"")
        addCharacter("Strikeout", "style:text-line-through-style=\"solid\"")
        addCharacter("Superscript", "style:text-position=\"super 58%\"")
        addCharacter("Subscript", "style:text-position=\"sub 58%\"")
        addCharacter("Teletype", OdtReference.fixed)
        addCharacter("Source_Text", OdtReference.fixed)
        addCharacter("Internet link", "fo:color=\"#000000\"")
        addCharacter("Footnote Symbol", "style:text-position=\"super 58%\"")
        addCharacter("Footnote anchor", "style:text-position=\"super 58%\"")
        addCharacter("Numbering Symbols", OdtReference.size(design.size))
        addCharacter("Bullet Symbols", OdtReference.size(design.size))
        styles += "<text:notes-configuration text:note-class=\"footnote\" text:default-style-name=\"Footnote\""
            + " text:citation-style-name=\"Footnote_20_Symbol\" text:citation-body-style-name=\"Footnote_20_anchor\" style:num-format=\"1\""
            + " text:start-value=\"0\" text:footnotes-position=\"page\" text:start-numbering-at=\"document\"/>"
    }

    // MARK: Pages

    /// The first page has no head where it is a title page, and is not counted then: what stands on a page is the number of the one before.
    private var pages: String {
        let margin = OdtReference.points(design.margin)
        // What stands at the head or the foot takes a half of the margin, a line of it written on.
        let half = OdtReference.points(design.margin / 2)
        let away = "fo:margin-\(design.hasRunningHead ? "bottom" : "top")=\"\(OdtReference.points(design.margin / 2 - 280))\""
        let strip = "<style:header-footer-properties fo:min-height=\"\(OdtReference.points(280))\" \(away) fo:margin-left=\"0pt\" fo:margin-right=\"0pt\"/>"
        let headed = design.hasRunningHead
            ? layout("Headed", top: half, bottom: margin, "<style:header-style>\(strip)</style:header-style><style:footer-style/>")
            : layout("Headed", top: margin, bottom: half, "<style:header-style/><style:footer-style>\(strip)</style:footer-style>")
        let masters: String
        if manuscript.profile.titlePage.isWanted {
            masters = "<style:master-page style:name=\"Standard\" style:page-layout-name=\"Bare\" style:next-style-name=\"Text\"/>"
                + "<style:master-page style:name=\"Text\" style:page-layout-name=\"Headed\">\(head("previous"))</style:master-page>"
        } else {
            masters = "<style:master-page style:name=\"Standard\" style:page-layout-name=\"Headed\">\(head("current"))</style:master-page>"
        }
        return "<office:automatic-styles>\(layout("Bare", top: margin, bottom: margin, ""))\(headed)</office:automatic-styles>"
            + "<office:master-styles>\(masters)</office:master-styles>"
    }

    /// How large a page is, and how far its text is from its edges.
    private func layout(_ name: String, top: String, bottom: String, _ bands: String) -> String {
        let margin = OdtReference.points(design.margin)
        let size = "fo:page-width=\"\(OdtReference.points(design.paper.width))\" fo:page-height=\"\(OdtReference.points(design.paper.height))\""
        let note = "<style:footnote-sep style:width=\"0.5pt\" style:distance-before-sep=\"4pt\" style:distance-after-sep=\"4pt\" style:adjustment=\"left\""
            + " style:rel-width=\"25%\"/>"
        return "<style:page-layout style:name=\"\(name)\"><style:page-layout-properties \(size) style:print-orientation=\"portrait\""
            + " fo:margin-left=\"\(margin)\" fo:margin-right=\"\(margin)\" fo:margin-top=\"\(top)\" fo:margin-bottom=\"\(bottom)\">"
            + "\(note)</style:page-layout-properties>\(bands)</style:page-layout>"
    }

    /// What stands at the head or the foot of a page.
    /// - Parameter page: the one whose number it is.
    private func head(_ page: String) -> String {
        let number = "<text:page-number text:select-page=\"\(page)\">1</text:page-number>"
        return design.hasRunningHead
            ? "<style:header><text:p text:style-name=\"Header\">\(XMLText.escapeCleaned(manuscript.runningHead)) / \(number)</text:p></style:header>"
            : "<style:footer><text:p text:style-name=\"Footer\">\(number)</text:p></style:footer>"
    }
}
