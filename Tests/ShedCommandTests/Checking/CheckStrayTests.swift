import ShedCommandTestSupport
import ShedTestSchedule
import Testing

/// What stands beside the documents and does not do what a person may think.
@Suite(.waitsForPrograms) struct `Files of shed's that are not read` {
    private func findings(_ shelf: Shelf, _ rule: String) throws -> [String] {
        let result = try shelf.shed("check", "--format", "gnu", "--select", rule, in: "Poems")
        #expect(result.code == 0 || result.code == 1, "\(result.err)")
        return result.text.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        ("mkdir .shedignore", "It is a folder"), ("mkfifo .shedignore", "It is a special file"), ("ln -s /etc/hosts .shedignore", "It is a link"),
        ("printf 'a\\n\\351\\n' > .shedignore", "Line 2 is not UTF-8"), ("printf '\\377\\376a\\0' > .shedignore", "Line 1 is not UTF-8"),
        ("mknod .shedignore c 1 5 2> /dev/null || mkfifo .shedignore", "It is a special file"), ("ln -s nowhere .shedignore", "It is a link"),
        ("head -c 1100000 /dev/zero | tr '\\0' '#' > .shedignore; echo >> .shedignore; echo '*.log' >> .shedignore", "Not every pattern is read, from line 1 on"),
    ]) func `a shedignore that is none is found, and holds nobody up`(command: String, message: String) throws {
        let shelf = try Shelf.withPoems()
        #expect(try findings(shelf, "unread-ignore-rule").isEmpty)
        _ = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(command.utf8)], input: nil, in: "\(shelf.work)/Poems")
        let found = try findings(shelf, "unread-ignore-rule")
        #expect(found.count == 1 && found[0].hasPrefix(".shedignore:") && found[0].contains(message), "\(found)")
        let others = try shelf.scenario("cd Poems; echo x > Draft/a.log; r sync; \"$SHED\" ls Draft")
        #expect(others == "sync 0\na.log\n")
    }

    @Test func `a shedignore as people write it is none`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/.shedignore", "# \u{e9}t\u{e9}\n*.log\n")
        #expect(try findings(shelf, "unread-ignore-rule").isEmpty)
    }

    @Test func `strays in the sidecar are found, and folders and hidden files left alone`() throws {
        let shelf = try Shelf.withPoems()
        for directory in ["schemas", "newer"] { shelf.makeDirectory("Poems/.shed/\(directory)") }
        shelf.makeFile("Poems/.shed/.syncthing.x.tmp")
        shelf.makeFile("Poems/.shed/schemas/01a1fdbe-023a-7f47-9234-b91421635f47.toml", "")
        #expect(try findings(shelf, "sidecar-entry").isEmpty)
        shelf.makeFile("Poems/.shed/settings (1).toml")
        shelf.makeFile("Poems/.shed/schemas/Books.toml")
        let found = try findings(shelf, "sidecar-entry")
        #expect(found.map { $0.prefix { $0 != ":" } } == [".shed/schemas/Books.toml", ".shed/settings (1).toml"])
    }
}
