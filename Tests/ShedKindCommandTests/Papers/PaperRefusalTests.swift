import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What the verbs refuse in a papers project before anything is done.
@Suite(.waitsForPrograms) struct `Verbs refuse in a papers project` {
    @Test func `a bundle's name of white space alone`() throws {
        let output = try Shelf.withPapers().exams("""
            exec 2>&1; for name in ' ' $(printf '\\302\\240 \\343\\200\\200'); do "$SHED" bundle add ../short.pdf --name "$name"; echo $?; done; cp ../short.pdf '../ .pdf'
            "$SHED" bundle add '../ .pdf' --dry-run; echo $?; cp ../short.pdf 'Bundles/ .pdf'; "$SHED" sync > ../said 2>&1; echo $?; grep -c blank-name ../said; "$SHED" sync > ../said 2>&1; echo $?; tree
            """)
        let refused = "The name is white space alone [blank-name]. Give it a name with a letter, a digit or a sign in it."
        #expect(output == """
            shed: Bundles/ : \(refused)\n1\nshed: Bundles/\u{a0}: \(refused)\n1\nshed: Bundles/\u{3000}: \(refused)\n1
            shed: Bundles/ : \(refused)\n1
            1\n1\n1
            .\n./Bundles\n./Bundles/ .pdf\n./Docs\n./Trash

            """)
    }

    @Test func `that a folder accepts nothing of what it is for`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            exec 2>&1; for folder in Bundles Docs Docs/Finals Docs/Finals/Integration Bundles/Calculus; do
              for accepts in both files folders nothing; do "$SHED" allow $folder $accepts -q || echo "$folder $accepts $?"; done; done
            "$SHED" add folder Other -q && "$SHED" allow Other nothing
            """)
        func refused(_ folder: String, _ needed: String, _ what: String, insteadOfBoth: String? = nil) -> String {
            let both = insteadOfBoth.map { "shed: \(folder) \($0)\n\(folder) both 1\n" } ?? ""
            return both + ["files", "folders", "nothing"].filter { $0 != needed }.map { accepts in
                "shed: \(folder) has to accept \(needed): it holds \(what). “shed allow” takes “\(needed)”\(insteadOfBoth == nil ? " or “both”" : "") here.\n\(folder) \(accepts) 1\n"
            }.joined()
        }
        let notPDFs = "is the folder of bundles: it takes PDFs, to make bundles of them, and refuses other files whatever it accepts [not-a-pdf]. Put other files into a folder of your own; “shed allow” takes “folders” here."
        let noGroups = "is a page group: folders are refused in it whatever it accepts [nested-group]. Make the folder in the doc, beside the page group; “shed allow” takes “files” here."
        let all = [
            refused("Bundles", "folders", "bundles, which are folders", insteadOfBoth: notPDFs), refused("Docs", "folders", "docs, which are folders"),
            refused("Docs/Finals", "folders", "page groups, which are folders"), refused("Docs/Finals/Integration", "files", "the files of pages", insteadOfBoth: noGroups),
            refused("Bundles/Calculus", "files", "its PDFs, which are files"),
        ]
        #expect(output == all.joined() + "Other accepts nothing now\n")
    }

    @Test func `moves and names that papers do not allow`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            exec 2>&1; "$SHED" doc new Other -q; tree > ../before; page='Docs/Finals/Integration/01 Calculus p4.pdf'; refused() { "$SHED" "$@"; echo $?; }
            refused mv "$page" Bundles/; refused mv Bundles/Calculus Docs/; refused mv Docs/Finals/Integration Bundles/; refused mv Docs/Finals/Integration Docs/; refused mv Docs/Other Docs/Finals/
            refused mv Bundles/Calculus/display.pdf Docs/Finals/Integration/; refused rename Bundles/Calculus/display.pdf shown.pdf; refused rename "$page" '01 Calculus p4.txt'; tree | cmp - ../before
            "$SHED" mv Docs/Finals/Integration Docs/Other/; "$SHED" rename Bundles/Calculus Analysis; "$SHED" rename Docs/Other/Integration/01* '01 First.pdf'; "$SHED" sync
            """)
        let cure = "[misplaced-paper]. Move it into a folder of the right sort."
        let uses = [(1, 4), (2, 5), (3, 9)].map { "Docs/Finals/Integration/0\($0.0) Calculus p\($0.1).pdf (page \($0.1))" }.joined(separator: ", ")
        let inUse = "Bundles/Calculus: 3 pages are made from it: \(uses) [bundle-in-use]. Delete the pages that use it first (“shed bundle show” lists them), or let it stay."
        #expect(output == """
            shed: Bundles/01 Calculus p4.pdf: “Bundles” is no page group, and this is a page \(cure)\n1
            shed: Docs/Calculus: “Docs” is not the folder of bundles, and this is a bundle \(cure)\n1
            shed: Bundles/Integration: “Bundles” is no doc, and this is a page group \(cure)\n1
            shed: Docs/Integration: “Docs” is no doc, and this is a page group \(cure)\n1
            shed: Docs/Finals/Other: “Finals” is not the folder of docs, and this is a doc \(cure)\n1
            shed: \(inUse)\n1\nshed: \(inUse)\n1
            shed: Docs/Finals/Integration/01 Calculus p4.txt: the file of a page is a PDF [not-a-pdf]. Give it a name that ends in .pdf.\n1
            moved Docs/Finals/Integration to Docs/Other/Integration
            renamed Bundles/Calculus to Bundles/Analysis
            renamed Docs/Other/Integration/01 Calculus p4.pdf to Docs/Other/Integration/01 First.pdf
            Nothing changed.

            """)
    }

    @Test func `what a folder refuses whatever it accepts, without naming a command that refuses it too`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + """
            exec 2>&1; echo x > Bundles/readme.txt; mkdir Docs/Finals/Integration/In Bundles/Calculus/In; echo x > Docs/notes.txt; echo x > Docs/Finals/notes.txt; "$SHED" sync
            "$SHED" accept Rejected/readme.txt --dry-run; for folder in Docs Docs/Finals Bundles/Calculus; do "$SHED" allow $folder both; done
            echo x > Docs/notes.txt; echo x > Docs/Finals/notes.txt; mkdir Bundles/Calculus/In; "$SHED" sync
            """)
        #expect(output == """
            rejected Bundles/Calculus/In → Rejected/In: No folders are allowed in “Calculus”. To allow it: “shed allow Bundles/Calculus both”. [wrong-type]
            rejected Bundles/readme.txt → Rejected/readme.txt: “Bundles” takes PDFs only: files whose names end in .pdf. [not-a-pdf]
            rejected Docs/Finals/Integration/In → Rejected/In (2): “Integration” is a page group, and there are none in page groups. [nested-group]
            rejected Docs/Finals/notes.txt → Rejected/notes.txt: No files are allowed in “Finals”. To allow it: “shed allow Docs/Finals both”. [wrong-type]
            rejected Docs/notes.txt → Rejected/notes (2).txt: No files are allowed in “Docs”. To allow it: “shed allow Docs both”. [wrong-type]
            shed: Rejected/readme.txt: “Bundles” takes PDFs only: files whose names end in .pdf [not-a-pdf]. Name a folder: “shed accept Rejected/readme.txt --to FOLDER”.
            Docs accepts both now
            Docs/Finals accepts both now
            Bundles/Calculus accepts both now
            added    Bundles/Calculus/In/
            added    Docs/Finals/notes.txt
            added    Docs/notes.txt

            """, "\(output)")
    }

    @Test func `a folder of bundles that held a text when it was adopted accepts folders alone`() throws {
        let shelf = try Shelf.withPapers()
        try shelf.shellDone("mkdir -p Old/Bundles/Calculus; cp marked.pdf Old/Bundles/Calculus/display.pdf; echo x > Old/Bundles/readme.txt")
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q").code == 0)
        let output = try shelf.scenario("""
            cd Old; "$SHED" show Bundles --json | grep accepts; "$SHED" sync; "$SHED" check --select not-a-pdf,wrong-type --format concise 2> ../errors
            """)
        #expect(output == """
              "accepts": "folders",
            Nothing changed.
            Bundles/readme.txt:1:1: error: “Bundles” takes PDFs only: files whose names end in .pdf. [PAP001 not-a-pdf]

            """, "\(output)")
    }
}
