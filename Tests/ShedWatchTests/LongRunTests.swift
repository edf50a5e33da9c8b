import Glibc
import ShedModel
import Testing

@testable import ShedWatch

extension Watching {
    /// What a watcher meets that runs for months.
    @Suite(.serialized) struct LongRuns {
        @Test func `a root that is gone takes nothing of another's along when it is removed`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a ../second/b")
            try fixture.watcher.add(root: Array((fixture.top + "/second").utf8), key: 2)
            try fixture.shell("mv ../second ../away")
            #expect(try fixture.changes(2).rootGone)
            // The number of the second root's row is free, and used for one of these.
            try fixture.shell("mkdir -p c/d e")
            _ = try fixture.changes()
            fixture.watcher.remove(2)
            #expect(fixture.watcher.watched(1) == [.root, "a", "c", "c/d", "e"])
            for path in ["c", "c/d", "e"] {
                try fixture.shell("touch \(path)/file")
                #expect(try fixture.changes().dirty == [RelativePath(path.split(separator: "/").map { Name(String($0)) })])
            }
        }

        @Test func `a root that is deleted while a program stands in it is gone`() throws {
            let fixture = try Fixture(preparing: "mkdir a")
            let child = try fixture.spawn("kill -STOP $$; exit 0")
            var status: Int32 = 0
            waitpid(child, &status, WUNTRACED)
            try fixture.shell("cd ..; rm -r project")
            #expect(try fixture.changes().rootGone)
            kill(child, SIGCONT)
            waitpid(child, &status, 0)
        }

        @Test func `a root whose parent moved is gone once somebody looks, or something changes`() throws {
            let fixture = try Fixture(preparing: "mkdir -p ../outside/project", watches: false)
            try fixture.watcher.add(root: Array((fixture.top + "/outside/project").utf8), key: 1)
            fixture.watcher.checkRoot(1)
            #expect(try fixture.changes().rootGone == false)
            try fixture.shell("mv ../outside ../old")
            fixture.watcher.checkRoot(1)
            #expect(try fixture.watcher.nextBurst(deadline: 0)?.rootGone == true)
            fixture.watcher.remove(1)

            try fixture.watcher.add(root: Array((fixture.top + "/old/project").utf8), key: 1)
            try fixture.shell("mv ../old ../older; touch ../older/project/file")
            #expect(try fixture.changes().rootGone)
        }

        @Test func `the lock of a .git that was moved away or deleted holds nothing back any more`() throws {
            for script in ["mv .git ../outside/", "rm -r .git"] {
                let fixture = try Fixture(preparing: "mkdir .git")
                try fixture.shell("touch .git/index.lock poem")
                #expect(try fixture.changes().duringGitOperation)
                try fixture.shell(script)
                _ = try fixture.changes()
                fixture.clock.advance(milliseconds: 5000)
                try fixture.shell("touch poem")
                try fixture.watcher.barrier()
                fixture.clock.advance(milliseconds: 50)
                #expect(try fixture.watcher.nextBurst(deadline: 0)?.duringGitOperation == false)
            }
        }

        @Test func `a lock that a crashed git left holds nothing back after ten minutes`() throws {
            let fixture = try Fixture(preparing: "mkdir .git")
            try fixture.shell("touch .git/index.lock poem")
            #expect(try fixture.changes().duringGitOperation)
            fixture.clock.advance(milliseconds: 599_000)
            try fixture.shell("touch poem")
            #expect(try fixture.changes().duringGitOperation)
            fixture.clock.advance(milliseconds: 1000)
            _ = try fixture.changes()
            try fixture.shell("touch poem")
            try fixture.watcher.barrier()
            fixture.clock.advance(milliseconds: 50)
            #expect(try fixture.watcher.nextBurst(deadline: 0)?.duringGitOperation == false)
        }

