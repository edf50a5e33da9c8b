import ShedModel
import ShedRules
import Testing

/// The rules on names alone.
@Suite struct NameRulesTests {
    @Test(arguments: [
        ("Ode", "ode"), ("e\u{301}", "\u{e9}"), ("STRASSE", "straße"), ("\u{212a}", "k"), ("ÉTÉ", "e\u{301}te\u{301}"),
    ] as [(Name, Name)])
    func `names that a person would call the same collide`(left: Name, right: Name) {
        let found = NameCollision.collisions(in: ["other", left, right])
        #expect(found.map(\.stays) == [1] && found.map(\.collides) == [2])
    }

    @Test func `names that are not text collide by their bytes, letters of ASCII in lower case`() {
        let names = [Name(bytes: [0xff, 0x41]), Name(bytes: [0xff, 0x61]), Name(bytes: [0xfe, 0x61])]
        #expect(NameCollision.collisions(in: names).map(\.collides) == [1])
    }

    @Test func `of several that collide all but the first are too many, and names that differ are none`() {
        #expect(NameCollision.collisions(in: ["a", "A", "b", "a"]).map(\.collides) == [1, 3])
        #expect(NameCollision.collisions(in: ["a", "b", "a b", "a.txt"]).isEmpty)
    }

    @Test(arguments: [
        ("a\nb", true), ("a\u{7f}", true), ("gpj\u{202e}exe", true), ("\u{feff}a", true), ("a b", false), ("é", false),
        ("日本", false),
    ] as [(Name, Bool)])
    func `control characters and direction marks are found`(name: Name, isBroken: Bool) {
        #expect(name.bytes.withUnsafeBufferPointer(ControlCharacter.isBroken) == isBroken)
    }

    @Test(arguments: [
        ("a\nb", "The name holds a control character, U+000A LINE FEED; it is shown as “\\n”."),
        ("a\u{1b}[31m", "The name holds a control character, U+001B ESCAPE; it is shown as “\\u{1b}”."),
        ("a\u{1}b", "The name holds a control character, U+0001; it is shown as “\\u{1}”."),
        ("gpj\u{202e}exe", "The name holds U+202E RIGHT-TO-LEFT OVERRIDE, which turns the text after it around; it is shown as “\\u{202e}”."),
        ("a\u{202d}b", "The name holds U+202D LEFT-TO-RIGHT OVERRIDE, which forces the text after it to run from left to right; it is shown as “\\u{202d}”."),
        ("a\u{202b}b", "The name holds U+202B RIGHT-TO-LEFT EMBEDDING, which sets the direction of the text after it; it is shown as “\\u{202b}”."),
        ("a\u{2068}b", "The name holds U+2068 FIRST STRONG ISOLATE, which sets the text after it apart, with a direction of its own; it is shown as “\\u{2068}”."),
        ("a\u{2069}b", "The name holds U+2069 POP DIRECTIONAL ISOLATE, which nobody sees and which ends what steers the direction of text; it is shown as “\\u{2069}”."),
        ("a\u{61c}b", "The name holds U+061C ARABIC LETTER MARK, which nobody sees and which steers the direction of the text beside it; it is shown as “\\u{61c}”."),
        ("a\u{2028}b", "The name holds U+2028 LINE SEPARATOR, which breaks lines; it is shown as “\\u{2028}”."),
        ("\u{feff}a", "The name holds U+FEFF ZERO WIDTH NO-BREAK SPACE, a byte order mark, which nobody sees; it is shown as “\\u{feff}”."),
    ] as [(Name, String)])
    func `characters that nobody sees are called what they are`(name: Name, message: String) {
        #expect(NameRules.complaints(about: name).filter { $0.rule == ControlCharacter.info }.map(\.message) == [message])
    }

    @Test func `every character that steers the direction of text is called by its name`() {
        for value in [0x200e, 0x200f, 0x061c] + Array(0x202a...0x202e) + Array(0x2066...0x2069) as [UInt32] {
            guard let scalar = Unicode.Scalar(value), let title = scalar.properties.name else { continue }
            let complaint = NameRules.complaints(about: Name("a\(scalar)b")).first { $0.rule == ControlCharacter.info }?.message ?? ""
            #expect(complaint.contains("\(title), which") && complaint.contains("\\u{\(String(value, radix: 16))}") && !complaint.contains("lines"), "\(complaint)")
        }
    }

