import ShedModel
import ShedRules
import Testing

@Suite struct `The name of a conflict copy` {
    @Test(arguments: [
        ("Ode.sync-conflict-20240131-120000-ABCDEFG.txt", .syncthing, "Ode.txt"), ("Ode.sync-conflict-20240131-120000-ABCDEFG", .syncthing, "Ode"),
        ("Über den Fluss.sync-conflict-20240131-120000-ABCDEFG.txt", .syncthing, "Über den Fluss.txt"),
        ("2024-01-31 Notes.sync-conflict-20240201-120000-ABCDEFG.tar.gz", .syncthing, "2024-01-31 Notes.tar.gz"),
        ("Ode (conflicted copy 2024-01-31 120000).txt", .nextcloud, "Ode.txt"), ("Ode (conflicted copy ann 2024-01-31 120000).txt", .nextcloud, "Ode.txt"),
        ("Ode (Ann's conflicted copy 2024-01-31).txt", .dropbox, "Ode.txt"), ("Ode (Ann’s conflicted copy 2024-01-31).txt", .dropbox, "Ode.txt"),
        ("Öde (In Konflikt stehende Kopie von Ann 2024-01-31).txt", .dropbox, "Öde.txt"), ("Ode (Anns in Konflikt stehende Kopie 2024-01-31).txt", .dropbox, "Ode.txt"),
        ("Ode (Copie en conflit de Ann 2024-01-31).txt", .dropbox, "Ode.txt"), ("Ode (Copia en conflicto de Ann 2024-01-31).txt", .dropbox, "Ode.txt"),
        ("詩 (安 の競合コピー 2024-01-31).txt", .dropbox, "詩.txt"), ("Ode (draft) (Ann's conflicted copy 2024-01-31).txt", .dropbox, "Ode (draft).txt"), ("Ode (Case Conflict 1).txt", .dropbox, "Ode.txt"),
        ("Ode (case clash from ann on 2024-01-31).txt", .nextcloud, "Ode.txt"), ("Ode_conflict-20240131-120000.txt", .nextcloud, "Ode.txt"),
        ("Ode_conflict_ann-20240131-120000.txt", .nextcloud, "Ode.txt"), ("Ode (SFConflict ann@example.org 2024-01-31-12-00-00).txt", .seafile, "Ode.txt"),
        ("Ode.Conflict.txt", .resilio, "Ode.txt"), ("Ode.Conflict2", .resilio, "Ode"), ("Ode.txt.conflict1", .rclone, "Ode.txt"), ("Ode.conflict12.txt", .rclone, "Ode.txt"), ("Ode.txt..path2", .rclone, "Ode.txt"),
        ("Ode_Anns-PC_Jan-31-1200-2024_CaseConflict_1.txt", .synology, "Ode.txt"), ("Ode (conflict_on_2024-01-31).txt", .unison, "Ode.txt"),
        ("Ode (conflict #2_on_2024-01-31).txt", .unison, "Ode.txt"), ("Ode (conflict_on_2024-01-31_was_deleted)", .unison, "Ode"),
        ("Ode_LOCAL_1234.txt", .git, "Ode.txt"), ("Ode_BASE_1", .git, "Ode"), ("Ode.txt.orig", .git, "Ode.txt"), ("Ode-DESKTOP-1A2B3C4.txt", .oneDrive, "Ode.txt"),
        ("Öde-desk-safeBackup-0001.txt", .oneDrive, "Öde.txt"), ("2024-01-31 Ode-desk-safeBackup-0012", .oneDrive, "2024-01-31 Ode"),
        ("Ode-LAPTOP-1A2B3C4D.docx", .oneDrive, "Ode.docx"), ("Ode (1).txt", .googleDrive, "Ode.txt"),
    ] as [(Name, ConflictName.Maker, Name)])
    func `says who made it, and of what`(name: Name, maker: ConflictName.Maker, original: Name) throws {
        let read = try #require(ConflictName(name))
        #expect(read.maker == maker && read.originals.first == original, "\(read.originals)")
    }

