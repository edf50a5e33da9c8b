/// Writes characters with emphasis so that marks never stand beside blanks.
struct MarkdownEmphasis {
    private var out = ""
    /// Marks that are open, the outermost first.
    private var open: [RTFPiece.Style] = []
    /// Blanks that are not written yet.
    private var blanks = ""

    private static func mark(_ style: RTFPiece.Style) -> String {
        switch style {
        case .bold: "**"
        case .italic: "*"
        case .underscored: "_"
        default: "~~"
        }
    }

    mutating func put(_ scalar: Unicode.Scalar, style: RTFPiece.Style, escaped: Bool) {
        if scalar == " " || scalar == "\t" {
            if scalar == " " || blanks.isEmpty { blanks = blanks.isEmpty ? " " : blanks }
            return
        }
        turn(to: style)
        if escaped { out += "\\" }
        out.unicodeScalars.append(scalar)
    }

    /// What is Markdown already; stands outside of all emphasis.
    mutating func raw(_ text: String) {
        turn(to: [])
        out += text
    }

    private mutating func turn(to style: RTFPiece.Style) {
        if let first = open.firstIndex(where: { !style.contains($0) }) {
            for closed in open[first...].reversed() { out += MarkdownEmphasis.mark(closed) }
            open.removeSubrange(first...)
        }
        if !out.isEmpty { out += blanks }
        blanks = ""
        for mark in [RTFPiece.Style.bold, .italic, .struck, .underscored] where style.contains(mark) && !open.contains(mark) {
            out += MarkdownEmphasis.mark(mark)
            open.append(mark)
        }
    }

    /// All of it, with what is open closed, and no blanks at its ends.
    var finished: String {
        var last = self
        last.blanks = ""
        last.turn(to: [])
        return last.out
    }
}