    @Test func `bytes that are not text are no control characters`() {
        #expect(!([0xff, 0x41] as [UInt8]).withUnsafeBufferPointer(ControlCharacter.isBroken))
    }

    @Test(arguments: [
        ("nul", true), ("CON", true), ("Aux.txt", true), ("prn.tar.gz", true), ("com1", true), ("Lpt9.txt", true), ("COM¹", true),
        ("con .txt", true), ("CONIN$", true), ("conout$.x", true), ("com0", false), ("com10", false), ("comet", false),
        ("console.txt", false), ("aux1", false), ("x.nul", false), ("nu", false), ("lpt", false), ("com", false),
    ] as [(Name, Bool)])
    func `the devices of Windows are known whatever their extension`(name: Name, isOne: Bool) {
        #expect(name.bytes.withUnsafeBufferPointer(DeviceName.isBroken) == isOne)
    }

    @Test(arguments: [
        ("a ", "a"), ("a.", "a"), ("a. . ", "a"), ("a.txt ", "a.txt"), ("a..txt", nil), (" ", nil), (". .", nil), ("", nil), (" a", nil), (" .", nil),
    ] as [(Name, Name?)])
    func `dots and spaces at the end are taken off, and nothing else`(name: Name, mended: Name?) {
        #expect(TrailingDotOrSpace.mended(name) == mended)
    }

    @Test(arguments: [
        ("e\u{301}", "\u{e9}"), ("a\u{323}\u{307}", "\u{1ea1}\u{307}"), ("a\u{307}\u{323}", "\u{1ea1}\u{307}"), ("\u{212b}", "\u{c5}"),
        ("\u{1100}\u{1161}", "\u{ac00}"), ("\u{e9}", nil), ("plain", nil), ("\u{fb01}", nil),
    ] as [(Name, Name?)])
    func `names are put into normal form C`(name: Name, mended: Name?) {
        #expect(UnnormalisedName.mended(name)?.bytes == mended?.bytes)
    }

    /// The quick look may only let pass what no rule complains of.
    @Test func `no name that a rule complains of passes the quick look`() {
        let parts = ["a", "nul", ".", " ", "é", "e\u{301}", "?", ":", "\u{202e}", ".Conflict", ".sync-conflict-", "(SFConflict ", "_LOCAL_1", "(case clash from ", "lpt1", "\u{7f}", "f", String(repeating: "x", count: 140)]
        let look = NameLook()
        var passed: [Name] = []
        // All names of up to three parts.
        let pairs = [""] + parts + parts.flatMap { first in parts.map { first + $0 } }
        for name in pairs.flatMap({ start in parts.map { Name(start + $0) } }) {
            let isOdd = name.bytes.withUnsafeBufferPointer(look.isOdd)
            if !isOdd, !NameRules.complaints(about: name).isEmpty { passed.append(name) }
        }
        #expect(passed == [])
    }

    @Test(arguments: [
        ("a.sync-conflict-20240131-120000-ABCDEFG.txt", true), ("a (conflicted copy 2024-01-31 120000).txt", true),
        ("a (Ann's conflicted copy 2024-01-31).txt", true), ("conflict.txt", false), ("a copy.txt", false),
        ("a (Ann’s conflicted copy 2024-01-31).txt", true), ("a (Case Conflict 1).txt", true),
        ("a (In Konflikt stehende Kopie von Ann 2024-01-31).txt", true), ("a (Copie en conflit de Ann 2024-01-31).txt", true),
        ("a (Copia en conflicto de Ann 2024-01-31).txt", true), ("a (Ann の競合コピー 2024-01-31).txt", true), ("Konflikt.txt", false), ("競合.txt", false),
        ("a (SFConflict ann@example.org 2024-01-31-12-00-00).txt", true), ("a.Conflict.txt", true), ("a.Conflict2", true),
        ("a.txt.conflict1", true), ("a.conflict12.txt", true), ("a_Andy-PC_Jan-03-0901-2013_CaseConflict_1.txt", true),
        ("a.conflict.txt", false), ("The Conflict.txt", false), ("A Conflict of Interest.txt", false), ("a (1).txt", false),
        ("a-DESKTOP-1A2B3C4.txt", true), ("DESKTOP-1A2B3C4.txt", false), ("SHOP-DESKTOP-1.txt", false),
        ("a_2013_Conflict.txt", false), ("a-HOST.txt", false), ("a-HOST-safeBackup-0001.txt", true), ("safeBackup.txt", false), ("a.Conflicts.txt", false), ("a (conflict_on_2024-01-31).txt", true),
        ("a (conflict #1).txt", false), ("a_conflict-20240131-120000.txt", true), ("a (case clash from ann on 2024-01-31).txt", true),
        ("a_REMOTE_1234.txt", true), ("a_LOCAL_.txt", false),
    ] as [(Name, Bool)])
    func `conflict copies are known by the names that sync engines give`(name: Name, isOne: Bool) {
        #expect(ConflictCopy.isConflictCopy(name) == isOne)
    }

