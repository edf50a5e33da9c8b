import ShedModel

/// The body of an OpenDocument text (ODF 1.3), as it is written: paragraphs with the names of their styles, and spans within them that
/// always end in their order, whatever the text begins and ends.
struct PrintText {
    /// What the next paragraph begins with.
    enum Break: String {
        case page
        /// A page of the usual sort, behind a title page; it is page 1.
        case body
        /// A title page.
        case title
    }

    private(set) var bytes: [UInt8] = []
    /// Where the next paragraph stands; `nil`: below the last.
    var pending: Break?
    private var open: [String] = []
    private var isParagraph = false
    private var element = "text:p"
    /// The styles that are another one with a break before it, by both.
    private var automatic: [String: String] = [:]

    mutating func raw(_ text: String) { bytes += text.utf8 }

    // MARK: Paragraphs

    /// Begins a paragraph, and ends one that has not ended.
    /// - Parameter level: of a heading.
    mutating func begin(_ style: String, heading level: Int? = nil) {
        end()
        var style = style
        if let pending {
            let key = "\(pending.rawValue) \(style)"
            let name = automatic[key] ?? "P\(automatic.count + 1)"
            automatic[key] = name
            style = name
            self.pending = nil
        }
        element = level == nil ? "text:p" : "text:h"
        raw("<\(element) text:style-name=\"\(style)\"" + (level.map { " text:outline-level=\"\($0)\"" } ?? "") + ">")
        isParagraph = true
    }

    mutating func end() {
        guard isParagraph else { return }
        while open.popLast() != nil { raw("</text:span>") }
        raw("</\(element)>\n")
        isParagraph = false
    }

    mutating func paragraph(_ style: String, _ text: String) {
        begin(style)
        write(Array(text.utf8))
        end()
    }

    // MARK: Within one

    /// Begins a span.
    mutating func span(_ style: String) { push("text:span text:style-name=\"\(style)\"") }

    private mutating func push(_ tag: String) {
        open.append(tag)
        raw("<\(tag)>")
    }

    /// Ends the span of a style that began last; what began within it goes on behind it.
    mutating func endSpan(_ style: String) {
        guard let place = open.lastIndex(of: "text:span text:style-name=\"\(style)\"") else { return }
        let inner = open[(place + 1)...]
        for _ in open[place...] { raw("</text:span>") }
        open.removeSubrange(place...)
        for tag in inner { push(tag) }
    }

    mutating func lineBreak() { raw("<text:line-break/>") }

    /// Text of others. Runs of blanks, tabs and line feeds stay what they are.
    mutating func write(_ text: [UInt8]) {
        let text = PrintText.clean(text)
        var blanks = 0
        func flush(_ bytes: inout [UInt8]) {
            if blanks > 0 { bytes += "<text:s text:c=\"\(blanks)\"/>".utf8 }
            blanks = 0
        }
        var last: UInt8 = 0x20
        for byte in text {
            // A single blank between words needs no element.
            if byte == 0x20, last == 0x20 || last == 0x0a || last == 0x09 { blanks += 1 } else {
                flush(&bytes)
                switch byte {
                case 0x0a: bytes += "<text:line-break/>".utf8
                case 0x09: bytes += "<text:tab/>".utf8
                default: XMLText.append(CollectionOfOne(byte), isAttribute: false, to: &bytes)
                }
            }
            last = byte
        }
        flush(&bytes)
    }

    /// UTF-8 without what XML cannot hold.
    private static func clean(_ text: [UInt8]) -> [UInt8] {
        guard !XMLText.canHold(text) || UTF8Fault.first(in: text) != nil || text.contains(0x0d) else { return text }
        var result = ""
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where XMLText.canHold(scalar) && scalar != "\r" {
            result.unicodeScalars.append(scalar)
        }
        return Array(result.utf8)
    }

    // MARK: Styles

    /// The styles that the text needs besides, as elements.
    /// - Parameter firstPage: the style of the first page behind the title page.
    func automaticStyles(firstPage: String) -> String {
        automatic.sorted { $0.value < $1.value }.map { key, name in
            let words = key.split(separator: " ", maxSplits: 1)
            let (master, what) = switch words.first.flatMap({ Break(rawValue: String($0)) }) {
            case .title: (" style:master-page-name=\"Title_Page\"", "style:page-number=\"auto\"")
            case .body: (" style:master-page-name=\"\(firstPage)\"", "style:page-number=\"1\"")
            case .page, nil: ("", "fo:break-before=\"page\"")
            }
            return "<style:style style:name=\"\(name)\" style:family=\"paragraph\" style:parent-style-name=\"\(words.last ?? "")\"\(master)>"
                + "<style:paragraph-properties \(what)/></style:style>"
        }.joined(separator: "\n")
    }
}
