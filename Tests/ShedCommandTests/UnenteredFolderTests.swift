import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Nothing is put into a folder that no scan looks into.
@Suite(.waitsForPrograms) struct `A folder that is not looked into` {
    private static let prelude = """
        cd Poems; exec 2>&1; echo w > Draft/w.txt; echo v > Draft/v.txt; "$SHED" sync -q
        """

    @Test func `takes nothing that is moved, added or put back`() throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + "\n" + """
            "$SHED" mv -q Draft/v.txt Published; "$SHED" rm -q Published/v.txt
            mkdir -p Published/.shed; echo '{}' > Published/.shed/project.json
            for option in --dry-run -q; do "$SHED" mv $option Draft/w.txt Published; echo $?; done
            "$SHED" mv Draft/w.txt Published/w.txt; echo $?
            "$SHED" add file Published/y.txt; echo $?
            "$SHED" add folder Published/Sub; echo $?
            "$SHED" restore Trash/v.txt; echo $?
            "$SHED" undo | head -1
            ls Published Draft Trash
            """)
        let refusal = "“Published” is not looked into: it is a project of its own, with a .shed. Name a folder that shed looks into.\n1\n"
        #expect(output.hasPrefix(String(repeating: "shed: " + refusal, count: 5)), "\(output)")
        #expect(output.contains("Trash/v.txt: “Published” is not looked into"), "\(output)")
        #expect(output.hasSuffix("Draft:\nw.txt\n\nPublished:\n\nTrash:\nv.txt\n"), "\(output)")
    }

    /// The old file is kept outside, so that no new one gets its number: what stands there is another file, or that very one.
    @Test(arguments: ["echo w >", "mv ../kept"]) func `holds what undo does not call gone`(put: String) throws {
        let output = try Shelf.withPoems().scenario(Self.prelude + "\n" + """
            "$SHED" mv -q Draft/w.txt Published; mv Published/w.txt ../kept; "$SHED" sync -q
            mkdir Published/.shed; echo '{}' > Published/.shed/project.json; \(put) Published/w.txt; "$SHED" undo; ls Published Draft | grep -c w.txt
            """)
        #expect(output.contains("moved Published/w.txt back to Draft/w.txt\n"), "\(output)")
        #expect(output.hasSuffix("\n1\n"), "\(output)")
        #expect(!output.contains("it is gone"), "\(output)")
    }

    @Test func `is called a project by the questions of rm and empty-trash, which name the folder that is emptied`() throws {
        let shelf = try Shelf.withPoems()
        let ids = try shelf.scenario("""
            cd Poems; exec 2>&1; "$SHED" allow Draft both -q; (cd ..; "$SHED" new poetry Other --language en -q); mkdir -p Draft/Box; "$SHED" sync -q; "$SHED" allow Draft/Box both -q
            mv ../Other Draft/Box/Inner; echo w > Draft/Box/w.txt; "$SHED" sync -q; find Draft/Box -name .shed -prune -o -type d -print | wc -l
            """)
        let folders = ids.split(separator: "\n").last?.trimmed ?? ""
        let asked = try shelf.shed("rm", "Draft/Box", in: "Poems")
        let within = "\(folders) folders and 1 file, among them the project Inner"
        #expect(asked.code == 2 && asked.err.contains(within), "\(asked)")
        #expect(try shelf.shed("rm", "Draft/Box", "--permanently", in: "Poems").err.contains(within))
        #expect(try shelf.shed("rm", "Draft/Box", "-y", in: "Poems").code == 0)
        let emptied = try shelf.shed("empty-trash", in: "Poems")
        #expect(emptied.err.contains("everything in Trash (\(within))"), "\(emptied)")
        #expect(try shelf.shed("mv", "Trash", "Bin", in: "Poems").code == 0)
        #expect(try shelf.shed("empty-trash", in: "Poems").err.contains("everything in Bin ("))
        #expect(shelf.exists("Poems/Bin/Box/Inner/.shed/project.json"))
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