    @Test(arguments: [
        "Ode.txt", "Ode, a conflict.txt", "The Conflict.txt", "Ode (conflict #1).txt", "Ode (2).txt", "Ode_conflict-2024.txt", "Ode_LOCAL_.txt", "Ode_LOCAL_12a.txt",
        "_LOCAL_12.txt", "-DESKTOP-1A2B3C4.txt", "Ode-DESKTOP-1A2B3C4D.txt", "Ode-desktop-1a2b3c4.txt", ".orig", ".Ode.sync-conflict-20240131-120000-ABCDEFG.txt", "", "(1).txt",
        "Ode_2013_Conflict.txt", "Ode.conflict.txt", "Ode-safeBackup-0001.txt", "Ode-desk-safeBackup-1.txt", "-safeBackup-0001.txt", "Ode-desk-safeBackup-0001a.txt",
    ] as [Name])
    func `is told from what people call their files`(name: Name) { #expect(ConflictName(name) == nil) }

    @Test func `of a copy of a copy says which copy`() {
        let name: Name = "Ode.sync-conflict-20240131-120000-ABCDEFG.sync-conflict-20240201-120000-HIJKLMN.txt"
        #expect(ConflictName(name)?.originals == ["Ode.sync-conflict-20240131-120000-ABCDEFG.txt"])
    }

    @Test func `of a machine whose name holds an underscore has two readings`() {
        #expect(ConflictName("Ode_Anns_PC_Jan-31-1200-2024_CaseConflict_1.txt")?.originals == ["Ode_Anns.txt", "Ode.txt"])
    }

    @Test(arguments: [
        ("Ode_PC_Jan-31-1200-2024_CaseConflict.tar.gz", "Ode.tar.gz"), ("Ode_PC_Jan-31-1200-2024_CaseConflict_1.tar.gz", "Ode.tar.gz"),
        ("Ode 1.2_PC_Jan-31-1200-2024_CaseConflict_1", "Ode 1.2"), ("Ode 1.2_PC_Jan-31-1200-2024_CaseConflict", "Ode 1.2"),
    ] as [(Name, Name)]) func `of Synology Drive is one whatever stands before its words and behind them`(name: Name, original: Name) {
        #expect(ConflictName(name)?.originals.last == original && ConflictCopy.isConflictCopy(name))
    }

    @Test func `that backups and people give too is told by conflicts alone`() {
        for name in ["Ode.txt.orig", "Ode (1).txt"] as [Name] {
            #expect(ConflictName(name)?.isTold == false && !ConflictCopy.isConflictCopy(name), "\(name)")
        }
    }

    @Test func `of a machine whose name holds hyphens has more of them`() {
        #expect(ConflictName("Ode-anns-old-pc-safeBackup-0001.txt")?.originals == ["Ode-anns-old.txt", "Ode-anns.txt", "Ode.txt"])
    }

    @Test func `with a bracket missing does not say of what it is one`() {
        #expect(ConflictName("Ode (conflicted copy 2024-01-31.txt")?.originals == [])
        #expect(ConflictName("Ode's conflicted copy 2024.txt")?.originals == [])
    }

    @Test func `may be anything at all`() {
        for name in ["(conflict", "(conflict)", ".sync-conflict-", "_conflict", "_conflict-", "_LOCAL_", ".Conflict", "a.Conflict", " (1)", "(SFConflict ", ")(SFConflict )", "(", ""] {
            for prefix in ["", "a", "ä", "(", "_"] {
                for suffix in ["", ".txt", ")", "1"] { if let read = ConflictName(Name(prefix + name + suffix)) { #expect(read.originals.allSatisfy { $0.isPossible }) } }
            }
        }
        #expect(ConflictName(Name(bytes: [0xff] + Array(".sync-conflict-1.txt".utf8))) == nil)
    }

    /// What a check finds by the quick look, conflicts finds too.
    @Test func `that a rule complains of is one here too`() {
        for name in ["a.sync-conflict-1.txt", "a (conflicted copy 1).txt", "a (case clash from b on c).txt", "a_LOCAL_1.txt", "a_conflict-20240131-120000.txt", "a.Conflict.txt", "a.txt.conflict1", "a.txt..path1", "a-b-safeBackup-0001.txt", "a-DESKTOP-1A2B3C4.txt", "a-LAPTOP-1A2B3C4D.txt", "a (In Konflikt stehende Kopie von b 1).txt", "a (b の競合コピー 1).txt"] as [Name] {
            let isOdd = name.bytes.withUnsafeBufferPointer(NameLook().isOdd)
            #expect(isOdd && ConflictCopy.isConflictCopy(name) && ConflictName(name) != nil, "\(name)")
        }
    }
}
