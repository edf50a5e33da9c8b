import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What people make with `cp -r`, once or again, is told from what it was made of, or said with the command that cures it.
@Suite(.waitsForPrograms, .onDisk) struct `A project that was copied by hand` {
    /// “Poems” with three poems, one of them in Trash.
    private func shelf() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        for name in ["a", "b", "c"] { shelf.makeFile("Poems/Draft/\(name).txt", "\(name)\(name)\n") }
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("rm", "Draft/a.txt", in: "Poems").code == 0)
        return shelf
    }

    private func projectID(_ shelf: Shelf, _ name: String) throws -> String {
        try #require(JSONParser.parse(TestFile.read("\(shelf.work)/\(name)/.shed/project.json"))["id"]?.string)
    }

    @Test func `a second time over the copy has its own IDs again once it is trusted, with all that was recorded there`() throws {
        let shelf = try shelf()
        try shelf.shellDone("cp -r Poems Copy")
        #expect(try shelf.shed("trust", "Copy").code == 0)
        let own = try projectID(shelf, "Copy")
        #expect(try own != projectID(shelf, "Poems"))
        #expect(try shelf.shed("rm", "Draft/b.txt", in: "Copy").code == 0)
        #expect(try shelf.shed("tag", "new", "mine", in: "Copy").code == 0)
        #expect(try shelf.shed("tag", "add", "mine", "Draft/c.txt", in: "Copy").code == 0)
        shelf.makeFile("Poems/Draft/later.txt", "later\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        try shelf.shellDone("cp -r Poems/. Copy")
        let refused = try shelf.shed("restore", "Trash/b.txt", in: "Copy")
        #expect(refused.code == 2 && refused.err.contains("the .shed of what it was made of was copied over it"), "\(refused.err)")
        #expect(refused.err.contains("“shed trust \(shelf.work)/Copy”"))
        let trusted = try shelf.shed("trust", "Copy")
        #expect(trusted.code == 0 && trusted.err.contains("it has its own IDs again"), "\(trusted)")
        #expect(try projectID(shelf, "Copy") == own)
        let restored = try shelf.shed("restore", "Trash/b.txt", in: "Copy")
        #expect(restored.code == 0 && shelf.exists("Copy/Draft/b (2).txt"), "\(restored)")
        #expect(try shelf.shed("show", "Draft/c.txt", "--json", in: "Copy").json()["tags"]?.array?.compactMap(\.string) == ["mine"])
        #expect(try shelf.shed("show", "Draft/later.txt", "--json", in: "Copy").json()["id"]?.string != shelf.shed("show", "Draft/later.txt", "--json", in: "Poems").json()["id"]?.string)
        #expect(try !shelf.shed("check", in: "Copy").text.contains("foreign-batch"))
        #expect(try (shelf.shed("projects", "--json").json().array ?? []).count == 2)
        let doctor = try shelf.shed("doctor", "--json")
        #expect(!doctor.text.contains("that of another project"), "\(doctor.text)")
    }

    @Test func `a second time over the copy, and was declared a replica then, stays one when it is trusted again`() throws {
        let shelf = try shelf()
        try shelf.shellDone("cp -r Poems Copy")
        #expect(try shelf.shed("trust", "Copy").code == 0)
        #expect(try shelf.shed("tag", "new", "mine", in: "Copy").code == 0)
        try shelf.shellDone("cp -r Poems/. Copy")
        #expect(try shelf.shed("adopt", "Copy", "--as", "replica").code == 0)
        let again = try shelf.shed("trust", "Copy", "--again")
        #expect(again.code == 0 && !again.err.contains("it has its own IDs again"), "\(again)")
        #expect(try projectID(shelf, "Copy") == projectID(shelf, "Poems"))
        #expect(try shelf.shed("sync", in: "Copy").code == 0)
    }

    @Test func `from one that was declared a replica is said until somebody says what it is`() throws {
        let shelf = try shelf()
        #expect(try shelf.shed("adopt", "Poems", "--as", "replica").code == 0)
        try shelf.shellDone("cp -r Poems Second")
        let trusted = try shelf.shed("trust", "Second")
        #expect(trusted.code == 0 && trusted.text.contains("“shed adopt Second --as copy”"), "\(trusted)")
        for (name, other) in [("Poems", "Second"), ("Second", "Poems")] {
            let status = try shelf.shed("status", in: name).text
            #expect(status.contains("is also at \(shelf.work)/\(other)") && status.contains("“shed adopt . --as copy”"), "\(status)")
        }
        #expect(try shelf.shed("doctor", "--verbose").text.contains("[twin]"))
        #expect(try shelf.shed("adopt", "Second", "--as", "copy").code == 0)
        for name in ["Poems", "Second"] { #expect(try !shelf.shed("status", in: name).text.contains("is also at"), "\(name)") }
        #expect(try projectID(shelf, "Second") != projectID(shelf, "Poems"))
        #expect(try shelf.shed("restore", "Trash/a.txt", in: "Second").code == 0)
    }

    @Test func `is made a copy by who says so, also where the one that it was made of is not known here or is a copy itself`() throws {
        let shelf = try shelf()
        try shelf.shellDone("cp -r Poems Copy")
        // Trusted and declared at once.
        let declared = try shelf.shed("adopt", "Copy", "--as", "copy")
        #expect(declared.code == 0, "\(declared)")
        let own = try projectID(shelf, "Copy")
        #expect(try own != projectID(shelf, "Poems"))
        let again = try shelf.shed("adopt", "Copy", "--as", "copy")
        #expect(again.code == 1 && again.err.contains("is a copy already"), "\(again)")
        #expect(try shelf.shed("projects", "forget", "Copy", "--yes").code == 0)
        try shelf.shellDone("cp -r Copy Second")
        #expect(try shelf.shed("trust", "Second").code == 0)
        #expect(try projectID(shelf, "Second") == own, "nobody knows the other one here")
        #expect(try shelf.shed("adopt", "Second", "--as", "copy").code == 0)
        #expect(try projectID(shelf, "Second") != own)
        #expect(try shelf.shed("restore", "Trash/a.txt", in: "Second").code == 0)
    }

    @Test func `in the place of the former one leaves a record that doctor says how to end`() throws {
        let shelf = try shelf()
        try shelf.shellDone("cp -r Poems Copy")
        #expect(try shelf.shed("trust", "Copy").code == 0)
        try shelf.shellDone("rm -r Poems; cp -r Copy Poems")
        #expect(try shelf.shed("trust", "Poems").code == 0)
        let doctor = try shelf.shed("doctor", "--verbose").text
        #expect(doctor.contains("which is known by itself") && doctor.contains("shed projects forget --gone") && !doctor.contains("if it was put back from a backup"), "\(doctor)")
        #expect(try shelf.shed("projects", "forget", "--gone", "--yes").code == 0)
        #expect(try shelf.shed("status", in: "Poems").code == 0)
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try !shelf.shed("doctor", "--verbose").text.contains("which is known by itself"))
    }
}
