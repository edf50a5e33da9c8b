/// A script as an OpenDocument text in the layout of the industry: Courier of 12 points, six lines an inch, an inch and a half at the left,
/// what is said between 2½ and 6 inches from the edge. So a page is about a minute.
struct ScriptPrint {
    private let script: Script
    private var text = PrintText()

    init(_ script: Script) { self.script = script }

    func bytes() -> [UInt8] {
        var writer = self
        var styles = ScriptPrint.styles(script.profile)
        let page = script.titlePage
        if !page.isEmpty {
            styles.titleFoot = ScriptPrint.foot(of: page)
            writer.writeTitlePage(page)
        }
        writer.text.pending = .body
        writer.write(Fountain(script.fountain).elements)
        return PrintDocument(title: script.title, author: script.author, language: script.profile.work.language, styles: styles, text: writer.text).bytes()
    }

    private mutating func writeTitlePage(_ page: [SourceText.Entry]) {
        func value(_ key: String) -> String? { page.first { $0.key == key }?.value }
        text.pending = .title
        text.paragraph("Title", script.title)
        if let author = value("Author") {
            paragraph("Title_Line", value("Credit") ?? "written by")
            paragraph("Title_Line", author)
        }
        if let source = value("Source") { paragraph("Title_Line", source) }
    }

    /// How whoever wrote it is found stands at the foot to the left; of when it is, and whose, to the right.
    private static func foot(of page: [SourceText.Entry]) -> String {
        func lines(_ keys: Set<String>) -> [String] {
            page.filter { keys.contains($0.key) }.flatMap { $0.value.split(separator: "\n").map { plain($0) } }
        }
        let (left, right) = (lines(["Contact"]), lines(["Draft date", "Copyright"]))
        let count = max(left.count, right.count)
        var text = PrintText()
        for number in 0..<count {
            // Both end on the last line.
            func line(_ lines: [String]) -> String { number >= count - lines.count ? lines[number - (count - lines.count)] : "" }
            text.paragraph("Contact", line(left) + (right.isEmpty ? "" : "\t" + line(right)))
        }
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private static func plain(_ line: Substring) -> String {
        FountainEmphasis.items(line).map { if case .text(let text) = $0 { text } else { "" } }.joined()
    }

    // MARK: Elements

    private mutating func write(_ elements: [Fountain.Element]) {
        var position = 0
        while position < elements.count {
            if case .character(_, let isDual) = elements[position] {
                let end = ScriptPrint.endOfSpeech(elements, position)
                if !isDual, end < elements.count, case .character(_, true) = elements[end] {
                    let last = ScriptPrint.endOfSpeech(elements, end)
                    writeDual(elements[position..<end], elements[end..<last])
                    position = last
                    continue
                }
            }
            write(elements[position], in: "")
            position += 1
        }
        text.end()
    }

    /// Where the speech that begins at a place ends.
    private static func endOfSpeech(_ elements: [Fountain.Element], _ start: Int) -> Int {
        var end = start + 1
        while end < elements.count {
            switch elements[end] {
            case .parenthetical, .dialogue, .lyric: end += 1
            default: return end
            }
        }
        return end
    }

    /// Two who speak at once stand beside each other.
    private mutating func writeDual(_ left: ArraySlice<Fountain.Element>, _ right: ArraySlice<Fountain.Element>) {
        // A break stands before a paragraph, not before a table.
        if text.pending != nil { text.paragraph("Line", "") }
        text.end()
        text.raw("<table:table table:style-name=\"Dual\"><table:table-column table:style-name=\"Dual_Column\" table:number-columns-repeated=\"2\"/>")
        text.raw("<table:table-row table:style-name=\"Dual_Row\">")
        for speech in [left, right] {
            text.raw("<table:table-cell table:style-name=\"Dual_Cell\">")
            for element in speech { write(element, in: "Dual_") }
            text.end()
            text.raw("</table:table-cell>")
        }
        text.raw("</table:table-row></table:table>\n")
    }

    private mutating func write(_ element: Fountain.Element, in place: String) {
        switch element {
        case .heading(let text, let number): writeHeading(text, number)
        case .action(let text): paragraph("Action", text)
        case .character(let name, _): paragraph(place + "Character", name)
        case .parenthetical(let text): paragraph(place + "Parenthetical", text)
        case .dialogue(let text): paragraph(place + "Dialogue", text)
        case .lyric(let text): paragraph(place + "Lyric", text)
        case .transition(let text): paragraph("Transition", text)
        case .centred(let text): paragraph("Centred", text)
        // Deeper ones are for who writes, as synopses are.
        case .section(2..., _), .synopsis: return
        case .section(_, let text): paragraph("Section", text, heading: 1)
        case .pageBreak: if text.pending == nil { text.pending = .page }
        }
    }

    private mutating func writeHeading(_ words: String, _ number: String?) {
        text.begin(number == nil ? "Scene" : "Scene_Number", heading: 2)
        if let number { text.write(Array("\(number)\t".utf8)) }
        writeInlines(words)
        text.end()
    }

    private mutating func paragraph(_ style: String, _ words: String, heading: Int? = nil) {
        text.begin(style, heading: heading)
        writeInlines(words)
        text.end()
    }

    private mutating func writeInlines(_ words: String) {
        for (number, line) in words.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if number > 0 { text.lineBreak() }
            var begun: [String] = []
            for item in FountainEmphasis.items(line) {
                switch item {
                case .text(let words): text.write(Array(words.utf8))
                case .mark(let sign, true):
                    begun.append(ScriptPrint.span(sign))
                    text.span(ScriptPrint.span(sign))
                case .mark(let sign, false):
                    begun.removeAll { $0 == ScriptPrint.span(sign) }
                    text.endSpan(ScriptPrint.span(sign))
                }
            }
            for span in begun.reversed() { text.endSpan(span) }
        }
    }

