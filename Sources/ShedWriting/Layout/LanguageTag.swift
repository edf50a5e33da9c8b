import ShedModel

/// The tag of a language (BCP 47), as word processors have it: what is written from Chinese, Japanese and Korean has a language and a
/// typeface of its own in them, beside those of other letters.
struct LanguageTag {
    /// In small letters; `en` where the tag has none.
    var language: String
    /// In capitals; where the tag has none, the usual one; `nil`: none is known.
    var country: String?

    /// - Parameter tag: letters, digits and hyphens.
    init(_ tag: String) {
        let parts = tag.split(separator: "-")
        language = parts.first.map { $0.lowercased() } ?? "en"
        let isTraditional = parts.contains { $0.lowercased() == "hant" }
        country = parts.dropFirst().first { $0.count == 2 }?.uppercased() ?? (isTraditional ? "TW" : LanguageTag.usualCountries[language])
    }

    /// Whether a text can be a tag: whether there is such a language is another matter.
    static func isTag(_ text: String) -> Bool {
        (1...35).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    }

    private static let usualCountries = ["en": "US", "de": "DE", "fr": "FR", "es": "ES", "it": "IT", "ja": "JP", "zh": "CN", "ko": "KR", "pt": "PT", "nl": "NL"]

    /// Whether letter paper is printed on there: in North America, which plain `es` is not told apart from; `en` alone counts as there.
    var usesLetter: Bool { ["US", "CA", "MX", "PH", "CL", "CO", "VE"].contains(country) }

    var isAsian: Bool { ["ja", "zh", "ko"].contains(language) }

    /// The typeface of its letters where a profile names none, as Word calls those that it has.
    var asianFace: String {
        switch language {
        case "ko": "Batang"
        case "zh": ["TW", "HK", "MO"].contains(country) ? "PMingLiU" : "SimSun"
        default: "MS Mincho"
        }
    }

    /// With language and country.
    var whole: String { country.map { "\(language)-\($0)" } ?? language }

    /// The attributes of a text's properties in ODF 1.3.
    var textAttributes: String {
        let country = country ?? "none"
        return isAsian ? "style:language-asian=\"\(language)\" style:country-asian=\"\(country)\"" : "fo:language=\"\(language)\" fo:country=\"\(country)\""
    }
}
