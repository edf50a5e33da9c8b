import ShedModel

/// A line of a chapter that stands for a scene: `[[Arrival]]`, `![[Arrival]]`, or a link to its file that stands alone,
/// `[Arrival](../../Scenes/Arrival.md)`.
package enum SceneReference: Hashable, Sendable {
    /// The name of a scene, with or without the ending of its file.
    case name(String)
    /// The path of its file, from the project's root.
    case path(RelativePath)

    /// Longer lines are no references, in bytes.
    private static let longest = 1_000

    /// - Parameter folder: that of the text.
    /// - Returns: `nil` for a line that is none.
    static func of(_ line: ArraySlice<UInt8>, in folder: RelativePath) -> SceneReference? {
        guard line.count <= longest, MarkdownLine.indent(line) < 4 else { return nil }
        var line = SourceText.trimmed(line)
        guard line.count > 4, line.first == UInt8(ascii: "[") || line.first == UInt8(ascii: "!") else { return nil }
        if line.first == UInt8(ascii: "!") {
            line = line.dropFirst()
            guard line.starts(with: "[[".utf8) else { return nil }
        }
        if line.starts(with: "[[".utf8), line.suffix(2).elementsEqual("]]".utf8) {
            let inner = line.dropFirst(2).dropLast(2)
            guard !inner.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else { return nil }
            // What stands behind `|` and `#` is how Obsidian shows it, and a part of it.
            let name = SourceText.trimmed(inner.prefix { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: "#") })
            return name.isEmpty ? nil : .name(String(decoding: name, as: UTF8.self))
        }
        return link(Array(line), in: folder)
    }

    private static func link(_ line: [UInt8], in folder: RelativePath) -> SceneReference? {
        guard let close = line.firstIndex(of: UInt8(ascii: "]")), close + 1 < line.count, line[close + 1] == UInt8(ascii: "("),
            !line[1..<close].contains(UInt8(ascii: "[")), let target = MarkdownTarget(line, from: close + 2), target.end == line.count,
            let place = MarkdownPath(line[target.path]).place(in: folder)
        else { return nil }
        return .path(place)
    }
}

extension SceneReference {
    /// The Markdown of a document of another program, in which its lines that stand for scenes are as a person wrote them:
    /// `\[\[Arrival\]\]` is `[[Arrival]]`.
    package static func restored(in text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var position = 0
        while let line = SourceText.line(of: text, at: position) {
            position = line.next
            let plain = unescaped(text[line.range])
            result += plain ?? Array(text[line.range])
            result += text[line.range.upperBound..<line.next]
        }
        return result
    }

    /// A line that begins and ends with two brackets, each with a backslash before it, without all such backslashes; `nil` for any other.
    private static func unescaped(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        let start = line.first == UInt8(ascii: "!") ? line.dropFirst() : line.starts(with: #"\!"#.utf8) ? line.dropFirst(2) : line
        guard line.count <= longest, start.starts(with: #"\[\["#.utf8), start.suffix(4).elementsEqual(#"\]\]"#.utf8) else { return nil }
        var result: [UInt8] = []
        var isEscaped = false
        for byte in line {
            if byte == UInt8(ascii: "\\"), !isEscaped { isEscaped = true; continue }
            isEscaped = false
            result.append(byte)
        }
        return result
    }
}

/// A piece of a chapter's file.
package enum ChapterPiece: Hashable, Sendable {
    /// What stands in the file itself, from one line to another.
    case text(Range<Int>)
    /// The line that stands for a scene.
    case scene(SceneReference, line: Range<Int>)
}

extension SourceText {
    /// The pieces of the text, in their order; a text without references is one. Within code nothing is a reference.
    /// - Parameter folder: that of the file.
    package func pieces(in folder: RelativePath) -> [ChapterPiece] {
        // Looked for where a line may be one: most files have none.
        var code: [MarkdownSpans.Span]?
        var pieces: [ChapterPiece] = []
        var (start, position, next) = (0, 0, 0)
        while let line = SourceText.line(of: body, at: position) {
            if let reference = SceneReference.of(body[line.range], in: folder), !isCode(position, &code, &next) {
                if start < position { pieces.append(.text(start..<position)) }
                pieces.append(.scene(reference, line: position..<line.next))
                start = line.next
            }
            position = line.next
        }
        if start < body.count || pieces.isEmpty { pieces.append(.text(start..<body.count)) }
        return pieces
    }

    /// Whether a position is in code, or in a comment. Positions only grow.
    private func isCode(_ position: Int, _ code: inout [MarkdownSpans.Span]?, _ next: inout Int) -> Bool {
        let spans = code ?? MarkdownSpans(body).all
        code = spans
        while next < spans.count, spans[next].range.upperBound <= position { next += 1 }
        return next < spans.count && spans[next].range.contains(position)
    }
}
