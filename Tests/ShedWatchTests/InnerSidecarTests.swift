import Glibc
import ShedDisk
import ShedModel
import Testing

@testable import ShedWatch

extension Watching {
    /// A folder with a `.shed` within a project is another project where a scan takes it for one, and nowhere else: what comes in an
    /// archive must not hide a folder from the watcher alone.
    @Suite(.serialized) struct `A folder with a sidecar of its own` {
        private static let all: Set<RelativePath> = [.root, "Draft", "Draft/.shed", "Draft/Old"]

        private func holdsProject(_ fixture: Fixture) throws -> Bool { try DirectoryHandle(pathBytes: Array((fixture.root + "/Draft").utf8)).holdsProject }

        /// What makes no project of it.
        @Test(arguments: [
            "mkdir Draft/.shed", "mkdir -p Draft/.shed/ops/0123456789abcdef", "mkdir -p Draft/.shed/project.json",
            "mkdir Draft/.shed; ln -s ../a.txt Draft/.shed/project.json", "mkdir Draft/.shed; mkfifo Draft/.shed/project.json",
            "mkdir -p Draft/.shed/.shed; touch Draft/.shed/.shed/project.json",
        ])
        func `is watched where a scan enters it`(script: String) throws {
            for comesLater in [false, true] {
                let fixture = try Fixture(preparing: "mkdir -p Draft/Old" + (comesLater ? "" : "; \(script)"))
                if comesLater {
                    try fixture.shell(script)
                    let dirty = try fixture.changes().dirty
                    // The folder is read again with all that is in it.
                    #expect(dirty == [.root, "Draft", "Draft/Old"])
                }
                #expect(try !holdsProject(fixture))
                #expect(fixture.watcher.watched(1) == Self.all)
                try fixture.shell("touch Draft/x Draft/Old/x")
                #expect(try fixture.changes().dirty == ["Draft", "Draft/Old"])
            }
        }

        @Test(arguments: ["Draft/.shed", "Draft/.shed/ops", ".shed/ops", ".shed"]) func `is none in a sidecar`(folder: String) throws {
            let fixture = try Fixture(preparing: "mkdir -p .shed/ops/1 Draft/.shed \(folder)/.shed; touch \(folder)/.shed/project.json")
            let watched: Set<RelativePath> = [.root, ".shed", ".shed/ops", ".shed/ops/1", "Draft", "Draft/.shed"]
            // The batches of the root's own are seen, whatever stands in it.
            #expect(fixture.watcher.watched(1).isSuperset(of: watched))
            try fixture.shell("touch .shed/ops/1/batch")
            #expect(try fixture.changes().dirty == [".shed/ops/1"])
        }

        /// Pairs of what makes it another project and what ends that.
        @Test(arguments: [
            ("touch Draft/.shed/project.json", "rm Draft/.shed/project.json"),
            ("touch x; mv x Draft/.shed/project.json", "mv Draft/.shed/project.json Draft/.shed/old"),
            ("mkdir new; touch new/project.json; rmdir Draft/.shed; mv new Draft/.shed", "mv Draft/.shed ../outside/; mkdir Draft/.shed"),
            ("touch Draft/.shed/project.json", "rm Draft/.shed/project.json; mkdir Draft/.shed/project.json"),
        ])
        func `becomes another project and ends to be one, as it happens`(begin: String, end: String) throws {
            let fixture = try Fixture(preparing: "mkdir -p Draft/Old Draft/.shed")
            let count = fixture.source.watchCount
            for _ in 0..<3 {
                try fixture.shell(begin)
                // What is said of it is said of where it stands.
                #expect(try fixture.changes().dirty.isSuperset(of: [.root, "Draft"]))
                #expect(try holdsProject(fixture))
                #expect(fixture.watcher.watched(1) == [.root, "Draft", "Draft/.shed"])
                try fixture.shell("touch Draft/Old/unseen")
                #expect(try fixture.changes().isEmpty)
                try fixture.shell(end)
                #expect(try fixture.changes().dirty.isSuperset(of: [.root, "Draft", "Draft/Old"]))
                #expect(try !holdsProject(fixture))
                #expect(fixture.watcher.watched(1) == Self.all)
                #expect(fixture.source.watchCount == count)
                try fixture.shell("rm -rf ../outside/.shed Draft/.shed; mkdir Draft/.shed")
                _ = try fixture.changes()
            }
        }

        @Test func `is looked at for nothing else that happens in its sidecar`() throws {
            let fixture = try Fixture(preparing: "mkdir -p Draft/.shed/ops; touch Draft/.shed/project.json")
            try fixture.shell("touch Draft/.shed/new; echo '{}' > Draft/.shed/project.json; mkdir Draft/.shed/store; chmod 700 Draft/.shed/ops; touch Draft/.shed/ops/x")
            #expect(try fixture.changes().isEmpty)
            #expect(fixture.watcher.watched(1) == [.root, "Draft", "Draft/.shed"])
        }

        /// It costs a look at each folder in it.
        @Test func `is read once for all that happened in the meantime`() throws {
            let fixture = try Fixture(preparing: "mkdir -p Draft/.shed Draft/Old/{1..100}")
            for (begins, script) in [(false, "rm"), (true, "true")] {
                let before = fixture.source.watchesLeft
                try fixture.shell("for i in {1..50}; do touch Draft/.shed/project.json; \(script) Draft/.shed/project.json; done")
                #expect(try fixture.changes().dirty.isSuperset(of: [.root, "Draft"]))
                #expect(try holdsProject(fixture) == begins)
                #expect(fixture.watcher.watched(1).count == (begins ? 3 : 104))
                // Twice, where the events were taken in in two portions.
                #expect(before - fixture.source.watchesLeft <= 2 * 104)
            }
        }

        @Test func `changes places with the root's own, of which more is watched`() throws {
            let fixture = try Fixture(preparing: "mkdir -p .shed/ops/1 Draft/.shed/ops/2; touch Draft/a")
            #expect(exchange(fixture.root + "/.shed", fixture.root + "/Draft/.shed") == 0)
            _ = try fixture.changes()
            #expect(fixture.watcher.watched(1) == [.root, ".shed", ".shed/ops", ".shed/ops/2", "Draft", "Draft/.shed"])
            try fixture.shell("touch .shed/ops/2/batch Draft/.shed/ops/1/batch")
            #expect(try fixture.changes().dirty == [".shed/ops/2"])
        }

        @Test func `is watched while many come and go`() throws {
            let fixture = try Fixture(preparing: "mkdir -p Draft/Old")
            let child = try fixture.spawn("""
                for i in $(seq 300); do
                  mkdir Draft/.shed; touch Draft/.shed/project.json; rm -r Draft/.shed
                  mkdir -p New$i/Deep; mkdir New$i/.shed; touch New$i/.shed/project.json; [ $((i % 2)) = 0 ] || rm New$i/.shed/project.json
                done
                """)
            var status: Int32 = 0
            while waitpid(child, &status, WNOHANG) == 0 { _ = fixture.watcher.drain(1) }
            _ = try fixture.changes()
            // What was read while it changed is read again.
            _ = try fixture.changes()
            var expected: Set<RelativePath> = [.root, "Draft", "Draft/Old"]
            for number in 1...300 {
                expected.formUnion([RelativePath([Name("New\(number)")]), RelativePath([Name("New\(number)"), ".shed"])])
                if number % 2 == 1 { expected.insert(RelativePath([Name("New\(number)"), "Deep"])) }
            }
            #expect(fixture.watcher.watched(1) == expected)
            #expect(fixture.source.watchCount == expected.count + 1)
        }
    }
}
