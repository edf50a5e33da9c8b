import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What the template of a kind, or of an export, makes of an import.
@Suite(.waitsForPrograms) struct `The template of what is imported` {
    private static let kind = """
        name = "ideas"
        [[section]]
        key = "desk"
        title = "DESK"
        [[section]]
        key = "trash"
        [[folder]]
        role = "ideas"
        section = "desk"
        accepts = "both"
        name = "Ideas"
        [[folder]]
        role = "inner"
        in = "ideas"
        accepts = "files"
        name = "Inner"
        [[folder]]
        role = "trash"
        section = "trash"
        accepts = "nothing"
        filling = "anything"
        [[file]]
        in = "inner"
        name = "Begin.txt"
        text = "Once\\n"

        """

    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withRichPoems()
        shelf.makeFile("ideas.toml", Self.kind)
        try #require(try shelf.shed("template", "import", "ideas.toml").code == 0)
        try #require(try shelf.shed("export", "Draft/Old", "--zip", "../part.zip", in: "Poems").code == 0)
        return shelf
    }

    @Test func `has the files with which a project of it begins`() throws {
        let shelf = try shelf()
        let imported = try shelf.shed("import", "part.zip", "Again", "--kind", "ideas", "--json")
        #expect(imported.code == 0, "\(imported.everything)")
        #expect(try imported.json()["files"]?.integer == 1)
        #expect(try shelf.script("cat Ideas/Inner/Begin.txt", in: "Again").text == "Once\n")
        #expect(try shelf.told("Again").contains { $0.hasPrefix("Ideas/Inner/Begin.txt | ") && !$0.contains("| - | file") })
        #expect(try shelf.shed("check", in: "Again").code == 0)
        #expect(try shelf.shed("sync", in: "Again").code == 0)
        let plain = try shelf.shed("import", "part.zip", "Plain")
        #expect(plain.code == 0 && !shelf.exists("Plain/Ideas"), "\(plain.everything)")
    }

    @Test func `a part of a project of one's own kind comes back by that kind`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("new", "ideas", "Own").code == 0)
        try #require(try shelf.shed("export", "Ideas/Inner", "--zip", "../own.zip", in: "Own").code == 0)
        let imported = try shelf.shed("import", "own.zip", "Again")
        #expect(imported.code == 0, "\(imported.everything)")
        #expect(try shelf.shed("info", "--json", in: "Again").text.contains("ideas"))
    }

    @Test func `is the one in force, also where another was applied`() throws {
        let shelf = try shelf()
        let applied = try shelf.shed("template", "apply", "ideas", in: "Poems")
        try #require(applied.code == 0, "\(applied.everything)")
        try #require(try shelf.shed("export", "--zip", "../out.zip", in: "Poems").code == 0)
        try #require(try shelf.shed("import", "out.zip", "Again").code == 0)
        #expect(try shelf.told("Again") == shelf.told("Poems"))
        #expect(try shelf.told("Again").contains { $0.hasPrefix("Ideas/Inner |") && $0.contains("| inner |") })
        #expect(try shelf.shed("check", in: "Again").code == 0)
    }

    /// What an export says in its template, and in the manifest, with the checksum that belongs to it.
    private func lie(_ change: String) -> String {
        """
        set -e; \(change); t=settings/.shed/template.json
        sed -i "s/\\"path\\":\\".shed\\/template.json\\",\\"size\\":[0-9]*,\\"sha256\\":\\"[0-9a-f]*\\"/\\"path\\":\\".shed\\/template.json\\",\\"size\\":$(stat -c %s $t),\\"sha256\\":\\"$(sha256sum $t | cut -c1-64)\\"/" manifest.json
        """
    }

    @Test func `cannot call a folder Trash that nobody would take for it`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("export", "--tree", "../out", in: "Poems").code == 0)
        // Trash is called Draft, and Draft something else; the manifest says the same.
        let changed = try shelf.script(lie("""
            sed -i 's/"name": "Draft"/"name": "Desk"/; s/"Draft",/"Desk",/; s/"name": "Trash"/"name": "Draft"/; s/"Trash",/"Draft",/' settings/.shed/template.json
            sed -i 's/"role":"draft"/"role":"was"/; s/"role":"trash"/"role":"draft"/; s/"role":"was"/"role":"trash"/' manifest.json
            """), in: "out")
        try #require(changed.code == 0, "\(changed.everything)")
        let imported = try shelf.shed("import", "out", "Again", "--json")
        #expect(imported.code == 0, "\(imported.everything)")
        let notes = try imported.json()["notes"]?.array?.compactMap { $0["message"]?.string } ?? []
        #expect(notes.contains { $0.contains("“Draft”") && $0.contains("“Trash”") }, "\(notes)")
        #expect(try !shelf.told("Again").contains { $0.hasPrefix("Draft |") && $0.contains("| trash |") })
        _ = try shelf.shed("empty-trash", "--yes", in: "Again")
        #expect(shelf.exists("Again/Draft/Ode.txt") && shelf.exists("Again/Draft/Old/Older/Deep.txt"))
        // Nor does a folder that is made later.
        try #require(try shelf.script("rm -rf Draft; \"$SHED\" sync -q; mkdir Draft; printf 'x\\n' > Draft/mine.txt; \"$SHED\" sync -q; \"$SHED\" empty-trash --yes -q; true", in: "Again").code == 0)
        #expect(shelf.exists("Again/Draft/mine.txt"))
    }

    @Test func `names of tags that cannot stay are told`() throws {
        let shelf = try shelf()
        try #require(try shelf.shed("export", "--tree", "../out", in: "Poems").code == 0)
        try #require(try shelf.script("sed -i 's/\"name\":\"sad\"/\"name\":\"sad\\/blue\"/; s/\"tags\":\\[\"mood\\/sad\"\\]/\"tags\":[\"mood\\/sad\\/blue\"]/' manifest.json", in: "out").code == 0)
        let imported = try shelf.shed("import", "out", "Again")
        #expect(imported.code == 0, "\(imported.everything)")
        #expect(imported.err.contains("“sad/blue” is called “sad-blue”"), "\(imported.err)")
        #expect(try shelf.shed("show", "--json", "Draft/Ode.txt", in: "Again").json()["tags"]?.array == ["mood/sad-blue"])
    }
}
