import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `Listings for people` {
    private func poems(_ language: String = "en") throws -> Shelf {
        let shelf = try Shelf()
        try #require(try shelf.shed("new", "poetry", "Poems", "--language", language).code == 0)
        return shelf
    }

    private func run(_ shelf: Shelf, _ command: String) throws -> RunResult {
        let script = "export SHED='\(ShedProgram.path)'; cd Poems; \(command)"
        return try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(script.utf8)], input: nil, in: shelf.work)
    }

    @Test func `ls shows counts, what is empty, and the sections, as tree does`() throws {
        let shelf = try poems()
        shelf.makeFile("Poems/Draft/a.txt")
        shelf.makeDirectory("Poems/My Own")
        shelf.makeFile("Poems/loose.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 1)
        let list = try shelf.shed("ls", in: "Poems").text
        #expect(list.hasPrefix("YOUR POETRY\n🌐 All/  (1 file)\n📝 Draft/  (1 file)\n"), "\(list)")
        #expect(list.hasSuffix("\n\nYOUR FOLDERS\n📁 My Own/  (0)\n\nTRASH\n🚮 Trash/  (0)\n\nREFUSED\n📁 Rejected/  (1 file)\n"), "\(list)")
        let tree = try shelf.shed("tree", in: "Poems").text
        #expect(tree.hasSuffix("\n\nYOUR FOLDERS\n  📁 My Own  (0)\n    No files yet\n\nTRASH\n  🚮 Trash  (0)\n\nREFUSED\n  📁 Rejected  (1 file)\n    loose.txt\n"), "\(tree)")
        #expect(try shelf.shed("ls", "Magazines", in: "Poems").text == "No folders yet\n")
        #expect(try shelf.shed("ls", "Draft", in: "Poems").text == "a.txt\n")
        let order = try shelf.shed("ls", "--json", in: "Poems").json().array?.suffix(3).compactMap { $0["name"]?.string }
        #expect(order == ["My Own", "Trash", "Rejected"])
        #expect(try !shelf.shed("ls", "--sort", "name", in: "Poems").text.contains("TRASH"))
        #expect(try poems("de").shed("ls", in: "Poems").text.contains("PAPIERKORB"))
    }

    @Test func `tree as JSON is what ls gives of each folder, to the depth that is asked for`() throws {
        let shelf = try poems()
        for name in ["Draft/b 10.txt", "Draft/b 9.txt", "Magazines/One/a.txt", "Magazines/Two/c.txt"] {
            shelf.makeDirectory("Poems/" + name.split(separator: "/").dropLast().joined(separator: "/"))
            shelf.makeFile("Poems/" + name)
        }
        // All is filled.
        for verb in ["sync", "tree"] { #expect(try shelf.shed(verb, in: "Poems").code == 0) }
        func list(_ path: String, _ depth: Int) throws -> JSONValue {
            .array(try (shelf.shed("ls", path, "--json", in: "Poems").json().array ?? []).map { value in
                let isFolder = value["accepts"]?.string != nil && depth > 1
                let children = isFolder ? try list(value["path"]?.string ?? "", depth - 1) : []
                return .object(JSONObject((value.object?.members ?? []) + [JSONObject.Member("children", children)]))
            })
        }
        for depth in [1, 2, 9] {
            let tree = try shelf.shed("tree", "--json", "--depth", "\(depth)", in: "Poems")
            #expect(try tree.json() == list(".", depth))
            #expect(try Array(tree.text.utf8) == tree.json().pretty)
        }
        #expect(try shelf.shed("tree", "Draft/b 9.txt", "--json", in: "Poems").json().array?.map { $0["children"] } == [[]])
        #expect(try shelf.shed("tree", "Magazines", "-0", "--depth", "2", in: "Poems").text == "Magazines/One\0Magazines/One/a.txt\0Magazines/Two\0Magazines/Two/c.txt\0")
    }

    @Test func `without symbols a line reads well aloud, on request, by a variable or by a setting`() throws {
        let shelf = try poems()
        for name in ["a.txt", "b.txt", "c.txt"] { shelf.makeFile("Poems/Draft/\(name)") }
        #expect(try shelf.shed("allow", "Research", "both", in: "Poems").code == 0)
        let asked = try shelf.shed("tree", "--plain", in: "Poems").text
        for line in [
            "Poems, poetry project", "  Draft, folder, 3 files, accepts files", "    a.txt, file", "  Ready, folder, No files yet, accepts what is moved there",
            "  Magazines, folder, No folders yet, accepts folders", "  Research, folder, No files yet, accepts files and folders",
            "  All, folder, 3 files, accepts nothing",
        ] { #expect(asked.contains(line + "\n"), "\(line): \(asked)") }
        #expect(asked.unicodeScalars.allSatisfy { $0.value < 0x2000 })
        #expect(try run(shelf, "SHED_PLAIN=1 \"$SHED\" tree").text == asked)
        #expect(try run(shelf, "SHED_PLAIN= \"$SHED\" tree").text == shelf.shed("tree", in: "Poems").text)
        let list = try shelf.shed("ls", "--plain", in: "Poems").text
        #expect(list.contains("\nDraft, folder, 3 files, accepts files\n"), "\(list)")
        for directory in ["/home/.config", "/home/.config/shed"] { mkdir(shelf.path + directory, 0o755) }
        TestFile.write("plain = true\n", to: "\(shelf.path)/home/.config/shed/config.toml")
        #expect(try shelf.shed("tree", in: "Poems").text == asked)
        #expect(try run(shelf, "SHED_PLAIN=0 \"$SHED\" tree").text.contains("📝"))
        #expect(try run(shelf, "XDG_CONFIG_HOME=\(shelf.path) \"$SHED\" tree").text.contains("📝"))
    }

    @Test func `what one would not see of a name is seen`() throws {
        let shelf = try poems()
        for name in [" lead.txt", "trail ", "zero\u{200b}width.txt", "می\u{200c}خواهم.txt"] { shelf.makeFile("Poems/Draft/\(name)") }
        for words in [["ls", "Draft"], ["tree", "Draft"], ["ls", "Draft", "--plain"]] {
            let text = try shelf.run(words.map { Array($0.utf8) }, in: "Poems").text
            for name in ["' lead.txt'", "'trail '", "zero\\u{200b}width.txt", "می\u{200c}خواهم.txt"] { #expect(text.contains(name), "\(text)") }
        }
        // Paths that are piped on stay as they are.
        #expect(try shelf.shed("find", "lead", in: "Poems").text == "Draft/ lead.txt\n")
    }

    @Test(arguments: ["plan = true\n", "plain = 1\n", "plain = \n"])
    func `a slip in the settings for all projects is said with its line, and keeps nobody from looking`(text: String) throws {
        let shelf = try poems()
        for directory in ["/home/.config", "/home/.config/shed"] { mkdir(shelf.path + directory, 0o755) }
        TestFile.write(text, to: "\(shelf.path)/home/.config/shed/config.toml")
        let looks = [
            ["tree"], ["tree", "--words"], ["ls"], ["show", "Draft"], ["status"], ["find", "--type", "folder"], ["find", "--text", "nowhere"], ["log"], ["stats"], ["info"], ["check"], ["doctor"],
            ["projects"], ["devices"], ["tag", "list"], ["undo", "--list"], ["rule", "wrong-type"], ["service", "status"],
        ]
        for words in looks {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            let lines = result.err.split(separator: "\n").filter { $0.contains("config.toml") }
            #expect(result.code != 2 && lines.count == 1 && lines.first?.contains("/.config/shed/config.toml: line 1: ") == true, "\(words): \(result.err)")
            #expect(lines.first?.hasSuffix("; what is set there does not count until that is mended.") == true, "\(words)")
        }
        for words in [["mv", "Draft/Ode.txt", "Ready"], ["sync"], ["check", "--fix"], ["info", "--set", "details=x"], ["tag", "new", "x"], ["undo"], ["new", "poetry", "Other"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 2 && result.err.contains("/.config/shed/config.toml: line 1: ") && !result.err.contains("does not count"), "\(words): \(result.err)")
        }
    }

    @Test func `a daemon answers as the person has it set`() throws {
        let shelf = try poems()
        shelf.makeFile("Poems/Draft/a.txt")
        #expect(try shelf.shed("sync", in: "Poems").code == 0)
        let result = try run(shelf, """
            \(ShellScript.await("cat \"$T/log\"", otherwise: "kill -KILL $daemon; exit 9"))
            T='\(shelf.path)'; "$SHED" watch --json > "$T/log" 2>&1 & daemon=$!
            await 'grep -q "\\"event\\":\\"ready\\"" "$T/log"'
            SHED_PLAIN=1 "$SHED" ls; mkdir -p "$HOME/.config/shed"; echo 'plain = 1' > "$HOME/.config/shed/config.toml"
            "$SHED" ls Draft 2>&1 | grep -c 'a.txt\\|config.toml.*does not count'; "$SHED" mv Draft/a.txt Ready; echo "refused $?"; kill -TERM $daemon; wait $daemon
            """)
        #expect(result.text.contains("Draft, folder, 1 file, accepts files\n"), "\(result.text)\(result.err)")
        #expect(result.text.hasSuffix("\n2\nrefused 2\n"), "\(result.text)\(result.err)")
    }
}
