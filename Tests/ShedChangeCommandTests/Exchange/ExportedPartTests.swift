import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Some folders of a project, exported and made a project of their own again.
@Suite(.waitsForPrograms) struct `A part of a project` {
    @Test func `keeps what is known of the folders of its kind, and the order in them`() throws {
        let shelf = try Shelf.withPoems()
        let told = try shelf.script("""
            cd ..; "$SHED" new novel One -q; cd One; mkdir Chapters/Eins Chapters/Zwei; "$SHED" sync -q
            "$SHED" order Chapters/Zwei --first -q; "$SHED" tag add w Characters --create -q; "$SHED" allow Characters both -q
            "$SHED" link Characters | head -1 > ../link; "$SHED" export Chapters Characters --zip ../part.zip -q
            cd ..; "$SHED" import part.zip Two -q; echo $?; cd Two
            "$SHED" ls Chapters; "$SHED" find --tag w; "$SHED" show Characters --json | grep accepts; "$SHED" link Characters | head -1 | cmp - ../link && echo same
            "$SHED" check -q; echo $?; find . -maxdepth 1 -type d -name 'C*' | sort | tr '\\n' ' '
            """)
        #expect(told.text.hasPrefix("0\n"), "\(told.everything)")
        let lines = told.text.split(separator: "\n").map(String.init)
        let (first, last) = (lines.firstIndex { $0.contains("Zwei") }, lines.firstIndex { $0.contains("Eins") })
        #expect(first != nil && last != nil && first! < last!, "\(told.everything)")
        #expect(lines.contains("Characters/") && told.text.contains("\"both\"") && lines.contains("same"), "\(told.everything)")
    }

    @Test func `keeps the permissions of the folders of its kind`() throws {
        let shelf = try Shelf()
        let told = try shelf.script("""
            "$SHED" new novel One --language en -q; chmod 700 One/Chapters; "$SHED" -C One export Chapters --zip ../part.zip -q; "$SHED" import part.zip Two -q; stat -c %a Two/Chapters
            """, in: ".")
        #expect(told.text == "700\n", "\(told.everything)")
    }

    /// Links between files of an export are what they were, where the import gives one another name, or brings them together from two folders.
    @Test(arguments: ["--zip ../out.zip", "--tree ../out.zip"]) func `leads on to what its links led to`(form: String) throws {
        let shelf = try Shelf()
        let done = try shelf.script(
            """
            "$SHED" new blank Old --language en -q; cd Old; mkdir A B; printf '[b](../B/b.md) [c](c.md) <a href="../B/b.md#x">\n' > A/a.md; printf '[a](../A/a.md)\n' > A/c.md
            printf '[a](../A/a.md)\n' > B/b.md; "$SHED" sync -q; "$SHED" export A/a.md A/c.md B/b.md \(form) -q; cd ..
            "$SHED" new blank New --language en -q; cd New; mkdir Mine; echo other > Mine/c.md; "$SHED" sync -q
            "$SHED" import ../out.zip --to Mine --yes; grep -r . Mine | sort; "$SHED" check --select broken-link; echo $?
            """, in: ".")
        #expect(done.text.hasSuffix(
            """
            Mine/a.md:[b](b.md) [c](c%20(2).md) <a href="b.md#x">
            Mine/b.md:[a](a.md)
            Mine/c (2).md:[a](a.md)
            Mine/c.md:other
            0

            """), "\(done.everything)")
        #expect(done.everything.contains("5 relative links in 3 files lead on"), "\(done.everything)")
    }

    /// A document that is altered is one also where a link of it is to be written otherwise.
    @Test func `whose bytes are not those that it tells of changes nothing`() throws {
        let shelf = try Shelf()
        let done = try shelf.script(
            """
            "$SHED" new blank Old --language en -q; cd Old; mkdir A; printf '[c](c.md)\n' > A/a.md; echo c > A/c.md; "$SHED" sync -q
            "$SHED" export A/a.md A/c.md --tree ../out -q; cd ..; f=$(find out -name a.md); printf '[d](c.md)\n' > $f
            "$SHED" new blank New --language en -q; cd New; mkdir Mine; echo other > Mine/c.md; "$SHED" sync -q
            "$SHED" import ../out --to Mine --yes; echo $?; ls Mine
            """, in: ".")
        #expect(done.text.hasSuffix("2\nc.md\n"), "\(done.everything)")
    }
}
