import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Links that are mended by themselves, where the verb that broke them was killed before it did so.
@Suite(.waitsForPrograms) struct `Links that a killed move owes` {
    private func shelf(_ documents: KeyValuePairs<String, String>) throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", "links = \"mend\"\n")
        for (name, text) in documents { shelf.makeFile("Poems/\(name)", text) }
        let synced = try shelf.shed("sync", in: "Poems")
        try #require(synced.code == 0, "\(synced)")
        return shelf
    }

    private func text(_ shelf: Shelf, _ path: String) -> String { String(decoding: TestFile.read("\(shelf.work)/Poems/\(path)") as [UInt8], as: UTF8.self) }

    @Test func `are told of by status as long as they are owed of a move that was killed`() throws {
        let shelf = try shelf(["Draft/Ode.md": "Ode\n", "Research/Notes.md": "See [it](../Draft/Ode.md#x).\n"])
        _ = try shelf.script("SHED_INTERRUPT_AT=links-owed \"$SHED\" mv Draft/Ode.md Ready -q")
        for _ in 1...2 {
            let told = try shelf.shed("status", in: "Poems")
            #expect(told.text.contains("inks that a move broke are still to be mended") && !told.text.contains("Clean"), "\(told)")
        }
        let json = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(json["linksOwed"]?.bool == true && json["clean"]?.bool == false, "\(json)")
        #expect(try shelf.shed("status", "--exit-code", "-q", in: "Poems").code == 1)
        #expect(try shelf.shed("sync", "-q", in: "Poems").code == 0)
        let after = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(after["linksOwed"] == nil && after["clean"]?.bool == true, "\(after)")
    }

    @Test(arguments: ["sync", "ls", "mv Draft/Rain.md Research"])
    func `are a part of the move that was killed before it mended them, for undo`(next: String) throws {
        let shelf = try shelf(["Draft/Rain.md": "Rain\n", "Draft/Ode.md": "Ode\n", "Research/Notes.md": "See [it](../Draft/Ode.md#x).\n"])
        let done = try shelf.script("SHED_INTERRUPT_AT=links-owed \"$SHED\" mv Draft/Ode.md Ready; \"$SHED\" \(next) -q; cat Research/Notes.md; \"$SHED\" undo --list --json > ../list")
        #expect(done.text.hasSuffix("See [it](../Ready/Ode.md#x).\n"), "\(done.everything)")
        let entries = try JSONParser.parse(TestFile.read("\(shelf.work)/list") as [UInt8]).array ?? []
        // What came next is a deed of its own, without them.
        let moved = entries.first { $0["what"]?.string?.contains("Draft/Ode.md") == true }
        #expect(entries.count { $0["what"]?.string?.contains("mended") == true } == 1 && moved?["by"]?.string == "mv", "\(entries)")
        #expect(moved?["what"]?.string?.contains("1 link in 1 file mended") == true && moved?["resumed"]?.string != nil, "\(entries)")
        let number = try #require(moved?["number"]?.integer)
        let undone = try shelf.script("\"$SHED\" undo \(next.hasPrefix("mv") ? "\(number)" : "") --yes -q; echo $?; ls Ready; \"$SHED\" sync -q; ls Draft/Ode.md")
        #expect(undone.text == "0\nDraft/Ode.md\n", "\(undone.everything)")
        #expect(text(shelf, "Research/Notes.md") == "See [it](../Draft/Ode.md#x).\n")
        // And again, in one.
        #expect(try shelf.script("\"$SHED\" undo --yes -q; ls Ready").text == "Ode.md\n")
        #expect(text(shelf, "Research/Notes.md") == "See [it](../Ready/Ode.md#x).\n")
    }

    @Test func `are no part of what is done next where something else was done since`() throws {
        let shelf = try shelf(["Draft/Rain.md": "Rain\n", "Draft/Ode.md": "Ode\n", "Research/Notes.md": "See [it](../Draft/Ode.md#x).\n"])
        let done = try shelf.script("""
            SHED_INTERRUPT_AT=links-owed "$SHED" mv Draft/Ode.md Ready -q; mv .shed/settings.toml ..
            "$SHED" tag add wet Draft/Rain.md --create -q; mv ../settings.toml .shed
            "$SHED" mv Draft/Rain.md Research -q; cat Research/Notes.md; "$SHED" undo --yes -q; ls Draft; cat Research/Notes.md
            """)
        #expect(done.text.hasSuffix("See [it](../Ready/Ode.md#x).\nRain.md\nSee [it](../Ready/Ode.md#x).\n"), "\(done.everything)")
    }
}
