import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// PDFs that every viewer opens.
@Suite(.waitsForPrograms) struct `PDFs that are not as they should be` {
    @Test(arguments: [
        "qpdf --encrypt '' owner 256 --extract=n -- ../marked.pdf ../in.pdf", "{ cat ../marked.pdf; head -c 3000 /dev/zero; } > ../in.pdf",
        "sed 's/^[0-9][0-9]*$/12/' ../marked.pdf > ../in.pdf",
    ]) func `are taken as they are, by verbs and by file manager alone`(make: String) throws {
        let output = try Shelf.withPapers().exams("""
            \(make); cmp -s ../in.pdf ../marked.pdf && echo same; "$SHED" bundle add ../in.pdf --name A; cmp ../in.pdf Bundles/A/display.pdf && echo kept; cp ../in.pdf Bundles/B.pdf; "$SHED" sync -q; cmp ../in.pdf Bundles/B/display.pdf && echo kept
            "$SHED" doc new Finals -q; "$SHED" page add Finals/G --from B --pages 4-5 -q; text Docs/Finals/G/02*; "$SHED" doc export Finals --output ../out.pdf -q; text ../out.pdf; qpdf --check ../out.pdf > /dev/null && echo sound
            "$SHED" doc sheet Finals --output ../out.png -q && echo drawn; cp ../in.pdf Bundles/A/ocr.pdf; "$SHED" sync -q; "$SHED" ocr -q; "$SHED" find --text 'Page 7' -q; echo $?; "$SHED" check -q; echo $?; "$SHED" repair --dry-run
            """)
        #expect(output == "made Bundles/A with 12 pages\nkept\nkept\nPage 5 \nPage 4 Page 5 \nsound\ndrawn\n0\n0\nEverything is whole.\n", "\(make)")
    }

    @Test(arguments: ["head -c -20 ../marked.pdf", "sed 's/%%EOF//; s/^[0-9][0-9]*$/12/' ../marked.pdf", "qpdf --encrypt user owner 256 -- ../marked.pdf -"])
    func `are refused where something is missing, or a password is`(make: String) throws {
        let output = try Shelf.withPapers().exams("""
            \(make) > ../in.pdf; "$SHED" bundle add ../in.pdf 2> "$T/said"; echo $?; grep -cE 'is damaged|asks for a password' "$T/said"; cp ../in.pdf Bundles/; "$SHED" sync -q > /dev/null; echo $?; ls Bundles Rejected
            """)
        #expect(output == "2\n1\n1\nBundles:\n\nRejected:\nin.pdf\n" || output == "1\n1\n1\nBundles:\n\nRejected:\nin.pdf\n", "\(make)\n\(output)")
    }
}