    private static func span(_ sign: String) -> String {
        switch sign {
        case "_": "Underlined"
        case "*": "Emphasis"
        case "**": "Strong"
        default: "Strong_Emphasis"
        }
    }

    // MARK: Styles

    /// What fontconfig knows by this name, where it is not installed: Nimbus Mono, Courier New or Liberation Mono.
    private static let typeface = "Courier"

    private static func styles(_ profile: CompileProfile) -> PrintStyles {
        var styles = PrintStyles(page: PrintStyles.Page(profile.pages.paper ?? .letter, 1, 1, 1, 1.5), face: profile.pages.font ?? typeface, size: 12)
        styles.isFirstPageBare = true
        styles.ownFace = profile.pages.font
        let width = styles.page.textWidth
        // So many lines fit an inch whatever the typeface says of itself.
        let line = "fo:line-height=\"12pt\""
        func within(_ left: Double, _ room: Double) -> String {
            "fo:margin-left=\"\(OpenDocument.inches(left))\" fo:margin-right=\"\(OpenDocument.inches(max(0, width - left - room)))\" \(line)"
        }
        let (above, together, capitals) = ("fo:margin-top=\"12pt\"", "fo:keep-with-next=\"always\"", "fo:text-transform=\"uppercase\"")
        styles.head = "<text:p text:style-name=\"Page_Head\"><text:page-number text:select-page=\"current\">1</text:page-number>.</text:p>"
        styles.add("Page_Head", "fo:text-align=\"end\" \(line)")
        styles.add("Contact", line, tabs: [(width, "right")])
        let underlined = "style:text-underline-style=\"solid\" style:text-underline-width=\"auto\" style:text-underline-color=\"font-color\""
        styles.add("Title", "fo:margin-top=\"3.000in\" fo:text-align=\"center\" \(line)", text: "\(capitals) \(underlined)")
        styles.add("Title_Line", "\(above) fo:text-align=\"center\" \(line)")
        styles.add("Line", line)
        styles.add("Action", "\(above) \(line)")
        styles.add("Scene", "fo:margin-top=\"24pt\" \(together) \(line)", text: capitals)
        styles.add("Scene_Number", "fo:margin-left=\"0.000in\" fo:text-indent=\"-0.600in\"", tabs: [(0, "left")], parent: "Scene")
        styles.add("Character", "\(above) \(together) \(within(2.2, 3.8))")
        styles.add("Parenthetical", "\(together) \(within(1.6, 2))")
        styles.add("Dialogue", within(1, 3.5))
        styles.add("Lyric", "", text: "fo:font-style=\"italic\" style:font-style-asian=\"italic\"", parent: "Dialogue")
        styles.add("Transition", "\(above) fo:text-align=\"end\" \(line)", text: capitals)
        styles.add("Centred", "\(above) fo:text-align=\"center\" \(line)")
        styles.add("Section", "fo:margin-top=\"24pt\" fo:text-align=\"center\" \(together) \(line)", text: capitals)
        addDual(to: &styles, line)
        let (italic, bold) = ("fo:font-style=\"italic\" style:font-style-asian=\"italic\"", "fo:font-weight=\"bold\" style:font-weight-asian=\"bold\"")
        styles.addSpan("Emphasis", italic)
        styles.addSpan("Strong", bold)
        styles.addSpan("Strong_Emphasis", "\(italic) \(bold)")
        styles.addSpan("Underlined", underlined)
        return styles
    }

    private static func addDual(to styles: inout PrintStyles, _ line: String) {
        let together = "fo:keep-with-next=\"always\""
        styles.add("Dual_Character", "fo:margin-left=\"1.000in\" \(together) \(line)")
        styles.add("Dual_Parenthetical", "fo:margin-left=\"0.500in\" \(together) \(line)")
        styles.add("Dual_Dialogue", "fo:margin-right=\"0.200in\" \(line)")
        styles.add("Dual_Lyric", "", text: "fo:font-style=\"italic\" style:font-style-asian=\"italic\"", parent: "Dual_Dialogue")
        let width = OpenDocument.inches(styles.page.textWidth)
        let half = OpenDocument.inches(styles.page.textWidth / 2)
        styles.automatic = """
            <style:style style:name="Dual" style:family="table">
            <style:table-properties style:width="\(width)" table:align="left" fo:margin-top="12pt" table:border-model="collapsing"/></style:style>
            <style:style style:name="Dual_Column" style:family="table-column"><style:table-column-properties style:column-width="\(half)"/></style:style>
            <style:style style:name="Dual_Row" style:family="table-row"><style:table-row-properties fo:keep-together="always"/></style:style>
            <style:style style:name="Dual_Cell" style:family="table-cell"><style:table-cell-properties fo:padding="0in" fo:border="none"/></style:style>

            """
    }
}
