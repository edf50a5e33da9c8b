/// What shed itself writes into a manuscript, in the languages that it knows; in English for any other.
package struct CompileWords: Sendable {
    /// What stands above chapters and acts: `{number}` and `{name}`.
    package let chapter: String
    package let act: String
    /// Around a number of words.
    private let about: (String, String)
    /// Around the author's name on a title page of plain text.
    private let by: (String, String)
    /// What stands above the footnotes at the end of a plain text.
    let notes: String
    /// Between thousands.
    private let separator: String

    /// - Parameter tag: of a language, such as `de` or `de-AT`.
    package init(_ tag: String) {
        switch LanguageTag(tag).language {
        case "de": self.init("Kapitel {number}: {name}", "Akt {number}: {name}", ("etwa ", " Wörter"), ("von ", ""), "Anmerkungen", ".")
        case "fr": self.init("Chapitre {number}\u{A0}: {name}", "Acte {number}\u{A0}: {name}", ("environ ", " mots"), ("par ", ""), "Notes", "\u{A0}")
        case "es": self.init("Capítulo {number}: {name}", "Acto {number}: {name}", ("unas ", " palabras"), ("por ", ""), "Notas", "\u{A0}")
        case "ja": self.init("第{number}章 {name}", "第{number}幕 {name}", ("約", "語"), ("", " 著"), "注", ",")
        default: self.init(CompileProfile.manuscript.headings.pattern, "Act {number}: {name}", ("about ", " words"), ("by ", ""), "Notes", ",")
        }
    }

    private init(_ chapter: String, _ act: String, _ about: (String, String), _ by: (String, String), _ notes: String, _ separator: String) {
        (self.chapter, self.act, self.about, self.by, self.notes, self.separator) = (chapter, act, about, by, notes, separator)
    }

    /// The line that names an author.
    func by(_ author: String) -> String { by.0 + author + by.1 }

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
