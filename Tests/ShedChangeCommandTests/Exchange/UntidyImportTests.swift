import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Real folders, as they are lying about: links between texts, projects in each other, names that are damaged.
@Suite(.waitsForPrograms) struct `Import of untidy folders` {
    private func read(_ shelf: Shelf, _ path: String) -> String { String(decoding: TestFile.read("\(shelf.work)/\(path)"), as: UTF8.self) }

    private func broken(_ shelf: Shelf, _ project: String) throws -> String { try shelf.shed("check", "--select", "broken-link", in: project).everything }

    @Test func `relative links lead where they led, though files of the root stand in a folder here`() throws {
        let shelf = try Shelf()
        let made = try shelf.script(#"""
            mkdir -p 'LK/A b'
            printf '[y](A%%20b/z.md) ![p](p.png) [w](https://a.b/top.md) [s](A%%20b/z) [d](<A b/>)\n' > LK/top.md
            printf '[t](../top.md#one) [n](nowhere.md) [u](z.md)\n\n[r]: <../top.md>\n\n<a href="../top.md">x</a>\n' > 'LK/A b/z.md'
            printf 'x' > LK/p.png; printf 'PK' > LK/a.docx
            touch -d '2020-01-02 03:04:05 UTC' LK/top.md
            "$SHED" import LK LKd --dry-run; "$SHED" import LK LKp --yes; stat -c %Y LKp/LK/top.md
            """#, in: ".")
        #expect(read(shelf, "LKp/LK/top.md") == "[y](../A%20b/z.md) ![p](p.png) [w](https://a.b/top.md) [s](../A%20b/z) [d](<../A b/>)\n", "\(made.everything)")
        #expect(read(shelf, "LKp/A b/z.md") == "[t](../LK/top.md#one) [n](nowhere.md) [u](z.md)\n\n[r]: <../LK/top.md>\n\n<a href=\"../LK/top.md\">x</a>\n")
        #expect(made.everything.components("6 relative links in 2 files lead on to what they led to").count == 2, "\(made.everything)")
        let check = try broken(shelf, "LKp")
        #expect(check.contains("nowhere.md") && !check.contains("top.md") && !check.contains("A%20b"), "\(check)")
        #expect(made.text.hasSuffix("1577934245\n"))
        // Nothing of the source was touched.
        #expect(read(shelf, "LK/top.md").hasPrefix("[y](A%20b/z.md)"))
    }

    @Test func `a link to a name with a hash sign in it is written anew to its end`() throws {
        let shelf = try Shelf()
        let made = try shelf.script(#"""
            mkdir -p LK/A; printf 'C' > 'LK/C# notes.md'; printf PK > LK/a.docx; printf '[d](<../C# notes.md>) [e](<../C# notes.md#x>)\n' > LK/A/z.md
            "$SHED" import LK LKp --yes
            """#, in: ".")
        #expect(read(shelf, "LKp/A/z.md") == "[d](<../LK/C%23 notes.md>) [e](<../LK/C%23 notes.md#x>)\n", "\(made.everything)")
    }

    @Test func `links lead on to what got another name in a project that was there`() throws {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "blank", "Mine", "--language", "en").code == 0)
        let made = try shelf.script(#"""
            mkdir -p LK/A Mine/Books; printf 'mine' > Mine/Books/top.md; printf '[z](A/z.md)\n' > LK/top.md; printf '[t](../top.md) [o](../../out.md)\n' > LK/A/z.md; printf PK > LK/a.docx
            "$SHED" -C Mine sync -q; "$SHED" -C Mine allow Books both -q; "$SHED" -C Mine import "$PWD/LK" --to Books --yes
            """#, in: ".")
        #expect(read(shelf, "Mine/Books/A/z.md") == "[t](../top%20(2).md) [o](../../out.md)\n" && read(shelf, "Mine/Books/top.md") == "mine", "\(made.everything)")
        #expect(read(shelf, "Mine/Books/top (2).md") == "[z](A/z.md)\n")
        #expect(made.everything.contains("1 relative link in 1 file leads on") && made.everything.contains("../../out.md"), "\(made.everything)")
        try #require(try shelf.shed("undo", "--yes", in: "Mine").code == 0)
        #expect(!shelf.exists("Mine/Books/A"))
    }

    @Test func `links lead on to what came alone and is called otherwise here, a folder too`() throws {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "blank", "Mine", "--language", "en").code == 0)
        let made = try shelf.script(#"""
            mkdir Books; "$SHED" sync -q; "$SHED" allow Books both -q
            mkdir Books/In; printf '[me](top.md#one)\n' > Books/top.md; printf 'a' > Books/In/a.md; printf '[a](../In/a.md) [b](a.md)\n' > Books/In/b.md
            "$SHED" sync -q; "$SHED" export Books/top.md --zip ../one.zip -q; "$SHED" export Books/In --zip ../in.zip -q
            "$SHED" import ../one.zip --to Books --yes; "$SHED" import ../in.zip --to Books --yes
            """#, in: "Mine")
        #expect(read(shelf, "Mine/Books/top (2).md") == "[me](top%20(2).md#one)\n" && read(shelf, "Mine/Books/top.md") == "[me](top.md#one)\n", "\(made.everything)")
        let inner = read(shelf, "Mine/Books/In (2)/b.md")
        #expect(inner.hasSuffix(" [b](a.md)\n") && !inner.contains("../In/"), "\(made.everything)\n\(inner)")
    }

    @Test func `links of scenes that stand in other folders here lead on, and what stays behind is told`() throws {
        let shelf = try Shelf()
        let made = try shelf.script(#"""
            mkdir -p V/Notizen V/.bilder
            printf -- '---\nlongform:\n  format: scenes\n  sceneFolder: /\n  scenes:\n    - Ende\n    - - Anfang\n---\n' > V/Index.md
            printf '[n](Notizen/n.md) [[n]] ![b](.bilder/b.png)\n' > V/Ende.md; printf '[e](Ende.md)\n' > V/Anfang.md
            printf '[a](../Anfang.md)\n' > V/Notizen/n.md; printf x > V/.bilder/b.png
            "$SHED" import V Vp --yes
            """#, in: ".")
        let check = try broken(shelf, "Vp")
        // The one that stays behind is the only one.
        #expect(check.components("leads nowhere").count == 1 && check.contains("b.png"), "\(check)")
        for file in ["n.md", "Ende.md", "Anfang.md"] { #expect(!check.contains("“\(file)") && !check.contains("/\(file)”"), "\(file): \(check)") }
        #expect(made.everything.contains("1 link of the source leads elsewhere here") && made.everything.contains(".bilder/b.png"), "\(made.everything)")
    }

    @Test func `links lead on to their end where a name has the sign of a fragment or a query in it, and leave out what they left out`() throws {
        let shelf = try Shelf()
        for folder in ["LK", "LK/sub"] { shelf.makeDirectory(folder) }
        for (name, text) in [
            "sub/What?.md": "W\n", "sub/C# notes.md": "C\n", "sub/C#.md": "D\n", "sub/a%20b.md": "P\n", "sub/Rain.md": "R\n", "sub/Rain.html": "<p>\n", "a.docx": "PK",
            "top.md": "[a](<sub/C# notes.md>) [b](<sub/C# notes.md#h> \"t\") [c](sub/What?.md) [d](sub/C#) [e](sub/a%20b) [f](sub/Rain)\n\n[r]: <sub/C# notes.md>\n",
            "top.html": "<a href=\"sub/C# notes.md#h\">x</a>\n",
        ] { shelf.makeFile("LK/\(name)", text) }
        let made = try shelf.shed("import", "LK", "LKp", "--yes")
        #expect(read(shelf, "LKp/LK/top.md") == """
            [a](<../sub/C%23 notes.md>) [b](<../sub/C%23 notes.md#h> "t") [c](../sub/What%3F.md) [d](../sub/C%23) [e](../sub/a%2520b) [f](../sub/Rain)

            [r]: <../sub/C%23 notes.md>

            """, "\(made.everything)")
        #expect(read(shelf, "LKp/LK/top.html") == "<a href=\"../sub/C%23 notes.md#h\">x</a>\n")
        #expect(try shelf.shed("check", "--select", "broken-link", in: "LKp").code == 0)
    }

    /// As Finder and Explorer pack a folder.
    @Test func `an export that somebody unpacked, and packed again as one folder, is one`() throws {
        let shelf = try Shelf.withRichPoems()
        try #require(try shelf.shed("export", "--tree", "../Out", in: "Poems").code == 0)
        let made = try shelf.script("""
            python3 - <<'P'
            import os, zipfile
            with zipfile.ZipFile("Out.zip", "w") as z:
                z.writestr("__MACOSX/Out/._manifest.json", "x"); z.writestr(".DS_Store", "x")
                for folder, _, files in os.walk("Out"):
                    z.write(folder)
                    for file in files: z.write(os.path.join(folder, file))
            P
            """, in: ".")
        // Without Python the archive of ShedExchangeTests stands for it.
        guard made.code == 0 else { return }
        let before = try shelf.told("Poems")
        let imported = try shelf.shed("import", "Out.zip", "Again")
        #expect(imported.code == 0, "\(imported.everything)")
        #expect(try shelf.told("Again") == before)
        #expect(try shelf.shed("versions", "Draft/Ode.txt", in: "Again").text.contains("“first”"))
    }

    @Test func `a project is called by what it is, control characters aside`() throws {
        let shelf = try Shelf.withPoems()
        let made = try shelf.script("""
            name=$(printf 'Po\\tems\\033[31m'); mv Poems "$name"; cd "$name"; "$SHED" sync -q; "$SHED" export --zip ../all.zip -q; mkdir ../new; cd ../new; "$SHED" import ../all.zip -q; ls
            """, in: ".")
        #expect(made.everything.hasSuffix("Po ems [31m\n"), "\(made.everything)")
    }

    @Test func `of what is longer than the sidecar takes it is said what it is, and nothing is made`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Ode.txt": "Ode\n"])
        try #require(try shelf.shed("export", "--tree", "../Out", in: "Poems").code == 0)
        let manifest = String(decoding: TestFile.read("\(shelf.work)/Out/manifest.json"), as: UTF8.self)
        let path = "\"path\":\"Draft/Ode.txt\""
        try #require(manifest.contains(path))
        let long = Array(repeating: "\"\(String(repeating: "a", count: 500))\"", count: 2_200).joined(separator: ",")
        TestFile.write(manifest.replacing(path, with: "\"fields\":{\"mine\":[\(long)]},\(path)"), to: "\(shelf.work)/Out/manifest.json")
        for words in [["import", "Out", "Again"], ["import", "Out", "Again", "--dry-run"], ["-C", "Poems", "import", "../Out", "--to", "Draft"]] {
            let refused = try shelf.run(words.map { Array($0.utf8) })
            #expect(refused.code == 2 && refused.err.contains("“mine” of ") && refused.err.contains("longer than a line of the sidecar"), "\(refused.everything.prefix(2_000))")
        }
        #expect(!shelf.exists("Again"))
    }

    @Test(arguments: ["hidden-noted", "hidden-made"]) func `a hidden folder that was just begun goes with the next`(point: String) throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Ode.txt": "Ode\n"])
        let done = try shelf.script("""
            "$SHED" export --zip ../out.zip -q; mkdir ../in; cd ../in
            SHED_INTERRUPT_AT=\(point) "$SHED" import ../out.zip Once -q; echo $?; ls -A
            "$SHED" import ../out.zip Again -q; ls -A; cd ../Poems; SHED_INTERRUPT_AT=\(point) "$SHED" export --tree ../in/Tree -q; ls -A ../in | wc -l
            "$SHED" export --tree ../in/Tree -q; ls -A ../in
            """)
        let hidden = point == "hidden-made"
        #expect(done.text.replacing(/\.shed-import-[^\n]*/, with: "HIDDEN") == "137\n\(hidden ? "HIDDEN\n" : "")Again\n\(hidden ? 2 : 1)\nAgain\nTree\n", "\(done.everything)")
        #expect(try shelf.script("find \"$SHED_STATE_DIR\" -name '.shed-*' | wc -l").text == "0\n")
    }

    @Test(arguments: ["hidden-made", "hidden-noted"]) func `a note of a hidden folder goes once what that was in is gone for long`(point: String) throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Ode.txt": "Ode\n"])
        let done = try shelf.script("""
            notes() { find "$SHED_STATE_DIR" -name '.shed-*' | wc -l; }
            for place in One Two/In; do mkdir -p ../$place; SHED_INTERRUPT_AT=\(point) "$SHED" export --tree ../$place/Tree -q; done; notes
            rm -r ../One ../Two; "$SHED" export --tree ../A -q; notes; find "$SHED_STATE_DIR" -name '.shed-*' -exec touch -d '2001-01-01' {} +
            "$SHED" export --tree ../B -q; notes; mkdir ../Two; "$SHED" export --tree ../C -q; notes
            """)
        // As long as what it stood in is not there either, it may come back.
        #expect(done.text == "2\n2\n1\n0\n", "\(done.everything)")
    }

    /// What stands in a folder that is to be one of records is asked for too, before anything is there.
    @Test func `what a folder that comes along would not take is refused, with all of it`() throws {
        let shelf = try Shelf()
        let done = try shelf.script("""
            "$SHED" new records Lib --language en -q; mkdir Old; cd Old; mkdir -p Novel; echo Rain > Novel/Scene.md; cd ..; "$SHED" adopt Old --kind blank --language en -y -q
            "$SHED" -C Old export --zip ../old.zip -q; cd Lib; "$SHED" import ../old.zip --to . --dry-run -y; echo $?; "$SHED" import ../old.zip --to . -y; echo $?; ls; "$SHED" sync
            """, in: ".")
        #expect(done.text.hasPrefix("1\n1\nTrash\n") && done.text.hasSuffix("Nothing changed.\n"), "\(done.everything)")
        #expect(done.err.contains("Scene.md"), "\(done.everything)")
    }

    @Test func `folders in folders come along, which the folder above would not take from anybody else`() throws {
        let shelf = try Shelf()
        let done = try shelf.script("""
            mkdir -p Old/A/B; echo one > Old/A/B/c.txt; echo two > Old/A/a.txt; cp -r Old Plain; mv Plain/A/B/c.txt Plain/A/B/d.docx; "$SHED" adopt Old --kind blank --language en -y -q; "$SHED" -C Old export --zip ../old.zip -q
            "$SHED" new blank New --language en -q; cd New; mkdir In; "$SHED" sync -q; "$SHED" allow In both -q
            for source in ../old.zip ../Plain; do for place in In .; do "$SHED" import $source --to $place -y -q || echo failed; done; done; find In A* -name c.txt -o -name d.docx | wc -l; "$SHED" sync; "$SHED" check; echo $?
            """, in: ".")
        #expect(done.text == "4\nNothing changed.\n0\n", "\(done.everything)")
    }

    @Test func `a field comes along however long its name is`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["Ode.txt": "Ode\n"])
        try #require(try shelf.shed("export", "--tree", "../Out", in: "Poems").code == 0)
        let manifest = String(decoding: TestFile.read("\(shelf.work)/Out/manifest.json"), as: UTF8.self)
        let path = "\"path\":\"Draft/Ode.txt\""
        try #require(manifest.contains(path))
        let fields = "\"\(String(repeating: "n", count: 70_000))\":\"kept\""
        TestFile.write(manifest.replacing(path, with: "\"fields\":{\(fields)},\(path)"), to: "\(shelf.work)/Out/manifest.json")
        let done = try shelf.script("cd ..; \"$SHED\" import Out Again && \"$SHED\" -C Again export --tree ../Once")
        try #require(done.code == 0, "\(done.everything.prefix(2_000))")
        #expect(String(decoding: TestFile.read("\(shelf.work)/Once/manifest.json"), as: UTF8.self).contains(fields))
    }

    @Test func `a project of shed is not taken for a folder of documents`() throws {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "blank", "Mine", "--language", "en").code == 0)
        _ = try shelf.script("mkdir Mine/Draft; printf PK > Mine/Draft/a.docx", in: ".")
        let refused = try shelf.shed("import", "Mine", "Copy", "--yes")
        #expect(refused.code == 2 && refused.err.contains("shed export") && !shelf.exists("Copy"), "\(refused.everything)")
    }

    @Test func `what is no source is said to be none, in no project too`() throws {
        let shelf = try Shelf()
        shelf.makeFile("plain.txt", "x\n")
        let refused = try shelf.shed("import", "plain.txt")
        #expect(refused.code == 2 && refused.err.contains("nothing that shed can import") && !refused.err.contains("no shed project"), "\(refused.everything)")
    }
}

extension String {
    fileprivate func components(_ part: String) -> [Range<String.Index>] { ranges(of: part) }
}
