import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Wiki links name a note wherever it stands.
@Suite(.waitsForPrograms) struct `Wiki links to a note that gets another name` {
    private static func broken(_ text: String) -> String { "shed: \(text) nowhere now: “shed fix-links” shows what can be mended.\n" }

    @Test func `are counted, with relative ones, and none where the name is another's too`() throws {
        let shelf = try Shelf.withPoems(
            settings: "",
            drafts: ["\u{c4}rger.md": "x\n", "n.md": "[[\u{e4}rger#x|so]] [[Later]]\n", "o.md": "[[Sorge]] [it](../Ready/Sorge.md)\n", "Rain.md": "1\n", "p.md": "[[Rain]]\n"])
        let renamed = try shelf.shed("rename", "Draft/\u{c4}rger.md", "Sorge.md", in: "Poems")
        #expect(renamed.code == 0 && renamed.err == Self.broken("1 link leads"), "\(renamed.everything)")
        let moved = try shelf.shed("mv", "Draft/Sorge.md", "Ready", in: "Poems")
        #expect(moved.code == 0 && moved.err.isEmpty, "\(moved.everything)")
        let both = try shelf.shed("rename", "Ready/Sorge.md", "Kummer.md", in: "Poems")
        #expect(both.code == 0 && both.err == Self.broken("2 links lead"), "\(both.everything)")
        shelf.makeFile("Poems/Research/rain.md", "2\n")
        let other = try shelf.shed("rename", "Draft/Rain.md", "Hail.md", in: "Poems")
        #expect(other.code == 0 && other.err.isEmpty, "\(other.everything)")
    }

    @Test func `lead to no folder`() throws {
        let shelf = try Shelf.withPoems(settings: "", drafts: ["n.md": "[[Book]]\n"], folders: ["Collections/Book"])
        let renamed = try shelf.shed("rename", "Collections/Book", "Verses", in: "Poems")
        #expect(renamed.code == 0 && renamed.err.isEmpty, "\(renamed.everything)")
    }

    @Test func `count for nothing where they were mended by themselves`() throws {
        let shelf = try Shelf.withPoems(settings: "links = \"mend\"\n", drafts: ["Ode.md": "x\n", "n.md": "[[Ode]]\n"])
        let renamed = try shelf.shed("rename", "Draft/Ode.md", "Spring.md", in: "Poems")
        #expect(renamed.code == 0 && renamed.err == "shed: 1 link in 1 file mended\n", "\(renamed.everything)")
    }
}
