import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Paths that are printed` {
    /// Runs a script in a directory of the shelf, with the program as `$SHED`.
    private func script(_ shelf: Shelf, in directory: String, _ text: String) throws -> RunResult {
        let script = "export SHED='\(ShedProgram.path)'\n" + text
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: "\(shelf.work)/\(directory)")
    }

    private func poems() throws -> Shelf {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/Draft/Ode.txt", "O spring\n")
        shelf.makeFile("Poems/Draft/-n.txt", "spring\n")
        shelf.makeFile("Poems/Research/Ode notes.txt", "one two three\n")
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    @Test func `can be given to other programs, from wherever the program is started`() throws {
        let shelf = try poems()
        for directory in ["Poems", "Poems/Draft", "Poems/Collections", ""] {
            let project = directory.isEmpty ? "-C Poems" : ""
            let counted = try script(shelf, in: directory, "\"$SHED\" find \(project) --sort path --type file -0 | xargs -0 cat")
            #expect(counted.text == "spring\nO spring\none two three\n", "\(directory): \(counted.err)")
            let listed = try script(shelf, in: directory, "\"$SHED\" find \(project) ode --type file | while read -r path; do cat \"$path\"; done")
            #expect(listed.text.split(separator: "\n").sorted() == ["O spring", "one two three"], "\(directory): \(listed.err)")
            // What tag is given from a list, it reads from where it was printed.
            let tag = "from\(directory.utf8.count)"
            for zero in ["", "-0"] {
                let tagged = try script(
                    shelf, in: directory,
                    "\"$SHED\" find \(project) --type file \(zero) | \"$SHED\" tag add \(project) \(tag)\(zero.utf8.count) - --create \(zero) > /dev/null && \"$SHED\" find \(project) --tag \(tag)\(zero.utf8.count) --json | grep -c '\"path\"'")
                #expect(tagged.text == "3\n", "\(directory): \(tagged.err)")
            }
        }
    }

    @Test func `begin where the program was started, also with -C`() throws {
        let shelf = try poems()
        #expect(try shelf.shed("find", "ode", "--sort", "path", in: "Poems/Draft").text == "Ode.txt\n../Research/Ode notes.txt\n")
        #expect(try shelf.shed("-C", "Poems/Draft", "find", "ode", "--sort", "path").text == "Poems/Draft/Ode.txt\nPoems/Research/Ode notes.txt\n")
        #expect(try shelf.shed("find", "n.txt", "-0", in: "Poems/Draft").text.contains("./-n.txt\0"))
        #expect(try shelf.shed("find", "draft", in: "Poems/Draft").text == "./\n")
        #expect(try shelf.shed("ls", "-0", in: "Poems/Draft").text == "./-n.txt\0Ode.txt\0")
        #expect(try shelf.shed("tree", "-0", "../Research", in: "Poems/Draft").text == "../Research/Ode notes.txt\0")
        #expect(try shelf.shed("show", "Ode.txt", in: "Poems/Draft").text.contains("path      Ode.txt\n"))
        // JSON says where things are in the project.
        #expect(try shelf.shed("show", "Ode.txt", "--json", in: "Poems/Draft").json()["path"]?.string == "Draft/Ode.txt")
        #expect(try shelf.shed("tag", "add", "x", "Ode.txt", "--create", in: "Poems/Draft").text == "tagged x: Ode.txt\n")
        #expect(try shelf.shed("mv", "Ode.txt", "../Ready", in: "Poems/Draft").text == "moved Ode.txt to ../Ready/Ode.txt\n")
        let log = try shelf.shed("log", "--limit", "1", in: "Poems/Ready").text
        #expect(log.hasSuffix("you moved Ode.txt from ../Draft to .\n"), "\(log)")
        shelf.move("Poems/Ready/Ode.txt", "Poems/Draft/Ode.txt")
        #expect(try shelf.shed("status", in: "Poems/Draft").text.contains("moved    ../Ready/Ode.txt → Ode.txt\n"))
        #expect(try shelf.shed("-C", "Poems", "sync").text == "moved    Poems/Ready/Ode.txt → Poems/Draft/Ode.txt\n")
        #expect(try shelf.shed("rm", "Ode.txt", in: "Poems/Draft").text == "moved Ode.txt to ../Trash/Ode.txt\n")
        #expect(try shelf.shed("add", "file", "New.txt", in: "Poems/Draft").text == "added New.txt\n")
    }

    @Test func `commands that are named can be typed where one stands`() throws {
        let shelf = try poems()
        shelf.makeDirectory("Poems/Draft/Old")
        let refused = try shelf.shed("sync", in: "Poems/Draft")
        #expect(refused.text.contains("rejected Old → ../Rejected/Old: "), "\(refused.text)")
        #expect(refused.text.contains("“shed -C .. allow Draft both”"), "\(refused.text)")
        #expect(try shelf.shed("-C", "..", "allow", "Draft", "both", in: "Poems/Draft").text == ". accepts both now\n")
        // A verb's error as well.
        let closed = try shelf.shed("mv", "Ode.txt", "../Collections/", in: "Poems/Draft")
        #expect(closed.code == 1 && closed.err.contains("“shed -C .. allow Collections"), "\(closed.err)")
        // At the root nothing is added.
        shelf.makeDirectory("Poems/Research/Old")
        #expect(try shelf.shed("sync", in: "Poems").text.contains("“shed allow Research both”"))
    }

    @Test func `a list is read from where it was printed, words as -C says`() throws {
        let shelf = try poems()
        let result = try script(shelf, in: "", """
            "$SHED" -C Poems find Ode.txt > list; cat list
            "$SHED" -C Poems tag add listed - --create < list
            "$SHED" -C Poems tag add typed Draft/Ode.txt --create
            """)
        #expect(result.text == "Poems/Draft/Ode.txt\ntagged listed: Poems/Draft/Ode.txt\ntagged typed: Poems/Draft/Ode.txt\n", "\(result.err)")
    }
}
