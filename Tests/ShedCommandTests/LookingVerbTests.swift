import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import Testing

@Suite(.waitsForPrograms) struct `Verbs that look` {
    private static let showKeys = [
        "id", "kind", "path", "name", "parent", "role", "symbol", "section", "accepts", "created", "modified", "tags", "variables", "counts",
    ]

    @Test func `show prints the documented shape`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.shed("add", "file", "Draft/Ode.txt", in: "Poems")
        let folder = try shelf.shed("show", "Draft", "--json", in: "Poems").json()
        #expect(folder.object?.members.map(\.name) == Self.showKeys)
        #expect(folder["kind"]?.string == "folder")
        #expect(folder["role"]?.string == "draft")
        #expect(folder["symbol"]?.string == "doc.badge.ellipsis")
        #expect(folder["section"]?.string == "YOUR POETRY")
        #expect(folder["accepts"]?.string == "files")
        #expect(folder["counts"] == ["files": 1, "folders": 0])
        #expect(folder["tags"] == .array([]))
        #expect(folder["variables"] == .object(JSONObject()))
        let project = try shelf.shed("show", ".", "--json", in: "Poems").json()
        #expect(project.object?.members.map(\.name) == Self.showKeys + ["projectKind", "details"])
        #expect(project["parent"] == .null)
        #expect(folder["parent"] == project["id"])
        let file = try shelf.shed("show", "Draft/Ode.txt", "--json", in: "Poems").json()
        #expect(file["accepts"] == .null)
        #expect(file["modified"]?.string?.hasSuffix("Z") == true)
        #expect(try shelf.shed("show", "Draft/None.txt", in: "Poems").code == 2)
    }

    @Test func `show says of what was refused or thrown away where it came from, why, and where it fits`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Collections/x.txt")
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        #expect(try shelf.shed("rm", "Draft/a.txt", in: "Poems").code == 0)
        let refused = try shelf.shed("show", "Rejected/x.txt", in: "Poems").text
        #expect(refused.contains("\nrefused   20") && refused.contains(" by wrong-type: A folder takes only what it accepts.\n"), "\(refused)")
        #expect(refused.contains("\nfrom      Collections/x.txt\nfits in   Draft\n"), "\(refused)")
        let thrown = try shelf.shed("show", "Trash/a.txt", in: "Poems").text
        #expect(thrown.contains("\nfrom      Draft/a.txt\n") && !thrown.contains("\nfits in"), "\(thrown)")
        _ = try shelf.shed("restore", "Trash/a.txt", in: "Poems")
        #expect(try !shelf.shed("show", "Draft/a.txt", in: "Poems").text.contains("\nfrom"))
    }

    @Test func `show previews text, with its controls escaped`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "O \u{1b}[31mspring\nC:\\x\n")
        let text = try shelf.shed("show", "Draft/Ode.txt", in: "Poems").text
        #expect(text.contains("  O \\u{1b}[31mspring\n  C:\\x\n"))
    }

    @Test func `ls lists in the template's order, and sorts otherwise on request`() throws {
        let shelf = try Shelf.withPoems()
        let names = try #require(try shelf.shed("ls", "--json", in: "Poems").json().array).compactMap { $0["name"]?.string }
        #expect(names.first == "All")
        #expect(names.last == "Trash")
        #expect(try shelf.shed("ls", "--sort", "name", "-0", in: "Poems").text.hasPrefix("All\0Collections\0Commissions\0"))
        shelf.makeFile("Poems/Draft/a.txt", "long text\n")
        shelf.makeFile("Poems/Draft/b.txt", "even longer text\n")
        #expect(try shelf.shed("ls", "Draft", "--sort", "size", in: "Poems").text == "b.txt\na.txt\n")
        #expect(try shelf.shed("ls", "Draft", "--sort", "taste", in: "Poems").code == 2)
    }

    @Test func `tree shows sections, symbols, counts and what is empty`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.shed("add", "file", "Draft/Ode.txt", in: "Poems")
        _ = try shelf.shed("add", "folder", "Collections/Best", in: "Poems")
        let text = try shelf.shed("tree", in: "Poems").text
        #expect(text.contains("\nYOUR POETRY\n  🌐 All"))
        #expect(text.contains("  📝 Draft  (1 file)\n    Ode.txt\n"))
        #expect(text.contains("  📚 Collections  (1 folder)\n    📁 Best"))
        #expect(text.contains("Magazines  (0)\n    No folders yet\n"))
        #expect(text.contains("Research  (0)\n    No files yet\n"))
        let plain = try shelf.shed("tree", "--plain", "--depth", "1", in: "Poems").text
        #expect(plain.contains("\n  Draft, folder, 1 file, accepts files\n  Ready, folder, No files yet, accepts what is moved there\n"))
        let json = try #require(try shelf.shed("tree", "--json", in: "Poems").json().array)
        let draft = try #require(json.first { $0["role"]?.string == "draft" })
        #expect(draft.object?.members.map(\.name) == Self.showKeys + ["children"])
        #expect(draft["children"]?.array?.first?["name"]?.string == "Ode.txt")
    }

    @Test func `status tells changes without writing anything`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.shed("add", "file", "Draft/Ode.txt", "--text", "one", in: "Poems")
        _ = try shelf.shed("add", "file", "Draft/Song.txt", "--text", "two", in: "Poems")
        #expect(try shelf.shed("status", in: "Poems").text.hasPrefix("Clean.\n"))
        shelf.move("Poems/Draft/Ode.txt", "Poems/Ready/Ode.txt")
        unlink(shelf.work + "/Poems/Draft/Song.txt")
        shelf.makeFile("Poems/Draft/New.txt")
        shelf.makeDirectory("Poems/Draft/Love")
        let before = try shelf.fingerprint()
        let status = try shelf.shed("status", "--json", in: "Poems")
        let json = try status.json()
        #expect(status.code == 0)
        #expect(json.object?.members.map(\.name) == ["project", "daemon", "clean", "conflictCopies", "neverSeen", "changes", "rejected", "missing", "reports", "likely", "otherRoots"])
        #expect(json["daemon"] == ["running": false, "pid": .null, "drift": .null, "overflows": .null, "polled": .null])
        #expect(json["clean"]?.bool == false)
        let changes = try #require(json["changes"]?.array)
        #expect(changes.first?.object?.members.map(\.name) == ["change", "id", "path", "from"])
        #expect(Set(changes.compactMap { "\($0["change"]?.string ?? "") \($0["path"]?.string ?? "")" }) == [
            "moved Ready/Ode.txt", "removed Draft/Song.txt", "added Draft/New.txt", "added Draft/Love",
        ])
        #expect(changes.first { $0["path"]?.string == "Draft/New.txt" }?["id"] == .null)
        let text = try shelf.shed("status", in: "Poems").text
        #expect(text.contains("Draft/Ode.txt → Ready/Ode.txt"))
        #expect(text.contains("would reject Draft/Love → Rejected/Love"))
        #expect(try shelf.shed("status", "--exit-code", in: "Poems").code == 1)
        #expect(try shelf.fingerprint() == before)
    }

    @Test func `sync prints what it did and ends with 1 where something was refused`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/New.txt")
        let clean = try shelf.shed("sync", "--json", in: "Poems")
        #expect(clean.code == 0)
        #expect(try clean.json().object?.members.map(\.name) == ["changes", "rejected", "reports", "likely"])
        #expect(try clean.json()["changes"]?.array?.first?["id"]?.string != nil)
        shelf.makeFile("Poems/loose.txt")
        let refused = try shelf.shed("sync", "--json", in: "Poems")
        #expect(refused.code == 1)
        let rejected = try #require(try refused.json()["rejected"]?.array?.first)
        #expect(rejected.object?.members.map(\.name) == ["path", "origin", "rule", "time"])
        #expect(rejected["path"]?.string == "Rejected/loose.txt")
        #expect(rejected["origin"]?.string == "loose.txt")
        #expect(rejected["rule"]?.string == "file-at-root")
        let status = try shelf.shed("status", "--json", in: "Poems").json()
        #expect(status["rejected"]?.array?.first?["path"]?.string == "Rejected/loose.txt")
        #expect(try shelf.shed("sync", in: "Poems").text == "Nothing changed.\n")
    }

    @Test func `check finds, counts and exits by severity`() throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.shed("check", in: "Poems").err == "Nothing found.\n")
        shelf.makeFile("Poems/loose.txt")
        let before = try shelf.fingerprint()
        let full = try shelf.shed("check", in: "Poems")
        #expect(full.code == 1)
        #expect(full.text.contains("loose.txt\n  error: "))
        #expect(full.text.contains("[PLC001 file-at-root]"))
        #expect(full.err == "1 error, 0 warnings, 0 notes\n")
        let json = try shelf.shed("check", "--format", "json", in: "Poems").json()
        #expect(json.object?.members.map(\.name) == ["version", "findings", "summary", "projects"])
        #expect(json["findings"]?.array?.first?.object?.members.map(\.name) == [
            "rule", "severity", "path", "line", "column", "message", "id", "help", "fixable", "project",
        ])
        #expect(json["summary"] == ["errors": 1, "warnings": 0, "notes": 0])
        #expect(try shelf.shed("check", "--json", in: "Poems").json() == json)
        #expect(try shelf.fingerprint() == before)
    }

    @Test func `check allows as many warnings as it is told`() throws {
        let shelf = try Shelf.withPoems()
        symlink("/nowhere", shelf.work + "/Poems/Draft/dangling")
        let summary = try shelf.shed("check", "--json", in: "Poems").json()["summary"]
        try #require(summary?["errors"]?.integer == 0)
        let warnings = try #require(summary?["warnings"]?.integer)
        try #require(warnings > 0)
        #expect(try shelf.shed("check", in: "Poems").code == 1)
        #expect(try shelf.shed("check", "--max-warnings", "\(warnings)", in: "Poems").code == 0)
        #expect(try shelf.shed("check", "--max-warnings", "\(warnings - 1)", in: "Poems").code == 1)
    }
}
