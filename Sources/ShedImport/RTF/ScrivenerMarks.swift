import ShedModel

/// Scrivener's own marks in a text, which are plain characters to RTF: comments and footnotes in the text
/// (`{\Scrv_annot \color={…} \text=…\end_Scrv_annot}`, `{\Scrv_fn=…\end_Scrv_fn}`), and styles (`<$Scr_H::1>…<!$Scr_H::1>`,
/// `<$Scr_Ps::0>`, `<$Scr_Cs::0>`, `<$ScrKeepWithNext>`).
enum ScrivenerMarks {
    private static let annotation = Array(#"{\Scrv_annot"#.unicodeScalars)
    private static let annotationText = Array(#"\text="#.unicodeScalars)
    private static let annotationEnd = Array(#"\end_Scrv_annot}"#.unicodeScalars)
    private static let footnote = Array(#"{\Scrv_fn="#.unicodeScalars)
    private static let footnoteEnd = Array(#"\end_Scrv_fn}"#.unicodeScalars)
    private static let starts = [Array("<$Scr".unicodeScalars), Array("<!$Scr".unicodeScalars)]

    /// Puts them in order: comments and notes into their lists, headings as such, all other styles out.
    static func resolve(_ document: inout RTFDocument) {
        var out: [RTFPiece] = []
        let text = document.text
        out.reserveCapacity(text.count)
        var position = 0
        // From here on no end of an annotation or a note was found: none is looked for again.
        var (annotationsEnd, notesEnd) = (text.count, text.count)
        while position < text.count {
            switch text[position].scalar {
            case "{" where has(text, annotation, at: position) && position < annotationsEnd:
                guard let end = find(text, annotationEnd, from: position), let start = find(text, annotationText, from: position), start <= end else {
                    annotationsEnd = position
                    break
                }
                document.comments.append(withoutStyles(text[start + annotationText.count..<max(end, start + annotationText.count)]))
                document.losses.add(.comments)
                out.append(RTFPiece(.comment(document.comments.count - 1)))
                position = end + annotationEnd.count
                continue
            case "{" where has(text, footnote, at: position) && position < notesEnd:
                guard let end = find(text, footnoteEnd, from: position) else {
                    notesEnd = position
                    break
                }
                document.footnotes.append(withoutStyles(text[position + footnote.count..<max(end, position + footnote.count)]))
                out.append(RTFPiece(.footnote(document.footnotes.count - 1)))
                position = end + footnoteEnd.count
                continue
            case "<":
                guard let tag = tag(text, at: position) else { break }
                if let level = tag.level { out.append(RTFPiece(.heading(level))) }
                position += tag.length
                continue
            default: break
            }
            out.append(text[position])
            position += 1
        }
        document.text = out
    }

    private static func has(_ text: [RTFPiece], _ words: [Unicode.Scalar], at position: Int) -> Bool {
        guard text.count - position >= words.count else { return false }
        return words.indices.allSatisfy { text[position + $0].scalar == words[$0] }
    }

    private static func find(_ text: [RTFPiece], _ words: [Unicode.Scalar], from start: Int) -> Int? {
        guard let last = words.first else { return nil }
        var position = start
        while position < text.count {
            if text[position].scalar == last, has(text, words, at: position) { return position }
            position += 1
        }
        return nil
    }

    /// The tag of a style; of a heading that begins, its level.
    private static func tag(_ text: [RTFPiece], at position: Int) -> (length: Int, level: Int?)? {
        guard let start = starts.first(where: { has(text, $0, at: position) }) else { return nil }
        var scalars = String.UnicodeScalarView()
        var length = start.count
        while position + length < text.count, length < 64, let scalar = text[position + length].scalar {
            length += 1
            guard scalar != ">" else {
                let words = String(scalars)
                guard start == starts[0], words.hasPrefix("_H::"), let level = Int(words.dropFirst(4)), (1...9).contains(level) else { return (length, nil) }
                return (length, min(level, 6))
            }
            scalars.append(scalar)
        }
        return nil
    }

    private static func withoutStyles(_ pieces: ArraySlice<RTFPiece>) -> [RTFPiece] {
        let text = Array(pieces)
        var out: [RTFPiece] = []
        var position = 0
        while position < text.count {
            if text[position].scalar == "<", let tag = tag(text, at: position) {
                position += tag.length
            } else {
                out.append(text[position])
                position += 1
            }
        }
        return out
    }
}
