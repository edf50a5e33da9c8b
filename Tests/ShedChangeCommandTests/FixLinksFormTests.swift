import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `fix-links` of links in forms that say less than the whole path, or say it otherwise.
@Suite(.waitsForPrograms) struct `Links that a move broke, in other forms` {
    private func shelf(_ documents: KeyValuePairs<String, String>) throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for (name, text) in documents { shelf.makeFile("Poems/\(name)", text) }
        let synced = try shelf.shed("sync", in: "Poems")
        try #require(synced.code == 0, "\(synced)")
        return shelf
    }

    private func bytes(_ shelf: Shelf, _ path: String) -> [UInt8] { TestFile.read("\(shelf.work)/Poems/\(path)") }

    private func expect(_ shelf: Shelf, _ path: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let now = bytes(shelf, path)
        #expect(now == Array(text.utf8), "\(String(decoding: now, as: UTF8.self))", sourceLocation: sourceLocation)
    }

    // MARK: Without an extension

    @Test func `leave out the extension that they left out before, and undo gives back every byte`() throws {
        let before = "[a](../Draft/Ode) [b](../Draft/Ode#x \"t\") ![c](<../Draft/Rain>) <a href=\"../Draft/Ode?q#y\">d</a>\n\n[r]: ../Draft/Ode#z\n"
        let page = "<a href='../Draft/Page'>x</a> <a href=../Draft/Page#y>x</a>\n"
        let shelf = try shelf([
            "Draft/Ode.md": "Ode\n", "Draft/Rain.markdown": "Rain\n", "Draft/Page.html": "<p>\n", "Draft/Plan.org": "* P\n", "Research/n.md": before,
            "Research/n.html": page, "Research/n.org": "[[file:../Draft/Plan][x]]\n",
        ])
        #expect(try shelf.shed("check", "--select", "broken-link", in: "Poems").code == 0)
        shelf.move("Poems/Draft", "Poems/Entwurf")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let mended = try shelf.shed("fix-links", "--yes", in: "Poems")
        #expect(mended.code == 0 && mended.err == "", "\(mended)")
        expect(shelf, "Research/n.md", before.replacing("Draft", with: "Entwurf"))
        expect(shelf, "Research/n.html", page.replacing("Draft", with: "Entwurf"))
        expect(shelf, "Research/n.org", "[[file:../Entwurf/Plan][x]]\n")
        #expect(try shelf.shed("check", "--select", "broken-link", in: "Poems").code == 0)
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
        expect(shelf, "Research/n.md", before)
        expect(shelf, "Research/n.html", page)
    }

    @Test func `are counted by the verb that breaks them, and mended where their document was moved`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Draft/a.md": "[a](Ode)\n", "Research/b.md": "[a](../Draft/Ode)\n"])
        let moved = try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems")
        #expect(moved.err == "shed: 2 links lead nowhere now: “shed fix-links” shows what can be mended.\n", "\(moved)")
        shelf.move("Poems/Draft/a.md", "Poems/Research/a.md")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        expect(shelf, "Research/a.md", "[a](../Ready/Ode)\n")
        expect(shelf, "Research/b.md", "[a](../Ready/Ode)\n")
    }

    /// A percent sign that begins no byte is itself, and the bytes beside it are bytes.
    @Test func `are seen and mended where a percent sign stands in a name`() throws {
        let shelf = try shelf(["Draft/100% done \u{e4}.md": "x\n", "Research/a.md": "[a](<../Draft/100% done %C3%A4.md>)\n[c](../Draft/100%%20done%20\u{e4}.md)\n"])
        #expect(try shelf.shed("check", "--select", "broken-link", in: "Poems").text.isEmpty)
        _ = try shelf.shed("mv", "Draft/100% done \u{e4}.md", "Ready", in: "Poems")
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        #expect(try shelf.shed("check", "--select", "broken-link", in: "Poems").text.isEmpty)
        #expect(String(decoding: bytes(shelf, "Research/a.md"), as: UTF8.self).split(separator: "../Ready/").count == 3)
    }

    @Test func `name the extension where the link would else lead to something else, or to nothing`() throws {
        let shelf = try shelf([
            "Draft/Ode.md": "Ode\n", "Draft/Rain.md": "Rain\n", "Draft/Sea.md": "Sea\n", "Research/Sea.html": "<p>\n", "Research/n.md": "[a](../Draft/Ode)\n[b](../Draft/Rain)\n[c](../Draft/Sea)\n",
        ])
        _ = try shelf.script("\"$SHED\" allow Research both -q; mkdir Research/Ode; mv Draft/Ode.md Research; mv Draft/Rain.md Research/Regen.txt; mv Draft/Sea.md Research; \"$SHED\" sync -q")
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        expect(shelf, "Research/n.md", "[a](Ode.md)\n[b](Regen.txt)\n[c](Sea.md)\n")
    }

    @Test func `led to a folder as long as that stood there, and to one of two files that differ in what is left out`() throws {
        let shelf = try shelf([:])
        _ = try shelf.script("mkdir Collections/X; \"$SHED\" sync -q; \"$SHED\" allow Collections/X both -q; mkdir Collections/X/Ode")
        for (name, text) in [
            "Collections/X/Ode/i.md": "i\n", "Collections/X/Ode.md": "Ode\n", "Collections/X/Rain.md": "Rain\n", "Collections/X/Rain.html": "<p>\n",
            "Research/n.md": "[a](../Collections/X/Ode) [b](../Collections/X/Rain)\n",
        ] { shelf.makeFile("Poems/\(name)", text) }
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        shelf.move("Poems/Collections/X", "Poems/Collections/Y")
        shelf.move("Poems/Collections/Y/Ode.md", "Poems/Collections/Y/Song.md")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        expect(shelf, "Research/n.md", "[a](../Collections/Y/Ode) [b](../Collections/Y/Rain)\n")
    }

    @Test func `are mended without an extension where the accents are written otherwise on disk`() throws {
        let shelf = try shelf(["Draft/Za\u{308}hlen.md": "1\n", "Draft/Notes.md": "[a](Z\u{e4}hlen#x)\n"])
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        expect(shelf, "Draft/Notes.md", "[a](Za\u{308}hlen#x)\n")
    }

    // MARK: Characters by names

    @Test func `are seen and mended where a character stands by its name`() throws {
        let shelf = try shelf([
            "Draft/\u{fc}.html": "<p>\n", "Draft/\u{160}\u{3b1}.md": "<p>\n", "Research/n.html": "<a href=\"../Draft/&uuml;.html\">x</a>\n",
            "Research/n.md": "[a](../Draft/&uuml;.html) <a href=\"../Draft/&Scaron;&alpha;.md\">x</a>\n",
        ])
        shelf.move("Poems/Draft", "Poems/Entwurf")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("check", "--select", "broken-link", in: "Poems").code == 1)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        expect(shelf, "Research/n.html", "<a href=\"../Entwurf/\u{fc}.html\">x</a>\n")
        expect(shelf, "Research/n.md", "[a](../Entwurf/\u{fc}.html) <a href=\"../Entwurf/\u{160}\u{3b1}.md\">x</a>\n")
    }

    /// As a Mac names files, and as people write.
    @Test func `are mended after a move too where the accents of the name on disk are written otherwise`() throws {
        let shelf = try shelf(["Draft/Gro\u{308}\u{df}e.md": "1\n", "Draft/a.md": "[a](Gr\u{f6}\u{df}e.md)\n", "Research/n.md": "[a](../Draft/Gr\u{f6}\u{df}e.md) [b](../Draft/Gr\u{f6}\u{df}e)\n"])
        let linking = try shelf.shed("find", "--linking-to", "Draft/Gro\u{308}\u{df}e.md", in: "Poems").text
        #expect(linking.contains("Draft/a.md") && linking.contains("Research/n.md"), "\(linking)")
        #expect(try shelf.shed("rename", "Draft/Gro\u{308}\u{df}e.md", "Ma\u{308}rz.md", in: "Poems").code == 0)
        #expect(try shelf.shed("rename", "Draft", "Entwu\u{308}rfe", in: "Poems").code == 0)
        let mended = try shelf.shed("fix-links", "--yes", in: "Poems")
        #expect(mended.code == 0, "\(mended)")
        expect(shelf, "Entwu\u{308}rfe/a.md", "[a](Ma\u{308}rz.md)\n")
        expect(shelf, "Research/n.md", "[a](../Entwu\u{308}rfe/Ma\u{308}rz.md) [b](../Entwu\u{308}rfe/Ma\u{308}rz)\n")
        #expect(try shelf.shed("check", "--select", "broken-link", in: "Poems").code == 0)
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
        expect(shelf, "Entwu\u{308}rfe/a.md", "[a](Gr\u{f6}\u{df}e.md)\n")
    }

    @Test func `may mean either of two whose names read alike`() throws {
        let shelf = try shelf(["Draft/a.md": "[a](Gr\u{f6}\u{df}e.md)\n", "Draft/Gr\u{f6}\u{df}e.md": "1\n"])
        shelf.makeFile("Poems/.shed/settings.toml", "rejection = \"report\"\n")
        shelf.makeFile("Poems/Draft/Gro\u{308}\u{df}e.md", "2\n")
        // One is refused, and reported.
        _ = try shelf.shed("sync", in: "Poems")
        #expect(try shelf.shed("rename", "Draft/Gro\u{308}\u{df}e.md", "Other.md", in: "Poems").code == 0)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").text == "no link can be mended\n")
        #expect(try shelf.shed("rename", "Draft/Gr\u{f6}\u{df}e.md", "Mine.md", in: "Poems").code == 0)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        expect(shelf, "Draft/a.md", "[a](Mine.md)\n")
    }

    // MARK: Footnotes

    @Test func `are seen and mended in footnotes, and right behind them`() throws {
        let before = "Text[^1][^2] [ref]\n\n[^1]: Fu\u{df}\n[ref]: ../Draft/Ode.md\n[^2]: one [a](../Draft/Ode.md)\n\n    two [b](../Draft/Ode.md)\n\n        [c](../Draft/Ode.md)\n"
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/n.md": before])
        #expect(try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems").err.contains("3 links lead nowhere now"))
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        expect(shelf, "Research/n.md", before.replacing("Draft/Ode.md", with: "Ready/Ode.md").replacing("[c](../Ready", with: "[c](../Draft"))
    }

    // MARK: With the sign of a fragment in them

    @Test func `are replaced to their end where a name has the sign of a fragment or a query in it`() throws {
        let shelf = try shelf([
            "Draft/C# notes.md": "C\n", "Draft/What?.md": "W\n", "Draft/C#.md": "D\n",
            "Research/n.md": "[a](<../Draft/C# notes.md>) [b](<../Draft/C# notes.md#h> \"t\") [c](../Draft/What?.md) [d](../Draft/C#)\n\n[r]: <../Draft/C# notes.md>\n",
            "Research/n.html": "<a href=\"../Draft/C# notes.md#h\">x</a>\n",
        ])
        shelf.move("Poems/Draft", "Poems/Draft [neu]")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let mended = try shelf.shed("fix-links", "--yes", in: "Poems")
        #expect(mended.code == 0 && mended.err == "", "\(mended)")
        #expect(mended.text.contains(": ../Draft/C# notes.md to ../Draft [neu]/C%23 notes.md\n"), "\(mended)")
        expect(shelf, "Research/n.md", """
            [a](<../Draft [neu]/C%23 notes.md>) [b](<../Draft [neu]/C%23 notes.md#h> "t") [c](../Draft%20[neu]/What%3F.md) [d](../Draft%20[neu]/C%23)

            [r]: <../Draft [neu]/C%23 notes.md>

            """)
        expect(shelf, "Research/n.html", "<a href=\"../Draft [neu]/C%23 notes.md#h\">x</a>\n")
        #expect(try shelf.shed("check", "--select", "broken-link", in: "Poems").code == 0)
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
        expect(shelf, "Research/n.html", "<a href=\"../Draft/C# notes.md#h\">x</a>\n")
    }

    // MARK: Who says it

    @Test func `are told by each verb that breaks them, and not where something goes to Trash`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/n.md": "[a](../Draft/Ode.md)\n"])
        let told = "shed: 1 link leads nowhere now: “shed fix-links” shows what can be mended.\n"
        #expect(try shelf.shed("rm", "Draft/Ode.md", in: "Poems").err == "")
        #expect(try shelf.shed("restore", "Trash/Ode.md", in: "Poems").err == "")
        #expect(try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems").err == told)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        expect(shelf, "Research/n.md", "[a](../Ready/Ode.md)\n")
        #expect(try shelf.shed("undo", "--yes", in: "Poems").err == told)
        #expect(try shelf.shed("undo", "--yes", in: "Poems").err == "")
        expect(shelf, "Research/n.md", "[a](../Ready/Ode.md)\n")
        let number = try #require(try shelf.shed("undo", "--list", "--json", in: "Poems").json().array?.first { $0["by"]?.string == "mv" }?["number"]?.integer)
        #expect(try shelf.shed("undo", "\(number)", "--dry-run", in: "Poems").err == "")
        #expect(try shelf.shed("undo", "\(number)", "--yes", in: "Poems").err == told)
        #expect(try shelf.shed("rename", "Draft/Ode.md", "Sea.md", in: "Poems").err == "")
    }

    @Test func `are not looked for in a document that is too large, which is said`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/n.md": "[a](../Draft/Ode.md)\n"])
        _ = try shelf.script("for i in 1 2 3 4 5 6 7 8 9; do head -c 1000000 /dev/zero | tr '\\0' a; done > Research/large.md; \"$SHED\" sync -q", in: "Poems")
        let said = "shed: Research/large.md: its links were not looked for: it is larger than 8 MiB, or has more than 100,000 of them\n"
        let named = try shelf.shed("fix-links", "Research/large.md", in: "Poems")
        #expect(named.code == 1 && named.text == "" && named.err.contains(said), "\(named.everything)")
        let all = try shelf.shed("fix-links", "--json", in: "Poems")
        #expect(try all.code == 0 && all.json()["tooLarge"]?.array == ["Research/large.md"], "\(all.everything)")
        #expect(try shelf.shed("fix-links", "--dry-run", in: "Poems").err.contains(said))
    }
}
