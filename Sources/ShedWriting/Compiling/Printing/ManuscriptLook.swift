/// How the pages of a manuscript look, by the layout of its profile: as ``HTMLStyle`` has it for the printed page.
struct ManuscriptLook {
    private(set) var styles: PrintStyles
    /// Whether the title page says where the author lives.
    let saysContact: Bool

    init(_ manuscript: Manuscript) {
        let profile = manuscript.profile
        let paper = profile.paperOfPages
        saysContact = profile.layout == .manuscript
        switch profile.layout {
        case .manuscript:
            styles = PrintStyles(page: PrintStyles.Page(paper, 1, 1, 1, 1), face: profile.font ?? PrintFace.typewriter, size: 12)
            ManuscriptLook.addManuscript(to: &styles, manuscript)
        case .book:
            styles = PrintStyles(page: PrintStyles.Page(paper, 0.8, 0.8, 0.9, 0.8), face: profile.font ?? PrintFace.serif, size: 11)
            ManuscriptLook.addBook(to: &styles, indent: 0.25, gap: 0)
        case .web:
            styles = PrintStyles(page: PrintStyles.Page(paper, 1, 1, 1, 1), face: profile.font ?? PrintFace.serif, size: 11)
            ManuscriptLook.addBook(to: &styles, indent: 0, gap: 8)
        }
        let code = PrintFace.attribute(PrintFace.typewriter)
        styles.addSpan("Strong", "fo:font-weight=\"bold\" style:font-weight-asian=\"bold\"")
        styles.addSpan("Code_Span", code)
        // Else a program has a colour of its own for it, and a line below.
        styles.addSpan("Link", "fo:color=\"#000000\" style:text-underline-style=\"none\"")
        styles.addSpan("Note_Call", "style:text-position=\"super 58%\"")
        styles.addSpan("Note_Sign", "style:text-position=\"super 58%\"")
    }

    /// Standard manuscript format: Courier of 12 points, double spaced, an inch around, paragraphs indented by half an inch, chapters begun
    /// a third down a new page.
    private static func addManuscript(to styles: inout PrintStyles, _ manuscript: Manuscript) {
        let double = "style:line-height-at-least=\"24pt\" fo:orphans=\"0\" fo:widows=\"0\""
        let single = "style:line-height-at-least=\"12pt\""
        let width = styles.page.textWidth
        styles.head = "<text:p text:style-name=\"Page_Head\">\(PrintDocument.escaped(manuscript.runningHead)) / <text:page-number text:select-page=\"current\">1</text:page-number></text:p>"
        styles.add("Page_Head", "fo:text-align=\"end\"")
        styles.add("Contact_First", single, tabs: [(width, "right")])
        styles.add("Contact", single)
        styles.add("Title", "fo:margin-top=\"\(PrintStyles.inches(styles.page.textHeight / 3))\" fo:text-align=\"center\" \(double)", text: "fo:text-transform=\"uppercase\"")
        styles.add("Author", "fo:text-align=\"center\" \(double)")
        styles.add("Body", "fo:text-indent=\"0.500in\" \(double)")
        styles.add("First", "fo:text-indent=\"0.500in\" \(double)", parent: "Body")
        styles.add("Chapter", "fo:margin-top=\"\(PrintStyles.inches(styles.page.textHeight / 3))\" fo:margin-bottom=\"24pt\" fo:text-align=\"center\" fo:keep-with-next=\"always\" \(double)")
        styles.add("Chapter_On", "fo:margin-top=\"48pt\" fo:margin-bottom=\"24pt\" fo:text-align=\"center\" fo:keep-with-next=\"always\" \(double)")
        for level in 1...6 { styles.add("Heading_\(level)", "fo:margin-top=\"24pt\" fo:text-align=\"center\" fo:keep-with-next=\"always\" \(double)") }
        styles.add("Separator", "fo:text-align=\"center\" \(double)")
        styles.add("End", "fo:margin-top=\"24pt\" fo:text-align=\"center\" \(double)")
        styles.add("Figure", "fo:text-align=\"center\" fo:margin-top=\"12pt\" fo:margin-bottom=\"12pt\"")
        styles.add("Footnote", single)
        styles.add("Footnote_Item", "fo:margin-left=\"0.500in\" fo:text-indent=\"-0.500in\" \(single)", tabs: [(0, "left")])
        styles.addSpan("Emphasis", "style:text-underline-style=\"solid\" style:text-underline-width=\"auto\" style:text-underline-color=\"font-color\"")
        addDepths(to: &styles, step: 0.5, paragraph: double, item: double, code: "\(single) fo:margin-top=\"6pt\" fo:margin-bottom=\"6pt\"")
    }

