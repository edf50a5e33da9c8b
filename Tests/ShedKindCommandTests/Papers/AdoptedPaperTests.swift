import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What stood in a folder that became a papers project has the right to stay what it is.
@Suite(.waitsForPrograms) struct `Papers that were adopted` {
    /// Old, a folder with PDFs where a papers project takes them as new: Loose.pdf among the bundles, x.pdf and y.pdf in Finals/A.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPapers()
        try shelf.shellDone("""
            mkdir -p Old/Bundles/Calculus Old/Docs/Finals/A Old/Docs/Finals/B; cp marked.pdf Old/Bundles/Calculus/display.pdf
            cp short.pdf Old/Bundles/Loose.pdf; cp exam.pdf Old/Docs/Finals/A/x.pdf; cp scan.pdf Old/Docs/Finals/A/y.pdf
            """)
        return shelf
    }

    private func inOld(_ shelf: Shelf, _ script: String) throws -> String {
        try shelf.scenario(Shelf.paperPrelude.replacing("cd Exams", with: "cd Old") + script).replacing(shelf.work, with: "WORK")
    }

    @Test func `PDFs stay as they are, which is said, until a person asks for bundles and pages`() throws {
        let shelf = try shelf()
        let shown = try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--dry-run").text
        let left = "3 PDFs stood here when the project was adopted, and are left as they are; “shed"
        #expect(shown.contains("  \(left) -C ") && shown.contains("makes bundles and pages of them: Old/Bundles/Loose.pdf, Old/Docs/Finals/A/x.pdf, Old/Docs/Finals/A/y.pdf\n"), "\(shown)")
        let made = try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes")
        #expect(made.code == 0 && made.text.contains("as a papers project\n\(left) -C ") && made.text.hasSuffix("Old sync --convert” makes bundles and pages of them.\n"), "\(made.text)")
        let output = try inOld(shelf, """
            tree > ../before; "$SHED" sync; echo $?; "$SHED" sync; tree | cmp - ../before && echo same; "$SHED" bundle list
            "$SHED" check --select waiting-pdf --format concise; "$SHED" status | grep PDFs; "$SHED" status --json | grep '"left"'
            "$SHED" page text Docs/Finals/A/x.pdf; "$SHED" accept Docs/Finals/A/y.pdf; "$SHED" status | grep PDFs; "$SHED" check --select waiting-pdf --format concise
            cp ../short.pdf Docs/Finals/A/new.pdf; "$SHED" sync -q; mv Docs/Finals/A/x.pdf Docs/Finals/x.pdf; mv Docs/Finals/x.pdf Docs/Finals/A/x.pdf; "$SHED" sync -q; ls Docs/Finals/A Bundles
            """)
        #expect(output.hasPrefix("""
            Nothing changed.
            0
            Nothing changed.
            same
            Calculus  12 pages
            Bundles/Loose.pdf:1:1: note: 3 PDFs stood here when the project was adopted, and are left as they are; “shed sync --convert” makes bundles and pages of them (Bundles/Loose.pdf, Docs/Finals/A/x.pdf, Docs/Finals/A/y.pdf). [PAP013 waiting-pdf]
            3 PDFs stood here when the project was adopted, and are left as they are; “shed sync --convert” makes bundles and pages of them.
              "left": 3
            accepted Docs/Finals/A/y.pdf
            2 PDFs stood here when the project was adopted, and are left as they are; “shed sync --convert” makes bundles and pages of them.
            """), "\(output)")
        // What is put there later becomes pages as ever.
        #expect(output.contains("Docs/Finals/A:\n01 new p1.pdf\n02 new p2.pdf\nx.pdf\ny.pdf\n"), "\(output)")
        #expect(output.contains("Bundles:\nCalculus\nLoose.pdf\nnew\n"), "\(output)")
        #expect(output.contains("“shed sync --convert” where it stood there at the adoption"), "\(output)")
    }

    @Test func `a PDF that is left is refused as what it is, with what helps`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q").code == 0)
        let output = try inOld(shelf, """
            exec 2>&1; for folder in Bundles Docs Docs/Finals; do "$SHED" mv Docs/Finals/A/x.pdf $folder; done
            mv Docs/Finals/A/x.pdf Bundles/Calculus/; "$SHED" sync | grep -o 'put back.*pages of it'
            "$SHED" sync --convert -q; "$SHED" mv Docs/Finals/A/01* Bundles
            """)
        let left = "this is a PDF of one that has not become a page yet: “shed sync --convert” makes a bundle and pages of it"
        #expect(output.contains("shed: Bundles/x.pdf: “Bundles” is no page group, and \(left) [misplaced-paper]. Move it into a folder of the right sort.\n"), "\(output)")
        #expect(output.ranges(of: left).count == 4 && output.contains("and this is a page [misplaced-paper]"), "\(output)")
    }

    @Test func `PDFs become bundles and pages when that is asked for, or when they are put into another group`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q").code == 0)
        let output = try inOld(shelf, """
            mv Docs/Finals/A/y.pdf Docs/Finals/B/; "$SHED" sync -q; ls Docs/Finals/B | wc -l; ls Bundles
            "$SHED" sync --convert --dry-run; tree | grep -c p1.pdf; "$SHED" sync --convert -q; ls Bundles Docs/Finals/A; "$SHED" check --select waiting-pdf -q; echo $?
            "$SHED" status | grep -c PDFs; "$SHED" sync --convert
            """)
        #expect(output == """
            13
            Calculus
            Loose.pdf
            y
            would have converted Bundles/Loose.pdf
            would have converted Docs/Finals/A/x.pdf
            Nothing else would change.
            1
            Bundles:
            Calculus
            Loose
            x
            y

            Docs/Finals/A:
            01 x p1.pdf
            02 x p2.pdf
            03 x p3.pdf
            04 x p4.pdf
            05 x p5.pdf
            06 x p6.pdf
            07 x p7.pdf
            08 x p8.pdf
            09 x p9.pdf
            10 x p10.pdf
            0
            0
            Nothing changed.
            shed: nothing was left as it stood at the adoption.

            """, "\(output)")
    }

    /// Old, with a PDF that has a number and no other beside it in Finals/A and in Finals/B.
    private func numberedShelf() throws -> Shelf {
        let shelf = try Shelf.withPapers()
        try shelf.shellDone("""
            mkdir -p Old/Bundles Old/Docs/Finals/A Old/Docs/Finals/B; cp short.pdf "Old/Docs/Finals/A/02 eins.pdf"; cp short.pdf "Old/Docs/Finals/B/02 eins.pdf"
            """)
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q").code == 0)
        return shelf
    }

    @Test func `pages are numbered behind a PDF that is left, also where they come from a new one`() throws {
        let output = try inOld(numberedShelf(), """
            "$SHED" bundle add ../exam.pdf -q; "$SHED" page add Finals/A --from exam --pages 1-3 -q; ls Docs/Finals/A
            cp ../marked.pdf Docs/Finals/B/neu.pdf; "$SHED" sync -q; ls Docs/Finals/B | sed -n '1,2p;$p'
            "$SHED" sync --convert -q; ls Docs/Finals/A; ls Docs/Finals/B | sed -n '1,3p;$p'; "$SHED" doc show Finals | grep -c eins
            """)
        #expect(output == """
            02 eins.pdf
            03 exam p1.pdf
            04 exam p2.pdf
            05 exam p3.pdf
            02 eins.pdf
            03 neu p1.pdf
            14 neu p12.pdf
            01 02 eins p1.pdf
            02 02 eins p2.pdf
            03 exam p1.pdf
            04 exam p2.pdf
            05 exam p3.pdf
            01 02 eins p1.pdf
            02 02 eins p2.pdf
            03 neu p1.pdf
            14 neu p12.pdf
            4

            """, "\(output)")
    }

    @Test func `pages that are moved and numbered anew go past the number of a PDF that is left`() throws {
        let output = try inOld(numberedShelf(), """
            "$SHED" bundle add ../exam.pdf -q; "$SHED" page add Finals/C --from exam --pages 1-3 -q; "$SHED" page move --in Finals/C Finals/A -q; ls Docs/Finals/A
            "$SHED" page move Finals/A/5 Finals/A --at 1 --dry-run; "$SHED" page move Finals/A/5 Finals/A --at 1; ls Docs/Finals/A
            "$SHED" page move Finals/A/4 Finals/A --at 1 -q; ls Docs/Finals/A
            mv "Docs/Finals/A/05 exam p1.pdf" "Docs/Finals/A/03 exam p1.pdf"; "$SHED" sync -q; ls Docs/Finals/A
            cp ../marked.pdf "Docs/Finals/A/04 neu.pdf"; "$SHED" sync -q; ls Docs/Finals/A | sed -n '1,3p;14,16p'
            """)
        #expect(output == """
            02 eins.pdf
            03 exam p1.pdf
            04 exam p2.pdf
            05 exam p3.pdf
            would have moved Docs/Finals/A/05 exam p3.pdf to Docs/Finals/A/01 exam p3.pdf
            moved Docs/Finals/A/05 exam p3.pdf to Docs/Finals/A/01 exam p3.pdf
            01 exam p3.pdf
            02 eins.pdf
            03 exam p1.pdf
            04 exam p2.pdf
            02 eins.pdf
            03 exam p2.pdf
            04 exam p3.pdf
            05 exam p1.pdf
            02 eins.pdf
            03 exam p1.pdf
            04 exam p2.pdf
            05 exam p3.pdf
            02 eins.pdf
            03 exam p1.pdf
            04 04 neu p1.pdf
            15 04 neu p12.pdf
            16 exam p2.pdf
            17 exam p3.pdf
            shed: Docs/Finals/A/03 exam p2.pdf stands at place 2 of Docs/Finals/A, not at 1: what keeps its name stands before it

            """, "\(output)")
    }

    @Test func `a page with the number of a PDF that stays as it is is numbered behind that`() throws {
        let output = try inOld(numberedShelf(), """
            "$SHED" bundle add ../exam.pdf -q; "$SHED" page add Finals/A --from exam --pages 1-3 -q
            mv "Docs/Finals/A/04 exam p2.pdf" "Docs/Finals/A/02 exam p2.pdf"; "$SHED" sync -q; ls Docs/Finals/A; "$SHED" sync
            cp ../short.pdf "Docs/Finals/A/04 a.pdf"; "$SHED" accept "Docs/Finals/A/04 a.pdf" > ../said; "$SHED" sync -q; ls Docs/Finals/A; "$SHED" sync
            """)
        #expect(output == """
            02 eins.pdf
            03 exam p2.pdf
            04 exam p1.pdf
            05 exam p3.pdf
            Nothing changed.
            02 eins.pdf
            03 exam p2.pdf
            04 a.pdf
            05 exam p1.pdf
            06 exam p3.pdf
            Nothing changed.

            """, "\(output)")
    }

    @Test func `a page that is put before others gets the first number that is free, also behind a PDF that keeps its`() throws {
        let shelf = try Shelf.withPapers()
        try shelf.shellDone("mkdir -p Old/Bundles Old/Docs/Finals/A; cp short.pdf 'Old/Docs/Finals/A/03 drei.pdf'; cp marked.pdf 'Old/Docs/Finals/A/01 eins.pdf'")
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q").code == 0)
        let output = try inOld(shelf, """
            "$SHED" bundle add ../exam.pdf -q; "$SHED" page add Finals/A --from exam --pages 1-3 -q
            "$SHED" page move Finals/A/4 Finals/A --at 1 -q; ls Docs/Finals/A; "$SHED" page move Finals/A/5 Finals/A --at 1 --dry-run; "$SHED" page move Finals/A/5 Finals/A --at 1 -q; ls Docs/Finals/A
            """)
        #expect(output == """
            01 eins.pdf
            02 exam p1.pdf
            03 drei.pdf
            04 exam p2.pdf
            05 exam p3.pdf
            would have moved Docs/Finals/A/05 exam p3.pdf to Docs/Finals/A/02 exam p3.pdf
            would have moved Docs/Finals/A/02 exam p1.pdf to Docs/Finals/A/04 exam p1.pdf
            would have moved Docs/Finals/A/04 exam p2.pdf to Docs/Finals/A/05 exam p2.pdf
            01 eins.pdf
            02 exam p3.pdf
            03 drei.pdf
            04 exam p1.pdf
            05 exam p2.pdf
            shed: Docs/Finals/A/02 exam p1.pdf stands at place 2 of Docs/Finals/A, not at 1: what keeps its name stands before it
            shed: Docs/Finals/A/02 exam p3.pdf stands at place 2 of Docs/Finals/A, not at 1: what keeps its name stands before it

            """, "\(output)")
    }

    /// What is said of a PDF of which nothing can be made.
    private func broken(_ path: String) -> String {
        "It is damaged: its end is missing; nothing in it leads to its pages; fetch it again, or see what “qpdf IN.pdf OUT.pdf” can save and use that. Nothing can be made of it, and it stays as it is: put a sound PDF in its place, or keep it with “shed accept \(path)”."
    }

    @Test func `what cannot become a bundle or pages stays left, and is named with what helps`() throws {
        let shelf = try Shelf.withPapers()
        try shelf.shellDone("""
            mkdir -p Old/Bundles Old/Docs/Finals/A; echo '%PDF-1.4 broken' > Old/Docs/Finals/A/broken.pdf; cp Old/Docs/Finals/A/broken.pdf Old/Bundles/Loose.pdf
            cp short.pdf Old/Docs/Finals/A/x.pdf
            """)
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q").code == 0)
        let output = try inOld(shelf, """
            exec 2> ../errors; findings() { "$SHED" status | grep -v daemon | grep .; "$SHED" check --select not-a-pdf,waiting-pdf --format concise; }
            "$SHED" sync --convert --dry-run; echo $?; "$SHED" status | grep -c damaged; "$SHED" sync --convert -q; echo $?; "$SHED" sync; echo $?; ls Bundles Docs/Finals/A
            findings; "$SHED" status --json | grep '"left"'; "$SHED" accept Docs/Finals/A/broken.pdf; cat ../exam.pdf > Bundles/Loose.pdf; findings
            "$SHED" sync --convert -q; echo $?; ls Bundles; "$SHED" check --select not-a-pdf,waiting-pdf -q; echo $?; "$SHED" sync; echo $?
            """)
        let (loose, page) = ("Bundles/Loose.pdf: \(broken("Bundles/Loose.pdf")) [not-a-pdf]", "Docs/Finals/A/broken.pdf: \(broken("Docs/Finals/A/broken.pdf")) [not-a-pdf]")
        let left = "1 PDF stood here when the project was adopted, and is left as it is; “shed sync --convert” makes a bundle, or pages, of it."
        #expect(output == """
            would have converted Docs/Finals/A/x.pdf
            \(loose)
            \(page)
            1
            0
            \(loose)
            \(page)
            1
            Nothing changed.
            0
            Bundles:
            Loose.pdf
            x

            Docs/Finals/A:
            01 x p1.pdf
            02 x p2.pdf
            broken.pdf
            Reports
              \(loose)
              \(page)
            Bundles/Loose.pdf:1:1: error: \(broken("Bundles/Loose.pdf")) [PAP001 not-a-pdf]
            Docs/Finals/A/broken.pdf:1:1: error: \(broken("Docs/Finals/A/broken.pdf")) [PAP001 not-a-pdf]
              "left": 0
            accepted Docs/Finals/A/broken.pdf
            Changes
              modified Bundles/Loose.pdf
            \(left)
            Bundles/Loose.pdf:1:1: note: \(left) [PAP013 waiting-pdf]
            0
            Loose
            x
            0
            Nothing changed.
            0

            """, "\(output)")
    }

    @Test func `what cannot become a bundle is named in the reader's language`() throws {
        let shelf = try Shelf.withPapers()
        try shelf.shellDone("mkdir -p Old/Bundles; for n in 10 11 12 13 14 15 16 17 18 19 20 21; do echo \"%PDF-1.4 $n\" > Old/Bundles/$n.pdf; done")
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q").code == 0)
        let output = try inOld(shelf, """
            "$SHED" sync --convert > ../said 2>&1; for l in en de fr es ja; do LC_ALL=$l "$SHED" status | sed -n 's/.*can save and use that[.] //; /Bundles.12.pdf/p; /shed check/p'; done
            """)
        #expect(output == """
            Nothing can be made of it, and it stays as it is: put a sound PDF in its place, or keep it with “shed accept Bundles/12.pdf”. [not-a-pdf]
            Nothing can be made of 2 more PDFs: “shed check” says why.
            Daraus lässt sich nichts machen, und es bleibt, wie es ist: ein fehlerfreies PDF an seine Stelle legen, oder es mit „shed accept Bundles/12.pdf“ behalten. [not-a-pdf]
            Aus 2 weiteren PDFs lässt sich nichts machen: „shed check“ sagt, warum.
            Rien ne peut en être fait, et il reste tel quel\u{a0}: mettre un PDF intact à sa place, ou le garder avec «\u{a0}shed accept Bundles/12.pdf\u{a0}». [not-a-pdf]
            Rien ne peut être fait de 2 autres PDF\u{a0}: «\u{a0}shed check\u{a0}» dit pourquoi.
            No se puede hacer nada con él, y se queda como está: poner un PDF sano en su lugar, o conservarlo con “shed accept Bundles/12.pdf”. [not-a-pdf]
            No se puede hacer nada con 2 PDF más: “shed check” dice por qué.
            ここからは何も作れず、そのまま残る。正常なPDFに置き換えるか、「shed accept Bundles/12.pdf」で残す。 [not-a-pdf]
            ほかのPDF2件からは何も作れない。理由は「shed check」で表示。

            """, "\(output)")
    }

    @Test func `a PDF that waited and was damaged meanwhile is named with what helps`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams("""
            exec 2> ../errors; mkdir -p Docs/Finals/A; echo 'rejection = "report"' > .shed/settings.toml; cp ../short.pdf Docs/Finals/A/x.pdf; "$SHED" sync -q; "$SHED" ls Docs/Finals/A --json | grep -c '"id"'
            echo '%PDF-1.4 broken' > Docs/Finals/A/x.pdf; rm .shed/settings.toml; "$SHED" sync -q; "$SHED" sync; echo $?; "$SHED" status | grep -v daemon | grep .
            "$SHED" check --select not-a-pdf,waiting-pdf --format concise; cat ../short.pdf > Docs/Finals/A/x.pdf; "$SHED" sync -q; echo $?; ls Docs/Finals/A
            """)
        let page = "Docs/Finals/A/x.pdf: \(broken("Docs/Finals/A/x.pdf")) [not-a-pdf]"
        #expect(output == """
            1
            \(page)
            \(page)
            1
            Reports
              \(page)
            Docs/Finals/A/x.pdf:1:1: error: \(broken("Docs/Finals/A/x.pdf")) [PAP001 not-a-pdf]
            0
            01 x p1.pdf
            02 x p2.pdf

            """, "\(output)")
    }

    @Test func `what is left stays so where nothing is looked into, and is not called converted`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("adopt", "Old", "--kind", "papers", "--language", "en", "--yes", "-q", "--rejection", "report").code == 0)
        let output = try inOld(shelf, """
            exec 2>&1; "$SHED" sync --convert; echo $?; "$SHED" status | grep PDFs; rm .shed/settings.toml; "$SHED" sync; "$SHED" sync --convert -q; echo $?; ls Docs/Finals/B Bundles
            """)
        let reason = "It is not looked into, since the settings say rejection = \"report\". [waiting-pdf]"
        #expect(output == """
            Bundles/Loose.pdf: \(reason)
            Docs/Finals/A/x.pdf: \(reason)
            Docs/Finals/A/y.pdf: \(reason)
            1
            3 PDFs stood here when the project was adopted, and are left as they are; “shed sync --convert” makes bundles and pages of them.
            Nothing changed.
            0
            Bundles:
            Calculus
            Loose
            x
            y

            Docs/Finals/B:

            """, "\(output)")
    }
}
