import ShedRecords
import ShedTestSupport

/// Records and their texts, made from a seed.
enum RandomRecords {
    static let texts = [
        "", "a", "b", "Year", "year", "caf\u{e9}", "cafe\u{301}", "CAF\u{c9}", "two words", "1940", "-3", "1.5", "1e3", "007", "true", "No",
        "2020-02-29", "2020-02", "2019-12-31T23:59Z", "line\nbreak", "tab\t", "quote\"", "back\\slash", "\u{1}\u{0}", "\u{1f600}", "Stra\u{df}e",
        "Borges", "borges", "in", "lent", "null", "{", "}", ",", ":", "z", "\u{304b}\u{3099}", "\u{304c}",
    ]

    static func text(using random: inout SeededRandom) -> String {
        let count = [1, 1, 1, 2, 3].randomElement(using: &random) ?? 1
        return (0..<count).map { _ in texts.randomElement(using: &random) ?? "" }.joined()
    }

    static func record(using random: inout SeededRandom) -> Record {
        var record = Record()
        for _ in 0..<Int.random(in: 0...6, using: &random) { record[text(using: &random)] = text(using: &random) }
        return Bool.random(using: &random) ? record.sorted : record
    }

    /// A JSON text of a record as some program or person may have written it.
    static func text(of record: Record, using random: inout SeededRandom) -> [UInt8] {
        let style = [(" ", "\n  "), ("", ""), (" ", " "), ("", "\r\n\t"), ("\t", "\n    "), ("", "\n\n  ")].randomElement(using: &random) ?? ("", "")
        let isWild = Int.random(in: 0..<3, using: &random) == 0
        func space(_ usual: String) -> String {
            isWild ? [" ", "\n", "\r\n", "\t", "", "  "].randomElement(using: &random) ?? "" : usual
        }
        var text = isWild ? space("") : ""
        text += "{"
        for (number, pair) in record.pairs.enumerated() {
            if number > 0 { text += space("") + "," }
            text += space(style.1) + string(pair.key, using: &random) + space("") + ":" + space(style.0) + string(pair.value, using: &random)
        }
        if !record.pairs.isEmpty { text += space(style.1.contains("\n") ? (style.1.contains("\r") ? "\r\n" : "\n") : style.1) }
        return Array((text + "}" + space(["", "\n"].randomElement(using: &random) ?? "")).utf8)
    }

    /// A JSON string with escapes where none are needed.
    static func string(_ text: String, using random: inout SeededRandom) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" || Int.random(in: 0..<8, using: &random) == 0 {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
