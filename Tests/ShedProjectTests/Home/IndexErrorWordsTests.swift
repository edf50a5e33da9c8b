import ShedIndex
import ShedMessages
import ShedModel
import ShedProject
import Testing

@Suite struct `What the index says` {
    private static let faults = IndexError.Fault.allCases.map { IndexError($0, detail: "disk I/O error", path: "/home/ada/index.db") }

    @Test func `is in English what it ever was`() {
        for fault in Self.faults { #expect(fault.words.english == fault.description && ShedError(fault).message == fault.description) }
    }

    @Test(arguments: Catalogue.languages.dropFirst()) func `is said in each language`(language: Language) {
        let catalogue = Catalogue.of(language)
        for fault in Self.faults {
            let said = catalogue.text(fault.words)
            #expect(said.hasPrefix(fault.path) && !said.contains(fault.remedy) && !said.contains(fault.what), "\(language): \(said)")
            #expect(said.contains(fault.detail) == fault.what.contains(fault.detail), "\(language): \(said)")
        }
    }
}
