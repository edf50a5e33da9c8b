import ShedModel

/// Adds up the words of paragraphs, which may stand within each other: a note or a frame within the text that it hangs on.
struct ParagraphWords {
    private struct Paragraph {
        var counter = WordCounter()
        /// Whether a number or a bullet stands before it, which is a word.
        var isLabelled: Bool
        var text: [UInt8] = []
    }

    /// Whether the text is kept, and not only counted.
    let keepsText: Bool
    /// Of all paragraphs that have ended and hold anything, each in a line, with one blank wherever there is white space.
    private(set) var text: [UInt8] = []

    /// Of all paragraphs that have ended.
    private(set) var total = 0
    private var open: [Paragraph] = []

    init(keepsText: Bool = false) { self.keepsText = keepsText }

    var isInside: Bool { !open.isEmpty }

    mutating func begin(isLabelled: Bool = false) { open.append(Paragraph(isLabelled: isLabelled)) }

    /// That a number or a bullet stands before the paragraph, or not.
    mutating func label(_ isLabelled: Bool) { if !open.isEmpty { open[open.count - 1].isLabelled = isLabelled } }

    mutating func add(_ bytes: [UInt8]) {
        guard !open.isEmpty, !bytes.isEmpty else { return }
        bytes.withUnsafeBufferPointer { open[open.count - 1].counter.add($0) }
        if keepsText { open[open.count - 1].text += bytes }
    }

    mutating func end() {
        guard var paragraph = open.popLast() else { return }
        paragraph.counter.end()
        total += paragraph.counter.count + (paragraph.isLabelled ? 1 : 0)
        guard keepsText else { return }
        var isBetween = false
        let start = text.count
        for byte in paragraph.text {
            if ParagraphWords.isBlank(byte) {
                isBetween = text.count > start
            } else {
                if isBetween { text.append(0x20) }
                isBetween = false
                text.append(byte)
            }
        }
        if text.count > start { text.append(0x0a) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
