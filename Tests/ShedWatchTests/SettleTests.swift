import Glibc
import ShedModel
import Testing

@testable import ShedWatch

extension Watching {
    @Suite(.serialized) struct Settling {
        @Test func `a burst is given out once all has been quiet for 50 milliseconds`() throws {
            let fixture = try Fixture(preparing: "mkdir a")
            try fixture.shell("touch a/1")
            try fixture.watcher.barrier()
            fixture.clock.advance(milliseconds: 49)
            #expect(try fixture.watcher.nextBurst(deadline: 0) == nil)
            try fixture.shell("touch a/2")
            try fixture.watcher.barrier()
            fixture.clock.advance(milliseconds: 49)
            #expect(try fixture.watcher.nextBurst(deadline: 0) == nil)
            fixture.clock.advance(milliseconds: 1)
            #expect(try fixture.watcher.nextBurst(deadline: 0)?.dirty == ["a"])
            #expect(try fixture.watcher.nextBurst(deadline: 0) == nil)
        }

        @Test func `a burst is given out after one second though nothing is quiet`() throws {
            let fixture = try Fixture()
            for step in 0..<25 {
                try fixture.shell("touch file\(step)")
                try fixture.watcher.barrier()
                #expect(try fixture.watcher.nextBurst(deadline: 0) == nil)
                fixture.clock.advance(milliseconds: 40)
            }
            #expect(try fixture.watcher.nextBurst(deadline: 0)?.dirty == [.root])
        }

        @Test func `git's lock holds a burst back, for two seconds at most, and marks it`() throws {
            let fixture = try Fixture(preparing: "mkdir .git")
            try fixture.shell("touch .git/index.lock; touch poem")
            try fixture.watcher.barrier()
            fixture.clock.advance(milliseconds: 1999)
            #expect(try fixture.watcher.nextBurst(deadline: 0) == nil)
            try fixture.shell("rm .git/index.lock")
            try fixture.watcher.barrier()
            let burst = try fixture.watcher.nextBurst(deadline: 0)
            #expect(burst?.dirty == [.root])
            #expect(burst?.duringGitOperation == true)

            fixture.clock.advance(milliseconds: 1001)
            try fixture.shell("touch poem2")
            #expect(try fixture.changes().duringGitOperation == false)
            try fixture.shell("touch .git/index.lock; touch poem3")
            try fixture.watcher.barrier()
            fixture.clock.advance(milliseconds: 2000)
            #expect(try fixture.watcher.nextBurst(deadline: 0)?.dirty == [.root])
        }

        @Test func `a moved HEAD is told, and other changes in .git are not`() throws {
            let fixture = try Fixture(preparing: "mkdir -p .git/objects; touch .git/HEAD")
            try fixture.shell("touch .git/FETCH_HEAD .git/objects/x; mkdir .git/logs")
            #expect(try fixture.changes().isEmpty)
            try fixture.shell("touch .git/HEAD.lock; mv .git/HEAD.lock .git/HEAD")
            let burst = try fixture.changes()
            #expect(burst.dirty == [".git"] && burst.duringGitOperation)
        }

        @Test func `wake ends the wait`() throws {
            let fixture = try Fixture()
            fixture.watcher.wake()
            #expect(try fixture.watcher.nextBurst() == nil)
        }

        @Test func `a change wakes a wait that has no deadline`() throws {
            let fixture = try Fixture(watches: false)
            let watcher = Watcher(source: fixture.source, settle: Settle(quiet: 0))
            try watcher.add(root: Array(fixture.root.utf8), key: 1)
            let child = try fixture.spawn("touch file")
            #expect(try watcher.nextBurst()?.dirty == [.root])
            var status: Int32 = 0
            waitpid(child, &status, 0)
        }

        @Test func `past ten thousand dirty directories everything is dirty`() {
            var root = WatchedRoot(key: 1, WatchedRoot.Config(path: [], device: 0, inode: 0))
            for id in 0..<WatchTable.ID(WatchedRoot.News.mostDirectories) { root.news.markDirty(id, at: 1) }
            #expect(!root.news.everything && root.news.dirty.count == WatchedRoot.News.mostDirectories)
            root.news.markDirty(10_000, at: 1)
            #expect(root.news.everything && root.news.dirty.isEmpty)
            root.news.markDirty(10_001, at: 1)
            #expect(root.news.dirty.isEmpty)
            #expect(root.news.activity.count <= WatchedRoot.News.mostDirectories)
        }
    }
}
