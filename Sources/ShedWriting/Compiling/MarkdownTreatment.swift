import ShedModel

/// What is done to the Markdown of one file so that it can stand among others: notes are taken out, headings go down, labels get a
/// prefix of the file's own, paths lead on from where the compiled file stands. All else stays byte for byte as it was written.
///
/// Within code nothing is changed. It takes time linear to the text.
package struct MarkdownTreatment: Hashable, Sendable {
    /// What is taken out of texts.
    package enum Note: String, Hashable, Sendable, CaseIterable {
        /// `<!-- … -->`.
        case comments
        /// `%%…%%`, as Obsidian has it.
        case notes
        /// Lines that begin with `%` or `@`, as novelWriter has them.
        case novelwriter
    }

    /// Which notes are taken out.
    package var strips: Set<Note> = []
    /// So many levels headings go down, to the sixth at most.
    package var shift = 0
    /// What labels get in front of them; empty: nothing.
    package var prefix = ""
    /// The folder of the file, from the project's root.
    package var folder = RelativePath.root
    /// Where the project's root is, from where ``output`` begins.
    package var base = RelativePath.root
    /// The folder of what is made, from where ``base`` begins; `nil`: paths stay as they are.
    package var output: RelativePath?

    package init() {}

    /// A text after it.
    package struct Result: Hashable, Sendable {
        package var text: [UInt8]
        /// The images that it shows and that lie in the project, from its root.
        package var images: [RelativePath] = []
        /// Images that lie outside of the project; of each the words stand there instead.
        package var lost: [String] = []
        /// Whether its paths would have come to many times the text; then the rest of them is as it was written.
        package var isTooLarge = false

        package init(text: [UInt8], images: [RelativePath] = [], lost: [String] = [], isTooLarge: Bool = false) {
            (self.text, self.images, self.lost, self.isTooLarge) = (text, images, lost, isTooLarge)
        }
    }

    /// One text after it.
    package func apply(to text: [UInt8]) -> Result { apply(to: [text]).first ?? Result(text: []) }

    /// The pieces of one text after it: what one defines counts in all.
    package func apply(to pieces: [[UInt8]]) -> [Result] {
        let stripped = pieces.map(withoutNotes)
        let spans = stripped.map { MarkdownSpans($0).all }
        var labels: Set<Label> = []
        if !prefix.isEmpty { for (text, spans) in zip(stripped, spans) { labels.formUnion(MarkdownRewriter.labels(of: text, spans)) } }
        return zip(stripped, spans).map { text, spans in
            var rewriter = MarkdownRewriter(text, spans, self, labels)
            return rewriter.result()
        }
    }

    /// What notes and comments begin with.
    private static let signs = ByteScan.Signs(UInt8(ascii: "<"), UInt8(ascii: "%"), UInt8(ascii: "%"), UInt8(ascii: "%"))

    /// Whether a comment or note begins somewhere, so that there may be something to take out.
    private func mayHoldNotes(_ text: [UInt8]) -> Bool {
        var position = 0
        while case let place = ByteScan.first(of: MarkdownTreatment.signs, in: text, from: position, to: text.count), place + 1 < text.count {
            if text[place + 1] == (text[place] == UInt8(ascii: "<") ? UInt8(ascii: "!") : UInt8(ascii: "%")) { return true }
            position = place + 1
        }
        return false
    }

    /// The text without what ``strips`` names. A line that held nothing else goes with it.
    func withoutNotes(_ text: [UInt8]) -> [UInt8] {
        var text = text
        if strips.contains(.novelwriter) { text = withoutMarkedLines(text) }
        guard strips.contains(.comments) || strips.contains(.notes), mayHoldNotes(text) else { return text }
        let spans = MarkdownSpans(text).all.filter {
            $0.sort == .comment && strips.contains(.comments) && !MarkdownSpans.isDivider($0, in: text) || $0.sort == .note && strips.contains(.notes)
        }
        guard !spans.isEmpty else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        /// Where in the result something was taken out.
        var cuts: [Int] = []
        var position = 0
        for span in spans {
            result += text[position..<span.range.lowerBound]
            cuts.append(result.count)
            position = span.range.upperBound
        }
        result += text[position...]
        return withoutEmptied(result, cuts)
    }

    /// Takes out the lines that are blank only since something was taken out of them.
    private func withoutEmptied(_ text: [UInt8], _ cuts: [Int]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var (position, next) = (0, 0)
        while let line = SourceText.line(of: text, at: position) {
            var isCut = false
            while next < cuts.count, cuts[next] <= line.range.upperBound {
                isCut = true
                next += 1
            }
            if !isCut || !MarkdownLine.isBlank(text[line.range]) { result += text[position..<line.next] }
            position = line.next
        }
        return result
    }

    private func withoutMarkedLines(_ text: [UInt8]) -> [UInt8] {
        let code = MarkdownSpans(text).all.filter { $0.sort == .code }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var (position, next) = (0, 0)
        while let line = SourceText.line(of: text, at: position) {
            while next < code.count, code[next].range.upperBound <= position { next += 1 }
            let isCode = next < code.count && code[next].range.contains(position)
            let isMarked = text[position] == UInt8(ascii: "%") || text[position] == UInt8(ascii: "@")
            if isCode || !isMarked { result += text[position..<line.next] }
            position = line.next
        }
        return result
    }
}
