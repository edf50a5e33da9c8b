@testable import ShedMessages
import ShedModel
import ShedTestSupport
import Testing

@Suite struct `The catalogues` {
    @Test func `are in five languages`() {
        #expect(Catalogue.languages.map(\.rawValue) == ["en", "fr", "de", "es", "ja"])
        for language in Catalogue.languages { #expect(Catalogue.of(language).language == language) }
        #expect(Catalogue.of(Language(rawValue: "tlh")).language == .english)
    }

    @Test(arguments: Catalogue.languages) func `have words for each message, with all its values`(language: Language) throws {
        let catalogue = Catalogue.of(language)
        let declared = try Declaration.all()
        #expect(declared.count > 200)
        let patterns = catalogue.patterns
        #expect(Set(patterns.keys) == Set(declared.map(\.key)), "\(language)")
        for message in declared {
            let text = try #require(catalogue.pattern(message.key), "\(language): \(message.key)")
            #expect(text == patterns[message.key], "\(language): \(message.key)")
            let pattern = try #require(MessagePattern(text), "\(language): \(message.key) cannot be read: \(text)")
            #expect(pattern.names == Set(message.labels), "\(language): \(message.key)")
        }
    }

    @Test(arguments: Catalogue.languages) func `name the same commands`(language: Language) {
        func verbs(_ text: String?) -> [Substring] {
            ["“", "„", "«\u{a0}", "「"].flatMap { mark in
                (text ?? "").ranges(of: mark + "shed ").map { text?[$0.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0 == "-") } ?? "" }
            }.sorted()
        }
        let patterns = Catalogue.of(language).patterns
        // The cure of a rule stands in English with the rule.
        for (key, english) in Catalogue.english.patterns where key != "ruleCure" {
            #expect(verbs(patterns[key]) == verbs(english), "\(language): \(key)")
        }
    }

    @Test(arguments: [("de", "„", "“"), ("fr", "«\u{a0}", "\u{a0}»"), ("es", "“", "”"), ("ja", "「", "」"), ("en", "“", "”")])
    func `have the quotation marks of the language`(language: String, opening: String, closing: String) {
        let all = ["“", "”", "„", "«", "»", "「", "」"]
        let own = Set((opening + closing).filter { !$0.isWhitespace }.map(String.init))
        for (key, text) in Catalogue.of(Language(rawValue: language)).patterns {
            for mark in all where !own.contains(mark) { #expect(!text.contains(mark), "\(language): \(key)") }
            #expect(text.ranges(of: opening).count == text.ranges(of: closing).count, "\(language): \(key)")
        }
    }

    @Test(arguments: [
        ("en", 0, "0 files"), ("en", 1, "1 file"), ("en", 2, "2 files"), ("fr", 0, "0 fichier"), ("fr", 1, "1 fichier"), ("fr", 2, "2 fichiers"),
        ("de", 0, "0 Dateien"), ("de", 1, "1 Datei"), ("es", 1, "1 archivo"), ("es", 21, "21 archivos"), ("ja", 1, "ファイル1件"), ("ja", 2, "ファイル2件"),
    ] as [(String, Int, String)])
    func `count as the language does`(language: String, count: Int, text: String) {
        #expect(Catalogue.of(Language(rawValue: language)).text(.files(count: count)) == text)
    }

    @Test func `put values in as they are, also where they look like a pattern`() {
        let message = Message.wrongType(isFolder: true, folder: "{folder} <b> # {count, plural, other {x}}")
        #expect(message.english == "No folders are allowed in “{folder} <b> # {count, plural, other {x}}”.")
    }

    @Test func `put messages into messages, in the same language`() {
        let message = Message.toAllow(message: .wrongType(isFolder: false, folder: "A"), command: "shed allow A both")
        #expect(Catalogue.of(Language(rawValue: "de")).text(message) == "In „A“ sind keine Dateien erlaubt. Um es zu erlauben: „shed allow A both“.")
        let error = Message.byRule(message: .about(subject: "A/b", text: .wrongType(isFolder: false, folder: "A")), rule: "wrong-type")
        #expect(error.english == "A/b: No files are allowed in “A” [wrong-type]")
    }

    @Test func `say what is in none of them as it stands`() {
        #expect(Catalogue.of(Language(rawValue: "ja")).text(.verbatim("As {it} is.")) == "As {it} is.")
        let unknown = Message(signature: "saidByALaterShed(path:)", values: [.text("a")])
        #expect(!Catalogue.english.knows(unknown) && Catalogue.english.knows(.clean) && Catalogue.english.knows(.verbatim("x")))
        // What was tampered with has no value, or another.
        #expect(Catalogue.english.text(Message(signature: "files(count:)", values: [])) == "")
        #expect(Catalogue.english.text(Message(signature: "isTrash(", values: [.number(3)])) == "{path} is Trash itself")
    }
}

@Suite struct `A pattern` {
    @Test(arguments: ["{", "}", "{a", "{a,", "{a, plural}", "{a, plural, one {x}}", "{a, select, other {x}", "{a, sort}", "<a", "a>", "{a, select, b {c} b {d} other {e}}", "{}"])
    func `that is none is told`(text: String) { #expect(MessagePattern(text) == nil) }

    @Test func `may hold others`() throws {
        let pattern = try #require(MessagePattern("<{a}> {b, plural, one {# {c, select, x {y} other {{d}}}} other {}}"))
        #expect(pattern.names == ["a", "b", "c", "d"])
    }
}

@Suite struct `Who reads` {
    @Test(arguments: [
        ([:], nil), (["LANG": "de_DE.UTF-8"], "de"), (["LC_ALL": "ja_JP.UTF-8", "LC_MESSAGES": "de_DE", "LANG": "fr_FR"], "ja"),
        (["LC_ALL": "", "LC_MESSAGES": "es_ES.UTF-8", "LANG": "fr_FR"], "es"), (["LC_CTYPE": "de_DE"], nil), (["LANG": "nl_NL"], nil),
        (["LANG": "en_GB", "LANGUAGE": "de"], "de"), (["LANG": "de_DE", "LANGUAGE": "nl:fr_CA:es"], "fr"), (["LANG": "de_DE", "LANGUAGE": "nl"], nil),
        (["LANG": "de_DE", "LANGUAGE": ""], "de"), (["LANG": "C", "LANGUAGE": "de"], nil), (["LANG": "C.UTF-8", "LANGUAGE": "de"], nil),
        (["LANG": "POSIX", "LANGUAGE": "de"], nil), (["LANGUAGE": "de"], nil), (["LANG": "DE_de"], "de"), (["LANG": ":"], nil), (["LANG": "en_US"], "en"),
    ] as [([String: String], String?)])
    func `is known by the environment`(environment: [String: String], language: String?) {
        #expect(Language.wanted(in: environment)?.rawValue == language)
    }
}
