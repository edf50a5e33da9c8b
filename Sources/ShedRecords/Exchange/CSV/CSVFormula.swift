import ShedModel

/// What becomes of the cells of a CSV file that a spreadsheet would take for formulas.
public enum CSVFormulas: String, CaseIterable, Sendable {
    /// They get an apostrophe before them, which reading takes off again.
    case quote
    /// They are written and read as they are.
    case keep
}

/// Cells of CSV files that spreadsheets take for formulas, which may run programs and send what else stands in the sheet
/// (OWASP, “CSV Injection”).
///
/// Such a cell is written with an apostrophe before it, and so is one that has apostrophes before it already: so reading knows which
/// apostrophe is its own, and every text comes back as it was. Numbers are no formulas, though they may have a sign.
enum CSVFormula {
    private static let apostrophe: Unicode.Scalar = "'"

    /// The text that is written for a cell.
    static func cell(of text: String) -> String { isMisread(text) && !isNumber(text) ? "'" + text : text }

    /// The text of a cell that was read.
    static func text(of cell: String) -> String {
        guard cell.utf8.first == UInt8(ascii: "'") else { return cell }
        let rest = String(cell.unicodeScalars.dropFirst())
        return isMisread(rest) ? rest : cell
    }

    /// Whether a formula begins behind apostrophes, if there are any, and behind white space, which some programs skip.
    private static func isMisread(_ text: String) -> Bool {
        for scalar in text.unicodeScalars.drop(while: { $0 == apostrophe }) {
            switch scalar {
            // Some take the wide forms of Chinese, Japanese and Korean for the same.
            case "=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n": return true
            case _ where scalar.properties.isWhitespace: continue
            default: return false
            }
        }
        return false
    }

    /// Whether a text is a number with its sign: digits with points and commas in it, an exponent, a percent sign.
    private static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func take(_ isTaken: (UInt8) -> Bool) -> Int {
            let count = rest.prefix(while: isTaken).count
            rest = rest.dropFirst(count)
            return count
        }
        func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
        guard take(isSign) == 1, rest.contains(where: \.isDigit) else { return false }
        _ = take { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            guard take(isSign) <= 1, take(\.isDigit) > 0 else { return false }
        }
        _ = take { $0 == UInt8(ascii: "%") }
        return rest.isEmpty
    }
}
