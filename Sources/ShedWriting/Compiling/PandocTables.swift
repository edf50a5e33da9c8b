/// Tables in what pandoc reads, which takes much memory for each cell and fills up each row.
enum PandocTables {
    /// As shed itself has it (``MarkdownTable``).
    private static let mostColumns = 64
    /// In one table.
    private static let mostCells = 100_000

    /// The text, in which what would be a larger table is none: the pipes of the line below its head stand for themselves.
    static func bounded(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "|")) || text.contains(UInt8(ascii: "+")) else { return text }
        let lines = text.split(separator: 0x0a, omittingEmptySubsequences: false)
        var result: [UInt8] = []
        // What stands below a line up to the next blank one, counted from the end so that no line is gone through twice.
        var below = Array(repeating: 0, count: lines.count)
        for number in lines.indices.reversed().dropFirst() where !MarkdownLine.isBlank(lines[number + 1]) { below[number] = below[number + 1] + 1 }
        for (number, line) in lines.enumerated() {
            if number > 0 { result.append(0x0a) }
            let columns = columns(line)
            guard columns > mostColumns || columns > 1 && columns * below[number] > mostCells else {
                result += line
                continue
            }
            for byte in line {
                if byte == UInt8(ascii: "|") || byte == UInt8(ascii: "+") { result.append(UInt8(ascii: "\\")) }
                result.append(byte)
            }
        }
        return result
    }

    /// How many columns a line below a head speaks of, at most; 0 for any other line.
    private static func columns(_ line: ArraySlice<UInt8>) -> Int {
        guard line.allSatisfy({ "|-:+> \t.)*".utf8.contains($0) || (0x30...0x39).contains($0) }), line.contains(UInt8(ascii: "-")) else { return 0 }
        let bars = line.count { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "+") }
        return bars > 0 ? bars + 1 : 0
    }
}
