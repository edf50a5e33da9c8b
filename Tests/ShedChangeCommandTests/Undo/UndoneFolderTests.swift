import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What becomes of the IDs of folders whose making is taken back.
@Suite(.waitsForPrograms) struct `A folder whose making is taken back` {
    @Test(arguments: ["folder-removed", "folders-removed"], ["sync", "add folder Collections/G", "undo --yes"])
    func `is missed by nobody where that was killed when it was gone`(point: String, next: String) throws {
        let shelf = try Shelf.withPoems()
        let done = try shelf.script("""
            "$SHED" add folder Collections/F -q; SHED_INTERRUPT_AT=\(point) "$SHED" undo --yes -q; echo $?; ls Collections
            "$SHED" \(next) -q; "$SHED" status --all --json > ../told; "$SHED" status | grep -c removed
            """)
        #expect(done.text == "137\n0\n", "\(done.everything)")
        let told = try JSONParser.parse(TestFile.read("\(shelf.work)/told") as [UInt8])
        #expect(told["missing"]?.array == [], "\(told)")
        // It is made again with its ID by who asks for it.
        if next.hasPrefix("undo") {
            #expect(try shelf.script("\"$SHED\" undo --yes -q; ls Collections").text == "F\n")
        }
    }

    @Test func `is missed by nobody where an import brought it that was made long before`() throws {
        let shelf = try Shelf.withPoems()
        try #require(try shelf.script("\"$SHED\" add folder Collections/F -q; \"$SHED\" export Collections/F --zip ../part.zip -q").code == 0)
        try #require(try shelf.shed("new", "blank", "Other").code == 0)
        let undone = try shelf.script("""
            "$SHED" add folder Box -q; "$SHED" allow Box both -q; "$SHED" import ../part.zip --to Box -q; ls Box; "$SHED" undo --yes -q; ls Box
            "$SHED" status | grep removed
            """, in: "Other")
        #expect(undone.text == "F\n", "\(undone.everything)")
        #expect(try shelf.shed("status", "--all", "--json", in: "Other").json()["missing"]?.array == [])
    }
}
