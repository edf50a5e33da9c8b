import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Names that begin with digits which are no numbers.
@Suite(.waitsForPrograms) struct `Years, dates and other digits before a name` {
    /// Bundles and docs that differ only in the year, and a group of each.
    private let years = """
        exec 2>&1
        for year in 2018 2019; do "$SHED" bundle add ../short.pdf --name "$year Übung" -q; "$SHED" doc new "$year Finals" -q; "$SHED" page add "$year Finals/Sets" --from "$year Übung" --pages 1 -q; done

        """

    @Test func `a verb takes no other bundle than the one of just that name`() throws {
        let output = try Shelf.withPapers().exams(years + """
            "$SHED" doc new Probe -q; for name in "2020 Übung" Übung "Bundles/2020 Übung"; do for verb in "page add Probe/X --pages 1 --from" "bundle delete" "bundle show" "page list --of"; do
              "$SHED" $verb "$name" 2>&1; echo $?; done; done | sort | uniq -c | sed 's/^ *//'
            "$SHED" bundle attach "2020 Übung" ../short.pdf --as ocr; echo $?; "$SHED" page repoint "2019 Finals/Sets/1" --bundle "2020 Übung"; echo $?
            "$SHED" page add "2018 Finals/Sets" --from "2019 übung" --pages 2; "$SHED" page list --of "2019 Übung" -0 | tr '\\0' '\\n'; ls Bundles
            """)
        let near = "Did you mean “2018 Übung” or “2019 Übung”?"
        #expect(output == """
            12 2
            4 shed: there is no bundle “2020 Übung”. \(near)
            4 shed: there is no bundle “Bundles/2020 Übung”. \(near)
            4 shed: there is no bundle “Übung”. “shed bundle list” lists them.
            shed: there is no bundle “2020 Übung”. \(near)\n2\nshed: there is no bundle “2020 Übung”. \(near)\n2
            made Docs/2018 Finals/Sets/02 2019 Übung p2.pdf: 2019 Übung p2
            Docs/2018 Finals/Sets/02 2019 Übung p2.pdf\nDocs/2019 Finals/Sets/01 2019 Übung p1.pdf
            2018 Übung\n2019 Übung

            """)
    }

    @Test func `a verb takes no other doc than the one of just that name`() throws {
        let output = try Shelf.withPapers().exams(years + """
            for name in "2024 Finals" Finals; do
              for verb in "doc delete" "page delete --yes --in" "page list --in" "doc show --json" "doc export --output ../x.pdf"; do "$SHED" $verb "$name" 2>&1; echo $?; done
            done | sort | uniq -c | sed 's/^ *//'
            "$SHED" doc delete "2019 Finals"; ls Docs Trash
            """)
        #expect(output == """
            10 2
            5 shed: there is no doc “2024 Finals”. Did you mean “2018 Finals” or “2019 Finals”?
            5 shed: there is no doc “Finals”. “shed doc list” lists them.
            moved Docs/2019 Finals to Trash/2019 Finals
            Docs:\n2018 Finals\n\nTrash:\n2019 Finals

            """)
    }

    @Test func `a group is named without its number, and not by another one`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            exec 2>&1; mkdir "Docs/Finals/3 Körper"; "$SHED" page add Finals/Körper --from Calculus --pages 1; "$SHED" doc order Finals Integration "3 Körper"
            "$SHED" page add Finals/Integration --from Calculus --pages 1 -q; "$SHED" page add "Finals/02 Integration" --from Calculus --pages 1
            "$SHED" page add "Finals/3 körper" --from Calculus --pages 2; "$SHED" page show "Finals/Integration/Calculus p5" | head -1 | cut -d ' ' -f 1-3; "$SHED" page show "Finals/Integration/03 Calculus p5.pdf"; echo $?
            "$SHED" doc order Finals "02 Integration" Körpr; find Docs -type d | sort
            """)
        #expect(output == """
            made Docs/Finals/Körper/01 Calculus p1.pdf: Calculus p1
            renamed Docs/Finals/Integration to Docs/Finals/01 Integration
            renamed Docs/Finals/3 Körper to Docs/Finals/02 3 Körper
            renamed Docs/Finals/Körper to Docs/Finals/03 Körper
            made Docs/Finals/02 Integration/01 Calculus p1.pdf: Calculus p1
            made Docs/Finals/02 3 Körper/01 Calculus p2.pdf: Calculus p2
            02 Calculus p5.pdf
            shed: there is no page “Finals/Integration/03 Calculus p5.pdf”. Did you mean “02 Calculus p5.pdf” or “03 Calculus p9.pdf”?\n2
            shed: there is no “Körpr” in Docs/Finals. Did you mean “Körper”?
            Docs\nDocs/Finals\nDocs/Finals/01 Integration\nDocs/Finals/02 3 Körper\nDocs/Finals/02 Integration\nDocs/Finals/03 Körper

