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

    /// Also where its records come without it: then they are under it in the collection that they stand in there.
    @Test func `has the schema of a collection with it, and brings it back`() throws {
        let shelf = try Shelf.withBooks()
        let done = try shelf.script(#"""
            printf '[key.Year]\ntype = "integer"\n' > ../schema; "$SHED" collection schema Books --set ../schema -q
            "$SHED" collection new Films -q; "$SHED" record new Books Title=Rayuela Year=1963 -q; "$SHED" record new Films Title=Tabu -q
            "$SHED" export Books --zip ../all.zip -q; "$SHED" export Books/Rayuela.json --zip ../one.zip -q; "$SHED" export Films --zip ../films.zip -q
            cd ..; for part in all one films; do "$SHED" import $part.zip New-$part -q; done
            "$SHED" -C New-all collection schema Books | cmp - schema && echo all; "$SHED" -C New-one collection schema Library | cmp - schema && echo one
            ls -A New-films/.shed/schemas 2> /dev/null | wc -l
            "$SHED" new records Mine --language en -q; "$SHED" -C Mine collection new Other -q; "$SHED" -C Mine import "$PWD/all.zip" --to . --yes
            "$SHED" -C Mine collection schema Books | cmp - schema && echo mine; "$SHED" -C Mine undo --yes -q; ls -A Mine/.shed/schemas | wc -l
            "$SHED" -C Mine import "$PWD/one.zip" --to Other --yes; ls -A Mine/.shed/schemas | wc -l; "$SHED" -C Mine check -q; echo $?
            """#, in: "Library")
        let lines = done.text.split(separator: "\n").map(String.init).filter { !$0.contains("import") }
        #expect(lines == ["all", "one", "0", "mine", "0", "0", "0"], "\(done.everything)")
        #expect(done.everything.contains("1 file of .shed stayed behind"), "\(done.everything)")
        #expect(done.err.contains("1 file by which shed goes came along: look at .shed/schemas/"), "\(done.everything)")
    }

    /// A copy finds the schema under the ID of before; what comes of the copy has no such past.
    @Test(arguments: ["", "Books"]) func `has the schema of a copied project's collection under the ID that this has there`(part: String) throws {
        let shelf = try Shelf.withBooks()
        let done = try shelf.script(#"""
            printf '[key.Year]\ntype = "integer"\n' > ../schema; "$SHED" collection schema Books --set ../schema -q; "$SHED" record new Books Title=Rayuela Year=1963 -q
            cd ..; cp -a Library Copy; "$SHED" trust Copy -q; "$SHED" -C Copy sync -q; "$SHED" -C Copy collection schema Books | cmp - schema && echo copy
            "$SHED" -C Copy export \#(part) --zip ../copy.zip -q; "$SHED" import copy.zip New -q; "$SHED" -C New collection schema Books | cmp - schema && echo new
            """#, in: "Library")
        #expect(done.text.hasSuffix("copy\nnew\n"), "\(done.everything)")
    }

    /// An older display.pdf stands nowhere else. A page that comes without its bundle brings none of it: a person meant that page alone.
    @Test func `has the protected copies with it that its pages need, where their bundles come too`() throws {
        let shelf = try Shelf.withPapers()
        let done = try shelf.script(Shelf.finals + #"""
            "$SHED" bundle attach Calculus ../scan.pdf --as display -q; "$SHED" export Docs Bundles --zip ../both.zip -q; "$SHED" export Docs --zip ../docs.zip -q
            cd ..; for part in both docs; do "$SHED" import $part.zip New-$part -q; ls New-$part/.shed/store 2> /dev/null | wc -l; done
            "$SHED" -C New-both check -q; echo $?; "$SHED" -C New-both page image Finals/Integration/1 --version 1 --output ../v.pdf -q; echo $?
            find New-docs/Docs -name '*.pdf' | wc -l; "$SHED" -C New-docs check --json | grep -o dangling-bundle | wc -l
            """#, in: "Exams")
        #expect(done.text.hasSuffix("2\n0\n0\n0\n3\n3\n"), "\(done.everything)")
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
