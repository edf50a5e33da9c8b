import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

@Suite(.waitsForPrograms) struct `The program` {
    @Test(arguments: [["--help"], ["--version"], ["help"], ["mv", "--help"], ["--generate-completion-script", "zsh"]])
    func `help, version and completions end with 0 on stdout`(words: [String]) throws {
        let result = try Shelf().run(words.map { Array($0.utf8) })
        #expect(result.code == 0)
        #expect(!result.out.isEmpty)
        #expect(result.err.isEmpty)
    }

    @Test func `a wrong command line ends with 2 and says why on stderr`() throws {
        let shelf = try Shelf.withPoems()
        for words in [["bogus"], ["ls", "--bogus"], ["mv"], ["allow", "Draft"], ["tree", "--depth", "0"], ["status", "--color", "blue"]] {
            let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
            #expect(result.code == 2 && result.out.isEmpty && result.err.hasPrefix("shed: "), "\(words): \(result)")
        }
    }

    /// A pattern of the shell names thousands of files where one was expected.
    @Test func `a line of an error has an end, however many words there are`() throws {
        let words = ["show"] + (1...2_000).map { "Draft/a file of many \($0).txt" }
        let result = try Shelf.withPoems().run(words.map { Array($0.utf8) }, in: "Poems")
        #expect(result.code == 2 && result.err.hasPrefix("shed: 1999 unexpected arguments: "), "\(result.err.prefix(200))")
        #expect(result.err.contains("…\n") && result.err.count < 1_200, "\(result.err.count)")
    }

    /// “shed restore FILE --version N” has one, and what has none would print shed's version, do nothing, and end well.
    @Test(arguments: [
        ["record", "restore", "Books/1", "--version", "1"], ["page", "restore", "1", "--version", "1"], ["bundle", "restore", "Finals", "--version", "1"], ["status", "--version"],
        ["-C", ".", "mv", "a", "b", "--version"],
    ])
    func `the version of the program is asked for without a verb`(words: [String]) throws {
        let result = try Shelf.withPoems().run(words.map { Array($0.utf8) }, in: "Poems")
        #expect(result.code == 2 && result.out.isEmpty && result.err.contains("no option '--version' of this verb"), "\(result)")
    }

    @Test func `outside of any project it ends with 2 and says what to do`() throws {
        let result = try Shelf().shed("status")
        #expect(result.code == 2)
        #expect(result.err.contains("is in no shed project"))
        #expect(result.err.contains("shed new"))
        #expect(try Shelf().shed("-C", "none", "status").code == 2)
    }

    @Test(arguments: [["status"], ["-C", "Draft", "ls"], ["check"]])
    func `in a project whose sidecar is gone it says what it was and what to do`(words: [String]) throws {
        let shelf = try Shelf.withPoems()
        #expect(try shelf.spawn("/bin/rm", ["-r", ".shed"].map { Array($0.utf8) }, input: nil, in: shelf.work + "/Poems").code == 0)
        let result = try shelf.run(words.map { Array($0.utf8) }, in: "Poems")
        #expect(result.code == 2)
        #expect(result.err.contains("/Poems was the project “Poems”, and its .shed is gone. Restore .shed, or begin anew: “shed adopt /"), "\(result.err)")
        #expect(result.err.contains("/Poems --kind poetry”."), "\(result.err)")
        shelf.makeDirectory("Other")
        #expect(try shelf.shed("ls", in: "Other").err.contains("is in no shed project"))
    }

    @Test func `every verb has help with an example`() throws {
        let shelf = try Shelf()
        for verb in verbs {
            let help = try shelf.shed(verb, "--help")
            #expect(help.code == 0, "\(verb)")
            #expect(help.text.contains("Example: shed \(verb)"), "\(verb)")
        }
    }

    private let verbs = [
        "new", "adopt", "projects", "info", "rename", "delete", "tree", "ls", "show", "status", "find", "add", "mv", "rm", "restore",
        "empty-trash", "order", "allow", "role", "template", "accept", "relink", "forget", "undo", "trust", "sync", "watch", "check", "rule",
    ]

