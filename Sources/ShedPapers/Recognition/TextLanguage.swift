import ShedModel

/// Languages as Tesseract names them.
public enum TextLanguage {
    /// The most that are recognised at once.
    public static let most = 6

    /// Whether a text can be the code of a language, such as `eng` or `chi_sim`; whether it is installed is another matter.
    public static func isCode(_ text: some StringProtocol) -> Bool {
        let isPlain = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte.isDigit || byte == UInt8(ascii: "_")
        }
        return isPlain && (1...24).contains(text.utf8.count)
    }

    /// The languages that `tesseract --list-langs` names, sorted; what is no language (`osd`, `equ`) is left out.
    public static func listed(_ output: [UInt8]) -> [String] {
        let lines = output.textLines.filter { !$0.contains(" ") && !$0.contains(":") }
        return lines.map(String.init).filter { !["osd", "equ"].contains($0) }.sorted()
    }

    /// Whether that names the data by which Tesseract sees which way up a page is.
    static func hasOrientation(_ output: [UInt8]) -> Bool { output.textLines.contains("osd") }

    /// The Debian package with the data of a language.
    public static func package(of language: String) -> String {
        "tesseract-ocr-" + String(language.prefix(40).map { $0 == "_" ? "-" : $0 }).lowercased()
    }

    /// The code for a two-letter code (ISO 639-1) of a language that projects can be in; `nil` for others.
    public static func code(of language: String) -> String? {
        ["en": "eng", "fr": "fra", "de": "deu", "es": "spa", "ja": "jpn"][language]
    }
}
