/// What shed itself writes into a manuscript, in the languages that it knows; in English for any other.
package struct CompileWords: Sendable {
    /// What stands above chapters and acts: `{number}` and `{name}`.
    package let chapter: String
    package let act: String
    /// Around a number of words.
    private let about: (String, String)
    /// Between thousands.
    private let separator: String

    /// - Parameter tag: of a language, such as `de` or `de-AT`.
    package init(_ tag: String) {
        switch LanguageTag(tag).language {
        case "de": self.init("Kapitel {number}: {name}", "Akt {number}: {name}", ("etwa ", " Wörter"), ".")
        case "fr": self.init("Chapitre {number}\u{A0}: {name}", "Acte {number}\u{A0}: {name}", ("environ ", " mots"), "\u{A0}")
        case "es": self.init("Capítulo {number}: {name}", "Acto {number}: {name}", ("unas ", " palabras"), "\u{A0}")
        case "ja": self.init("第{number}章 {name}", "第{number}幕 {name}", ("約", "語"), ",")
        default: self.init(CompileProfile.manuscript.headings.pattern, "Act {number}: {name}", ("about ", " words"), ",")
        }
    }

    private init(_ chapter: String, _ act: String, _ about: (String, String), _ separator: String) {
        (self.chapter, self.act, self.about, self.separator) = (chapter, act, about, separator)
    }

    /// How many words there are, to the next hundred.
    func about(_ words: Int) -> String {
        let rounded = words < 100 ? words : (words + 50) / 100 * 100
        var number = ""
        for (position, digit) in String(rounded).reversed().enumerated() {
            if position > 0, position.isMultiple(of: 3) { number = separator + number }
            number = String(digit) + number
        }
        return about.0 + number + about.1
    }
}
