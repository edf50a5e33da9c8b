import CInotifyTools
import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Synchronization
import Testing

@testable import ShedWatch

extension Watching {
    @Suite(.serialized) struct Source {
        @Test func `child processes do not inherit the library's descriptor`() throws {
            let fixture = try Fixture()
            #expect(fcntl(fixture.source.descriptor, F_GETFD) & FD_CLOEXEC != 0)
            try fixture.shell("! ls -l /proc/self/fd/ | grep -q anon_inode:inotify")
        }

        @Test func `the library keeps a moved directory's old path, so it is never asked for one`() throws {
            let fixture = try Fixture(preparing: "mkdir old")
            let old = fixture.root + "/old"
            try #require(inotifytools_watch_file(old, Int32(bitPattern: WatchState.mask)) != 0)
            let watch = inotifytools_wd_from_filename(old + "/")
            try #require(watch > 0)
            try fixture.shell("mv old new")
            _ = try fixture.changes()
            let told = try #require(inotifytools_filename_from_wd(watch))
            #expect(String(cString: told).contains("/old"))
            #expect(fixture.watcher.watched(1) == [.root, "new"])
        }

        @Test func `an overflow of the kernel's queue makes everything dirty, and the table is right after it`() throws {
            let fixture = try Fixture(preparing: "mkdir -p keep/a gone/b leaves/c")
            let most = try #require(KernelLimit.queuedEvents.value)
            fixture.source.holdBack(true)
            // The thread still waits in the library for one event; after that it reads no more.
            try fixture.shell("touch first")
            let (one, two) = (fixture.root + "/one", fixture.root + "/two")
            close(creat(one, 0o600))
            for _ in 0..<most {
                rename(one, two)
                rename(two, one)
            }
            try fixture.shell("rm -r gone; mv leaves ../outside; mkdir -p late/d; mv keep kept")
            fixture.source.holdBack(false)
            let burst = try fixture.changes()
            #expect(burst.everything && burst.overflowCount == 1)
            #expect(burst.dirty.isEmpty)
            #expect(fixture.watcher.watched(1) == (try fixture.directoriesOnDisk()))
            #expect(fixture.source.watchCount == 1 + 5)
            try fixture.shell("touch late/d/file")
            #expect(try fixture.changes().dirty == ["late/d"])
        }

        @Test func `stop ends the thread and every watch, and another source can be made`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b")
            let descriptor = fixture.source.descriptor
            #expect(eventually(1))
            fixture.source.stop()
            #expect(eventually(0))
            #expect(Library.watches(of: descriptor).isEmpty)
            #expect(try fixture.watcher.nextBurst() == nil)
            #expect(throws: WatchError.self) { try fixture.source.barrier {} }
            fixture.source.stop()
            let next = try Fixture()
            #expect(next.source.descriptor == descriptor)
        }

        @Test func `stop needs no disk: it works after the private directory is gone`() throws {
            let fixture = try Fixture()
            try fixture.shell("rm -r ../cookies; touch ../cookies")
            #expect(throws: WatchError.gone(path: Array((fixture.top + "/cookies").utf8))) {
                try fixture.source.barrier {}
            }
            fixture.source.stop()
            #expect(eventually(0))
        }

        @Test func `a private directory that was deleted is made again by the next barrier`() throws {
            let fixture = try Fixture(preparing: "mkdir a")
            try fixture.shell("rm -r ../cookies; touch a/file")
            #expect(try fixture.changes().dirty == ["a"])
            try fixture.shell("touch a/file")
            #expect(try fixture.changes().dirty == ["a"])
            // The kernel holds the watch of the old one as long as some process has it open: also one that another test starts, between fork(2)
            // and execve(2). No event tells of its end.
            #expect(waits { fixture.source.watchCount == 1 + 2 })
        }

        @Test func `cookies that a killed process left are removed, and those in the way are stepped over`() throws {
            let fixture = try Fixture()
            // Others of this process's number: as in a container, where it is the same each time.
            let last = EventSource.cookieNumber.load(ordering: .relaxed)
            try fixture.shell("for i in $(seq \(last) \(last + 200)); do touch ../cookies/cookie.\(getpid()).$i; done")
            try fixture.watcher.barrier()
            let next = EventSource.cookieNumber.load(ordering: .relaxed)
            #expect(next > last + 200)
            fixture.source.stop()
            let second = try EventSource(privateDirectory: Array((fixture.top + "/cookies").utf8), waitsForTurn: true)
            defer { second.stop() }
            try fixture.shell("[ -z \"$(ls ../cookies)\" ]")
        }

        @Test func `a barrier comes through more events than the process keeps`() throws {
            let fixture = try Fixture(preparing: "mkdir a; touch a/one")
            let (one, two) = (fixture.root + "/a/one", fixture.root + "/a/two")
            // The thread keeps up, so that all these wait in the process and the kernel's queue is never full.
            for _ in 0...EventBatch.mostEvents / 4 {
                rename(one, two)
                rename(two, one)
            }
            #expect(try fixture.changes().dirty.isSubset(of: ["a"]))
        }

        @Test func `a second source in the process is refused`() throws {
            let fixture = try Fixture()
            #expect(throws: WatchError.alreadyRunning) {
                try EventSource(privateDirectory: Array((fixture.top + "/more").utf8))
            }
        }

        @Test func `a private directory that cannot be made leaves the library free`() throws {
            #expect(throws: WatchError.gone(path: Array("/proc/nowhere/cookies".utf8))) {
                try EventSource(privateDirectory: Array("/proc/nowhere/cookies".utf8), waitsForTurn: true)
            }
            _ = try Fixture()
        }

        @Test func `a thread that fails says so to whoever waits`() throws {
            let fixture = try Fixture()
            fixture.source.fail(with: .descriptorNotFound)
            #expect(throws: WatchError.descriptorNotFound) { try fixture.watcher.nextBurst() }
            #expect(throws: WatchError.descriptorNotFound) { try fixture.watcher.barrier() }
        }

        /// Whether so many threads of the source come to be seen: a thread names itself once it runs, and one that was joined is in
        /// /proc until the kernel has released it. No event tells of either.
        private func eventually(_ count: Int) -> Bool { waits { threads(named: "shed-events") == count } }

        private func threads(named name: String) -> Int {
            guard let directory = opendir("/proc/self/task") else { return -1 }
            defer { closedir(directory) }
            var count = 0
            while let entry = readdir(directory) {
                let thread = String(decoding: DirectoryEntry.name(of: entry), as: UTF8.self)
                if let text = ProcessFile.read("/proc/self/task/\(thread)/comm", atMost: 1 << 20), text.starts(with: name.utf8) { count += 1 }
            }
            return count
        }
    }
}
