import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Every display variant that a page showed is kept, named and can be put back.
@Suite(.waitsForPrograms) struct `Display variants that a bundle had` {
    /// The group's first page after three display variants.
    private static let three = Shelf.finals + """
        G=Finals/Integration; P=Docs/$G; for f in scan exam; do cp ../$f.pdf Bundles/Calculus/display.pdf; "$SHED" sync -q > /dev/null; done

        """
    private static let names = "sed 's/  [0-9-]* [0-9:]*  [0-9a-f]*…  [0-9,]* bytes  /: /'"

    @Test func `are named by the versions of pages, and taken out`() throws {
        let output = try Shelf.withPapers().exams(Self.three + """
            "$SHED" page versions $G/1 | grep -o '[a-z]*: Calculus p4.*' | sed 's/ (.*//'
            for v in 1 2 3; do "$SHED" page image $G/1 --version $v --output ../v$v.pdf -q; text ../v$v.pdf; done
            "$SHED" sync; "$SHED" repair --dry-run; "$SHED" check -q; echo $?; "$SHED" repair --prune --dry-run; ls .shed/store | wc -l
            """)
        #expect(output == """
            created: Calculus p4; of a display.pdf that was replaced since
            remade: Calculus p4; of a display.pdf that was replaced since
            remade: Calculus p4
            Page 4 \nScan 4 \nExam 4\u{20}
            Nothing changed.\nEverything is whole.\n0\nEverything that is kept is needed.\n3

            """)
    }

    @Test func `are listed, and put back with all pages made anew`() throws {
        let output = try Shelf.withPapers().exams(Self.three + """
            "$SHED" bundle versions Calculus | \(Self.names); "$SHED" bundle restore Calculus 2 --dry-run; "$SHED" bundle restore Calculus 2; cmp ../scan.pdf Bundles/Calculus/display.pdf && text $P/01*
            "$SHED" bundle restore Calculus $(sha256sum < ../marked.pdf | head -c 8); cmp ../marked.pdf Bundles/Calculus/display.pdf && text $P/03*
            "$SHED" bundle versions Calculus | \(Self.names); "$SHED" page versions $G/1 | grep -c remade; "$SHED" bundle restore Calculus 4; echo $?; "$SHED" sync; "$SHED" check -q; echo $?
            "$SHED" bundle versions Calculus --json | tr -d ' \\n' | grep -o '"current":true,"kept":true,"pages":.4,5,9.,"shownBy":' | wc -l
            "$SHED" page repoint $G/1 --page 12 -q; "$SHED" bundle restore Calculus 3; echo $?
            chmod -R u+w .shed/store; rm .shed/store/$(sha256sum < ../exam.pdf | head -c 64); "$SHED" bundle versions Calculus | grep -c 'there is no protected copy'; "$SHED" bundle restore Calculus 3 2> /dev/null; echo $?
            """)
        #expect(output == """
            version 1: 3 pages showed pages 4-5,9 of it\nversion 2: 3 pages showed pages 4-5,9 of it\nversion 3: 3 pages showed pages 4-5,9 of it  it is the one of now
            would have restored Bundles/Calculus/display.pdf, version 2, with 13 pages\nrestored Bundles/Calculus/display.pdf, version 2, with 13 pages\nScan 4\u{20}
            restored Bundles/Calculus/display.pdf, version 1, with 12 pages\nPage 9\u{20}
            version 1: 3 pages showed pages 4-5,9 of it  it is the one of now\nversion 2: 3 pages showed pages 4-5,9 of it\nversion 3: 3 pages showed pages 4-5,9 of it
            4\n2\nNothing changed.\n0\n1\n1\n1\n1
            shed: Bundles/Calculus has no version “4”. It has versions 1 to 3; “shed bundle versions” shows them.
            shed: Bundles/Calculus/display.pdf: It has 10 pages, and Docs/Finals/Integration/01 Calculus p12.pdf shows page 12 [bundle-in-use]. Delete the pages that use it first (“shed bundle show” lists them), or let it stay.

            """)
    }

    /// What was saved over a display variant and was not looked at yet is nowhere else.
    @Test(arguments: ["bundle attach Calculus ../exam.pdf --as display", "bundle restore Calculus 1"])
    func `do not replace what somebody saved there just now`(verb: String) throws {
        let output = try Shelf.withPapers().exams(Self.three + """
            cp ../exam.pdf ../new.pdf; printf '%%more\\n' >> ../new.pdf; cp ../new.pdf Bundles/Calculus/display.pdf
            "$SHED" \(verb) -q 2> "$T/said"; echo $?; cmp ../new.pdf Rejected/display.pdf && echo kept; grep -c 'Rejected/display.pdf' "$T/said"; "$SHED" sync -q; "$SHED" check -q; echo $?
            """)
        #expect(output.hasPrefix("0\nkept\n1\n"), "\(output)")
    }
}
