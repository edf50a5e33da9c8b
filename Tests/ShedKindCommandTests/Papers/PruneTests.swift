import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `repair --prune`: protected copies and texts that nothing needs go, and nothing else does.
@Suite(.waitsForPrograms) struct `Protected copies that are not needed` {
    private let group = "Docs/Finals/Integration"

    /// With the bundle Algebra in three variants, its text and its annotations, its three pages in a group, and a bundle Calculus without any.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withExam()
        shelf.makePDF("Scan", pages: 3)
        shelf.makePDF("Exam paper", pages: 3)
        let output = try shelf.inExam("""
            "$SHED" bundle add ../Algebra.pdf --ocr ../Scan.pdf --original "../Exam paper.pdf" -q; "$SHED" bundle add ../Calculus.pdf -q
            "$SHED" doc new Finals -q; "$SHED" page add Finals/Integration --from Algebra --pages 1-3 -q; "$SHED" ocr Algebra -q
            ls .shed/store | wc -l; ls .shed/text | wc -l; "$SHED" check -q; echo $?
            """)
        try #require(output == "3\n2\n0\n")
        return shelf
    }

    private func kept(_ shelf: Shelf) throws -> String {
        try shelf.inExam("[ ! -d .shed/store ] || find .shed/store .shed/text -type f -exec sha256sum {} + | sort -k 2")
    }

    /// Seed 004, PageVersion, rules 3 and 4: “Complete history retained”, “Referenced PDFBundles must not be destructively
    /// altered”.
    @Test(arguments: [
        ":", "rm -r Docs/Finals", "mv Docs/Finals ../", "rm Docs/Finals/Integration/*", "mv Docs/Finals Trash/", "\"$SHED\" doc delete Finals -q",
        "\"$SHED\" page delete Finals/Integration/1 Finals/Integration/2 -q", "rm -r Docs/Finals Bundles/Algebra", "mv Docs/Finals Bundles/Algebra Trash/", "rm -r Docs Bundles",
        "\"$SHED\" page repoint Finals/Integration/1 --bundle Calculus --page 1 -q; \"$SHED\" page delete Finals/Integration/2 Finals/Integration/3 -q; \"$SHED\" empty-trash --yes -q",
        "cp ../Annotated.pdf Bundles/Algebra/display.pdf",
        "mkdir Docs/Other; mv Docs/Finals/Integration Docs/Other; rm -r Docs/Finals",
    ]) func `are none of those that a page, a version or a bundle needs, wherever it is`(command: String) throws {
        let shelf = try shelf()
        _ = try shelf.inExam("\(command); \"$SHED\" sync -q")
        let before = try kept(shelf)
        let result = try shelf.exam("repair", "--prune", "--yes")
        #expect(result.code == 0 && result.text == "Everything that is kept is needed.\n", "\(result.text)\(result.err)")
        #expect(try kept(shelf) == before)
        #expect(before.count > 3 * 64)
    }

    /// Seed 004, Deletion Rules: “PDFBundle can only be deleted if no Page references it”. Then nothing is left of it.
    private let giveUp = "\"$SHED\" doc delete Finals -q; \"$SHED\" empty-trash --yes -q; \"$SHED\" bundle delete Algebra -q; \"$SHED\" empty-trash --yes -q"

    @Test func `go when their bundle and its pages were deleted for good, after a question`() throws {
        let shelf = try shelf()
        _ = try shelf.inExam(giveUp)
        let before = try kept(shelf)
        let foreseen = try shelf.exam("repair", "--prune", "--dry-run", "--json").json().array ?? []
        #expect(foreseen.compactMap { $0["sort"]?.string }.sorted() == ["copy", "copy", "copy", "text", "text"])
        #expect(foreseen.allSatisfy { $0["done"] == false && $0["error"] == .null && ($0["bytes"]?.integer ?? 0) > 0 })
        #expect(try shelf.exam("repair", "--prune").code != 0, "nobody answers")
        #expect(try kept(shelf) == before)
        let result = try shelf.exam("repair", "--prune", "--yes")
        let bytes = foreseen.reduce(0) { $0 + ($1["bytes"]?.integer ?? 0) }
        #expect(result.code == 0 && result.text.hasSuffix("removed 5 files of \(bytes) bytes\n"), "\(result.text)\(result.err)")
        #expect(try kept(shelf) == "")
        #expect(try shelf.exam("repair", "--prune", "--json", "--yes").json() == [])
        #expect(try shelf.exam("check", "-q").code == 0)
    }

    @Test func `go when a variant that no page is made from was replaced, and those of the new one stay`() throws {
        let shelf = try shelf()
        let result = try shelf.inExam("""
            "$SHED" bundle attach Algebra ../Annotated.pdf --as ocr -q; "$SHED" ocr -q; "$SHED" repair --prune --yes -q; echo $?
            for f in Algebra Scan "Exam paper" Annotated; do h=$(sha256sum < "../$f.pdf" | cut -d' ' -f1); ls .shed/store .shed/text | grep -c "$h"; done
            "$SHED" check -q; "$SHED" repair --dry-run
            """)
        #expect(result == "0\n2\n0\n1\n2\nEverything is whole.\n")
    }

    /// Also the display variants between the first one, which versions saw from the beginning, and the last one, which pages show.
    @Test func `are none of those that a page ever showed, until the pages are given up`() throws {
        let shelf = try shelf()
        let result = try shelf.inExam("""
            for f in Annotated Calculus; do cp ../$f.pdf Bundles/Algebra/display.pdf; "$SHED" sync -q; done; "$SHED" repair --prune --yes -q; echo $?
            for f in Algebra Annotated Calculus; do h=$(sha256sum < "../$f.pdf" | cut -d' ' -f1); ls .shed/store | grep -c "$h"; done
            "$SHED" page repoint Finals/Integration/1 --page 6 -q; "$SHED" repair --dry-run
            """)
        #expect(result == "0\n1\n1\n1\nEverything is whole.\n")
        // The last one is also what another bundle has.
        let calculus = try shelf.inExam("sha256sum < ../Calculus.pdf").prefix(64)
        #expect(try shelf.inExam(giveUp + "; \"$SHED\" repair --prune --yes -q; ls .shed/store; ls .shed/text") == "\(calculus)\n")
    }

    @Test(arguments: [
        ("touch .git/index.lock", "rm .git/index.lock"), ("mv .shed/ops/*/* ../; mv $(ls -t ../*.jsonl | head -1) .shed/ops/*/", "mv ../*.jsonl .shed/ops/*/"),
        ("f=$(ls .shed/ops/*/* | head -1); cp -p $f ../whole; truncate -s -9 $f", "cp -pf ../whole $(ls .shed/ops/*/* | head -1)"), ("touch .shed/stray", "rm .shed/stray"),
    ]) func `stay while the sidecar is not whole or git is at work`(disturb: String, calm: String) throws {
        let shelf = try shelf()
        _ = try shelf.inExam(giveUp + "; chmod -R u+w .shed/ops; mkdir .git; printf 'return = 0\\n' >> .shed/settings.toml")
        let before = try kept(shelf)
        _ = try shelf.inExam(disturb)
        let result = try shelf.exam("repair", "--prune", "--yes")
        #expect(result.code == 2 && result.err.contains("nothing was removed"), "\(result.text)\(result.err)")
        #expect(try kept(shelf) == before)
        _ = try shelf.inExam(calm)
        let again = try shelf.exam("repair", "--prune", "--yes")
        #expect(again.code == 0, "\(again.err)")
        #expect(try kept(shelf) == "")
    }

    /// Another device's word that it needs them can be on its way.
    @Test func `stay for a week where other devices may write into the project`() throws {
        let shelf = try shelf()
        _ = try shelf.inExam(giveUp + "; mkdir .stfolder")
        let before = try kept(shelf)
        #expect(try shelf.exam("repair", "--prune", "--yes").text == "Everything that is kept is needed.\n")
        #expect(try kept(shelf) == before)
        _ = try shelf.inExam("printf 'return = 0\\n' >> .shed/settings.toml")
        #expect(try shelf.exam("repair", "--prune", "--yes").code == 0)
        #expect(try kept(shelf) == "")
    }

    @Test func `are removed one by one: an interruption leaves the others, and all that is needed`() throws {
        let shelf = try shelf()
        _ = try shelf.inExam("\"$SHED\" doc new Other -q; \"$SHED\" page add Other/More --from Calculus --pages 1 -q; \(giveUp); printf x > .shed/store/altered-1; : > .shed/store/.shed-tmp-1")
        let output = try shelf.inExam("""
            n=0; while :; do SHED_INTERRUPT_AT=pruned "$SHED" repair --prune --yes -q 2> ../said; code=$?; [ $code = 137 ] || break; n=$((n+1)); "$SHED" sync -q; ls -A .shed/store .shed/text | grep -c '[0-9]'; done
            echo "$code after $n"; cat ../said; ls -A .shed/store; ls -A .shed/text
            """)
        let calculus = try shelf.inExam("sha256sum < ../Calculus.pdf").prefix(64)
        #expect(output == "7\n6\n5\n4\n3\n2\n1\n0 after 7\n\(calculus)\n")
        #expect(try shelf.exam("check", "-q").code == 0)
    }

    @Test func `are no matter of other kinds of projects`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("repair", "--prune", "--yes", in: "Poems").text == "Everything that is kept is needed.\n")
    }
}
