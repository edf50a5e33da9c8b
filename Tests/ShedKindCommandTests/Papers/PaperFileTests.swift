import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What people do in a papers project with a file manager alone, with no daemon and then `shed sync`.
@Suite(.waitsForPrograms) struct `Papers by file manager` {
    private let group = "Docs/Finals/Integration"

    /// With Algebra's three pages in a group.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withExam()
        _ = try shelf.inExam("mkdir -p \(group); cp ../Algebra.pdf \(group)/; \"$SHED\" sync > /dev/null")
        try #require(try shelf.names(group) == ["01 Algebra p1.pdf", "02 Algebra p2.pdf", "03 Algebra p3.pdf"])
        return shelf
    }

    private func requireSettled(_ shelf: Shelf) throws {
        let again = try shelf.exam("sync")
        #expect(again.text == "Nothing changed.\n", "\(again.text)\(again.err)")
        #expect(try shelf.inExam("ls -A .shed/staging/* 2> /dev/null || true") == "")
    }

    @Test(arguments: ["Display.pdf", "DISPLAY.PDF"]) func `a display variant whose name changes in case gets it back, once`(name: String) throws {
        let shelf = try shelf()
        let id = try shelf.paperID("Bundles/Algebra/display.pdf")
        _ = try shelf.inExam("mv Bundles/Algebra/display.pdf Bundles/Algebra/\(name); \"$SHED\" sync")
        #expect(try shelf.names("Bundles/Algebra") == ["display.pdf"])
        #expect(try shelf.inExam("cmp ../Algebra.pdf Bundles/Algebra/display.pdf && echo same; ls") == "same\nBundles\nDocs\nTrash\n")
        #expect(try shelf.paperID("Bundles/Algebra/display.pdf") == id)
        try requireSettled(shelf)
    }

    @Test func `a page whose file gets another ending is still a page, and needs its bundle`() throws {
        let shelf = try shelf()
        let id = try shelf.paperID("\(group)/02 Algebra p2.pdf")
        _ = try shelf.inExam("cd \(group); mv 01* 01.txt; mv '02 Algebra p2.pdf' '02 Algebra p2.bak'; rm 03*; \"$SHED\" sync; \"$SHED\" page delete --missing --yes -q")
        #expect(try shelf.paperID("\(group)/02 Algebra p2.bak") == id)
        #expect(try shelf.exam("page", "list").text.split(separator: "\n").count { $0.contains("Algebra") } == 2)
        #expect(try shelf.exam("bundle", "delete", "Algebra").code == 1)
        #expect(try shelf.exam("check").text.contains("02 Algebra p2.bak"))
        try requireSettled(shelf)
    }

    @Test func `PDFs of one number that come together stay together, before what had that number`() throws {
        let shelf = try shelf()
        shelf.makePDF("Second", pages: 2)
        shelf.makePDF("Third", pages: 2)
        _ = try shelf.inExam("cp ../Second.pdf '\(group)/02 Second.pdf'; cp ../Third.pdf '\(group)/02 Third.pdf'; \"$SHED\" sync")
        #expect(try shelf.names(group) == [
            "01 Algebra p1.pdf", "02 02 Second p1.pdf", "03 02 Second p2.pdf", "04 02 Third p1.pdf", "05 02 Third p2.pdf", "06 Algebra p2.pdf",
            "07 Algebra p3.pdf",
        ])
        try requireSettled(shelf)
    }

    @Test func `a repair says which protected copies it made anew, also where the walk before it did`() throws {
        let shelf = try shelf()
        _ = try shelf.inExam("f=$(ls .shed/store/*); chmod u+w $f; echo garbage >> $f")
        let result = try shelf.exam("repair", "--yes")
        #expect(result.code == 0 && result.text.contains("repaired  Bundles/Algebra: The protected copy of display.pdf"), "\(result.text)\(result.err)")
        #expect(try shelf.exam("repair").text == "Everything is whole.\n")
    }

    @Test func `what went to Rejected, and what came back, is in the log`() throws {
        let shelf = try shelf()
        _ = try shelf.inExam("cp ../Short.pdf Bundles/Algebra/display.pdf; \"$SHED\" sync; rm -r Bundles/Algebra; \"$SHED\" sync")
        let log = try shelf.inExam("\"$SHED\" log --limit 50")
        #expect(log.contains("Bundles/Algebra/display.pdf was rejected: "), "\(log)")
        #expect(log.contains("Bundles/Algebra was put back: Pages are made from it. It came from the protected copy"), "\(log)")
    }

    /// Seed 004, “Import Process”.
    @Test func `a PDF that is put into Bundles becomes a bundle of its name, with the ID that it had`() throws {
        let shelf = try Shelf.withExam()
        _ = try shelf.inExam("cp ../Calculus.pdf Bundles/; \"$SHED\" sync")
        #expect(try shelf.names("Bundles") == ["Calculus"])
        #expect(try shelf.names("Bundles/Calculus") == ["display.pdf"])
        #expect(try shelf.inExam("cmp ../Calculus.pdf Bundles/Calculus/display.pdf && echo same") == "same\n")
        #expect(try shelf.exam("show", "--json", "Bundles/Calculus").json()["kind"]?.string == "bundle")
        // Another of the same name.
        _ = try shelf.inExam("cp ../Algebra.pdf Bundles/calculus.pdf; \"$SHED\" sync")
        #expect(try shelf.names("Bundles") == ["Calculus", "calculus (2)"])
        try requireSettled(shelf)
    }

    @Test func `a PDF that is put into a page group becomes a bundle and pages that cannot be written to`() throws {
        let shelf = try shelf()
        #expect(try shelf.names("Bundles") == ["Algebra"])
        #expect(try shelf.text("\(group)/02 Algebra p2.pdf") == "Algebra page 2")
        #expect(try shelf.exam("show", "--json", "\(group)/02 Algebra p2.pdf").json()["kind"]?.string == "page")
        #expect(try shelf.exam("show", "--json", group).json()["kind"]?.string == "pageGroup")
        #expect(try shelf.exam("show", "--json", "Docs/Finals").json()["kind"]?.string == "doc")
        #expect(try shelf.inExam("stat -c %a \(group)/*") == "444\n444\n444\n")
        try requireSettled(shelf)
    }

    @Test func `the same PDF in another group makes pages of the same bundle`() throws {
        let shelf = try shelf()
        _ = try shelf.inExam("mkdir Docs/Finals/More; cp ../Algebra.pdf Docs/Finals/More/Copy.pdf; \"$SHED\" sync")
        #expect(try shelf.names("Bundles") == ["Algebra"])
        #expect(try shelf.names("Docs/Finals/More") == ["01 Algebra p1.pdf", "02 Algebra p2.pdf", "03 Algebra p3.pdf"])
        try requireSettled(shelf)
    }

    @Test func `a copy of a page is a page that shows the same`() throws {
        let shelf = try shelf()
        _ = try shelf.inExam("cp -a '\(group)/02 Algebra p2.pdf' '\(group)/04 again.pdf'; \"$SHED\" sync")
        #expect(try shelf.names("Bundles") == ["Algebra"])
        #expect(try shelf.names(group).count == 4)
        #expect(try shelf.paperID("\(group)/04 again.pdf") != shelf.paperID("\(group)/02 Algebra p2.pdf"))
        try requireSettled(shelf)
    }

    @Test(arguments: [
        ("03 Algebra p3.pdf", "01 Algebra p3.pdf", ["01 Algebra p3.pdf", "02 Algebra p1.pdf", "03 Algebra p2.pdf"]),
        ("01 Algebra p1.pdf", "03 Algebra p1.pdf", ["01 Algebra p2.pdf", "02 Algebra p3.pdf", "03 Algebra p1.pdf"]),
        ("01 Algebra p1.pdf", "09 Algebra p1.pdf", ["02 Algebra p2.pdf", "03 Algebra p3.pdf", "09 Algebra p1.pdf"]),
    ]) func `the number before a name is its place`(from: String, to: String, order: [String]) throws {
        let shelf = try shelf()
        let id = try shelf.paperID("\(group)/\(from)")
        _ = try shelf.inExam("mv '\(group)/\(from)' '\(group)/\(to)'; \"$SHED\" sync")
        #expect(try shelf.names(group) == order)
        #expect(try shelf.paperID("\(group)/" + (order.first { $0.hasSuffix(to.dropFirst(3)) } ?? "")) == id)
        try requireSettled(shelf)
    }

    @Test func `a PDF with a number goes between the pages that there are`() throws {
        let shelf = try shelf()
        _ = try shelf.inExam("cp ../Short.pdf '\(group)/02 Short.pdf'; \"$SHED\" sync")
        #expect(try shelf.names(group) == ["01 Algebra p1.pdf", "02 02 Short p1.pdf", "03 Algebra p2.pdf", "04 Algebra p3.pdf"])
        try requireSettled(shelf)
    }

    /// A page is in one group; it moves with its history.
    /// Source: seed 004_874d967c4a34cac1.txt, “Page”, rule 2: exactly one PageGroup.
    @Test func `a page that is dragged to another group keeps its ID`() throws {
        let shelf = try shelf()
        let id = try shelf.paperID("\(group)/02 Algebra p2.pdf")
        _ = try shelf.inExam("mkdir Docs/Finals/More; mv '\(group)/02 Algebra p2.pdf' Docs/Finals/More/; \"$SHED\" sync")
        #expect(try shelf.paperID("Docs/Finals/More/02 Algebra p2.pdf") == id)
        #expect(!shelf.exists("Exam/Rejected"))
        try requireSettled(shelf)
    }

    @Test(arguments: ["Docs", "Docs/Finals", "Bundles", "Bundles/Algebra", "."]) func `a page anywhere else goes home`(folder: String) throws {
        let shelf = try shelf()
        let id = try shelf.paperID("\(group)/02 Algebra p2.pdf")
        _ = try shelf.inExam("mv '\(group)/02 Algebra p2.pdf' \(folder)/; \"$SHED\" sync")
        #expect(try shelf.paperID("\(group)/02 Algebra p2.pdf") == id)
        #expect(!shelf.exists("Exam/Rejected"))
        #expect(try shelf.names("Bundles") == ["Algebra"])
    }

    @Test(arguments: [("Bundles/Algebra", "Docs"), ("Docs/Finals", "Bundles"), ("Docs/Finals/Integration", "Docs")])
    func `bundles, docs and groups that are moved where they would be something else go home`(path: String, folder: String) throws {
        let shelf = try shelf()
        let id = try shelf.paperID(path)
        _ = try shelf.inExam("mv \(path) \(folder)/; \"$SHED\" sync")
        #expect(try shelf.paperID(path) == id)
    }

    /// A page brought back has its history: it is the same page.
    @Test func `a deleted page is missing, and is itself when it comes back`() throws {
        let shelf = try shelf()
        let path = "\(group)/02 Algebra p2.pdf"
        let id = try shelf.paperID(path)
        _ = try shelf.inExam("mv '\(path)' ../trashed.pdf; \"$SHED\" sync")
        #expect(try shelf.names(group) == ["01 Algebra p1.pdf", "03 Algebra p3.pdf"])
        _ = try shelf.inExam("mv ../trashed.pdf '\(path)'; \"$SHED\" sync")
        #expect(try shelf.paperID(path) == id)
        try requireSettled(shelf)
    }

    // MARK: What is in use

    /// Seed 004, PDFBundle, rule 7: “Cannot be deleted if referenced by any Page”.
    @Test(arguments: [
        "mv Bundles/Algebra Trash/", "mv Bundles/Algebra ../", "rm -r Bundles/Algebra", "rm Bundles/Algebra/display.pdf", "rm -r Bundles",
        "mv Bundles/Algebra/display.pdf ../",
    ]) func `a bundle in use comes back`(command: String) throws {
        let shelf = try shelf()
        let id = try shelf.paperID("Bundles/Algebra")
        let result = try shelf.inExam("\(command); \"$SHED\" sync; echo $?")
        #expect(result.contains("bundle-in-use") && result.hasSuffix("\n1\n"))
        #expect(try shelf.inExam("cmp ../Algebra.pdf Bundles/Algebra/display.pdf && echo same") == "same\n")
        #expect(try shelf.paperID("Bundles/Algebra") == id)
        #expect(try shelf.text("\(group)/02 Algebra p2.pdf") == "Algebra page 2")
        try requireSettled(shelf)
    }

    @Test(arguments: ["mv Bundles/Algebra ../", "rm -r Bundles/Algebra"]) func `a bundle in use comes back with all its variants`(command: String) throws {
        let shelf = try shelf()
        _ = try shelf.inExam("cp ../Annotated.pdf Bundles/Algebra/ocr.pdf; cp ../Calculus.pdf Bundles/Algebra/original.pdf; \"$SHED\" sync")
        #expect(try shelf.inExam("\(command); \"$SHED\" sync").contains("bundle-in-use"))
        #expect(try shelf.inExam("cd Bundles/Algebra; cmp ../../../Algebra.pdf display.pdf && cmp ../../../Annotated.pdf ocr.pdf && cmp ../../../Calculus.pdf original.pdf && echo all") == "all\n")
        try requireSettled(shelf)
    }

    @Test func `without qpdf a new PDF waits`() throws {
        let shelf = try shelf()
        let result = try shelf.inExam("mkdir ../bin; for p in sh ls; do ln -s $(command -v $p) ../bin/; done; cp ../Short.pdf Bundles/; PATH=$(realpath ../bin) \"$SHED\" sync; echo $?; ls Bundles; \"$SHED\" sync > /dev/null; ls Bundles")
        #expect(result.contains("Bundles/Short.pdf: It cannot be looked into: the program qpdf is not installed") && result.hasSuffix("\n1\nAlgebra\nShort.pdf\nAlgebra\nShort\n"), "\(result)")
    }

    @Test func `a display variant that is given another name is an attachment, and is put back`() throws {
        let shelf = try shelf()
        let result = try shelf.inExam("mv Bundles/Algebra/display.pdf Bundles/Algebra/final.pdf; \"$SHED\" sync; echo $?")
        #expect(result.contains("bundle-in-use") && result.hasSuffix("\n1\n"))
        #expect(try shelf.names("Bundles/Algebra") == ["display.pdf", "final.pdf"])
        #expect(!shelf.exists("Exam/Rejected"))
        try requireSettled(shelf)
    }

    @Test func `a bundle that no page shows may go`() throws {
        let shelf = try Shelf.withExam()
        #expect(try shelf.inExam("cp ../Calculus.pdf Bundles/; \"$SHED\" sync > /dev/null; mv Bundles/Calculus Trash/; \"$SHED\" sync; ls Bundles Trash") == """
            moved    Bundles/Calculus/ → Trash/Calculus/
            Bundles:

            Trash:
            Calculus

            """)
    }

    @Test(arguments: ["rm", "rm --permanently --yes"]) func `shed rm refuses what is in use`(verb: String) throws {
        let shelf = try shelf()
        for path in ["Bundles/Algebra", "Bundles/Algebra/display.pdf", "Bundles"] {
            let result = try shelf.run((verb.split(separator: " ").map(String.init) + [path]).map { Array($0.utf8) }, in: "Exam")
            #expect(result.code == 1 && result.err.contains("[bundle-in-use]"), "\(path): \(result.err)")
            #expect(shelf.exists("Exam/Bundles/Algebra/display.pdf"))
        }
    }

    /// Seed 004, PDFBundle, rule 7: “Cannot be modified in ways that break existing Page references”.
    @Test func `what was put back is the last that was done, and what was refused is listed each time`() throws {
        let shelf = try shelf()
        let refuse = "cp ../Short.pdf Bundles/Algebra/display.pdf; \"$SHED\" sync -q > /dev/null 2>&1"
        let output = try shelf.inExam("""
            ls \(group) | sort > ../before; \(refuse); "$SHED" undo -q 2>&1 | grep -c 'cannot be taken back'; ls \(group) | sort | cmp - ../before && echo same
            rm Rejected/display.pdf; rmdir Rejected; "$SHED" sync -q; \(refuse); "$SHED" status; "$SHED" show Rejected/display.pdf | grep -c bundle-in-use
            """)
        #expect(output.hasPrefix("1\nsame\nRejected\n  Rejected/display.pdf  bundle-in-use, from Bundles/Algebra/display.pdf, "), "\(output)")
        #expect(output.hasSuffix("\n1\n"), "\(output)")
    }

    @Test func `a page that is gone is not said to be what else came into its group`() throws {
        let output = try shelf().inExam("""
            cp "\(group)/02 Algebra p2.pdf" ../p2.pdf; "$SHED" sync -q; rm -f "\(group)/02 Algebra p2.pdf"
            (cat ../p2.pdf; echo "% seen") > "\(group)/x.pdf"; "$SHED" status > ../said; grep -q x.pdf ../said && grep -q "02 Algebra p2" ../said && grep -c "likely what" ../said
            """)
        #expect(output == "0\n", "\(output)")
    }

    @Test func `an annotated display variant counts, and what it was before is kept`() throws {
        let shelf = try shelf()
        #expect(try shelf.inExam("cp ../Annotated.pdf Bundles/Algebra/display.pdf; \"$SHED\" sync; echo $?").hasSuffix("\n0\n"))
        #expect(try shelf.text("\(group)/02 Algebra p2.pdf") == "Annotated page 2")
        #expect(try shelf.inExam("cat .shed/store/$(sha256sum < ../Algebra.pdf | cut -d' ' -f1) | cmp - ../Algebra.pdf && echo kept") == "kept\n")
        #expect(!shelf.exists("Exam/Rejected"))
        try requireSettled(shelf)
    }

    @Test(arguments: ["Short.pdf", "garbage"]) func `a display variant that loses pages is put back`(file: String) throws {
        let shelf = try shelf()
        shelf.makeFile("garbage", "%PDF-1.7\nnot at all\n")
        #expect(try shelf.inExam("cp ../\(file) Bundles/Algebra/display.pdf; \"$SHED\" sync; echo $?").hasSuffix("\n1\n"))
        #expect(try shelf.inExam("cmp ../Algebra.pdf Bundles/Algebra/display.pdf && cmp ../\(file) Rejected/display.pdf && echo both") == "both\n")
        #expect(try shelf.text("\(group)/03 Algebra p3.pdf") == "Algebra page 3")
        try requireSettled(shelf)
    }

    @Test func `an edit of a page's file is kept in Rejected, and the file made anew`() throws {
        let shelf = try shelf()
        let path = "\(group)/02 Algebra p2.pdf"
        let id = try shelf.paperID(path)
        _ = try shelf.inExam("cp '\(path)' ../before.pdf; cp ../Short.pdf ../edit.pdf; mv -f ../edit.pdf '\(path)'; \"$SHED\" sync")
        #expect(try shelf.inExam("cmp '\(path)' ../before.pdf && cmp ../Short.pdf 'Rejected/02 Algebra p2.pdf' && echo both") == "both\n")
        #expect(try shelf.paperID(path) == id)
        let rejected = try shelf.exam("status", "--json").json()["rejected"]?.array?.first
        #expect(rejected?["rule"]?.string == "edited-page")
        #expect(rejected?["origin"]?.string == path)
        #expect(try shelf.inExam("touch '\(path)'; \"$SHED\" sync").contains("rejected") == false)
        try requireSettled(shelf)
    }

    // MARK: What is none

    @Test(arguments: [
        ("echo x > Bundles/x.pdf", "x.pdf", "not-a-pdf"), ("echo x > Bundles/x.txt", "x.txt", "not-a-pdf"),
        ("echo x > Bundles/Algebra/x.txt", "x.txt", "not-a-pdf"), ("head -c 300 ../Calculus.pdf > Docs/Finals/Integration/x.pdf", "x.pdf", "not-a-pdf"),
        ("qpdf --encrypt u o 256 -- ../Calculus.pdf Bundles/x.pdf", "x.pdf", "not-a-pdf"), ("mkdir Docs/Finals/Integration/In", "In", "nested-group"),
        ("cp ../Short.pdf Docs/", "Short.pdf", "wrong-type"), ("cp ../Short.pdf .", "Short.pdf", "file-at-root"),
    ]) func `what is no PDF, or in the wrong place, goes to Rejected`(command: String, name: String, rule: String) throws {
        let shelf = try shelf()
        _ = try shelf.inExam("\(command); \"$SHED\" sync")
        let rejected = try shelf.exam("status", "--json").json()["rejected"]?.array?.first
        #expect(rejected?["rule"]?.string == rule)
        #expect(rejected?["path"]?.string == "Rejected/\(name)")
        #expect(try shelf.names("Bundles") == ["Algebra"])
        #expect(try shelf.names(group).count == 3)
    }

    @Test func `other PDFs in a bundle are attachments`() throws {
        let shelf = try shelf()
        _ = try shelf.inExam("cp ../Short.pdf Bundles/Algebra/Solutions.pdf; \"$SHED\" sync")
        #expect(try shelf.names("Bundles/Algebra") == ["Solutions.pdf", "display.pdf"])
        try requireSettled(shelf)
    }

    @Test func `a verb that is for no papers leaves a new PDF alone, and sync takes it in`() throws {
        let shelf = try shelf()
        #expect(try shelf.inExam("cp ../Short.pdf Bundles/; \"$SHED\" tag new x > /dev/null 2>&1; ls Bundles; \"$SHED\" sync > /dev/null; ls Bundles") == "Algebra\nShort.pdf\nAlgebra\nShort\n")
    }

    @Test func `without protected copies nothing can be put back, and that is said`() throws {
        let shelf = try Shelf.withExam()
        TestFile.write("[papers]\nprotect = \"none\"\n", to: "\(shelf.work)/Exam/.shed/settings.toml")
        _ = try shelf.inExam("mkdir -p \(group); cp ../Algebra.pdf \(group)/; \"$SHED\" sync > /dev/null")
        #expect(try shelf.inExam("ls .shed/store 2>/dev/null | wc -l") == "0\n")
        let result = try shelf.inExam("rm Bundles/Algebra/display.pdf; \"$SHED\" sync; echo $?")
        #expect(result.contains("There is no protected copy to put back.") && result.hasSuffix("\n1\n"))
        #expect(try shelf.names(group).count == 3)
    }
}
