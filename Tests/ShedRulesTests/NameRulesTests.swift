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

    @Test func `bytes that are not text are no control characters`() {
        #expect(!([0xff, 0x41] as [UInt8]).withUnsafeBufferPointer(ControlCharacter.isBroken))
    }

    @Test(arguments: [
        ("a.sync-conflict-20240131-120000-ABCDEFG.txt", true), ("a (conflicted copy 2024-01-31 120000).txt", true),
        ("a (Ann's conflicted copy 2024-01-31).txt", true), ("conflict.txt", false), ("a copy.txt", false),
    ] as [(Name, Bool)])
    func `conflict copies are known by the names that sync engines give`(name: Name, isOne: Bool) {
        #expect(ConflictCopy.isConflictCopy(name) == isOne)
    }
}