        @Test func `a root that was inside another leaves its directory to that one`() throws {
            let fixture = try Fixture(preparing: "mkdir -p deep/inner/.shed deep/inner/Draft; touch deep/inner/.shed/project.json")
            try fixture.watcher.add(root: Array((fixture.root + "/deep/inner").utf8), key: 2)
            #expect(fixture.watcher.watched(1) == [.root, "deep"])
            fixture.watcher.remove(2)
            #expect(fixture.watcher.watched(1) == [.root, "deep", "deep/inner", "deep/inner/.shed"])
            try fixture.shell("rm -r deep/inner/.shed")
            _ = try fixture.changes()
            #expect(fixture.watcher.watched(1) == [.root, "deep", "deep/inner", "deep/inner/Draft"])
        }

        @Test func `a file that is never closed is told once for each time it is written to`() throws {
            let fixture = try Fixture(preparing: "mkdir a; touch a/file")
            let file = open(fixture.root + "/a/file", O_WRONLY | O_APPEND | O_CLOEXEC)
            defer { close(file) }
            for _ in 0..<5 {
                write(file, "x", 1)
                try fixture.watcher.barrier()
                #expect(try fixture.watcher.nextBurst(deadline: 0) == nil)
                fixture.clock.advance(milliseconds: 2000)
                #expect(try fixture.watcher.nextBurst(deadline: 0)?.dirty == ["a"])
                fixture.clock.advance(milliseconds: 100_000)
                #expect(try fixture.watcher.nextBurst(deadline: 0) == nil)
            }
        }

        @Test func `what nobody collects stays within its bounds`() {
            var root = WatchedRoot(key: 1, WatchedRoot.Config(path: [], device: 0, inode: 0))
            for number in 0..<WatchTable.ID(WatchedRoot.News.mostArrivals + 1000) {
                let entry = WatchedRoot.Entry(directory: number % 7, watch: 1, name: Name("\(number)"))
                root.news.noteArrival(entry)
                root.news.noteArrival(entry)
                root.news.noteRename(from: entry, to: entry)
                root.news.markActive(number, at: 1)
            }
            #expect(root.news.arrivals.values.reduce(0) { $0 + $1.count } == WatchedRoot.News.mostArrivals)
            #expect(root.news.renames.count == WatchedRoot.News.mostDirectories)
            #expect(root.news.activity.count == WatchedRoot.News.mostDirectories)
            // What a row noted leaves with it, and makes room.
            root.forget(3)
            root.news.noteArrival(WatchedRoot.Entry(directory: 3, watch: 2, name: "new"))
            #expect(root.news.arrivals[3] == ["new"])
        }

        @Test func `a rename that a row's former holder noted is not told of the row's next one`() throws {
            var table = WatchTable()
            let top = table.addRoot(watch: 1, key: 1).id
            let placed = table.place(watch: 2, in: top, named: "a")
            let first = try #require(placed).id
            var root = WatchedRoot(key: 1, WatchedRoot.Config(path: [], device: 0, inode: 0))
            let old = WatchedRoot.Entry(directory: first, watch: 2, name: "x")
            root.news.noteRename(from: old, to: WatchedRoot.Entry(directory: top, watch: 1, name: "y"))
            table.remove(first)
            let again = table.place(watch: 3, in: top, named: "b")
            #expect(again?.id == first)
            #expect(root.collect(from: table, at: 1, settle: Settle()).renames.isEmpty)
        }

        @Test func `gaps are found by their parents, and leave with them`() {
            var gaps = Gaps()
            gaps[Gaps.Place(parent: 1, name: "a")] = .stopped
            gaps[Gaps.Place(parent: 1, name: "b")] = .stopped
            gaps[Gaps.Place(parent: 2, name: "a")] = .stopped
            #expect(gaps.all.count == 3)
            gaps[Gaps.Place(parent: 1, name: "b")] = nil
            gaps[Gaps.Place(parent: 9, name: "b")] = nil
            #expect(gaps.all.count == 2)
            gaps.forget(1)
            #expect(gaps.all.map(\.place) == [Gaps.Place(parent: 2, name: "a")])
        }

