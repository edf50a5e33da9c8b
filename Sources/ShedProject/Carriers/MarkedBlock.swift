import ShedModel

/// Lines of shed's in a file that people write too: they stand between two lines that say so, and the rest of the file is nobody's but
/// theirs.
package struct MarkedBlock {
    /// What begins a comment in the file: `#` or `//`.
    package var comment: String
    /// Whether it stands before a person's lines, where the first line that matches decides, or behind them, where the last one does.
    package var comesFirst: Bool
    /// The lines, without their ends.
    package var lines: [[UInt8]]

    /// A block of lines; none of them may be one of the marks.
    package init(comment: String, comesFirst: Bool, lines: [[UInt8]]) {
        self.comment = comment
        self.comesFirst = comesFirst
        self.lines = lines
    }

    /// A file in which one of the two marks stands without the other: nobody knows where the block ends.
    package struct Damage: Error {}

    private static let (opening, closing) = ("shed sync-setup: begin", "shed sync-setup: end")

    private var first: [UInt8] { Array("\(comment) \(MarkedBlock.opening) (“shed sync-setup” writes these lines; yours go outside of them)".utf8) }
    private var last: [UInt8] { Array("\(comment) \(MarkedBlock.closing)".utf8) }

    /// The file with the block in it, which replaces the one that was there. That stays where it was, unless a line has come to stand where
    /// it counts more that is about `.shed`, or about everything: then the block moves to its end of the file.
    /// - Parameter text: what the file holds; `nil` where it is not there.
    package func put(into text: [UInt8]?) throws(Damage) -> [UInt8] {
        let parts = try split(text ?? [])
        let (before, block) = (parts.before, joined([first] + lines + [last]))
        if parts.wasThere, mayUndo(comesFirst ? parts.before : parts.after) { return try put(into: try taken(outOf: text ?? [])) }
        if parts.wasThere { return before + (parts.isUnended ? block.dropLast() : block[...]) + parts.after }
        if comesFirst { return block + before }
        guard let end = before.last, end != UInt8(ascii: "\n") else { return before + block }
        // So that it is known, and undone, when the block goes.
        return before + [UInt8(ascii: "\n")] + block.dropLast()
    }

    /// The file without the block, as it was before that came; `nil` where nothing is left of it.
    package func taken(outOf text: [UInt8]) throws(Damage) -> [UInt8]? {
        let parts = try split(text)
        guard parts.wasThere else { return text }
        var rest = parts.before + parts.after
        if parts.isUnended { rest.removeLast(rest.isEmpty ? 0 : 1) }
        return rest.isEmpty ? nil : rest
    }

    /// Whether the file holds the block, and just as it is to be.
    package func stands(in text: [UInt8]) -> Bool {
        guard let wasThere = try? split(text).wasThere, wasThere, let whole = try? put(into: text) else { return false }
        return whole == text
    }

    /// What a block may take in of shed's own.
    private static let own = [".shed", ".gitkeep", ".gitignore"]

    /// Whether a person's lines may undo what the block says of shed's own files: one names them, or is `*`, `.*` and the like.
    private func mayUndo(_ lines: [UInt8]) -> Bool {
        let named = MarkedBlock.own.map { Array($0.utf8) }.filter { name in self.lines.contains { $0.first == UInt8(ascii: "!") && $0.firstRange(of: name) != nil } }
        return lines.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).contains { line in
            guard !line.starts(with: comment.utf8) else { return false }
            let isWild = line.contains(UInt8(ascii: "*")) && line.allSatisfy { "*./?!- (d)".utf8.contains($0) }
            return isWild || line.firstRange(of: ".shed".utf8) != nil || named.contains { line.firstRange(of: $0) != nil }
        }
    }

    /// Whether a file that is a person's says all that the block does, between whatever marks: it may hold the lines for several projects.
    package func isSaid(in text: [UInt8]) -> Bool {
        let there = Set(text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).map(Array.init))
        return lines.allSatisfy(there.contains)
    }

    /// A file with the block or without.
    private struct Parts {
        /// What stands before the block; all of it, where there is none.
        var before: [UInt8] = []
        /// What stands behind it.
        var after: [UInt8] = []
        var wasThere = false
        /// Whether the block is the end of the file and its last line has no end: so had the last line before that came.
        var isUnended = false
    }

    private func split(_ text: [UInt8]) throws(Damage) -> Parts {
        var parts = Parts()
        var isInside = false
        var start = text.startIndex
        while start < text.endIndex {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.endIndex
            let line = text[start..<end]
            start = end
            switch mark(line) {
            case .opening?:
                guard !isInside else { throw Damage() }
                (isInside, parts.wasThere) = (true, true)
            case .closing?:
                guard isInside else { throw Damage() }
                isInside = false
                parts.isUnended = line.last != UInt8(ascii: "\n") && parts.after.isEmpty
            case nil where !isInside: if parts.wasThere { parts.after += line } else { parts.before += line }
            case nil: break
            }
        }
        guard !isInside else { throw Damage() }
        return parts
    }

    private enum Mark { case opening, closing }

    /// Which mark a line is. An editor may have changed its end, and what stands behind the words.
    private func mark(_ line: ArraySlice<UInt8>) -> Mark? {
        let start = Array("\(comment) ".utf8)
        guard line.starts(with: start) else { return nil }
        let rest = line.dropFirst(start.count)
        if rest.starts(with: MarkedBlock.opening.utf8) { return .opening }
        return rest.starts(with: MarkedBlock.closing.utf8) ? .closing : nil
    }

    private func joined(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [UInt8(ascii: "\n")] } }
}
