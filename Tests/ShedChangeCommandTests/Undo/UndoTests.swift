import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `shed undo`, as people use it.
@Suite(.waitsForPrograms) struct `What shed did is taken back` {
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "one\n")
        shelf.makeFile("Poems/Draft/b.txt", "two\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    private func id(_ path: String, _ shelf: Shelf) throws -> String? { try shelf.shed("show", path, "--json", in: "Poems").json()["id"]?.string }

    private func undo(_ shelf: Shelf, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> RunResult {
        let result = try shelf.run((["undo"] + words).map { Array($0.utf8) }, in: "Poems")
        #expect(result.code == 0, "\(result.text)\(result.err)", sourceLocation: sourceLocation)
        return result
    }

    @Test func `a move, and the undo itself`() throws {
        let shelf = try shelf()
        let id = try id("Draft/a.txt", shelf)
        #expect(try shelf.shed("mv", "Draft/a.txt", "Ready", in: "Poems").code == 0)
        #expect(try undo(shelf, "--dry-run").text == "would have moved Ready/a.txt back to Draft/a.txt\n")
        #expect(shelf.exists("Poems/Ready/a.txt"))
        #expect(try undo(shelf).text.hasPrefix("moved Ready/a.txt back to Draft/a.txt\n"))
        #expect(shelf.exists("Poems/Draft/a.txt"))
        #expect(try self.id("Draft/a.txt", shelf) == id)
        #expect(try undo(shelf).text.hasPrefix("moved Draft/a.txt back to Ready/a.txt\n"))
        #expect(try self.id("Ready/a.txt", shelf) == id)
        #expect(try shelf.shed("status", "--exit-code", in: "Poems").code == 0)
        // Further back.
        let list = try shelf.shed("undo", "--list", "--json", in: "Poems").json().array ?? []
        #expect(list.map { $0["number"]?.integer } == [3, 2, 1])
        #expect(list.map { $0["by"]?.string } == ["undo", "undo", "mv"])
        #expect(list.map { $0["undoes"]?.integer } == [2, 1, nil])
        #expect(list.map { $0["takenBackBy"]?.integer } == [nil, 3, nil])
        #expect(try shelf.shed("undo", "2", in: "Poems").code == 1, "it was taken back already")
        #expect(try undo(shelf, "1").text.hasPrefix("moved Ready/a.txt back to Draft/a.txt\n"))
        #expect(try shelf.shed("undo", "1", in: "Poems").code == 1)
        #expect(try shelf.shed("undo", "99", in: "Poems").code == 2)
    }

    @Test func `renames, folders and what was in them`() throws {
        let shelf = try shelf()
        for words in [["add", "folder", "Collections/One"], ["mv", "Draft/a.txt", "Collections/One"], ["rename", "Collections/One", "Two"]] {
            #expect(try shelf.run(words.map { Array($0.utf8) }, in: "Poems").code == 0)
        }
        let id = try id("Collections/Two", shelf)
        _ = try undo(shelf, "3")
        #expect(shelf.exists("Poems/Collections/One/a.txt"))
        _ = try undo(shelf, "2")
        #expect(shelf.exists("Poems/Draft/a.txt"))
        #expect(try undo(shelf, "1").text.hasPrefix("removed the folder Collections/One\n"))
        #expect(!shelf.exists("Poems/Collections/One"))
        #expect(try undo(shelf).text.hasPrefix("made the folder Collections/One again\n"))
        #expect(try self.id("Collections/One", shelf) == id)
    }

    @Test func `what was made goes to Trash where it is as it was made, and stays where it is not`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("add", "file", "Draft/new.txt", "--text", "new", in: "Poems").code == 0)
        #expect(try undo(shelf).text.hasPrefix("moved Draft/new.txt to Trash/new.txt\n"))
        _ = try undo(shelf)
        #expect(shelf.exists("Poems/Draft/new.txt"))
        #expect(try shelf.shed("add", "file", "Draft/other.txt", "--text", "new", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/other.txt", "written since\n")
        let left = try shelf.shed("undo", in: "Poems")
        #expect(left.code == 1)
        #expect(left.err == "shed: Draft/other.txt was left as it is: it was changed since; “shed rm” moves it to Trash.\nshed: “shed undo --list” lists what there is.\n")
        #expect(shelf.exists("Poems/Draft/other.txt"))
    }

    @Test func `Trash and back`() throws {
        let shelf = try shelf()
        let id = try id("Draft/a.txt", shelf)
        #expect(try shelf.shed("rm", "Draft/a.txt", "Draft/b.txt", in: "Poems").code == 0)
        _ = try undo(shelf)
        #expect(shelf.exists("Poems/Draft/b.txt"))
        #expect(try self.id("Draft/a.txt", shelf) == id)
        _ = try undo(shelf)
        #expect(shelf.exists("Poems/Trash/a.txt"))
        #expect(try shelf.shed("restore", "Trash/a.txt", in: "Poems").text == "restored Trash/a.txt to Draft/a.txt\n", "where it came from is known again")
        _ = try undo(shelf)
        #expect(shelf.exists("Poems/Trash/a.txt"))
    }

    @Test func `what was refused stands by exception then, and is refused again by undoing that`() throws {
        let shelf = try shelf()
        shelf.makeDirectory("Poems/Draft/Songs")
        shelf.makeFile("Poems/Draft/Songs/x.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        #expect(shelf.exists("Poems/Rejected/Songs/x.txt"))
        let id = try id("Rejected/Songs", shelf)
        #expect(try undo(shelf).text.hasPrefix("moved Rejected/Songs back to Draft/Songs\n"))
        #expect(shelf.exists("Poems/Draft/Songs/x.txt"))
        #expect(!shelf.exists("Poems/Rejected"))
        #expect(try self.id("Draft/Songs", shelf) == id)
        #expect(try shelf.shed("sync", "--now", in: "Poems").code == 0, "it is not refused again")
        #expect(shelf.exists("Poems/Draft/Songs"))
        _ = try undo(shelf)
        #expect(shelf.exists("Poems/Rejected/Songs/x.txt"))
        let rejected = try shelf.shed("status", "--json", in: "Poems").json()["rejected"]?.array ?? []
        #expect(rejected.map { $0["origin"]?.string } == ["Draft/Songs"])
        #expect(try shelf.shed("show", "Rejected", "--json", in: "Poems").json()["role"]?.string == "rejected")
        #expect(try shelf.shed("sync", "--now", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Rejected/Songs/x.txt"))
    }

    @Test func `a folder in Rejected that an undo made goes when that is undone`() throws {
        let shelf = try shelf()
        shelf.makeDirectory("Poems/Draft/Songs")
        shelf.makeFile("Poems/Draft/Songs/x.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        #expect(try shelf.shed("accept", "Rejected/Songs/x.txt", "--to", "Draft", in: "Poems").code == 0)
        _ = try shelf.scenario("cd Poems; rmdir Rejected/Songs; \"$SHED\" sync")
        #expect(!shelf.exists("Poems/Rejected/Songs"))
        _ = try undo(shelf)
        #expect(shelf.exists("Poems/Rejected/Songs/x.txt"))
        let result = try undo(shelf)
        #expect(result.text.contains("moved Rejected/Songs/x.txt back to Draft/x.txt\n"), "\(result.text)")
        #expect(shelf.exists("Poems/Draft/x.txt") && !shelf.exists("Poems/Rejected/Songs"))
    }

    @Test func `what was put back`() throws {
        let shelf = try shelf()
        shelf.makeDirectory("Poems/Draft/Love")
        shelf.move("Poems/Draft/a.txt", "Poems/Submissions/a.txt")
        #expect(try shelf.shed("sync", "--now", in: "Poems").code == 1)
        #expect(shelf.exists("Poems/Draft/a.txt"))
        _ = try undo(shelf)
        #expect(shelf.exists("Poems/Submissions/a.txt") && shelf.exists("Poems/Draft/Love"))
        #expect(try shelf.shed("sync", "--now", in: "Poems").code == 0)
        #expect(shelf.exists("Poems/Submissions/a.txt"))
    }

    @Test func `tags, values, what folders accept, details and exceptions`() throws {
        let shelf = try shelf()
        func tags() throws -> [String?] { try shelf.shed("show", "Draft/a.txt", "--json", in: "Poems").json()["tags"]?.array?.map(\.string) ?? [] }
        #expect(try shelf.shed("tag", "add", "urgent", "Draft/a.txt", "Draft/b.txt", "--create", in: "Poems").code == 0)
        #expect(try undo(shelf).text.contains("changed back Draft/a.txt: tags\n"))
        #expect(try tags() == [])
        #expect(try shelf.shed("tag", "list", "--json", in: "Poems").json().array?.isEmpty == true)
        _ = try undo(shelf)
        #expect(try tags() == ["urgent"])
        #expect(try shelf.shed("tag", "delete", "urgent", "--yes", in: "Poems").code == 0)
        _ = try undo(shelf)
        #expect(try tags() == ["urgent"])
        #expect(try shelf.shed("allow", "Draft", "both", in: "Poems").code == 0)
        _ = try undo(shelf)
        #expect(try shelf.shed("show", "Draft", "--json", in: "Poems").json()["accepts"]?.string == "files")
        #expect(try shelf.shed("info", "--set", "details=x", in: "Poems").code == 0)
        _ = try undo(shelf)
        #expect(try shelf.shed("info", "--json", in: "Poems").json()["details"]?.string == "")
    }

    @Test func `a field that was changed since is left`() throws {
        let shelf = try shelf()
        for words in [["var", "new", "rating", "--int"], ["var", "set", "rating=3", "Draft/a.txt"], ["var", "set", "rating=4", "Draft/a.txt"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 0, "\(result.err)")
        }
        let left = try shelf.shed("undo", "2", in: "Poems")
        #expect(left.code == 1)
        #expect(left.err.contains("Draft/a.txt, values: left as it is, since it was changed meanwhile."))
        _ = try undo(shelf, "3")
        #expect(try shelf.shed("show", "Draft/a.txt", "--json", in: "Poems").json()["variables"]?["rating"]?.integer == 3)
    }

    @Test func `what is gone for good is said to be`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("undo", in: "Poems").code == 1, "nothing was done yet")
        #expect(try shelf.shed("rm", "Draft/b.txt", in: "Poems").code == 0)
        #expect(try shelf.shed("empty-trash", "--yes", in: "Poems").code == 0)
        let result = try shelf.shed("undo", in: "Poems")
        #expect(result.code == 1)
        #expect(result.err.contains("number 2 cannot be taken back: “empty-trash” deleted Trash/b.txt for good"))
        let gone = try shelf.shed("undo", "1", in: "Poems")
        #expect(gone.code == 1)
        #expect(gone.err.contains("Trash/b.txt was left as it is: it is gone"))
    }

    @Test func `a place that is taken, and a thing that was moved on, are left`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("mv", "Draft/a.txt", "Draft/b.txt", "Ready", in: "Poems").code == 0)
        shelf.makeFile("Poems/Draft/a.txt", "another\n")
        shelf.move("Poems/Ready/b.txt", "Poems/Published/b.txt")
        let result = try shelf.shed("undo", in: "Poems")
        #expect(result.code == 1)
        #expect(result.err.contains("Ready/a.txt was left as it is: something else is at Draft/a.txt now"))
        #expect(result.err.contains("Ready/b.txt was left as it is: it is at Published/b.txt now"))
        #expect(shelf.exists("Poems/Ready/a.txt") && shelf.exists("Poems/Published/b.txt"))
    }
}
