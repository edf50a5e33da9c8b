import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What waits or was left is told once by the verbs that work, and stands in `status`.
@Suite(.waitsForPrograms) struct `What a verb leaves where it is` {
    @Test func `is told by the first verb, and by no later one`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Collections/x.txt")
        shelf.makeFile("Poems/loose.txt")
        let foreseen = try shelf.shed("tag", "new", "one", "-n", in: "Poems")
        let first = try shelf.shed("tag", "new", "one", in: "Poems")
        for told in [foreseen, first] {
            #expect(told.code == 0 && told.err.contains("Collections/x.txt was left") && told.err.contains("loose.txt was left"), "\(told)")
        }
        #expect(try shelf.shed("tag", "new", "two", in: "Poems").err == "")
        shelf.makeFile("Poems/more.txt")
        let third = try shelf.shed("tag", "new", "three", in: "Poems")
        #expect(third.err.contains("more.txt was left") && !third.err.contains("loose.txt"), "\(third.err)")
        // Another file at the same place.
        try shelf.shellDone("echo else > Poems/other; mv Poems/other Poems/loose.txt")
        #expect(try shelf.shed("tag", "new", "four", in: "Poems").err.contains("loose.txt was left"))
        let status = try shelf.shed("status", in: "Poems").text
        for name in ["Collections/x.txt", "loose.txt", "more.txt"] { #expect(status.contains("would reject \(name)"), "\(status)") }
    }
}

/// A path in a folder of the template that is not there is answered with what brings the folder back.
@Suite(.waitsForPrograms) struct `A path in a folder of the template that is missing` {
    /// “Poems” as git brings it to another device: without empty folders, trusted here.
    private func cloned() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        try shelf.shellDone("rmdir Poems/* 2> /dev/null; mv Poems x; cp -a x Poems; rm -r x ../state")
        #expect(try shelf.shed("trust", "Poems").code == 0)
        return shelf
    }

    private let ways = [
        ["add", "file", "Research/x.txt"], ["add", "folder", "Collections/Love"], ["mv", "Draft/a.txt", "Ready"], ["mv", "Draft/a.txt", "Ready/"],
        ["mv", "Draft/a.txt", "Ready/b.txt"], ["show", "Ready"], ["ls", "Ready"], ["allow", "Ready", "both"], ["add", "file", "Ready/"],
    ]

    @Test func `names the command that makes it`() throws {
        let shelf = try cloned()
        for words in ways {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code != 0 && result.err.contains("“shed repair --folders”"), "\(words) \(result)")
        }
        #expect(try shelf.shed("-C", "Poems", "show", "Ready").err.contains("“shed -C Poems repair --folders”"))
        #expect(try !shelf.shed("show", "Nope", in: "Poems").err.contains("repair"))
        #expect(try shelf.shed("repair", "--folders", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Draft/a.txt", "Ready", in: "Poems").code == 0)
    }

    @Test func `names the one that makes what was deleted, and the one that puts back what was thrown away`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        try shelf.shellDone("rmdir Poems/Ready")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        #expect(try shelf.shed("mv", "Draft/a.txt", "Ready", in: "Poems").err.contains("“shed repair --folders --deleted”"))
        #expect(try shelf.shed("rm", "Research", "--yes", in: "Poems").code == 0)
        let thrown = try shelf.shed("add", "file", "Research/x.txt", in: "Poems")
        #expect(thrown.code != 0 && thrown.err.contains("“shed restore Trash/Research”"), "\(thrown)")
        #expect(try shelf.shed("restore", "Trash/Research", in: "Poems").code == 0)
        #expect(try shelf.shed("add", "file", "Research/x.txt", in: "Poems").code == 0)
    }

    @Test func `what came with a clone is not said to have come while no daemon ran`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/a.txt", "a\n")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        try shelf.shellDone("echo n > Poems/Ready/new.txt; mv Poems x; cp -a x Poems; rm -r x ../state")
        let status = try shelf.shed("status", in: "Poems").text
        #expect(status.contains("Ready/new.txt") && status.contains("came with the project") && !status.contains("daemon ran"), "\(status)")
        #expect(try !shelf.shed("check", in: "Poems").text.contains("daemon ran"))
    }
}
