import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Which place and which number groups and pages get that are new in their folder.
@Suite(.waitsForPrograms) struct `New groups and pages` {
    @Test func `stay among groups without numbers as they were made`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf -q; "$SHED" doc new F -q; for group in Zebra Middle Alpha; do "$SHED" page add F/$group --from short --pages 1 -q; done
            "$SHED" page move F/Middle/1 F/Beta; rmdir Docs/F/Middle; mkdir "Docs/F/2019 Maths"; "$SHED" sync -q; ls Docs/F
            "$SHED" doc show F -0 | tr '\\0' '\\n'; "$SHED" ls Docs/F -0 | tr '\\0' '\\n'; "$SHED" tree Docs/F --plain | grep -c .; "$SHED" doc show F --json | grep -o '"name": "[A-Z2][^.]*"'
            "$SHED" doc export F --output ../x.pdf -q; pdftotext ../x.pdf - | grep -c Short
            """)
        #expect(output == """
            moved Docs/F/Middle/01 short p1.pdf to Docs/F/Beta/01 short p1.pdf
            2019 Maths\nAlpha\nBeta\nZebra
            Docs/F/Zebra/01 short p1.pdf\nDocs/F/Alpha/01 short p1.pdf\nDocs/F/Beta/01 short p1.pdf
            Docs/F/Zebra\nDocs/F/Alpha\nDocs/F/Beta\nDocs/F/2019 Maths
            8
            "name": "F"\n"name": "Zebra"\n"name": "Alpha"\n"name": "Beta"\n"name": "2019 Maths"
            3

            """)
    }

    @Test func `take the next number among numbered groups`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../short.pdf -q; "$SHED" doc new F -q; "$SHED" page add F/Sets --from short --pages 1 -q; "$SHED" doc order F -q
            "$SHED" page add F/Algebra --from short --pages 1 --dry-run; "$SHED" page add F/Algebra --from short --pages 1; "$SHED" page add F/Algebra --from short --pages 2
            "$SHED" page move F/Algebra/2 "F/2019 Maths" --dry-run; "$SHED" page move F/Algebra/2 "F/2019 Maths"; "$SHED" page add "F/7 Körper" --from short --pages 1; "$SHED" page add F/Last --from short --pages 2 -q
            mkdir Docs/F/Mine; "$SHED" sync -q; "$SHED" doc list; "$SHED" doc show F | grep /; mv "Docs/F/02 Algebra" "Docs/F/01 Algebra"; "$SHED" sync -q; ls Docs/F
            """)
        #expect(output == """
            would have made Docs/F/02 Algebra/01 short p1.pdf: short p1
            made Docs/F/02 Algebra/01 short p1.pdf: short p1
            made Docs/F/02 Algebra/02 short p2.pdf: short p2
            would have moved Docs/F/02 Algebra/02 short p2.pdf to Docs/F/03 2019 Maths/01 short p2.pdf
            moved Docs/F/02 Algebra/02 short p2.pdf to Docs/F/03 2019 Maths/01 short p2.pdf
            made Docs/F/7 Körper/01 short p1.pdf: short p1
            F  6 groups, 5 pages
            01 Sets/  1 page\n02 Algebra/  1 page\n03 2019 Maths/  1 page\n7 Körper/  1 page\n08 Last/  1 page\nMine/  0 pages
            01 Algebra\n02 Sets\n03 2019 Maths\n04 Körper\n05 Last\nMine

            """)
    }

    @Test func `a PDF is a bundle of its whole name, with a number that is its place or its title`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            mkdir Docs/Finals/Alone; cp ../short.pdf "Docs/Finals/Alone/01 good.pdf"; "$SHED" sync -q; ls Bundles Docs/Finals/Alone
            cp ../scan.pdf "Docs/Finals/Integration/12 Angry Men.pdf"; "$SHED" sync -q; cp ../exam.pdf "Docs/Finals/Integration/1. Klausur.pdf"; "$SHED" sync -q; ls Bundles; ls Docs/Finals/Integration | grep ' p1[.]'
            "$SHED" page show "Finals/Integration/01 1. Klausur p1" | head -1 | cut -d ' ' -f 1-4; "$SHED" check; "$SHED" sync
            """)
        #expect(output == """
            Bundles:\n01 good\nCalculus\n\nDocs/Finals/Alone:\n01 01 good p1.pdf\n02 01 good p2.pdf
            01 good\n1. Klausur\n12 Angry Men\nCalculus
            01 1. Klausur p1.pdf\n14 12 Angry Men p1.pdf
            01 1. Klausur p1.pdf
            Nothing changed.
            Nothing found.

            """)
    }

    /// Nobody knows in which order they came, and no time of a file says so: one that is moved is as old as it was, and a copy what
    /// its program makes it.
    @Test func `that came since the last look stand by name, behind those that were there then`() throws {
        let shelf = try Shelf.withPapers()
        for (name, word) in [("z", "Z"), ("c10", "Ten"), ("c2", "Two"), ("a", "A")] { shelf.makePDF("\(name).pdf", 1, word) }
        let output = try shelf.exams("""
            order() { "$SHED" doc show $1 -0 | tr '\\0' '\\n'; }
            mkdir -p Docs/F/G; "$SHED" sync -q; cp ../z.pdf Docs/F/G; "$SHED" sync -q
            cp ../c10.pdf Docs/F/G; cp ../c2.pdf Docs/F/G; cp ../a.pdf Docs/F/G; touch -d 2001-01-01 Docs/F/G/c2.pdf; touch -d 2000-01-01 Docs/F/G/c10.pdf; "$SHED" sync -q; order F/G
            mkdir Docs/F/Zebra; mkdir Docs/F/Alpha; "$SHED" sync -q; mkdir Docs/F/Beta; "$SHED" sync -q; "$SHED" ls Docs/F -0 | tr '\\0' '\\n'
            """)
        #expect(output == """
            Docs/F/G/01 z p1.pdf\nDocs/F/G/02 a p1.pdf\nDocs/F/G/03 c2 p1.pdf\nDocs/F/G/04 c10 p1.pdf
            Docs/F/G\nDocs/F/Alpha\nDocs/F/Zebra\nDocs/F/Beta

            """)
    }

    @Test func `pages that leave a group, to another one or to Trash, leave the numbers of the others as they are`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            "$SHED" page move Finals/Integration/2 Finals/Other -q; ls Docs/Finals/Integration; "$SHED" page move Finals/Other/1 Finals/Integration -q; "$SHED" page delete Finals/Integration/3 -q; ls Docs/Finals/Integration
            "$SHED" doc order Finals/Integration -q; ls Docs/Finals/Integration; "$SHED" restore Trash/03* -q; "$SHED" sync -q; "$SHED" doc show Finals/Integration -0 | tr '\\0' '\\n'
            """)
        #expect(output == """
            01 Calculus p4.pdf\n03 Calculus p9.pdf
            01 Calculus p4.pdf\n04 Calculus p5.pdf
            01 Calculus p4.pdf\n02 Calculus p5.pdf
            Docs/Finals/Integration/01 Calculus p4.pdf\nDocs/Finals/Integration/02 Calculus p5.pdf\nDocs/Finals/Integration/03 Calculus p9.pdf

            """)
    }
}