    @Test(arguments: [
        ("a.Conflict.txt", "a.txt"), ("a.Conflict2.txt", "a.txt"), ("a.tar.Conflict.gz", "a.tar.gz"), ("a.Conflict", "a"), ("a.Conflict.Conflict", "a.Conflict"),
        ("a.txt.conflict1", nil), ("a.sync-conflict-20240131-120000-ABCDEFG.txt", nil), ("a.Conflict.b.txt", nil), ("a.Conflicts.txt", nil), ("a.txt", nil),
        ("a_BASE_12.txt", "a.txt"), ("a_BACKUP_12", "a"),
    ] as [(Name, Name?)])
    func `what Resilio Sync calls a copy of what`(name: Name, original: Name?) {
        #expect(ConflictCopy.original(of: name) == original)
    }

    @Test(arguments: [
        ("a.sync-conflict-20240131-120000-ABCDEFG.txt", "a.txt", true), ("a.sync-conflict-20240131-120000-ABCDEFG.txt", "ab.txt", false),
        ("a.sync-conflict-20240131-120000-ABCDEFG.txt", "a.md", false), ("a.sync-conflict-20240131-120000-ABCDEFG", "a", true),
        ("a.sync-conflict-1.sync-conflict-2.txt", "a.sync-conflict-1.txt", true), ("a.sync-conflict-1-2.txt", "a.sync-conflict-1.txt", false),
        ("a (conflicted copy 2024-01-31).txt", "a.txt", true), ("a.txt.conflict1", "a.txt", true), ("a.conflict12.txt", "a.txt", true),
        ("a.Conflict.txt", "a.txt", true), ("a-DESKTOP-1A2B3C4.txt", "a.txt", true), ("a-DESKTOP-1A2B3C4.txt", "b.txt", false),
        ("a-HOST-safeBackup-0001.txt", "a.txt", true), ("a_Andy-PC_Jan-03-0901-2013_CaseConflict_1.txt", "a.txt", true), ("a.txt", "a.txt", false),
        ("ab.txt", "a.txt", false), ("a.txt", "", false),
    ] as [(Name, Name, Bool)])
    func `a conflict copy's name tells of what it is one`(name: Name, original: Name, isOne: Bool) {
        #expect(ConflictCopy.isConflictCopy(name, of: original) == isOne)
    }

    @Test func `a name like Resilio Sync's is a copy only beside what it is a copy of`() {
        func rules(_ isBeside: Bool) -> [String] { NameRules.complaints(about: "The.Conflict.txt") { $0 == "The.txt" && isBeside }.map(\.rule.name) }
        #expect(rules(true) == ["conflict-copy"])
        #expect(rules(false) == [])
    }

    @Test func `a name like OneDrive's is a copy only beside what it is a copy of`() {
        let name: Name = "Ode-DESKTOP-1A2B3C4.txt"
        #expect(NameRules.complaints(about: name) { $0 == "Ode.txt" }.map(\.rule.name) == ["conflict-copy"])
        #expect(NameRules.complaints(about: name) { _ in false }.isEmpty)
    }

    @Test func `a name of a space and a dot begins and ends badly, and nothing can mend it`() {
        let complaints = NameRules.complaints(about: " .")
        #expect(complaints.map(\.rule.name) == ["trailing-dot-or-space", "leading-space"])
        #expect(complaints.allSatisfy { $0.fix == nil })
    }
}
