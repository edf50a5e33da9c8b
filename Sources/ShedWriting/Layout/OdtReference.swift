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

    /// The file; the same each time. What stands in its list, pandoc lists too.
    var bytes: [UInt8] {
        var writer = self
        writer.addText()
        writer.addHeadings()
        writer.addTitlePage()
        writer.addRest()
        let text = writer.fonts + "<office:styles>\(writer.defaults)\(writer.styles)</office:styles>" + writer.pages
        return OdtReference.format.file(
            content: OdtReference.format.part("document-content", "<office:body><office:text/></office:body>".utf8),
            styles: OdtReference.format.part("document-styles", text.utf8), meta: "")
    }

    /// The template by which pandoc puts the text in its place: its own would put a title before it.
    static let template = format.part(
        "document-content",
        ("<office:font-face-decls><style:font-face style:name=\"Courier New\" style:font-family-generic=\"modern\" style:font-pitch=\"fixed\""
            + " svg:font-family=\"'Courier New'\"/></office:font-face-decls>\n"
            + "<office:automatic-styles>\n$automatic-styles$\n</office:automatic-styles>\n<office:body>\n<office:text>\n$body$\n</office:text>\n</office:body>\n").utf8)

    private static let format = OpenDocument(version: "1.2", prefixes: ["office", "style", "text", "table", "draw", "fo", "svg", "xlink"], separator: "")

    // MARK: Their form

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
            + "<style:text-properties style:font-name=\"Text\" \(OpenDocument.size(design.size))\(asian) \(tag.textAttributes)/></style:default-style>"
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

    private func text(_ spacing: PageDesign.Spacing) -> String {
        let (top, bottom) = (OpenDocument.points(spacing.before), OpenDocument.points(spacing.after))
        return "fo:margin-top=\"\(top)\" fo:margin-bottom=\"\(bottom)\" fo:line-height=\"\(spacing.percent)%\" "
    }

    private func text(_ indent: PageDesign.Indent) -> String {
        let (left, right) = (OpenDocument.points(indent.left), OpenDocument.points(indent.right))
        return "fo:text-indent=\"\(OpenDocument.points(indent.first))\" fo:margin-left=\"\(left)\" fo:margin-right=\"\(right)\" "
    }

    private func form(_ paragraph: PageDesign.Paragraph) -> String {
        let form = design.form(of: paragraph)
        return (form.spacing.map(text) ?? "") + (form.indent.map(text) ?? "")
    }

    private func align(_ word: String) -> String { "fo:text-align=\"\(word)\" style:justify-single-word=\"false\" " }

    private static let fixed = "style:font-name=\"Courier New\""

    // MARK: Which there are

    private mutating func addText() {
        let justified = design.isJustified ? align("justify") : ""
        add("Standard", on: nil, form(.plain))
        add("Text body", "fo:orphans=\"2\" fo:widows=\"2\" " + form(.body) + justified)
        add("First paragraph", on: "Text body", next: "Text body", form(.first))
        add("Quotations", on: "Text body", form(.quotation))
        add(LayoutStyle.verse.rawValue, on: "Text body", "fo:keep-together=\"always\" " + form(.verse) + align("start"))
        let separator = "fo:keep-with-next=\"always\" " + form(.separator) + align("center")
        add(LayoutStyle.separator.rawValue, on: "Text body", next: "First paragraph", separator)
        add(LayoutStyle.end.rawValue, on: "Text body", form(.end) + align("center"))
        add(LayoutStyle.pageStart.rawValue, "fo:break-before=\"page\" " + form(.pageStart), run: OpenDocument.size(2))
    }

    private mutating func addHeadings() {
        let bold = design.isHeadingBold ? " fo:font-weight=\"bold\"" : ""
        add("Heading", next: "First paragraph", "fo:keep-with-next=\"always\" fo:keep-together=\"always\" " + align(design.isHeadingCentred ? "center" : "start"))
        for level in 1...6 {
            let startsPage = level == 1 && manuscript.profile.breaks.startsChaptersOnPages
            let gaps = (startsPage ? "fo:break-before=\"page\" " : "") + form(.heading(startsPage: startsPage))
            let size = design.headingSize(of: level)
            add("Heading \(level)", on: "Heading", next: "First paragraph", gaps, run: OpenDocument.size(size) + bold, outline: level)
        }
    }

    private mutating func addTitlePage() {
        let tab = "<style:tab-stops><style:tab-stop style:position=\"\(OpenDocument.points(design.lineWidth))\" style:type=\"right\"/></style:tab-stops>"
        add(LayoutStyle.contact.rawValue, form(.contact), inner: tab)
        let title = form(.title) + align("center")
        add(LayoutStyle.title.rawValue, next: "Author", title, run: OpenDocument.size(design.titleSize))
        for name in [LayoutStyle.author.rawValue, "Subtitle", "Date"] { add(name, form(.titleLine) + align("center")) }
    }

    private mutating func addRest() {
        let tight = text(design.spacing(percent: PageDesign.tight))
        add("Footnote", form(.note), run: OpenDocument.size(design.noteSize))
        for name in ["Caption", "FigureCaption", "Table"] { add(name, form(.caption) + align("center")) }
        // What follows is spaced from its letters alone, and would else touch it.
        add("Figure", text(design.spacing(before: 120, after: 240, percent: 100)) + align("center"))
        add("FigureWithCaption", form(.figure) + align("center"))
        add("Table Contents", tight)
        add("Table Heading", on: "Table Contents", align("center"))
        add("Preformatted Text", tight, run: OdtReference.fixed)
        add("Horizontal Line", text(design.spacing(before: 240, after: 240, percent: 100)) + "fo:border-bottom=\"0.5pt solid #000000\" ", run: OpenDocument.size(4))
        add("Header", form(.band) + align("end"))
        add("Footer", form(.band) + align("center"))
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
        addCharacter("Numbering Symbols", OpenDocument.size(design.size))
        addCharacter("Bullet Symbols", OpenDocument.size(design.size))
        styles += "<text:notes-configuration text:note-class=\"footnote\" text:default-style-name=\"Footnote\""
            + " text:citation-style-name=\"Footnote_20_Symbol\" text:citation-body-style-name=\"Footnote_20_anchor\" style:num-format=\"1\""
            + " text:start-value=\"0\" text:footnotes-position=\"page\" text:start-numbering-at=\"document\"/>"
    }

    // MARK: Pages

    /// The first page has no head where it is a title page, and is not counted then: what stands on a page is the number of the one before.
    private var pages: String {
        let margin = OpenDocument.points(design.margin)
        // What stands at the head or the foot takes a half of the margin, a line of it written on.
        let half = OpenDocument.points(design.margin / 2)
        let away = "fo:margin-\(design.hasRunningHead ? "bottom" : "top")=\"\(OpenDocument.points(design.margin / 2 - 280))\""
        let strip = "<style:header-footer-properties fo:min-height=\"\(OpenDocument.points(280))\" \(away) fo:margin-left=\"0pt\" fo:margin-right=\"0pt\"/>"
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
        let margin = OpenDocument.points(design.margin)
        let size = "fo:page-width=\"\(OpenDocument.points(design.paper.width))\" fo:page-height=\"\(OpenDocument.points(design.paper.height))\""
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
