/// Cells under a head, each column as wide as its widest cell.
package struct TextTable {
    private let head: [String]
    private let rows: [[String]]

    /// - Parameters:
    ///   - head: the titles of the columns.
    ///   - rows: each with as many cells as there are columns.
    package init(head: [String], rows: [[String]]) {
        self.head = head
        self.rows = rows
    }

    package func print(_ output: Output, _ style: Style) {
        let widths = head.indices.map { column in max(DisplayWidth.of(head[column]), rows.map { DisplayWidth.of($0[column]) }.max() ?? 0) }
        func line(_ cells: [String]) -> String {
            var text = ""
            for (column, cell) in cells.enumerated() {
                text += column + 1 < cells.count ? DisplayWidth.padded(cell, to: widths[column] + 2) : cell
            }
            while text.last == " " { text.removeLast() }
            return text
        }
        output.line(style.heading(line(head)))
        for row in rows { output.line(line(row)) }
    }
}
