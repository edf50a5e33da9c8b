import ShedCommand
import ShedControl
import ShedProject
import ShedModel
import Testing

@Suite struct `A verb that is carried out for somebody else` {
    @Test func `is done with the project that is open here, and what it would have written is sent back`() throws {
        let reply = try Desk().ask("name", "Draft", "./Ready/../Draft", "Ready")
        #expect(reply == .done(output: Array("Draft\nReady\n".utf8), errors: [], exitCode: 0))
    }

    @Test func `sends its error back, with what was written before it`() throws {
        let reply = try Desk().ask("name", "../x")
        guard case .done(let output, let errors, let exitCode) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(output.isEmpty)
        #expect(String(decoding: errors, as: UTF8.self).hasPrefix("shed: ../x is outside of the project "))
        #expect(exitCode == 2)
    }

    @Test func `ends with 1 where it found something`() throws {
        #expect(try Desk().ask("name", "--none") == .done(output: Array("nothing fits\n".utf8), errors: [], exitCode: 1))
    }

    @Test func `is left to the asker where it is not for a daemon, or cannot be read`() throws {
        let desk = try Desk()
        for words in [["name", "Draft", "--dry-run"], ["outer"], ["bogus"], ["name", "--bogus"], ["--help"], []] {
            let request = ControlRequest(arguments: words.map { Array($0.utf8) }, directory: desk.open.home.path)
            #expect(desk.carryOut(request) == .declined("this is not for the daemon"), "\(words)")
        }
    }

    /// No disk is asked: the thread that hands verbs out waits for none.
    @Test(arguments: [
        (["name", "p"], "/a/b"), (["name", "p", "-C", "../c/./d"], "/a/c/d"), (["-C", "/x/y", "name", "p"], "/x/y"), (["name", "p", "-qC", "d"], "/a/b/d"),
        (["name", "./-C"], "/a/b"), (["name", "p", "--", "-C", "/x"], "/a/b"), (["bogus", "-C", "/x"], "/a/b"), (["name", "p", "-C", "/"], "/"),
    ] as [([String], String)])
    func `works where its words say`(words: [String], place: String) {
        let request = ControlRequest(arguments: words.map { Array($0.utf8) }, directory: Array("/a/b".utf8))
        #expect(String(decoding: VerbHandler(Program(SampleRoot.self, kinds: [])).place(request), as: UTF8.self) == place)
    }

    @Test func `is left to the asker where the two have different projects, or the directory is none`() throws {
        let desk = try Desk()
        #expect(desk.ask("name", "Draft", state: "/elsewhere") == .declined("the state directories differ"))
        #expect(desk.ask("name", "Draft", "-C", "/etc/hostname") == .declined("no directory"))
    }

    @Test func `asks its question before anything is done, and goes on with the answer`() throws {
        let desk = try Desk()
        #expect(desk.ask("outer", "drop") == .question("Dropping it"))
        #expect(desk.ask("--yes", "outer", "drop") == .done(output: Array("dropped\n".utf8), errors: Array("to be dropped\n".utf8), exitCode: 0))
    }
}
