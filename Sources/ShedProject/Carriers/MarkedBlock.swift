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

    /// The file with the block in it, which replaces the one that was there.
    /// - Parameter text: what the file holds; `nil` where it is not there.
    package func put(into text: [UInt8]?) throws(Damage) -> [UInt8] {
        let (before, after, wasThere) = try split(text ?? [])
        let block = joined([first] + lines + [last])
        if wasThere { return before + block + after }
        let own = ended(before)
        return comesFirst ? block + own : own + block
    }

    /// The file without the block; `nil` where nothing is left of it.
    package func taken(outOf text: [UInt8]) throws(Damage) -> [UInt8]? {
        let (before, after, wasThere) = try split(text)
        guard wasThere else { return text }
        let rest = before + after
        return rest.isEmpty ? nil : rest
    }

    /// Whether the file holds the block, and just as it is to be.
    package func stands(in text: [UInt8]) -> Bool {
        guard let wasThere = try? split(text).wasThere, wasThere, let whole = try? put(into: text) else { return false }
        return whole == text
    }

    /// What stands before the block and behind it; all of it before, where there is none.
    private func split(_ text: [UInt8]) throws(Damage) -> (before: [UInt8], after: [UInt8], wasThere: Bool) {
        var (before, after): ([UInt8], [UInt8]) = ([], [])
        var (isInside, wasThere) = (false, false)
        var start = text.startIndex
        while start < text.endIndex {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.endIndex
            let line = text[start..<end]
            start = end
            switch mark(line) {
            case .opening?:
                guard !isInside else { throw Damage() }
                (isInside, wasThere) = (true, true)
            case .closing?:
                guard isInside else { throw Damage() }
                isInside = false
            case nil where !isInside: if wasThere { after += line } else { before += line }
            case nil: break
            }
        }
        guard !isInside else { throw Damage() }
        return (before, after, wasThere)
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

    private func ended(_ text: [UInt8]) -> [UInt8] { text.isEmpty || text.last == UInt8(ascii: "\n") ? text : text + [UInt8(ascii: "\n")] }
}
