import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Paths that differ from those on disk in case, or in how accents are written, alone.
@Suite(.waitsForPrograms) struct `A path that is written otherwise than on disk` {
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        try #require(try shelf.shed("allow", "Research", "both", in: "Poems").code == 0)
        shelf.makeDirectory("Poems/Research/\u{c4}\u{e9}\u{e8}")
        shelf.makeFile("Poems/Research/\u{c4}\u{e9}\u{e8}/a\u{308}e\u{301}.md", "1\n")
        shelf.makeFile("Poems/Draft/Ode.txt", "2\n")
        shelf.makeFile("Poems/Draft/Stra\u{df}e.txt", "3\n")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    private static let verbs: [[String]] = [
        ["show"], ["ls"], ["find", "--linking-to"], ["link"], ["fix-links", "--yes"], ["rm"], ["tag", "add", "x"], ["find", "--in"], ["log"], ["versions"], ["export", "--zip", "../x.zip"],
    ]

    @Test(arguments: verbs) func `is named, whatever verb was given it`(verb: [String]) throws {
        let shelf = try shelf()
        for (path, meant) in [
            ("Draft/ODE.txt", "Draft/Ode.txt"), ("draft/ode.txt", "Draft/Ode.txt"), ("Draft/Strasse.txt", "Draft/Stra\u{df}e.txt"),
            ("Research/A\u{308}\u{e9}e\u{300}/\u{e4}\u{e9}.md", "Research/\u{c4}\u{e9}\u{e8}/a\u{308}e\u{301}.md"),
        ] {
            let told = try shelf.run((verb + [path]).map { Array($0.utf8) }, in: "Poems")
            #expect(told.code == 2, "\(verb): \(told.everything)")
            let wanted = Array("Did you mean \u{201c}\(meant)\u{201d}?".utf8)
            #expect(Array(told.err.utf8).firstRange(of: wanted) != nil, "\(verb): \(told.everything)")
        }
    }

    @Test func `is named where another of that spelling was refused, and never tells of what is hidden`() throws {
        let shelf = try shelf()
        shelf.makeDirectory("Poems/Research/x")
        shelf.makeFile("Poems/Research/x/b.md", "1\n")
        shelf.makeFile("Poems/Research/.secret", "1\n")
        _ = try shelf.script("mkdir Research/X; echo 2 > Research/X/B.md; \"$SHED\" sync -q", in: "Poems")
        let told = try shelf.shed("link", "Research/X/b.md", in: "Poems")
        #expect(told.err.contains("Did you mean \u{201c}Research/X/B.md\u{201d}?"), "\(told.everything)")
        #expect(try !shelf.shed("link", "Research/.SECRET", in: "Poems").err.contains("Did you mean"))
    }

    @Test func `says what links a respelling by check --fix broke, and they are mended`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Mo\u{308}we.md", "1\n")
        shelf.makeFile("Poems/Draft/A.md", "[m](Mo\u{308}we.md)\n")
        let told = try shelf.script("""
            "$SHED" sync -q; "$SHED" check --fix --select unnormalised-name; "$SHED" fix-links --yes -q; "$SHED" check -q --select broken-link; echo $?; cat Draft/A.md
            """)
        #expect(told.err.contains("shed: 1 link leads nowhere now: “shed fix-links” shows what can be mended.\nshed: to take that back, run:\n"), "\(told.everything)")
        #expect(told.text.hasSuffix("0\n[m](M\u{f6}we.md)\n"), "\(told.everything)")
    }
}
