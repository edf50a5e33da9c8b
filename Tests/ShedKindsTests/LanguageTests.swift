import ShedKinds
import ShedModel
import ShedTestSupport
import Testing

@Suite struct LanguageTests {
    @Test func `five languages are shipped`() {
        #expect(Languages.all.map(\.rawValue) == ["en", "fr", "de", "es", "ja"])
    }

    @Test func `every language names the same roles and sections`() {
        let english = Languages.strings(.english)
        #expect(english.folders.count == 23)
        #expect(english.sections.count == 8)
        for language in Languages.all {
            let strings = Languages.strings(language)
            #expect(strings.language == language)
            #expect(Set(strings.folders.keys) == Set(english.folders.keys), "\(language)")
            #expect(Set(strings.sections.keys) == Set(english.sections.keys), "\(language)")
            #expect(!strings.noFiles.isEmpty && !strings.noFolders.isEmpty && strings.noFiles != strings.noFolders)
            #expect(Set([strings.noFolders, strings.noFiles, strings.messages["no-collections"] ?? "", strings.messages["no-records"] ?? "", strings.messages["no-pairs"] ?? "", ""]).count == 6, "\(language)")
            #expect(Set(strings.rejectedNames.keys) == Set(Languages.all))
        }
    }

    @Test func `the messages are those of the specification`() {
        let english = Languages.strings(.english)
        #expect(english.noFolders == "No folders yet")
        #expect(english.noFiles == "No files yet")
        #expect(english.rejected == "Rejected")
    }

    @Test func `each language has its own words`() {
        let drafts = Languages.all.map { Languages.strings($0).folders[.draft] }
        #expect(drafts == ["Draft", "Brouillons", "Entwürfe", "Borradores", "下書き"])
    }

    @Test func `the Rejected folder is known in every language`() {
        let french = Languages.strings(Language(rawValue: "fr"))
        #expect(french.rejected == "Rejetés")
        for name in ["Rejected", "REJECTED", "Rejetés", "Rejete\u{301}s", "Abgewiesen", "Rechazados", "却下"] {
            #expect(french.isRejectedName(Name(name)), "\(name)")
        }
        #expect(!french.isRejectedName("Draft"))
        #expect(!french.isRejectedName("Rejected (shed)"))
    }

    @Test func `a language that is not shipped reads as English`() {
        #expect(Languages.strings(Language(rawValue: "tlh")) == Languages.strings(.english))
    }

    @Test(arguments: [
        ([:], "en"),
        (["LANG": "fr_CA.UTF-8"], "fr"),
        (["LANG": "de"], "de"),
        (["LANG": "es_ES@euro"], "es"),
        (["LANG": "ja.UTF-8"], "ja"),
        (["LANG": "C"], "en"),
        (["LANG": "C.UTF-8"], "en"),
        (["LANG": "POSIX"], "en"),
        (["LANG": "tlh_QO"], "en"),
        (["LANG": "fra"], "en"),
        (["LANG": ""], "en"),
        (["LC_MESSAGES": "de_DE.UTF-8", "LANG": "fr_FR.UTF-8"], "de"),
        (["LC_ALL": "ja_JP.UTF-8", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "fr_FR.UTF-8"], "ja"),
        (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR.UTF-8"], "fr"),
        (["LC_ALL": "C", "LANG": "fr_FR.UTF-8"], "en"),
        (["LC_CTYPE": "fr_FR.UTF-8"], "en"),
    ] as [([String: String], String)])
    func `the locale decides`(environment: [String: String], expected: String) throws {
        #expect(try Languages.chosen(option: nil, environment: environment).rawValue == expected)
    }

    @Test(arguments: [("de", "de"), ("FR", "fr"), ("fr_CA", "fr"), ("es-MX", "es"), ("ja_JP.UTF-8", "ja"), ("en", "en")])
    func `the option goes before the locale`(option: String, expected: String) throws {
        let environment = ["LC_ALL": "zh_CN.UTF-8", "LANG": "fr_FR.UTF-8"]
        #expect(try Languages.chosen(option: option, environment: environment).rawValue == expected)
    }

    @Test(arguments: ["tlh", "", "C", "english", "_fr"])
    func `an unknown option is an error that lists the five`(option: String) {
        #expect(throws: LanguageError(option: option, known: Languages.all)) {
            try Languages.chosen(option: option, environment: ["LANG": "fr_FR.UTF-8"])
        }
        #expect(LanguageError(option: option, known: Languages.all).description.contains("en, fr, de, es, ja"))
    }
}
