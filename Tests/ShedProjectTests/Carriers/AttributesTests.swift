import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// `.shed/.gitattributes`, which keeps git from tearing batches.
@Suite struct AttributesTests {
    /// A project as an earlier shed made it: without the file, and without a note of it.
    private func old(_ shelf: Shelf) throws -> Project {
        _ = try shelf.project()
        try shelf.shell("rm 'My Poems/.shed/.gitattributes'; sed -i '/\"attributes\"/d' state/projects/*/record.json; echo a > 'My Poems/Draft/a.txt'")
        return try Project.open(containing: Array((shelf.path + "/My Poems").utf8), surroundings: shelf.surroundings, purpose: .change)
    }

    private func text(_ shelf: Shelf, in project: String = "My Poems") throws -> String { try shelf.shell("cat '\(project)/.shed/.gitattributes' 2> /dev/null || echo none") }

    @Test func `it comes with a new project and with an adopted one`() throws {
        let shelf = try Shelf()
        _ = try shelf.project()
        #expect(try text(shelf).hasSuffix("\n* -text\n"))
        #expect(try shelf.shell("grep -c '\"attributes\": true' state/projects/*/record.json") == "1\n")
    }

    @Test func `an old project gets it with the next batch, once`() throws {
        let shelf = try Shelf()
        var project = try old(shelf)
        #expect(try text(shelf) == "none\n")
        try project.sync()
        #expect(try text(shelf).hasSuffix("\n* -text\n"))
        // Who takes it away wants it so.
        try shelf.shell("rm 'My Poems/.shed/.gitattributes'; echo b > 'My Poems/Draft/b.txt'")
        project = try shelf.reopen(project)
        try project.sync()
        #expect(try text(shelf) == "none\n")
    }

    @Test(arguments: ["echo '* text' >", "mkfifo", "mkdir", "ln -s /etc/passwd"]) func `what somebody has put there stays`(command: String) throws {
        let shelf = try Shelf()
        let project = try old(shelf)
        try shelf.shell("cd 'My Poems/.shed'; \(command) .gitattributes")
        let before = try shelf.shell("cd 'My Poems/.shed'; ls -l .gitattributes")
        try project.sync()
        #expect(try shelf.shell("cd 'My Poems/.shed'; ls -l .gitattributes") == before)
    }

    @Test func `whoever only looks writes nothing, and trust brings it`() throws {
        let shelf = try Shelf()
        _ = try old(shelf)
        try shelf.shell("cp -r 'My Poems' Copy; mkdir Copy/.stfolder")
        let seen = try Project.open(containing: Array((shelf.path + "/Copy").utf8), surroundings: try shelf.elsewhere(), purpose: .look)
        _ = try seen.refresh()
        #expect(try text(shelf, in: "Copy") == "none\n")
        _ = try shelf.trusted("Copy", on: try shelf.elsewhere())
        #expect(try text(shelf, in: "Copy").hasSuffix("\n* -text\n"))
    }

    @Test func `where it cannot be written the work goes on, and the next batch brings it`() throws {
        let shelf = try Shelf()
        var project = try old(shelf)
        try shelf.shell("cd 'My Poems/.shed'; chmod 500 .")
        try project.sync()
        // To root it can.
        if try shelf.shell("id -u") != "0\n" { #expect(try text(shelf) == "none\n") }
        try shelf.shell("cd 'My Poems/.shed'; chmod 755 .; echo b > ../Draft/b.txt")
        project = try shelf.reopen(project)
        try project.sync()
        #expect(try text(shelf).hasSuffix("\n* -text\n"))
    }

    @Test func `a project whose batches have other line ends is whole, and is written on`() throws {
        let shelf = try Shelf()
        var project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        try project.sync()
        let id = try project.refresh().load().node(at: "Draft/a.txt")
        try shelf.shell("cd 'My Poems/.shed'; sed -i 's/$/\\r/' ops/*/* project.json template.json; rm -r ../../state/projects/*/index*")
        project = try shelf.reopen(project)
        try shelf.shell("echo b > 'My Poems/Draft/b.txt'")
        try project.sync()
        let state = try project.refresh().load()
        #expect(state.incomplete.isEmpty && id != nil && state.node(at: "Draft/a.txt") == id && state.node(at: "Draft/b.txt") != nil)
    }
}
