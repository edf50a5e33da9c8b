import ShedModel

/// The styles of a docx, under the names by which pandoc knows them, and shed's own (``LayoutStyle``).
struct DocxStyles {
    private let design: PageDesign
    private let profile: CompileProfile
    private var styles = ""

    init(_ design: PageDesign, _ profile: CompileProfile) { (self.design, self.profile) = (design, profile) }

    /// - Parameter wrap: puts them in the element that holds them.
    func text(_ wrap: (String) -> String) -> String {
        var writer = self
        writer.addText()
        writer.addHeadings()
        writer.addTitlePage()
        writer.addRest()
        return wrap(defaults + writer.styles)
    }

    private var tag: LanguageTag { LanguageTag(profile.work.language) }

    private var fonts: String {
        let font = XMLText.escapeCleaned(design.font)
        let asian = tag.isAsian ? " w:eastAsia=\"\(XMLText.escapeCleaned(profile.pages.font ?? tag.asianFace))\"" : ""
        return "<w:rFonts w:ascii=\"\(font)\" w:hAnsi=\"\(font)\"\(asian) w:cs=\"\(font)\"/>"
    }

    private var defaults: String {
        "<w:docDefaults><w:rPrDefault><w:rPr>\(fonts)<w:sz w:val=\"\(design.size)\"/><w:szCs w:val=\"\(design.size)\"/>"
            + "<w:lang \(tag.isAsian ? "w:eastAsia=\"\(tag.whole)\"" : "w:val=\"\(profile.work.language)\"")/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>"
    }

    /// Adds a style of paragraphs.
    /// - Parameters:
    ///   - form: the elements of its form, in the order that the format prescribes.
    ///   - run: those of its letters.
    private mutating func add(_ id: String, named name: String? = nil, on base: String? = "Normal", next: String? = nil, _ form: String = "", run: String = "") {
        let basis = base.map { "<w:basedOn w:val=\"\($0)\"/>" } ?? ""
        let follower = next.map { "<w:next w:val=\"\($0)\"/>" } ?? ""
        let isDefault = id == "Normal" ? " w:default=\"1\"" : ""
        styles += "<w:style w:type=\"paragraph\"\(isDefault) w:styleId=\"\(id)\"><w:name w:val=\"\(name ?? id)\"/>\(basis)\(follower)<w:qFormat/>"
            + (form.isEmpty ? "" : "<w:pPr>\(form)</w:pPr>") + (run.isEmpty ? "" : "<w:rPr>\(run)</w:rPr>") + "</w:style>"
    }

    private mutating func addCharacter(_ id: String, _ name: String, _ run: String) {
        styles += "<w:style w:type=\"character\" w:styleId=\"\(id)\"><w:name w:val=\"\(name)\"/><w:rPr>\(run)</w:rPr></w:style>"
    }

    /// Lines are counted in 240ths.
    private func text(_ spacing: PageDesign.Spacing) -> String {
        "<w:spacing w:before=\"\(spacing.before)\" w:after=\"\(spacing.after)\" w:line=\"\(spacing.percent * 240 / 100)\" w:lineRule=\"auto\"/>"
    }

    private func text(_ indent: PageDesign.Indent) -> String {
        "<w:ind w:left=\"\(indent.left)\" w:right=\"\(indent.right)\" w:firstLine=\"\(indent.first)\"/>"
    }

    private func form(_ paragraph: PageDesign.Paragraph) -> String {
        let form = design.form(of: paragraph)
        return (form.spacing.map(text) ?? "") + (form.indent.map(text) ?? "")
    }

    private func align(_ word: String) -> String { "<w:jc w:val=\"\(word)\"/>" }

    // MARK: Which there are

    private mutating func addText() {
        let justified = design.isJustified ? align("both") : ""
        add("Normal", on: nil, form(.plain))
        add("BodyText", named: "Body Text", "<w:widowControl/>" + form(.body) + justified)
        add("FirstParagraph", named: "First Paragraph", on: "BodyText", next: "BodyText", form(.first))
        add("Compact", on: "BodyText", form(.plain) + text(PageDesign.Indent()))
        add("BlockText", named: "Block Text", on: "BodyText", form(.quotation))
        add("Verse", on: "BodyText", "<w:keepLines/>" + form(.verse) + align("left"))
        add("Separator", on: "BodyText", next: "FirstParagraph", "<w:keepNext/>" + form(.separator) + align("center"))
        add("End", on: "BodyText", form(.end) + align("center"))
        add("PageStart", on: "Normal", "<w:pageBreakBefore/>" + form(.pageStart), run: "<w:sz w:val=\"2\"/>")
    }

    private mutating func addHeadings() {
        let place = align(design.isHeadingCentred ? "center" : "left")
        for level in 1...6 {
            let startsPage = level == 1 && profile.breaks.startsChaptersOnPages
            let page = startsPage ? "<w:pageBreakBefore/>" : ""
            let gaps = form(.heading(startsPage: startsPage))
            add(
                "Heading\(level)", named: "Heading \(level)", next: "FirstParagraph", "<w:keepNext/><w:keepLines/>\(page)\(gaps)\(place)<w:outlineLvl w:val=\"\(level - 1)\"/>",
                run: (design.isHeadingBold ? "<w:b/>" : "") + "<w:sz w:val=\"\(design.headingSize(of: level))\"/>")
        }
    }

    private mutating func addTitlePage() {
        let tab = "<w:tabs><w:tab w:val=\"right\" w:pos=\"\(design.lineWidth)\"/></w:tabs>"
        add("Contact", tab + form(.contact))
        add("Title", next: "Author", form(.title) + align("center"), run: "<w:sz w:val=\"\(design.titleSize)\"/>")
        for id in ["Author", "Subtitle", "Date"] { add(id, form(.titleLine) + align("center")) }
    }

    private mutating func addRest() {
        add("FootnoteText", named: "Footnote Text", form(.note), run: "<w:sz w:val=\"\(design.noteSize)\"/>")
        add("FootnoteBlockText", named: "Footnote Block Text", on: "FootnoteText", text(PageDesign.quotationIndent))
        for (id, name) in [("Caption", "Caption"), ("TableCaption", "Table Caption"), ("ImageCaption", "Image Caption")] {
            add(id, named: name, form(.caption) + align("center"))
        }
        add("Figure", "<w:keepNext/>" + form(.figure) + align("center"))
        add("CaptionedFigure", named: "Captioned Figure", on: "Figure")
        add("SourceCode", named: "Source Code", text(design.spacing(before: 120, after: 120, percent: PageDesign.tight)), run: DocxStyles.fixed)
        add("Header", named: "header", form(.band) + align("right"))
        add("Footer", named: "footer", form(.band) + align("center"))
        styles += "<w:style w:type=\"character\" w:default=\"1\" w:styleId=\"DefaultParagraphFont\"><w:name w:val=\"Default Paragraph Font\"/></w:style>"
        addCharacter("VerbatimChar", "Verbatim Char", DocxStyles.fixed)
        addCharacter("FootnoteReference", "Footnote Reference", "<w:vertAlign w:val=\"superscript\"/>")
        addCharacter("Hyperlink", "Hyperlink", "")
        let line = { (side: String) in "<w:\(side) w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"auto\"/>" }
        let edge = { (side: String) in "<w:\(side) w:w=\"108\" w:type=\"dxa\"/>" }
        styles += "<w:style w:type=\"table\" w:default=\"1\" w:styleId=\"TableNormal\"><w:name w:val=\"Normal Table\"/>"
            + "<w:tblPr><w:tblInd w:w=\"0\" w:type=\"dxa\"/></w:tblPr></w:style>"
            + "<w:style w:type=\"table\" w:styleId=\"Table\"><w:name w:val=\"Table\"/><w:basedOn w:val=\"TableNormal\"/><w:tblPr><w:jc w:val=\"center\"/>"
            + "<w:tblBorders>\(line("top"))\(line("bottom"))</w:tblBorders><w:tblCellMar>\(edge("left"))\(edge("right"))</w:tblCellMar></w:tblPr>"
            + "<w:tblStylePr w:type=\"firstRow\"><w:tcPr><w:tcBorders>\(line("bottom"))</w:tcBorders></w:tcPr></w:tblStylePr></w:style>"
    }

    private static let fixed = "<w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\" w:cs=\"Courier New\"/>"
}
