import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `fix-links`, and what is said of links that lead nowhere.
@Suite(.waitsForPrograms) struct `Links that a move broke` {
    private func shelf(_ documents: KeyValuePairs<String, String>, settings: String = "") throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", settings)
        for (name, text) in documents { shelf.makeFile("Poems/\(name)", text) }
        let synced = try shelf.shed("sync", in: "Poems")
        try #require(synced.code == 0, "\(synced)")
        return shelf
    }

    private func text(_ shelf: Shelf, _ path: String) -> String { String(decoding: TestFile.read("\(shelf.work)/Poems/\(path)") as [UInt8], as: UTF8.self) }

    private let ode: KeyValuePairs = ["Draft/Ode.md": "Ode\n", "Research/Notes.md": "See [it](../Draft/Ode.md#x \"t\"), `[it](../Draft/Ode.md)`.\n"]

    @Test func `are mended where their target was moved by shed, which says so`() throws {
        let shelf = try shelf(ode)
        let moved = try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems")
        #expect(moved.code == 0)
        #expect(moved.err == "shed: 1 link leads nowhere now: “shed fix-links” shows what can be mended.\n")
        let foreseen = try shelf.shed("fix-links", "--dry-run", in: "Poems")
        #expect(foreseen.text == "would have mended Research/Notes.md:1: ../Draft/Ode.md to ../Ready/Ode.md\n", "\(foreseen)")
        #expect(text(shelf, "Research/Notes.md") == "See [it](../Draft/Ode.md#x \"t\"), `[it](../Draft/Ode.md)`.\n")
        let mended = try shelf.shed("fix-links", "--yes", in: "Poems")
        #expect(mended.code == 0, "\(mended)")
        #expect(mended.text == "mended Research/Notes.md:1: ../Draft/Ode.md to ../Ready/Ode.md\n")
        #expect(text(shelf, "Research/Notes.md") == "See [it](../Ready/Ode.md#x \"t\"), `[it](../Draft/Ode.md)`.\n")
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").text == "no link can be mended\n")
    }

    @Test func `are mended where their target was moved or renamed by hand, also on the way of a folder`() throws {
        let shelf = try shelf([
            "Draft/Ode.md": "Ode\n", "Draft/Rain.md": "Rain\n", "Research/Notes.md": "[a](../Draft/Ode.md) [b](../Draft/Rain.md)\n",
        ])
        shelf.move("Poems/Draft/Ode.md", "Poems/Draft/A (b) & c.md")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        shelf.move("Poems/Draft", "Poems/Entwurf")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let mended = try shelf.shed("fix-links", "--yes", "--json", in: "Poems")
        #expect(mended.code == 0, "\(mended)")
        let json = try mended.json()
        #expect(json["mended"]?.array?.count == 2)
        #expect(json["mended"]?.array?.first?["target"]?.string == "Entwurf/A (b) & c.md")
        #expect(json["left"]?.array == [])
        #expect(text(shelf, "Research/Notes.md") == "[a](../Entwurf/A%20(b)%20%26%20c.md) [b](../Entwurf/Rain.md)\n")
    }

    @Test(arguments: [("Z\u{e4}hlen.md", "Za\u{308}hlen.md"), ("Za\u{308}hlen.md", "Z\u{e4}hlen.md"), ("Za\u{308}hlen.md", "Z%C3%A4hlen.md")])
    func `are mended where the accents of the name on disk are written otherwise, and undone`(name: String, link: String) throws {
        let shelf = try shelf(["Draft/\(name)": "1\n", "Draft/Notes.md": "[a](\(link)) [b](Z\u{e4}nker.md)\n"])
        let broken = try shelf.shed("check", "--select", "broken-link", in: "Poems")
        #expect(broken.text.contains("NFC"), "\(broken)")
        #expect(try shelf.shed("fix-links", "--dry-run", in: "Poems").text.contains("would have mended Draft/Notes.md:1"))
        let mended = try shelf.shed("fix-links", "--yes", in: "Poems")
        #expect(mended.code == 1, "one leads to nothing still: \(mended)")
        let written = text(shelf, "Draft/Notes.md").utf8.map { $0 }
        let wanted = link.contains("%") ? "Za%CC%88hlen.md" : name
        #expect(written == Array("[a](\(wanted)) [b](Z\u{e4}nker.md)\n".utf8), "\(String(decoding: written, as: UTF8.self).unicodeScalars.map { $0.value })")
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
        #expect(Array(text(shelf, "Draft/Notes.md").utf8) == Array("[a](\(link)) [b](Z\u{e4}nker.md)\n".utf8))
    }

    @Test func `lead to the file that stays where another of its name but for the accents was refused`() throws {
        let shelf = try shelf(["Draft/\u{e9}\u{e8}.md": "1\n", "Draft/Notes.md": "[a](e\u{301}e\u{300}.md)\n"])
        shelf.makeFile("Poems/Draft/e\u{301}\u{e8}.md", "2\n")
        #expect(try shelf.shed("sync", in: "Poems").text.contains("[name-collision]"))
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        #expect(Array(text(shelf, "Draft/Notes.md").utf8) == Array("[a](\u{e9}\u{e8}.md)\n".utf8))
    }

    @Test func `are mended where their document was moved, or both were`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Draft/Rain.md": "Rain\n", "Draft/Notes.md": "[a](Ode.md) [b](./Rain.md)\n"])
        shelf.move("Poems/Draft/Notes.md", "Poems/Research/Notes.md")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Draft/Rain.md", "Ready", in: "Poems").code == 0)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        #expect(text(shelf, "Research/Notes.md") == "[a](../Draft/Ode.md) [b](../Ready/Rain.md)\n")
    }

    /// From where the document stands now such a link leads out of the project, where nobody looks.
    @Test(arguments: ["md", "html", "org"]) func `are mended where their document was moved up`(form: String) throws {
        let shelf = try Shelf()
        let written = { (path: String) in
            switch form {
            case "md": "[r](\(path)) [out](../../../../elsewhere.md)\n"
            case "html": "<a href=\"\(path)\">r</a> <a href=\"../../../../elsewhere.md\">o</a>\n"
            default: "[[file:\(path)]] [[file:../../../../elsewhere.md]]\n"
            }
        }
        shelf.makeFile("s", written("../../Research/q.md"))
        let done = try shelf.script("""
            "$SHED" new blank Book --language en -q; cd Book; mkdir Chapters Scenes Research; "$SHED" sync -q; "$SHED" allow Chapters both -q
            mkdir Chapters/One; echo q > Research/q.md; cp ../s Chapters/One/s.\(form); "$SHED" sync -q; "$SHED" mv Chapters/One/s.\(form) Scenes; "$SHED" check --select broken-link | grep -c broken-link
            "$SHED" fix-links --yes; cat Scenes/s.\(form); "$SHED" check --select broken-link; "$SHED" undo --yes -q; cmp Scenes/s.\(form) ../s; echo $?
            """, in: ".")
        #expect(done.err.contains("1 link leads nowhere now"), "\(done.everything)")
        #expect(done.text.contains("\n" + written("../Research/q.md")) && done.text.hasSuffix("\n0\n"), "\(done.everything)")
        let folder = try shelf.script("""
            cd Book; "$SHED" fix-links --yes -q; mkdir Deep; "$SHED" sync -q; "$SHED" allow Deep both -q; mv Scenes Deep; "$SHED" sync -q; "$SHED" fix-links --yes -q; mv Deep/Scenes .; "$SHED" sync -q
            "$SHED" fix-links --yes -q; cat Scenes/s.\(form)
            """, in: ".")
        #expect(folder.text.hasSuffix(written("../Research/q.md")), "\(folder.everything)")
    }

    @Test func `are named and left where two things may have been meant, or what was meant is gone or lies in Trash`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Draft/Rain.md": "Rain\n", "Draft/Sea.md": "Sea\n", "Research/Notes.md": "[a](../Draft/Ode.md)\n[b](../Draft/Rain.md)\n[c](None.md)\n"])
        _ = try shelf.script("""
            mv Draft/Ode.md Ready; "$SHED" sync -q; echo other > Draft/Ode.md; "$SHED" sync -q; mv Draft/Ode.md Draft/New.md; "$SHED" rm Draft/Rain.md -q; "$SHED" sync -q
            """)
        let before = text(shelf, "Research/Notes.md")
        let result = try shelf.shed("fix-links", "--yes", in: "Poems")
        #expect(result.code == 1)
        #expect(result.text == "no link can be mended\n")
        #expect(result.err.contains("Research/Notes.md:1") && result.err.contains("Draft/New.md") && result.err.contains("Ready/Ode.md"), "\(result.err)")
        #expect(result.err.contains("Research/Notes.md:2") && result.err.contains("Trash/Rain.md"))
        #expect(result.err.contains("Research/Notes.md:3"))
        #expect(text(shelf, "Research/Notes.md") == before)
        let reasons = try shelf.shed("fix-links", "--yes", "--json", in: "Poems").json()["left"]?.array?.compactMap { $0["reason"]?.string }
        #expect(reasons == ["several", "discarded", "gone"])
    }

    /// Line ends, a byte order mark, bytes that are no UTF-8, the permissions.
    @Test func `are mended to the byte, and undo gives back every byte`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n"])
        let result = try shelf.script("""
            printf '\\357\\273\\277# T\\r\\n[a](../Draft/Ode.md)\\r\\n\\377 [b](<../Draft/Ode.md>)' > Research/n.md; chmod 640 Research/n.md
            printf '<a href="../Draft/Ode.md">x</a>' > Research/n.html; printf '[[file:../Draft/Ode.md][x]]' > Research/n.org
            "$SHED" sync -q; cp -p Research/n.md Research/n.html Research/n.org ..; "$SHED" mv Draft/Ode.md Ready -q 2>/dev/null; "$SHED" fix-links --yes -q; echo $?
            od -An -c Research/n.md | tr -d ' \\n'; echo; cat Research/n.html Research/n.org; echo; stat -c %a Research/n.md
            "$SHED" undo --yes -q; for f in n.md n.html n.org; do cmp Research/$f ../$f; done; stat -c %a Research/n.md
            """)
        #expect(result.text == """
            0
            357273277#T\\r\\n[a](../Ready/Ode.md)\\r\\n377[b](<../Ready/Ode.md>)
            <a href="../Ready/Ode.md">x</a>[[file:../Ready/Ode.md][x]]
            640
            640

            """, "\(result)")
    }

    @Test func `are mended in what is named alone, and nobody is asked in vain`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/a.md": "[a](../Draft/Ode.md)\n", "Draft/b.md": "[a](Ode.md)\n"])
        _ = try shelf.shed("mv", "Draft/Ode.md", "Ready", "-q", in: "Poems")
        let asked = try shelf.shed("fix-links", in: "Poems")
        #expect(asked.code == 2)
        #expect(asked.text.contains("would have mended"))
        #expect(text(shelf, "Research/a.md") == "[a](../Draft/Ode.md)\n")
        #expect(try shelf.shed("fix-links", "Research", "--yes", "-0", in: "Poems").text == "Research/a.md\0")
        #expect(text(shelf, "Research/a.md") == "[a](../Ready/Ode.md)\n")
        #expect(text(shelf, "Draft/b.md") == "[a](Ode.md)\n")
        #expect(try shelf.shed("fix-links", "Nowhere", "--yes", in: "Poems").code == 2)
    }

    @Test func `stay as they are in a file with other names, beside an editor's lock, and behind a link`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/a.md": "[a](../Draft/Ode.md)\n", "Research/b.md": "[a](../Draft/Ode.md)\n"])
        let result = try shelf.script("""
            ln Research/a.md ../a.md; : > Research/.b.md.swp; printf '[a](../Draft/Ode.md)\\n' > ../c.md; ln -s ../../c.md Research/c.md
            "$SHED" mv Draft/Ode.md Ready -q 2>/dev/null; "$SHED" fix-links --yes; echo $?; cat Research/a.md Research/b.md ../c.md
            """)
        #expect(result.text == "no link can be mended\n1\n[a](../Draft/Ode.md)\n[a](../Draft/Ode.md)\n[a](../Draft/Ode.md)\n", "\(result)")
        #expect(result.err.contains("hard links") && result.err.contains(".b.md.swp"), "\(result.err)")
    }

    /// What such a program writes next would be lost.
    @Test func `stay as they are in what a program has open to write to, whoever would mend them`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/a.md": "[a](../Draft/Ode.md)\n", "Research/b.md": "[a](../Draft/Ode.md)\n"])
        let result = try shelf.script("""
            exec 8>>Research/a.md; "$SHED" mv Draft/Ode.md Ready -q 2>/dev/null 8>&-; "$SHED" fix-links --yes 8>&-; echo $?; echo more >&8
            echo 'links = "mend"' > .shed/settings.toml; "$SHED" rename Ready/Ode.md Sea.md -q 8>&-; echo more >&8; exec 8>&-; cat Research/a.md Research/b.md
            "$SHED" fix-links --yes -q; echo $?; cat Research/a.md
            """)
        #expect(result.text == """
            mended Research/b.md:1: ../Draft/Ode.md to ../Ready/Ode.md
            1
            [a](../Draft/Ode.md)
            more
            more
            [a](../Ready/Sea.md)
            0
            [a](../Ready/Sea.md)
            more
            more

            """, "\(result.everything)")
        #expect(result.err.ranges(of: "Research/a.md: its links were left: a program has it open to write to it").count == 2, "\(result.err)")
    }

    @Test func `name notes that got another name, and no notes that nobody has made`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/n.md": "[[Ode]] [[Ode#x|text]] [[Later]]\n"])
        #expect(try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems").code == 0)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").text == "no link can be mended\n")
        #expect(try shelf.shed("rename", "Ready/Ode.md", "Spring.md", in: "Poems").code == 0)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        #expect(text(shelf, "Research/n.md") == "[[Spring]] [[Spring#x|text]] [[Later]]\n")
    }

    @Test func `steer no terminal with what they say`() throws {
        let shelf = try shelf(["Research/n.md": "[a](../Draft/\u{202e}x.md) [b](<../Draft/\u{9b}31m.md>)\n"])
        let result = try shelf.shed("fix-links", "--yes", in: "Poems")
        #expect(result.code == 1)
        #expect(!result.err.unicodeScalars.contains { ["\u{202e}", "\u{9b}"].contains($0) }, "\(result.err.debugDescription)")
    }

    @Test func `are mended by themselves where the settings say so, as a part of what moved`() throws {
        let shelf = try shelf(ode, settings: "links = \"mend\"\n")
        let before = text(shelf, "Research/Notes.md")
        let moved = try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems")
        #expect(moved.code == 0)
        #expect(moved.err.contains("1 link in 1 file mended") && !moved.err.contains("nowhere"), "\(moved)")
        #expect(text(shelf, "Research/Notes.md").contains("](../Ready/Ode.md#x"))
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
        #expect(text(shelf, "Research/Notes.md") == before)
        #expect(shelf.exists("Poems/Draft/Ode.md"))
        // By hand.
        shelf.move("Poems/Draft/Ode.md", "Poems/Draft/Spring.md")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(text(shelf, "Research/Notes.md").contains("](../Draft/Spring.md#x"))
        // Undo leaves what a person moved; moved back, it is linked to again.
        #expect(try shelf.shed("undo", "--yes", in: "Poems").code == 0)
        #expect(text(shelf, "Research/Notes.md") == before && shelf.exists("Poems/Draft/Spring.md"))
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        shelf.move("Poems/Draft/Spring.md", "Poems/Draft/Ode.md")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(text(shelf, "Research/Notes.md") == before)
    }

    @Test func `are told of where they would be mended by themselves, and cannot be now`() throws {
        let shelf = try shelf(ode, settings: "links = \"mend\"\n")
        shelf.makeFile("Poems/Research/.Notes.md.swp", "")
        let renamed = try shelf.shed("rename", "Draft", "Entwurf", in: "Poems")
        #expect(renamed.code == 0)
        #expect(renamed.err.contains("Research/Notes.md: its links were left: ") && renamed.err.contains(".Notes.md.swp"), "\(renamed)")
        #expect(renamed.err.contains("1 link leads nowhere now: “shed fix-links” shows what can be mended."), "\(renamed)")
        // By hand.
        shelf.move("Poems/Entwurf", "Poems/Draft2")
        let synced = try shelf.shed("sync", in: "Poems")
        #expect(synced.everything.contains("Research/Notes.md: its links were left: "), "\(synced)")
        #expect(try shelf.script("rm Research/.Notes.md.swp; \"$SHED\" fix-links --yes -q; echo $?").text == "0\n")
        #expect(text(shelf, "Research/Notes.md").contains("](../Draft2/Ode.md#x"))
    }

    @Test func `are mended by the next command where the one that moved was killed before it did`() throws {
        for next in ["sync", "ls -q", "mv Draft/Rain.md Research"] {
            let shelf = try shelf(["Draft/Rain.md": "Rain\n", "Draft/Ode.md": "Ode\n", "Research/Notes.md": "See [it](../Draft/Ode.md#x).\n"], settings: "links = \"mend\"\n")
            let killed = try shelf.script("SHED_INTERRUPT_AT=links-owed \"$SHED\" mv Draft/Ode.md Ready; ls Ready; cat Research/Notes.md")
            #expect(killed.text.contains("Ode.md\n") && killed.text.contains("](../Draft/Ode.md#x"), "\(killed)")
            #expect(try shelf.script("\"$SHED\" \(next) > ../said; echo $?").text == "0\n")
            #expect(text(shelf, "Research/Notes.md").contains("](../Ready/Ode.md#x"))
            // Once: what a person then writes stays.
            TestFile.write("[a](../Draft/Ode.md)\n", to: "\(shelf.work)/Poems/Research/Notes.md")
            #expect(try shelf.script("\"$SHED\" sync -q; echo $?").text == "0\n")
            #expect(text(shelf, "Research/Notes.md") == "[a](../Draft/Ode.md)\n")
        }
    }

    @Test func `are as they were where the one that moved was killed and is taken back`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/Notes.md": "See [it](../Draft/Ode.md#x).\n"], settings: "links = \"mend\"\n")
        let undone = try shelf.script("SHED_INTERRUPT_AT=links-owed \"$SHED\" mv Draft/Ode.md Ready; \"$SHED\" undo --yes -q; \"$SHED\" sync -q; ls Draft Ready")
        #expect(undone.text == "Draft:\nOde.md\n\nReady:\n", "\(undone.everything)")
        #expect(text(shelf, "Research/Notes.md") == "See [it](../Draft/Ode.md#x).\n")
    }

    @Test func `that lead out of the project are left by themselves where they were written since their document came to its place`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Draft/Rain.md": "Rain\n"], settings: "links = \"mend\"\n")
        shelf.makeDirectory("Poems/Collections/New")
        shelf.makeFile("Poems/Collections/New/n.md", "[a](../../Draft/Ode.md)\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        shelf.move("Poems/Collections/New/n.md", "Poems/Research/n.md")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(text(shelf, "Research/n.md") == "[a](../Draft/Ode.md)\n")
        TestFile.write("[a](../Draft/Ode.md) [b](../../Draft/Rain.md)\n", to: "\(shelf.work)/Poems/Research/n.md")
        #expect(try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems").code == 0)
        #expect(text(shelf, "Research/n.md") == "[a](../Ready/Ode.md) [b](../../Draft/Rain.md)\n")
        // Who asks is shown what would be mended.
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        #expect(text(shelf, "Research/n.md") == "[a](../Ready/Ode.md) [b](../Draft/Rain.md)\n")
    }

    @Test func `are mended by a daemon where the settings say so`() throws {
        let shelf = try shelf(ode, settings: "links = \"mend\"\n")
        let result = try shelf.script(Shelf.watched("""
            mv Draft/Ode.md Draft/Spring.md; await 'grep -q "Draft/Spring.md#x" Research/Notes.md'
            "$SHED" status --json | grep -c '"clean": true'
            """))
        #expect(result.text.hasSuffix("1\nended 0\n"), "\(result)")
    }

    @Test func `are found by check where somebody asks for it`() throws {
        let shelf = try shelf(ode)
        _ = try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems")
        #expect(try shelf.shed("check", in: "Poems").code == 0)
        #expect(try shelf.shed("check", "--select", "ALL", in: "Poems").code == 0)
        let asked = try shelf.shed("check", "--select", "broken-link", "--format", "gnu", in: "Poems")
        #expect(asked.code == 1)
        #expect(asked.text.hasPrefix("Research/Notes.md:1:10: warning: "), "\(asked)")
        shelf.makeFile("Poems/.shed/settings.toml", "links = \"check\"\n")
        #expect(try shelf.shed("check", in: "Poems").code == 1)
        #expect(try shelf.shed("fix-links", "--yes", in: "Poems").code == 0)
        #expect(try shelf.shed("check", in: "Poems").code == 0)
        shelf.makeFile("Poems/.shed/settings.toml", "links = \"often\"\n")
        #expect(try shelf.shed("status", in: "Poems").err.contains("must be \"say\", \"check\" or \"mend\""))
    }

    @Test func `are told with what helps, which is not fix-links where that cannot write them`() throws {
        let shelf = try shelf([
            "Draft/Ode.md": "Ode\n", "Draft/Rain.md": "Rain\n", "Draft/Gone.md": "Gone\n", "Research/a.md": "[[Ode]]\n", "Research/b.md": "[b](../Draft/Rain.md)\n", "Research/c.md": "[c](../Draft/Gone.md)\n",
            "Research/d.md": "[d](../Draft/Never.md)\n",
        ])
        try #require(try shelf.script("mv Draft/Ode.md 'Draft/Ode [1].md'; mv Draft/Rain.md Ready; \"$SHED\" rm Draft/Gone.md -q; \"$SHED\" sync -q", in: "Poems").code == 0)
        let findings = try shelf.shed("check", "--select", "broken-link", "--json", in: "Poems").json()["findings"]?.array ?? []
        let help = Dictionary(findings.map { ($0["path"]?.string ?? "", $0["help"]?.string ?? "") }) { first, _ in first }
        #expect(help["Research/a.md"]?.contains("“shed fix-links” cannot") == true, "\(help)")
        #expect(help["Research/b.md"]?.hasPrefix("Mend it with “shed fix-links”") == true, "\(help)")
        #expect(help["Research/c.md"]?.contains("shed restore") == true, "\(help)")
        #expect(help["Research/d.md"]?.contains("fix-links") == false, "\(help)")
    }

    @Test func `lead from documents that find names`() throws {
        let shelf = try shelf([
            "Draft/Ode.md": "[me](Ode.md)\n", "Research/a.md": "[a](../Draft/Ode)\n", "Research/b.md": "[[ode]]\n", "Research/c.html": "<a href='../Draft/Ode.md'>\n",
            "Research/d.md": "`[a](../Draft/Ode.md)`\n",
        ])
        let link = try shelf.shed("link", "Draft/Ode.md", in: "Poems").text.dropLast()
        shelf.makeFile("Poems/Research/e.md", "[x](\(link))\n")
        let found = try shelf.shed("find", "--linking-to", "Draft/Ode.md", "-0", "--sort", "path", in: "Poems")
        #expect(found.text == "Research/a.md\0Research/b.md\0Research/c.html\0Research/e.md\0", "\(found)")
        #expect(try shelf.shed("find", "--linking-to", "Draft", "--name", "*.html", "-0", in: "Poems").text == "Research/c.html\0")
        #expect(try shelf.shed("find", "--linking-to", "Research/d.md", in: "Poems").code == 1)
        #expect(try shelf.shed("find", "--linking-to", "Nowhere", in: "Poems").code == 2)
    }

    /// Wherever the kill comes: all documents are as they were, or all are mended, and undo knows them.
    @Test(arguments: ["links-staged", "sealed", "placed", "carried", "taken-in", "said"])
    func `are all mended or none when shed is killed`(point: String) throws {
        let shelf = try shelf([
            "Draft/Ode.md": "Ode\n", "Research/a.md": "[a](../Draft/Ode.md)\n", "Research/b.md": "[b](../Draft/Ode.md)\n", "Research/c.md": "[c](../Draft/Ode.md)\n",
        ])
        let killed = try shelf.script("""
            mkdir ../old; cp Research/*.md ../old; "$SHED" mv Draft/Ode.md Ready -q 2>/dev/null; SHED_INTERRUPT_AT=\(point) "$SHED" fix-links --yes -q; echo $?
            "$SHED" sync -q; cat Research/*.md | grep -c Ready; ls .shed/staging 2>/dev/null | wc -l
            """)
        let lines = killed.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "137", "\(killed)")
        #expect(lines.dropFirst().first == (point == "links-staged" ? "0" : "3"), "\(killed)")
        let after = try shelf.script("""
            "$SHED" fix-links --yes -q; cat Research/*.md | grep -c Ready; "$SHED" undo --yes -q; for f in a b c; do cmp Research/$f.md ../old/$f.md; done
            "$SHED" status --json | grep -c '"clean": true'
            """)
        #expect(after.text == "3\n1\n", "\(after)")
    }

    @Test func `are not mended over what somebody saved meanwhile`() throws {
        let shelf = try shelf(ode)
        _ = try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems")
        // Between the journal and the exchange another program saves the file.
        let killed = try shelf.script("SHED_INTERRUPT_AT=sealed \"$SHED\" fix-links --yes -q; echo $?; echo mine > Research/Notes.md; \"$SHED\" sync -q; cat Research/Notes.md")
        #expect(killed.text == "137\nmine\n", "\(killed)")
    }

    @Test func `are not mended over what was saved in place since the kill and has the size and time that it had`() throws {
        let shelf = try shelf(ode)
        _ = try shelf.shed("mv", "Draft/Ode.md", "Ready", in: "Poems")
        let killed = try shelf.script("""
            SHED_INTERRUPT_AT=sealed "$SHED" fix-links --yes -q; cp -p Research/Notes.md ../old; sed s/See/Saw/ ../old > Research/Notes.md; touch -r ../old Research/Notes.md
            "$SHED" sync -q; cat Research/Notes.md; "$SHED" fix-links --yes -q; cat Research/Notes.md
            """)
        let saved = "Saw [it](../Draft/Ode.md#x \"t\"), `[it](../Draft/Ode.md)`.\n"
        #expect(killed.text == saved + saved.replacing("(../Draft/Ode.md#", with: "(../Ready/Ode.md#"), "\(killed)")
    }
}
