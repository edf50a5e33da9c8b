import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedSidecar
import Testing

@Suite struct `What the disk says` {
    private static let others = Array(Catalogue.languages.dropFirst())

    /// A fault of each sort, of this process and of the system.
    private static let faults = DiskError.Code.allCases.map { DiskError($0, action: "read", path: "Draft/a.txt") }
        + [ENOENT, EACCES, EPERM, ENOSPC, EROFS, EEXIST, EFBIG, EBUSY, EIO].map { DiskError(errno: $0, action: "move to", path: "Draft") }

    @Test func `is in English what it ever was`() {
        for fault in Self.faults {
            #expect(fault.words.english == fault.description && fault.why.english == fault.reason)
            #expect(ShedError(fault).message == fault.description && ShedError(SidecarError.disk(fault)).message == fault.description)
        }
    }

    @Test(arguments: others) func `is said in each language`(language: Language) {
        let catalogue = Catalogue.of(language)
        for fault in Self.faults {
            let said = catalogue.text(fault.words)
            #expect(said.contains(fault.path) && !said.contains(fault.remedy) && !said.contains(fault.action), "\(language): \(said)")
            // What no caller tells apart the system says.
            #expect(said.contains(fault.reason) == (fault.code == .other), "\(language): \(said)")
            #expect(said.contains(catalogue.text(fault.why)), "\(language): \(said)")
        }
    }

    @Test func `is a sentence with what was tried, on what, why and what helps`() {
        let fault = DiskError(errno: EACCES, action: "take anything out of", path: "Draft")
        let german = Catalogue.of(Language(rawValue: "de")).text(fault.words)
        #expect(german == "aus Draft lässt sich nichts herausnehmen: keine Berechtigung; Rechte und Besitzer prüfen (ls -ld)")
        #expect(Catalogue.of(Language(rawValue: "es")).text(.system(ENOENT)) == "no se encuentra")
        #expect(Message.system(EISDIR).english == "Is a directory")
    }

    @Test func `keeps its words in a sentence around it`() {
        let fault = DiskError(.beingWritten, action: "replace", path: "Draft/a.txt")
        let german = Catalogue.of(Language(rawValue: "de")).text(.disturbed(reason: fault.words))
        #expect(german.hasPrefix("Draft/a.txt lässt sich nicht ersetzen: ein Programm hat es zum Schreiben geöffnet") && german.hasSuffix("; nichts wurde geändert"), "\(german)")
        #expect(Message.disturbed(reason: fault.words).english == "\(fault); nothing was changed")
        let whole = ShedError(.refused, .somethingOfThatName, remedy: .chooseOtherName)
        #expect(whole.wholeWords.english == whole.description && ShedError(fault).wholeWords == fault.words)
    }
}