            """)
    }

    // MARK: Dropped

    @Test func `a PDF that is dropped into a group keeps its year`() throws {
        let shelf = try Shelf.withPapers()
        let output = try shelf.exams(Shelf.finals + """
            cp ../short.pdf "Docs/Finals/Integration/2019 Maths.pdf"; cp ../scan.pdf "Docs/Finals/Integration/2020-06-12 Physik.pdf"; cp ../exam.pdf "Docs/Finals/Integration/06-12 Übung.pdf"
            "$SHED" sync -q; ls Bundles; ls Docs/Finals/Integration | grep 'p[12][.]'
            """)
        #expect(output == """
            06-12 Übung\n2019 Maths\n2020-06-12 Physik\nCalculus
            04 06-12 Übung p1.pdf\n05 06-12 Übung p2.pdf\n14 2019 Maths p1.pdf\n15 2019 Maths p2.pdf\n16 2020-06-12 Physik p1.pdf\n17 2020-06-12 Physik p2.pdf

            """)
        let page = try shelf.papers("page", "show", "Finals/Integration/14", "--json").json()
        #expect(page["name"]?.string == "14 2019 Maths p1.pdf" && page["bundleName"]?.string == "2019 Maths" && page["number"]?.integer == 1)
    }

    @Test func `one with a number is put at that place among numbered ones, one with a year behind them`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../marked.pdf --name Calculus -q; "$SHED" doc new Finals -q; "$SHED" page add Finals/G --from Calculus --pages 1-2 -q
            cp ../short.pdf "Docs/Finals/G/2019 Maths.pdf"; cp ../scan.pdf "Docs/Finals/G/7 Vektoren.pdf"; "$SHED" sync -q; ls Bundles; ls Docs/Finals/G | grep -v 'n p[0-9]*[2-9][.]'
            cp ../exam.pdf "Docs/Finals/G/1 Übung.pdf"; "$SHED" sync -q; ls Docs/Finals/G | head -11 | tail -2; ls Docs/Finals/G | tail -1; ls Bundles | wc -l
            """)
        #expect(output == """
            2019 Maths\n7 Vektoren\nCalculus
            01 Calculus p1.pdf\n02 Calculus p2.pdf\n03 7 Vektoren p1.pdf\n12 7 Vektoren p10.pdf\n13 7 Vektoren p11.pdf\n16 2019 Maths p1.pdf\n17 2019 Maths p2.pdf
            10 1 Übung p10.pdf\n11 Calculus p1.pdf\n27 2019 Maths p2.pdf\n4

            """)
    }

    @Test func `one that is alone in its group has no number`() throws {
        let output = try Shelf.withPapers().exams("""
            mkdir -p Docs/Y/A Docs/Y/B; cp ../short.pdf "Docs/Y/A/3 Körper.pdf"; cp ../exam.pdf "Docs/Y/B/1 Sets.pdf"; cp ../scan.pdf "Docs/Y/B/2 Limits.pdf"; "$SHED" sync -q
            ls Bundles Docs/Y/A; ls Docs/Y/B | grep ' p1[.]'
            """)
        #expect(output == "Bundles:\n1 Sets\n2 Limits\n3 Körper\n\nDocs/Y/A:\n01 3 Körper p1.pdf\n02 3 Körper p2.pdf\n01 1 Sets p1.pdf\n11 2 Limits p1.pdf\n")
    }

    // MARK: Numbers

    @Test func `nothing is numbered anew that shed did not number, unless it is asked to`() throws {
        let output = try Shelf.withPapers().exams("""
            list() { find Docs -mindepth 2 | sort; }
            mkdir -p "Docs/Y/2021 A" "Docs/Y/2021 B" "Docs/Z/01 A" "Docs/Z/01 B" "Docs/Z/3 Körper"; "$SHED" sync -q; list
            mkdir "Docs/Y/2024-05-01 Mock" "Docs/Y/3 Körper"; "$SHED" doc order Y "2024-05-01 Mock"; "$SHED" doc order Y "3 Körper"; "$SHED" sync -q; "$SHED" doc order Z B A
            """)
        #expect(output == """
            Docs/Y/2021 A\nDocs/Y/2021 B\nDocs/Z/01 A\nDocs/Z/01 B\nDocs/Z/3 Körper
            renamed Docs/Y/2024-05-01 Mock to Docs/Y/01 2024-05-01 Mock
            renamed Docs/Y/2021 A to Docs/Y/02 2021 A\nrenamed Docs/Y/2021 B to Docs/Y/03 2021 B\nrenamed Docs/Y/3 Körper to Docs/Y/04 3 Körper
            renamed Docs/Y/04 3 Körper to Docs/Y/01 3 Körper\nrenamed Docs/Y/01 2024-05-01 Mock to Docs/Y/02 2024-05-01 Mock
            renamed Docs/Y/02 2021 A to Docs/Y/03 2021 A\nrenamed Docs/Y/03 2021 B to Docs/Y/04 2021 B
            renamed Docs/Z/01 A to Docs/Z/02 A\nrenamed Docs/Z/3 Körper to Docs/Z/03 Körper

            """)
    }

    @Test func `what shed numbered is numbered anew where a person gives one of its numbers again`() throws {
        let output = try Shelf.withPapers().exams("""
            mkdir -p Docs/Y/A Docs/Y/B Docs/Y/2019; "$SHED" doc order Y A B -q; mv "Docs/Y/02 B" "Docs/Y/01 B"; "$SHED" sync -q; ls Docs/Y
            """)
        #expect(output == "01 B\n02 A\n03 2019\n")
    }

    @Test func `a page keeps its number where its bundle gets another name, or it gets another title`() throws {
        let output = try Shelf.withPapers().exams("""
            "$SHED" bundle add ../marked.pdf --name "2019 Maths" -q; "$SHED" doc new Finals -q; "$SHED" page add Finals/G --from "2019 Maths" --pages 1 -q; mv "Bundles/2019 Maths" "Bundles/2020 Maths"
            "$SHED" page show Finals/G/1 | head -1 | cut -d ' ' -f 1-4; "$SHED" page add Finals/G --from "2020 Maths" --pages 2
            mv "Docs/Finals/G/01 2019 Maths p1.pdf" "Docs/Finals/G/01 Mine.pdf"; "$SHED" page repoint Finals/G/2 --page 3; "$SHED" page move Finals/G/1 Finals/H; "$SHED" page show Finals/H/Mine | head -1 | cut -d ' ' -f 1-2
            """)
        #expect(output == """
            01 2019 Maths p1.pdf
            made Docs/Finals/G/02 2020 Maths p2.pdf: 2020 Maths p2
            repointed Docs/Finals/G/02 2020 Maths p3.pdf: 2020 Maths p3
            moved Docs/Finals/G/01 Mine.pdf to Docs/Finals/H/01 Mine.pdf
            01 Mine.pdf

            """)
    }
}
