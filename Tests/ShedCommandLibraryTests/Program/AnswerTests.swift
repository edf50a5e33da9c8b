import ShedMessages
import ShedModel
import Testing

@testable import ShedCommand

@Suite struct `An answer` {
    @Test(arguments: [
        ("en", "y", true), ("en", "yes", true), ("en", "j", false), ("en", "", false), ("en", "n", false), ("de", "j", true), ("de", "ja", true),
        ("de", "y", true), ("de", "nein", false), ("fr", "o", true), ("fr", "oui", true), ("es", "s", true), ("es", "sí", true), ("ja", "はい", true),
        ("ja", "yes", true), ("ja", "いいえ", false),
    ] as [(String, String, Bool)])
    func `is yes in the language of the question, or in English`(language: String, answer: String, isYes: Bool) {
        #expect(Confirmation.isYes(answer, Catalogue.of(Language(rawValue: language))) == isYes)
    }

    @Test(arguments: [("en", "Delete it? [y/N] "), ("de", "Delete it? [j/N] "), ("fr", "Delete it\u{a0}? [o/N] "), ("es", "¿Delete it? [s/N] "), ("ja", "Delete it？ [y/N] ")])
    func `is asked for`(language: String, prompt: String) {
        #expect(Catalogue.of(Language(rawValue: language)).text(.prompt(question: "Delete it")) == prompt)
    }
}
