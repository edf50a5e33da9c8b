import ShedModel

/// A document that a program lays pages out from.
struct PrintDocument {
    var title: String
    var author: String?
    var language: String
    /// The styles, as elements of `office:styles`, of `office:automatic-styles` and of `office:master-styles`.
    var styles: PrintStyles
    var text: PrintText

    private static let format = OpenDocument(version: "1.3", prefixes: ["fo", "meta", "office", "style", "svg", "table", "text", "xlink", "dc"], separator: "\n")

    /// The file; the same each time.
    func bytes() -> [UInt8] {
        let styles = PrintDocument.format.part("document-styles", styles.elements(language).utf8)
        return PrintDocument.format.file(content: content, styles: styles, meta: meta)
    }

    private var content: [UInt8] {
        let automatic = styles.automatic + text.automaticStyles(firstPage: styles.isFirstPageBare ? "First_Page" : "Standard")
        var inner = Array("<office:automatic-styles>\n\(automatic)\n</office:automatic-styles>\n<office:body><office:text>\n".utf8)
        inner += text.bytes
        inner += "</office:text></office:body>".utf8
        return PrintDocument.format.part("document-content", inner)
    }

    private var meta: String {
        func element(_ name: String, _ text: String) -> String { "<\(name)>\(XMLText.escapeCleaned(text))</\(name)>" }
        let author = author.map { element("meta:initial-creator", $0) + element("dc:creator", $0) } ?? ""
        return element("dc:title", title) + author + element("dc:language", language)
    }
}

/// The styles of a document.
struct PrintStyles {
    /// A page, in inches.
    struct Page {
        var width: Double
        var height: Double
        /// From the top, clockwise.
        var margins: (top: Double, right: Double, bottom: Double, left: Double)

        var textWidth: Double { width - margins.left - margins.right }

        init(_ paper: CompileProfile.Paper, _ top: Double, _ right: Double, _ bottom: Double, _ left: Double) {
            (width, height) = (Double(paper.size.width) / 1_440, Double(paper.size.height) / 1_440)
            margins = (top, right, bottom, left)
        }
    }

    var page: Page
    /// The name of a typeface.
    var face: String
    /// The one that a profile names.
    var ownFace: String?
    /// In points.
    var size: Double
    /// What stands at the head of all pages but the title page, as a paragraph; empty: nothing.
    var head = ""
    /// Whether the first page behind the title page has no head.
    var isFirstPageBare = false
    /// What stands at the foot of the title page.
    var titleFoot = ""
    /// Elements of `office:styles` and `office:automatic-styles`.
    var named = ""
    var automatic = ""

    /// A paragraph's style.
    /// - Parameters:
    ///   - paragraph: its attributes, as they stand in an element.
    ///   - tabs: where its tabs are, in inches, and of which sort.
    mutating func add(_ name: String, _ paragraph: String, text: String = "", tabs: [(Double, String)] = [], parent: String = "Plain") {
        let stops = tabs.map { "<style:tab-stop style:position=\"\(OpenDocument.inches($0))\" style:type=\"\($1)\"/>" }.joined()
        let inner = stops.isEmpty ? "/>" : "><style:tab-stops>\(stops)</style:tab-stops></style:paragraph-properties>"
        let letters = text.isEmpty ? "" : "<style:text-properties \(text)/>"
        // A heading would else be indented as the outline is.
        let head = "<style:style style:name=\"\(name)\" style:family=\"paragraph\" style:list-style-name=\"\" style:parent-style-name=\"\(parent)\">"
        named += head + "<style:paragraph-properties \(paragraph)\(inner)\(letters)</style:style>\n"
    }

    mutating func addSpan(_ name: String, _ text: String) {
        named += "<style:style style:name=\"\(name)\" style:family=\"text\"><style:text-properties \(text)/></style:style>\n"
    }

    fileprivate func elements(_ language: String) -> String {
        let tag = LanguageTag(language)
        let letters = "fo:font-family=\"\(XMLText.escapeCleaned(face))\" fo:font-size=\"\(size)pt\" style:font-size-asian=\"\(size)pt\""
        let asian = tag.isAsian ? " style:font-family-asian=\"\(XMLText.escapeCleaned(ownFace ?? tag.asianFace))\"" : ""
        let text = "\(letters)\(asian) \(tag.textAttributes)"
        let lines = "style:tab-stop-distance=\"0.500in\" fo:orphans=\"2\" fo:widows=\"2\""
        return """
            <office:styles>
            <style:default-style style:family="paragraph"><style:paragraph-properties \(lines)/><style:text-properties \(text)/></style:default-style>
            <style:style style:name="Plain" style:family="paragraph"/>
            \(named)
            </office:styles>
            <office:automatic-styles>
            \(layout("Page_Body", head: head, foot: ""))
            \(layout("Page_Title", head: "", foot: titleFoot))
            \(layout("Page_First", head: "", foot: ""))
            </office:automatic-styles>
            <office:master-styles>
            <style:master-page style:name="Standard" style:page-layout-name="Page_Body">\(part("header", head))</style:master-page>
            <style:master-page style:name="Title_Page" style:page-layout-name="Page_Title" style:next-style-name="Standard">
            \(part("footer", titleFoot))</style:master-page>
            <style:master-page style:name="First_Page" style:page-layout-name="Page_First" style:next-style-name="Standard"/>
            </office:master-styles>
            """
    }

    private func part(_ name: String, _ text: String) -> String { text.isEmpty ? "" : "<style:\(name)>\(text)</style:\(name)>" }

    /// Heads and feet stand within the margins, half an inch from the edge, so that the text begins where it does without them.
    private func layout(_ name: String, head: String, foot: String) -> String {
        let (top, bottom) = (head.isEmpty ? page.margins.top : page.margins.top / 2, foot.isEmpty ? page.margins.bottom : page.margins.bottom / 2)
        let sizes = "fo:page-width=\"\(OpenDocument.inches(page.width))\" fo:page-height=\"\(OpenDocument.inches(page.height))\" style:print-orientation=\"portrait\""
        let margins = "fo:margin-top=\"\(OpenDocument.inches(top))\" fo:margin-right=\"\(OpenDocument.inches(page.margins.right))\""
            + " fo:margin-bottom=\"\(OpenDocument.inches(bottom))\" fo:margin-left=\"\(OpenDocument.inches(page.margins.left))\""
        func edge(_ what: String, _ height: Double, _ side: String) -> String {
            let room = "svg:height=\"\(OpenDocument.inches(height))\" fo:margin-\(side)=\"0in\" style:dynamic-spacing=\"false\""
            return "<style:\(what)-style><style:header-footer-properties \(room)/></style:\(what)-style>"
        }
        let header = head.isEmpty ? "" : edge("header", page.margins.top / 2, "bottom")
        let footer = foot.isEmpty ? "" : edge("footer", page.margins.bottom / 2, "top")
        return "<style:page-layout style:name=\"\(name)\"><style:page-layout-properties \(sizes) \(margins)>"
            + "</style:page-layout-properties>\(header)\(footer)</style:page-layout>"
    }
}