    @Test func `options of every verb stand before it or behind it`() throws {
        let shelf = try Shelf.withPoems()
        let before = try shelf.shed("--json", "-C", "Poems", "--color=never", "show", "Draft")
        #expect(before.code == 0)
        #expect(try before.json() == shelf.shed("show", "Draft", "-C", "Poems", "--json").json())
    }

    @Test func `colors only where they are wanted`() throws {
        let shelf = try Shelf.withPoems()
        #expect(!(try shelf.shed("tree", in: "Poems").text.contains("\u{1b}")))
        #expect(try shelf.shed("tree", "--color", "always", in: "Poems").text.contains("\u{1b}[1m"))
        #expect(!(try shelf.shed("tree", "--color", "never", in: "Poems").text.contains("\u{1b}")))
    }

    @Test func `quiet verbs print no results`() throws {
        let shelf = try Shelf.withPoems()
        let added = try shelf.shed("add", "file", "Draft/Ode.txt", "--quiet", in: "Poems")
        #expect(added.code == 0)
        #expect(added.out.isEmpty)
        #expect(shelf.exists("Poems/Draft/Ode.txt"))
    }

    private static let dryRuns: [[String]] = [
        ["new", "poetry", "Other", "--in", ".."], ["rename", "Draft/Ode.txt", "New.txt"], ["rename", ".", "Verses"], ["delete"], ["delete", "--permanently"],
        ["add", "file", "Draft/New.txt"], ["add", "folder", "Collections/New"], ["mv", "Draft/Ode.txt", "Ready"],
        ["mv", "Draft/Unseen.txt", "Set Aside"], ["rm", "Draft/Ode.txt"], ["rm", "--permanently", "Draft/Ode.txt"],
        ["restore", "--all"], ["empty-trash"], ["order", "Draft/Ode.txt", "--first"], ["order", "Draft", "--numbered"], ["allow", "Research", "both"], ["sync"], ["info", "--set", "details=x"],
        ["accept", "Rejected/Refused", "--to", "Collections"], ["accept", "Draft/Love"], ["undo"], ["undo", "1"], ["status"], ["check"],
        ["adopt", "../Plain", "--kind", "poetry"],
    ]

    @Test func `a dry run writes nothing at all`() throws {
        let shelf = try Shelf.withPoems()
        shelf.makeDirectory("Plain")
        _ = try shelf.shed("add", "file", "Draft/Ode.txt", "--text", "one", in: "Poems")
        _ = try shelf.shed("add", "file", "Draft/Gone.txt", "--text", "two", in: "Poems")
        _ = try shelf.shed("rm", "Draft/Gone.txt", in: "Poems")
        shelf.makeDirectory("Poems/Draft/Refused")
        _ = try shelf.shed("sync", in: "Poems")
        shelf.makeDirectory("Poems/Draft/Love")
        shelf.makeFile("Poems/Draft/Unseen.txt")
        let before = try shelf.fingerprint()
        for words in Self.dryRuns {
            let isLook = ["status", "check"].contains(words[0])
            let result = try shelf.run((words + (isLook ? [] : ["--dry-run"])).map { Array($0.utf8) }, in: "Poems")
            let isFine = result.code == 0 || ["sync", "check"].contains(words[0]) && result.code == 1
            #expect(isFine, "\(words): \(result.code) \(result.err)")
            #expect(try shelf.fingerprint() == before, "\(words)")
        }
    }

    @Test func `a dry run in a project that this machine does not know registers nothing`() throws {
        let shelf = try Shelf.withPoems()
        _ = try shelf.shed("add", "file", "Draft/Ode.txt", in: "Poems")
        try shelf.shellDone("rm -rf ../state")
        let before = try shelf.fingerprint()
        for words in [["mv", "Draft/Ode.txt", "Ready", "-n"], ["sync", "-n"], ["status"], ["check"]] {
            #expect(try shelf.run(words.map { Array($0.utf8) }, in: "Poems").code == 0, "\(words)")
        }
        #expect(!shelf.exists("../state"))
        #expect(try shelf.fingerprint() == before)
    }

    @Test func `a full disk or a closed output is an error`() throws {
        let shelf = try Shelf.withPoems()
        let result = try shelf.shell("'\(ShedProgram.path)' -C Poems tree > /dev/full")
        #expect(result.code == 2)
        #expect(result.err.contains("cannot write the output"))
    }
}
