import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Kills shed in the middle of what it does in a papers project, and looks at what the next `sync` makes of it.
@Suite(.waitsForPrograms) struct `Work on papers that is interrupted` {
    private let group = "Docs/Finals/Integration"
    /// Where a staged change can be killed, and where one that puts something aside. A short run kills each verb at every second.
    private static let points = ["sealed", "placed", "carried", "taken-in", "said", "unsealed"]
    private static let pointsOfRefusal = ["sealed", "placed", "carried", "taken-in", "said", "put-aside", "unsealed"]

    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withExam()
        _ = try shelf.inExam("mkdir -p \(group); cp ../Algebra.pdf \(group)/; \"$SHED\" sync > /dev/null")
        return shelf
    }

    /// Runs a command, then a sync that is killed at a point, then one that is not.
    private func interrupt(_ shelf: Shelf, at point: String, after command: String) throws {
        let output = try shelf.inExam("\(command); SHED_INTERRUPT_AT=\(point) \"$SHED\" sync > ../results 2>&1; echo $?")
        try #require(output == "\(128 + SIGKILL)\n", "\(point) was not reached: \(output)")
        _ = try shelf.exam("sync")
        let again = try shelf.exam("sync")
        #expect(again.text == "Nothing changed.\n", "\(again.text)\(again.err)")
        #expect(try shelf.inExam("ls -A .shed/staging/* 2> /dev/null || true") == "")
    }

    @Test(arguments: ["bundle-made", "bundle-filled", "written"]) func `a PDF becomes one bundle`(point: String) throws {
        let shelf = try Shelf.withExam()
        try interrupt(shelf, at: point, after: "cp ../Calculus.pdf Bundles/")
        #expect(try shelf.names("Bundles") == ["Calculus"])
        #expect(try shelf.inExam("cmp ../Calculus.pdf Bundles/Calculus/display.pdf && echo same") == "same\n")
    }

    @Test(arguments: ["sealed", "placed", "carried", "taken-in", "said", "unsealed", "pages-begun", "protected", "pages-numbered"])
    func `a PDF in a group becomes its pages, once`(point: String) throws {
        let shelf = try Shelf.withExam()
        try interrupt(shelf, at: point, after: "mkdir -p \(group); cp ../Algebra.pdf \(group)/")
        #expect(try shelf.names("Bundles") == ["Algebra"])
        let names = try shelf.names(group)
        #expect(names.count == 3, "\(names)")
        #expect(try Set(names.map { try shelf.text("\(group)/\($0)") }) == ["Algebra page 1", "Algebra page 2", "Algebra page 3"])
        #expect(try shelf.inExam("cmp ../Algebra.pdf Bundles/Algebra/display.pdf && echo same") == "same\n")
        #expect(!shelf.exists("Exam/Rejected"))
    }

    @Test(arguments: ShortRun.part(of: Self.pointsOfRefusal))
    func `an edit of a page is in Rejected, and the page is made anew`(point: String) throws {
        let shelf = try shelf()
        let path = "\(group)/02 Algebra p2.pdf"
        let id = try shelf.paperID(path)
        try interrupt(shelf, at: point, after: "cp ../Short.pdf ../edit.pdf; mv -f ../edit.pdf '\(path)'")
        #expect(try shelf.text(path) == "Algebra page 2")
        #expect(try shelf.paperID(path) == id)
        #expect(try shelf.inExam("cat Rejected/* | cmp - ../Short.pdf && echo kept") == "kept\n")
    }

    /// The folder Rejected is made again then under the ID that it had, which was missing.
    @Test(arguments: ["said", "noted", "put-aside"]) func `what is put aside keeps its reason, where Rejected was there before and went`(point: String) throws {
        let shelf = try shelf()
        _ = try shelf.inExam("""
            mkdir Docs/Stray; echo x > Docs/Stray/x.txt; "$SHED" sync -q > ../results || true; mv Rejected ../former; "$SHED" sync -q > ../results || true
            """)
        let path = "\(group)/02 Algebra p2.pdf"
        try interrupt(shelf, at: point, after: "cp ../Short.pdf ../edit.pdf; mv -f ../edit.pdf '\(path)'")
        let rejected = try shelf.exam("status", "--json").json()["rejected"]?.array ?? []
        #expect(rejected.map { $0["path"]?.string } == ["Rejected/02 Algebra p2.pdf"] && rejected.first?["rule"]?.string == "edited-page")
        #expect(try shelf.text(path) == "Algebra page 2")
    }

    @Test(arguments: ShortRun.part(of: Self.pointsOfRefusal, from: 1))
    func `a display variant that loses pages is in Rejected, and the old one is back`(point: String) throws {
        let shelf = try shelf()
        try interrupt(shelf, at: point, after: "cp ../Short.pdf Bundles/Algebra/display.pdf")
        #expect(try shelf.inExam("cmp ../Algebra.pdf Bundles/Algebra/display.pdf && cat Rejected/* | cmp - ../Short.pdf && echo both") == "both\n")
    }

    @Test(arguments: ShortRun.part(of: Self.points, from: 0)) func `a bundle in use comes back whole`(point: String) throws {
        let shelf = try shelf()
        let id = try shelf.paperID("Bundles/Algebra")
        try interrupt(shelf, at: point, after: "rm -r Bundles/Algebra")
        #expect(try shelf.names("Bundles") == ["Algebra"])
        #expect(try shelf.inExam("cmp ../Algebra.pdf Bundles/Algebra/display.pdf && echo same") == "same\n")
        #expect(try shelf.paperID("Bundles/Algebra") == id)
    }

    @Test(arguments: ["variant-renamed", "written"]) func `a display variant gets its name back`(point: String) throws {
        let shelf = try shelf()
        try interrupt(shelf, at: point, after: "mv Bundles/Algebra/display.pdf Bundles/Algebra/DISPLAY.pdf")
        #expect(try shelf.names("Bundles/Algebra") == ["display.pdf"])
        #expect(try shelf.inExam("cmp ../Algebra.pdf Bundles/Algebra/display.pdf && ls") == "Bundles\nDocs\nTrash\n")
    }

    @Test func `a bundle in use comes back from Trash`() throws {
        let shelf = try shelf()
        try interrupt(shelf, at: "bundle-returned", after: "mv Bundles/Algebra Trash/")
        #expect(try shelf.names("Bundles") == ["Algebra"])
        #expect(try shelf.names("Trash") == [])
    }

    @Test func `new numbers are given to the end`() throws {
        let shelf = try shelf()
        try interrupt(shelf, at: "renumbered", after: "mv '\(group)/01 Algebra p1.pdf' '\(group)/03 Algebra p1.pdf'")
        let names = try shelf.names(group)
        #expect(names.map { $0.prefix(3) } == ["01 ", "02 ", "03 "], "\(names)")
        #expect(try Set(names.map { try shelf.text("\(group)/\($0)") }) == ["Algebra page 1", "Algebra page 2", "Algebra page 3"])
    }

    @Test(arguments: ShortRun.part(of: Self.points, from: 1)) func `an annotated display variant is in all pages`(point: String) throws {
        let shelf = try shelf()
        try interrupt(shelf, at: point, after: "cp ../Annotated.pdf Bundles/Algebra/display.pdf")
        #expect(try shelf.names(group).map { try shelf.text("\(group)/\($0)") } == ["Annotated page 1", "Annotated page 2", "Annotated page 3"])
        #expect(!shelf.exists("Exam/Rejected"))
    }

    // MARK: Verbs

    /// Runs a verb that is killed at a point, and what the next `sync` makes of it.
    private func kill(_ shelf: Shelf, at point: String, _ command: String) throws {
        let output = try shelf.inExam("SHED_INTERRUPT_AT=\(point) \"$SHED\" \(command) > ../results 2>&1; echo $?")
        try #require(output == "\(128 + SIGKILL)\n", "\(point) was not reached: \(output)")
        _ = try shelf.exam("sync")
        let again = try shelf.exam("sync")
        #expect(again.text == "Nothing changed.\n", "\(again.text)\(again.err)")
        #expect(try shelf.inExam("ls -A .shed/staging/* 2> /dev/null || true") == "")
        #expect(!shelf.exists("Exam/Rejected"))
    }

    @Test(arguments: ShortRun.part(of: Self.points, from: 0)) func `bundle add makes one bundle`(point: String) throws {
        let shelf = try Shelf.withExam()
        try kill(shelf, at: point, "bundle add ../Calculus.pdf --ocr ../Short.pdf")
        #expect(try shelf.names("Bundles/Calculus") == ["display.pdf", "ocr.pdf"])
        #expect(try shelf.exam("bundle", "list", "--json").json().array?.count == 1)
    }

    @Test(arguments: ShortRun.part(of: Self.points, from: 1)) func `page add makes all pages`(point: String) throws {
        let shelf = try shelf()
        try kill(shelf, at: point, "page add Finals/Integration --from Algebra --pages 3,1")
        let names = try shelf.names(group)
        #expect(names == ["01 Algebra p1.pdf", "02 Algebra p2.pdf", "03 Algebra p3.pdf", "04 Algebra p3.pdf", "05 Algebra p1.pdf"])
        #expect(try shelf.text("\(group)/04 Algebra p3.pdf") == "Algebra page 3")
        #expect(try shelf.names("Bundles") == ["Algebra"])
        #expect(try shelf.exam("page", "versions", "\(group)/05 Algebra p1.pdf", "--json").json().array?.count == 1)
    }

    /// The group comes with its pages, or not at all.
    @Test(arguments: [("protected", 0), ("sealed", 2), ("placed", 2), ("carried", 2), ("taken-in", 2), ("said", 2)])
    func `page add makes a new group with all its pages, or none`(point: String, count: Int) throws {
        let shelf = try Shelf.withExam()
        _ = try shelf.inExam("\"$SHED\" bundle add ../Algebra.pdf -q; \"$SHED\" doc new Finals -q")
        try kill(shelf, at: point, "page add Finals/Integration --from Algebra --pages 3,1")
        #expect(try shelf.names("Docs/Finals") == (count == 0 ? [] : ["Integration"]))
        guard count > 0 else { return }
        #expect(try shelf.names(group) == ["01 Algebra p3.pdf", "02 Algebra p1.pdf"])
        #expect(try shelf.exam("page", "versions", "Finals/Integration/2", "--json").json().array?.count == 1)
        #expect(try shelf.exam("show", "--json", group).json()["kind"]?.string == "pageGroup")
    }

    /// Whatever was not moved stays, and no empty group does.
    @Test(arguments: [("sealed", 0), ("placed", 0), ("carried", 0), ("moved", 1)])
    func `page move into a new group loses nothing, and leaves no empty group`(point: String, count: Int) throws {
        let shelf = try shelf()
        let id = try shelf.paperID("\(group)/02 Algebra p2.pdf")
        try kill(shelf, at: point, "page move Finals/Integration/2 Finals/Integration/3 Finals/New")
        #expect(try shelf.names("Docs/Finals") == (count == 0 ? ["Integration"] : ["Integration", "New"]))
        #expect(try shelf.names(group).count == 3 - count)
        #expect(try shelf.paperID(count == 0 ? "\(group)/02 Algebra p2.pdf" : "Docs/Finals/New/01 Algebra p2.pdf") == id)
        #expect(try shelf.exam("page", "list", "-0").out.count { $0 == 0 } == 3)
    }

    @Test(arguments: ShortRun.part(of: Self.points, from: 0)) func `page repoint makes one version, and the page shows it`(point: String) throws {
        let shelf = try shelf()
        let id = try shelf.paperID("\(group)/01 Algebra p1.pdf")
        try kill(shelf, at: point, "page repoint '\(group)/01 Algebra p1.pdf' --page 3")
        let name = try #require(try shelf.names(group).first)
        #expect(try shelf.text("\(group)/\(name)") == "Algebra page 3")
        #expect(try shelf.paperID("\(group)/\(name)") == id)
        #expect(try shelf.exam("page", "versions", "\(group)/\(name)", "--json").json().array?.count == 2)
    }

    @Test(arguments: ShortRun.part(of: Self.points, from: 1)) func `bundle attach puts the new variant in place`(point: String) throws {
        let shelf = try shelf()
        try kill(shelf, at: point, "bundle attach Algebra ../Annotated.pdf --as display")
        #expect(try shelf.inExam("cmp ../Annotated.pdf Bundles/Algebra/display.pdf && echo same") == "same\n")
        #expect(try shelf.names(group).map { try shelf.text("\(group)/\($0)") } == ["Annotated page 1", "Annotated page 2", "Annotated page 3"])
    }

    @Test func `page delete and page move leave each page in one place`() throws {
        let shelf = try shelf()
        let id = try shelf.paperID("\(group)/01 Algebra p1.pdf")
        try kill(shelf, at: "trashed", "page delete '\(group)/01 Algebra p1.pdf'")
        #expect(try shelf.names("Trash") == ["01 Algebra p1.pdf"])
        #expect(try shelf.paperID("Trash/01 Algebra p1.pdf") == id)
        let second = try shelf.paperID("\(group)/02 Algebra p2.pdf")
        _ = try shelf.inExam("mkdir Docs/Finals/More; \"$SHED\" sync")
        try kill(shelf, at: "moved", "page move '\(group)/02 Algebra p2.pdf' Finals/More")
        #expect(try shelf.names(group) == ["03 Algebra p3.pdf"])
        #expect(try shelf.names("Docs/Finals/More").count == 1)
        let moved = try #require(try shelf.names("Docs/Finals/More").first)
        #expect(try shelf.paperID("Docs/Finals/More/\(moved)") == second)
    }

    /// What is damaged: a page's file, both variants, a protected copy; and a bundle is gone.
    @Test(arguments: ShortRun.pairs(of: Self.pointsOfRefusal, and: ["page", "ocr", "display", "bundle"]))
    func `repair goes on where it stopped, and keeps what stood there`(point: String, what: String) throws {
        let shelf = try shelf()
        let prepared = try shelf.inExam("cp ../Annotated.pdf Bundles/Algebra/ocr.pdf; \"$SHED\" sync -q; ls .shed/store | wc -l; find Bundles Docs .shed/store -type f -exec sha256sum {} + | sort -k 2 > ../whole")
        try #require(prepared == "2\n")
        // Damage that a sync leaves alone, or does not see: without a daemon, and with the rest of what sync does switched off.
        let damage = switch what {
        case "page": "printf x > ../edit; chmod 444 ../edit; mv -f ../edit '\(group)/02 Algebra p2.pdf'"
        case "ocr": "truncate -s -30 Bundles/Algebra/ocr.pdf"
        case "display": "truncate -s -30 Bundles/Algebra/display.pdf"
        default: "rm -r Bundles/Algebra"
        }
        _ = try shelf.inExam("echo 'rejection = \"report\"' >> .shed/settings.toml; \(damage)")
        let output = try shelf.inExam("SHED_INTERRUPT_AT=\(point) \"$SHED\" repair --yes -q > ../results 2>&1; echo $?")
        let said = try shelf.inExam("cat ../results")
        // Where nothing stood in the way nothing is put aside.
        try #require(output == (point == "put-aside" && what == "bundle" ? "0\n" : "\(128 + SIGKILL)\n"), "\(point) was not reached: \(output)\(said)")
        let rest = try shelf.exam("repair", "--yes", "-q")
        #expect(rest.code == 0, "\(rest.text)\(rest.err)")
        #expect(try shelf.exam("repair", "--dry-run").text == "Everything is whole.\n")
        #expect(try shelf.inExam("find Bundles Docs .shed/store -type f -exec sha256sum {} + | sort -k 2 | cmp - ../whole && echo whole") == "whole\n")
        #expect(try shelf.inExam("ls -A .shed/staging/* 2> /dev/null; ls -p .shed | grep -v / | tr '\n' ' '") == "project.json settings.toml template.json ")
        #expect(try shelf.inExam("ls Rejected 2> /dev/null | wc -l") == (what == "bundle" ? "0\n" : "1\n"))
    }
}