    /// As a book is set; or, with gaps in place of indents, as a page for reading.
    private static func addBook(to styles: inout PrintStyles, indent: Double, gap: Int) {
        let isBook = gap == 0
        let lines = "fo:line-height=\"135%\"" + (isBook ? " fo:text-align=\"justify\"" : "")
        let below = "fo:margin-bottom=\"\(gap)pt\""
        let centred = "fo:text-align=\"center\""
        let alone = isBook ? centred : "fo:text-align=\"start\""
        styles.foot = "<text:p text:style-name=\"Page_Foot\"><text:page-number text:select-page=\"current\">1</text:page-number></text:p>"
        styles.add("Page_Foot", "\(centred) fo:margin-top=\"0.200in\"", text: "fo:font-size=\"9pt\"")
        for name in ["Contact_First", "Contact"] { styles.add(name, "fo:text-align=\"start\"") }
        styles.add("Title", "fo:margin-top=\"\(PrintStyles.inches(styles.page.textHeight / 4))\" fo:margin-bottom=\"24pt\" \(centred)", text: "fo:font-size=\"22pt\" style:font-size-asian=\"22pt\"")
        styles.add("Author", centred, text: "fo:font-size=\"13pt\" style:font-size-asian=\"13pt\"")
        styles.add("Body", "fo:text-indent=\"\(PrintStyles.inches(indent))\" \(lines) \(below)")
        styles.add("First", "fo:text-indent=\"0in\"", parent: "Body")
        let heading = "fo:keep-with-next=\"always\" \(alone)"
        let size = "fo:font-size=\"16pt\" style:font-size-asian=\"16pt\""
        styles.add("Chapter", "fo:margin-top=\"\(PrintStyles.inches(isBook ? styles.page.textHeight / 6 : 0))\" fo:margin-bottom=\"30pt\" \(heading)", text: size)
        styles.add("Chapter_On", "fo:margin-top=\"36pt\" fo:margin-bottom=\"18pt\" \(heading)", text: size)
        for level in 1...6 { styles.add("Heading_\(level)", "fo:margin-top=\"18pt\" fo:margin-bottom=\"8pt\" \(heading)", text: level < 3 ? "fo:font-size=\"13pt\" style:font-size-asian=\"13pt\"" : "fo:font-style=\"italic\"") }
        styles.add("Separator", "\(centred) fo:margin-top=\"12pt\" fo:margin-bottom=\"12pt\"")
        styles.add("End", "\(centred) fo:margin-top=\"24pt\"")
        styles.add("Figure", "\(centred) fo:margin-top=\"8pt\" fo:margin-bottom=\"8pt\"")
        styles.add("Footnote", "fo:line-height=\"120%\"", text: "fo:font-size=\"9pt\" style:font-size-asian=\"9pt\"")
        styles.add("Footnote_Item", "fo:margin-left=\"0.250in\" fo:text-indent=\"-0.250in\"", tabs: [(0, "left")], parent: "Footnote")
        styles.addSpan("Emphasis", "fo:font-style=\"italic\" style:font-style-asian=\"italic\"")
        addDepths(to: &styles, step: 0.3, paragraph: "\(lines) \(below)", item: lines, code: "fo:line-height=\"115%\" \(below)")
    }

    /// Styles of what stands in lists and quotations, and of code.
    private static func addDepths(to styles: inout PrintStyles, step: Double, paragraph: String, item: String, code: String) {
        for depth in 0...6 {
            let left = "fo:margin-left=\"\(PrintStyles.inches(Double(depth) * step))\""
            styles.add("Left_\(depth)", "\(left) \(paragraph)")
            styles.add("Code_\(depth)", "\(left) \(code)", text: PrintFace.attribute(PrintFace.typewriter))
            // A tab leads to where the paragraph is indented to.
            if depth > 0 { styles.add("Item_\(depth)", "\(left) fo:text-indent=\"\(PrintStyles.inches(-step))\" \(item)", tabs: [(0, "left")]) }
        }
    }
}

/// Typefaces. A program takes another in place of one that is not installed, by what the system says is like it: a list of them is no
/// name to it.
enum PrintFace {
    /// What fontconfig knows by this name: Nimbus Mono, Courier New or Liberation Mono.
    static let typewriter = "Courier"
    static let serif = "Times New Roman"

    static func attribute(_ face: String) -> String { "fo:font-family=\"\(PrintDocument.escaped(face))\"" }
}
