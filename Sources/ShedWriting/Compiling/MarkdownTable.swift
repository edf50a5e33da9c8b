/// A table with pipes, as GitHub (0.29, section 4.10) and pandoc have it: a head, a line of hyphens below it, and rows. It takes time linear
/// to its text.
struct MarkdownTable {
    enum Alignment: String {
        case left, right, center
    }

    /// Each cell's text.
    private(set) var head: [[UInt8]]
    /// The lines, whose cells are found when they are written (``cells(in:)``): a table of many short lines would else be many times as large
    /// as its text.
    private(set) var rows: [ArraySlice<UInt8>] = []
    /// Of the columns; `nil`: nothing is said.
    private(set) var alignments: [Alignment?]

    /// What has more columns is no table.
    private static let mostColumns = 64

    /// Whether a table begins with these two lines.
    static func begins(_ line: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>) -> Bool {
        guard line.contains(UInt8(ascii: "|")), let alignments = alignments(next) else { return false }
        return cells(line).count == alignments.count
    }

    /// - Parameters:
    ///   - position: where it begins; then what follows it.
    ///   - ends: whether a line ends it.
    init?(_ lines: [ArraySlice<UInt8>], at position: inout Int, ends: (ArraySlice<UInt8>) -> Bool) {
        guard position + 1 < lines.count, MarkdownTable.begins(lines[position], lines[position + 1]), let alignments = MarkdownTable.alignments(lines[position + 1])
        else { return nil }
        (head, self.alignments) = (MarkdownTable.cells(lines[position]), alignments)
        position += 2
        while position < lines.count, !MarkdownLine.isBlank(lines[position]), !ends(lines[position]) {
            rows.append(lines[position])
            position += 1
        }
    }

    /// Each cell's text in one of ``rows``: as many as the head has, or fewer.
    func cells(in row: ArraySlice<UInt8>) -> ArraySlice<[UInt8]> { MarkdownTable.cells(row).prefix(alignments.count) }

    /// What the line below a head says of the columns; `nil` for one that is none.
    private static func alignments(_ line: ArraySlice<UInt8>) -> [Alignment?]? {
        guard let first = MarkdownLine.flush(line)?.first, "|-:".utf8.contains(first), line.contains(UInt8(ascii: "-")) else { return nil }
        let cells = cells(line)
        guard cells.count <= mostColumns, cells.count > 1 || line.contains(UInt8(ascii: "|")) else { return nil }
        var alignments: [Alignment?] = []
        for cell in cells {
            let (isLeft, isRight) = (cell.first == UInt8(ascii: ":"), cell.count > 1 && cell.last == UInt8(ascii: ":"))
            let hyphens = cell.dropFirst(isLeft ? 1 : 0).dropLast(isRight ? 1 : 0)
            guard !hyphens.isEmpty, hyphens.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
            alignments.append(isLeft ? (isRight ? .center : .left) : isRight ? .right : nil)
        }
        return alignments
    }

    /// The cells of a line: what stands between pipes that no backslash stands before.
    private static func cells(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
        var line = SourceText.trimmed(line)
        if line.first == UInt8(ascii: "|") { line = line.dropFirst() }
        var cells: [[UInt8]] = []
        var cell: [UInt8] = []
        for byte in line {
            if byte == UInt8(ascii: "|"), cell.last == UInt8(ascii: "\\") {
                cell[cell.count - 1] = byte
            } else if byte == UInt8(ascii: "|") {
                cells.append(Array(SourceText.trimmed(cell[...])))
                cell = []
            } else {
                cell.append(byte)
            }
        }
        let last = SourceText.trimmed(cell[...])
        if !last.isEmpty || cells.isEmpty { cells.append(Array(last)) }
        return cells
    }
}