        @Test func `a storm in one directory notes one directory, and the renames up to their bound`() throws {
            let fixture = try Fixture(preparing: "mkdir a")
            let count = 20_000
            for number in 0..<count {
                close(creat("\(fixture.root)/a/\(number)", 0o600))
                rename("\(fixture.root)/a/\(number)", "\(fixture.root)/a/n\(number)")
            }
            let burst = try fixture.changes()
            #expect(burst.everything || burst.dirty == ["a"])
            #expect(burst.renames.count <= WatchedRoot.News.mostDirectories)
            #expect(Set(burst.lastActivity.keys).isSubset(of: [.root, "a"]))
            #expect(fixture.watcher.watched(1) == [.root, "a"])
            try fixture.shell("touch a/file")
            #expect(try fixture.changes().dirty == ["a"])
        }

        @Test func `watches are not lost or left over however often a tree is made and removed`() throws {
            let fixture = try Fixture()
            for _ in 0..<30 {
                try fixture.shell("mkdir -p a/b/c/d; mv a/b z; mkdir z/e; rm -r a z")
                _ = fixture.watcher.drain(1)
            }
            _ = try fixture.changes()
            #expect(fixture.source.watchCount == 2)
            #expect(fixture.watcher.watched(1) == [.root])
        }

        @Test func `a link in the place of a directory is not followed, whenever it comes`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b ../outside/b/secret")
            for _ in 0..<200 {
                rename(fixture.root + "/a", fixture.top + "/outside/held")
                symlink("../outside", fixture.root + "/a")
                fixture.watcher.readAnew(1)
                #expect(!fixture.watcher.watched(1).contains("a/b"))
                unlink(fixture.root + "/a")
                rename(fixture.top + "/outside/held", fixture.root + "/a")
            }
            let child = try fixture.spawn(
                "for i in $(seq 100); do mv a ../outside/held; ln -s ../outside a; rm a; mv ../outside/held a; done")
            var status: Int32 = 0
            while waitpid(child, &status, WNOHANG) == 0 { fixture.watcher.readAnew(1) }
            #expect(status == 0)
            try Moving.expectTruth(fixture, "after the links")
        }

        // MARK: Flat roots

        @Test func `a flat root is watched itself, and nothing below it`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b .git .shed/ops/r", watches: false)
            try fixture.watcher.add(root: Array(fixture.root.utf8), key: 1, isFlat: true)
            #expect(fixture.watcher.watched(1) == [.root])
            #expect(fixture.source.watchCount == 2)
            try fixture.shell("touch a/file a/b/file .git/HEAD")
            #expect(try fixture.changes().isEmpty)
            try fixture.shell("mkdir -p c/d; mv a e; chmod 700 c; touch c/file")
            #expect(try fixture.changes().dirty == [.root])
            try fixture.shell("touch new; mv new registry; rm -r e")
            #expect(try fixture.changes().dirty == [.root])
            #expect(fixture.watcher.watched(1) == [.root])
            #expect(fixture.watcher.unwatched(1).isEmpty)
            #expect(fixture.source.watchCount == 2)
            try fixture.shell("mv \"$PWD\" ../elsewhere")
            #expect(try fixture.changes().rootGone)
        }

        @Test func `an overflow makes a flat root dirty too`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a ../registry")
            try fixture.watcher.add(root: Array((fixture.top + "/registry").utf8), key: 2, isFlat: true)
            let most = try #require(KernelLimit.queuedEvents.value)
            fixture.source.holdBack(true)
            try fixture.shell("touch first")
            let (one, two) = (fixture.root + "/one", fixture.root + "/two")
            close(creat(one, 0o600))
            for _ in 0...most / 2 {
                rename(one, two)
                rename(two, one)
            }
            try fixture.shell("mkdir ../registry/below")
            fixture.source.holdBack(false)
            let burst = try fixture.changes(2)
            #expect(burst.everything && burst.overflowCount == 1)
            #expect(fixture.watcher.watched(2) == [.root])
            #expect(try fixture.changes(1).everything)
            try fixture.shell("touch ../registry/file")
            #expect(try fixture.changes(2).dirty == [.root])
        }
    }
}
