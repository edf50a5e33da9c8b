import ShedModel
import ShedRules
import Testing

/// Whether the built-in rules ignore a name.
private func isPassing(_ name: String, _ kind: EntryKind = .file) -> Bool {
    Array(name.utf8).withUnsafeBufferPointer { name in
        IgnoreRules().ignores(name: name, kind: kind) {
            Issue.record("The built-in rules need no path.")
            return .root
        }
    }
}

@Suite struct IgnorePassingFilesTests {
    @Test(arguments: [
        "Ode.txt~", "~", ".Ode.txt.swp", ".Ode.txt.swx", "..sw1", "4913", ".#Ode.txt", ".#", "#Ode.txt#", "##",
        ".goutputstream-A1B2C3", ".~lock.Ode.odt#", ".~lock.#", "Ode.pdf.part", ".part", "Ode.pdf.crdownload",
        "~$Ode.docx", "~WRL0001.tmp", "~WRD0000.tmp", "~DF3A.tmp", "lu4711x9.tmp", "pptA1B2.tmp", "1A2B3C4D.tmp",
        ".syncthing.Ode.txt.tmp", "~syncthing~Ode.txt.tmp", ".DS_Store", ".directory", "Thumbs.db", "thumbs.db", "desktop.ini",
        "Desktop.ini", ".Trash-1000", ".nfs0000001", ".fuse_hidden0001",
    ])
    func `a passing file is ignored, a link of its name too`(name: String) {
        #expect(isPassing(name))
        #expect(isPassing(name, .link))
    }

    @Test(arguments: [
        ("Ode.txt~", "*~"), ("#Ode#", "#*#"), ("~$Ode.docx", "~$*"), ("~WRL0001.tmp", "~*.tmp"), ("lu4711x9.tmp", "lu*.tmp"), ("pptA1B2.tmp", "ppt*.tmp"),
        ("1A2B3C4D.tmp", "????????.tmp"), ("Ode.pdf.part", "*.part"), ("a.crdownload", "*.crdownload"), ("4913", "4913"), ("thumbs.db", "Thumbs.db"),
        ("Desktop.ini", "desktop.ini"), ("Ode.txt", nil), ("desk.txt", nil),
    ] as [(String, String?)])
    func `it is known by which pattern`(name: String, pattern: String?) {
        #expect(Array(name.utf8).withUnsafeBufferPointer { PassingFiles.pattern(of: $0, kind: .file) } == pattern)
    }

    @Test(arguments: [
        "Ode.txt", "~Ode.txt", "4914", "49133", "#Ode", "#", "Ode#", "part", "Ode.parts", "crdownload", "Ode.tmp",
        "luggage.tmp", "lu.tmp", "ppt.tmp", "pptx.tmp", "Notes Monday.tmp", "1A2B3C4.tmp", "1A2B3C4G.tmp", "sedentary",
        "sedA1b2C3", "Thumbs.dbx", "desktop", "Trash-1000", ".syncthing.tmp", ".swp", ".sw", "Ode.swp", "$~Ode",
        "tmp", ".tmp", "Straße", "本", "",
    ])
    func `a person's file is not`(name: String) { #expect(!isPassing(name)) }

    @Test func `a folder is only if a desktop keeps its trash in it`() {
        for name in ["4913", "Act I~", "#1#", "~$x", "Part 1.part", "Thumbs.db", ".nfs1", "1A2B3C4D.tmp"] {
            #expect(!isPassing(name, .directory), "\(name)")
        }
        #expect(isPassing(".Trash-1000", .directory))
    }

    @Test func `a name that is not UTF-8 is judged by its bytes`() {
        let rules = IgnoreRules()
        for (bytes, expected) in [([0xff, 0x7e] as [UInt8], true), ([0x7e, 0xff], false)] {
            #expect(bytes.withUnsafeBufferPointer { rules.ignores(name: $0, kind: .file) { .root } } == expected)
        }
    }
}

@Suite struct IgnoreRelatedNamesTests {
    @Test(arguments: [
        ("a.txt~", "a.txt"), ("a.txt.~1~", "a.txt"), ("a.txt.bak", "a.txt"), ("a.txt.orig", "a.txt"),
        ("a.txt.old", "a.txt"), ("a.txt.BAK", "a.txt"), ("a.bak", "a.txt"), ("a.old", "a.txt"), ("Ode~", "Ode"),
        ("Ode.bak", "Ode"),
    ])
    func `a backup name is known as that of its original`(candidate: String, original: String) {
        #expect(BackupName.isBackupName(Name(candidate), of: Name(original)))
    }

    @Test(arguments: [
        ("a.txt", "a.txt"), ("b.txt~", "a.txt"), ("a~", "a.txt"), ("a.txt~~", "a.txt"), ("a.txt.~~", "a.txt"),
        ("a.txt.~x~", "a.txt"), ("a.txt.bak2", "a.txt"), ("abak", "a"), ("a.md", "a.txt"), ("~", ""), ("a.bak", "a.bak"),
        ("a.txt", "a.bak"),
    ])
    func `another name is not`(candidate: String, original: String) {
        #expect(!BackupName.isBackupName(Name(candidate), of: Name(original)))
    }

    @Test(arguments: [
        (".Ode.txt.swp", "Ode.txt"), (".Ode.swo", "Ode"), (".Ode.txt.kate-swp", "Ode.txt"),
        (".~lock.Ode.odt#", "Ode.odt"), (".#Ode.txt", "Ode.txt"), ("Ode.txt", nil), (".#", nil), (".~lock.#", nil),
        (".swp", nil), (".Ode.txt", nil), ("#Ode.txt#", nil), (".kate-swp", nil), ("", nil), (".#..", nil),
    ])
    func `a lock says which file it stands beside`(lock: String, file: String?) {
        #expect(EditorLock.locks(Name(lock)) == file.map { Name($0) })
    }
}
