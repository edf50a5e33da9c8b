import Glibc
import ShedModel
import Testing

@testable import ShedWatch

extension Watching {
    @Suite(.serialized) struct Changes {
        @Test func `a file that is written makes its directory dirty, and no other`() throws {
            let fixture = try Fixture(preparing: "mkdir -p Draft/Old Ready")
            #expect(try fixture.changes().isEmpty)
            try fixture.shell("echo ode > Draft/Ode.txt")
            #expect(try fixture.changes().dirty == ["Draft"])
            #expect(try fixture.changes().isEmpty)
        }

        static let oneChange: [(String, Set<RelativePath>)] = [
            ("mv Draft/a Ready/b", ["Draft", "Ready"]),
            ("rm Draft/a", ["Draft"]),
            ("chmod 600 Draft/a", ["Draft"]),
            // Of the new link count the other directory is told nothing: the slow sweep finds it.
            ("ln Draft/a Ready/a", ["Ready"]),
            ("ln -s a Draft/link", ["Draft"]),
            ("mkfifo Draft/pipe", ["Draft"]),
            ("mkdir Ready/new", ["Ready", "Ready/new"]),
            ("rmdir Draft/Empty", ["Draft"]),
            ("touch $'Draft/\\xff\\xfe'", ["Draft"]),
            ("touch Draft/.a.swp", []),
            ("touch .shedignore", [.root]),
            ("mkdir .shed", [.root, ".shed"]),
        ]

        @Test(arguments: oneChange)
        func `a change makes dirty what holds it`(script: String, dirty: Set<RelativePath>) throws {
            let fixture = try Fixture(preparing: "mkdir -p Draft/Empty Ready; echo a > Draft/a")
            try fixture.shell(script)
            #expect(try fixture.changes().dirty == dirty)
        }

        @Test func `what changed in the sidecar is told by name, where nothing else did`() throws {
            let fixture = try Fixture(preparing: "mkdir -p .shed/ops/1 .shed/ops/2 Draft; touch .shed/ops/1/old")
            func changed(_ script: String) throws -> [RelativePath: Set<Name>] {
                try fixture.shell(script)
                return try fixture.changes().changedEntries
            }
            #expect(try changed("echo a > .shed/ops/1/a; touch Draft/x") == [".shed/ops/1": ["a"]])
            #expect(try changed("mv .shed/ops/1/a .shed/ops/2/b; rm .shed/ops/1/old") == [".shed/ops/1": ["a", "old"], ".shed/ops/2": ["b"]])
            #expect(try changed("touch .shed/project.json; ln -s x .shed/ops/link") == [".shed": ["project.json"], ".shed/ops": ["link"]])
            // Of a directory that came, was renamed or changed its permissions, and of what holds it, anything may be new.
            #expect(try changed("touch .shed/ops/1/a; mkdir .shed/ops/3; touch .shed/ops/3/a; touch .shed/ops/a") == [".shed/ops/1": ["a"]])
            #expect(try changed("touch .shed/ops/1/b; mv .shed/ops/1 .shed/ops/4; touch .shed/ops/4/c").isEmpty)
            #expect(try changed("touch .shed/ops/2/c; chmod 700 .shed/ops/2; touch .shed/ops/2/d").isEmpty)
            #expect(try changed("touch .shed/ops/2/{1..200}").isEmpty)
        }

        @Test func `a directory that is moved keeps what is below it watched, by its new path`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b/c other")
            let before = fixture.source.watchCount
            try fixture.shell("mv a other/z")
            #expect(try fixture.changes().dirty == [.root, "other", "other/z"])
            #expect(fixture.watcher.watched(1) == [.root, "other", "other/z", "other/z/b", "other/z/b/c"])
            #expect(fixture.source.watchCount == before)
            try fixture.shell("echo x > other/z/b/c/file")
            #expect(try fixture.changes().dirty == ["other/z/b/c"])
        }

        @Test func `what was dirty before a move is named by the path after it`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b")
            try fixture.shell("echo x > a/b/file; mv a z")
            #expect(try fixture.changes().dirty == [.root, "z", "z/b"])
        }

        @Test func `two directories that swap their names swap their paths`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/inA b/inB")
            try fixture.shell("mv a t; mv b a; mv t b")
            _ = try fixture.changes()
            #expect(fixture.watcher.watched(1) == [.root, "a", "a/inB", "b", "b/inA"])
            try fixture.shell("touch b/inA/file")
            #expect(try fixture.changes().dirty == ["b/inA"])
        }

        @Test func `two directories that are exchanged in one step change places`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/inA b/inB deep/c/inC")
            let paths = ["a", "b", "deep/c"].map { fixture.root + "/" + $0 }
            #expect(exchange(paths[0], paths[1]) == 0)
            #expect(exchange(paths[1], paths[2]) == 0)
            let burst = try fixture.changes()
            #expect(burst.dirty.isSuperset(of: [.root, "deep"]))
            #expect(fixture.watcher.watched(1) == [.root, "a", "a/inB", "b", "b/inC", "deep", "deep/c", "deep/c/inA"])
            try fixture.shell("touch deep/c/inA/file")
            #expect(try fixture.changes().dirty == ["deep/c/inA"])
        }

        @Test func `the watches of a deleted tree and of one that moved away are ended`() throws {
            let fixture = try Fixture(preparing: "true")
            let before = fixture.source.watchCount
            try fixture.shell("mkdir -p a/b/c d/e/f")
            _ = try fixture.changes()
            #expect(fixture.source.watchCount == before + 6)
            try fixture.shell("rm -r a; mv d ../outside/")
            #expect(try fixture.changes().dirty == [.root])
            #expect(fixture.source.watchCount == before)
            try fixture.shell("touch ../outside/d/e/file")
            #expect(try fixture.changes().isEmpty)
        }

        @Test func `a directory that moves between two roots changes its tree`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b ../second")
            try fixture.watcher.add(root: Array((fixture.top + "/second").utf8), key: 2)
            try fixture.shell("mv a ../second/a")
            #expect(try fixture.changes().dirty == [.root])
            #expect(fixture.watcher.drain(2).dirty.isSuperset(of: [.root, "a"]))
            #expect(fixture.watcher.watched(1) == [.root])
            #expect(fixture.watcher.watched(2) == [.root, "a", "a/b"])
            try fixture.shell("touch ../second/a/b/file")
            #expect(try fixture.changes(2).dirty == ["a/b"])
        }

        @Test func `a file that is written and not closed is activity, and dirty after a while`() throws {
            let fixture = try Fixture(preparing: "mkdir a; touch a/file")
            let child = try fixture.spawn("exec 3>>a/file; echo x >&3; touch ../outside/written; kill -STOP $$")
            var status: Int32 = 0
            waitpid(child, &status, WUNTRACED)
            defer {
                kill(child, SIGKILL)
                waitpid(child, &status, 0)
            }
            let burst = try fixture.changes()
            #expect(burst.dirty.isEmpty)
            #expect(burst.lastActivity == ["a": fixture.clock.now()])
            // Each who has to know what is on the disk is told, until somebody is told to look.
            #expect(burst.beingWritten == ["a"])
            #expect(try fixture.changes().beingWritten == ["a"])
            #expect(try fixture.watcher.nextBurst(deadline: 0) == nil)
            fixture.clock.advance(milliseconds: 2000)
            let last = try #require(try fixture.watcher.nextBurst(deadline: 0))
            #expect(last.dirty == ["a"] && last.beingWritten.isEmpty)
            #expect(try fixture.changes().beingWritten.isEmpty)
        }
    }
}
