import CInotifyTools
import Dispatch
import Glibc
import ShedModel
import Synchronization
import Testing

@testable import ShedWatch

extension Watching {
    /// What libinotifytools 3.22.6 does wrong, shown by the library itself, and that our way avoids it. One fault is not
    /// shown, since a race proves nothing by not happening: the library is not safe for threads (`setjmp`, static
    /// buffers), so that one thread alone reads, and no map of the library's is touched.
    @Suite(.serialized) struct LibraryFaults {
        private static let mask = Int32(bitPattern: WatchState.mask)

        /// A directory of the test's own, removed in the end.
        private final class Scratch {
            let path: String

            init() throws {
                var template = Array("/tmp/shed-library.XXXXXX".utf8CString)
                path = String(cString: try #require(mkdtemp(&template)))
            }

            deinit { system("rm -rf \(path)") }
        }

        private func apart(_ place: Apart.Place = .here, after script: String = ":", test: String = #function, body: (String) throws -> Void) throws {
            try Apart.run(place, suite: "LibraryFaults", after: script, test: test) {
                let scratch = try Scratch()
                try body(scratch.path)
            }
        }

        /// Reads events until one has the bit; all within a second, or there is none.
        private func next(with bit: Int32) -> Bool {
            while let event = inotifytools_next_events(1, 1) {
                if event.pointee.mask & UInt32(bitPattern: bit) != 0 { return true }
            }
            return false
        }

        private func inotifyDescriptor() -> Int32? {
            (0..<1024).first { number in
                var target = [CChar](repeating: 0, count: 64)
                let count = readlink("/proc/self/fd/\(number)", &target, 63)
                return count > 0 && String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) == "anon_inode:inotify"
            }
        }

        @Test func `its maps keep the old path of a directory that moved, and ours has the new one`() throws {
            try apart { top in
                try #require(inotifytools_initialize() != 0)
                system("mkdir -p \(top)/old")
                try #require(inotifytools_watch_recursively(top, Self.mask) != 0)
                let watch = inotifytools_wd_from_filename("\(top)/old/")
                system("mv \(top)/old \(top)/new; touch \(top)/new/file")
                #expect(next(with: IN_MOVE_SELF))
                let told = try #require(inotifytools_filename_from_wd(watch))
                #expect(String(cString: told) == "\(top)/old/")
                #expect(inotifytools_wd_from_filename("\(top)/new/") < 0)
                inotifytools_cleanup()

                let fixture = try Fixture(preparing: "mkdir old")
                try fixture.shell("mv old new; touch new/file")
                #expect(try fixture.changes().dirty == [.root, "new"])
            }
        }

        @Test func `its maps keep the dead watch of a path that was made again, and ours has the living one`() throws {
            try apart { top in
                try #require(inotifytools_initialize() != 0)
                let path = "\(top)/again"
                mkdir(path, 0o755)
                try #require(inotifytools_watch_file(path, Self.mask) != 0)
                let dead = inotifytools_wd_from_filename(path + "/")
                rmdir(path)
                #expect(next(with: IN_IGNORED))
                mkdir(path, 0o755)
                try #require(inotifytools_watch_file(path, Self.mask) != 0)
                #expect(inotifytools_wd_from_filename(path + "/") == dead)
                // The kernel has another number for it.
                let descriptor = try #require(inotifyDescriptor())
                #expect(!Library.watches(of: descriptor).contains(dead))
                // What ended stays in the maps for good: it can be removed no more.
                #expect(inotifytools_remove_watch_by_wd(dead) == 0)
                #expect(inotifytools_wd_from_filename(path + "/") == dead)
                inotifytools_cleanup()

                let fixture = try Fixture(preparing: "mkdir again")
                for _ in 0..<20 { try fixture.shell("rm -r again; mkdir again; touch again/file") }
                #expect(try fixture.changes().dirty == [.root, "again"])
                let watches = fixture.watcher.watches(1)
                #expect(Set(watches.values).isSubset(of: Library.watches(of: fixture.source.descriptor)))
                #expect(fixture.source.watchCount == 1 + watches.count)
            }
        }

        @Test(.enabled(if: Apart.isPossible))
        func `its crawl gives up where no watch is left, and ours watches what it can`() throws {
            let script = "echo 10 > /proc/sys/user/max_inotify_watches"
            try apart(.namespace, after: script) { top in
                try #require(inotifytools_initialize() != 0)
                system("for i in $(seq 30); do mkdir -p \(top)/$i/x; done")
                #expect(inotifytools_watch_recursively(top, Self.mask) == 0)
                #expect(inotifytools_error() == ENOSPC)
                // It watches the parents last: not even the top is watched.
                #expect(inotifytools_wd_from_filename(top + "/") < 0)
                inotifytools_cleanup()

                let fixture = try Fixture(preparing: "for i in $(seq 30); do mkdir -p $i/x; done")
                #expect(fixture.watcher.watched(1).count == 9)
                #expect(fixture.watcher.watched(1).contains(.root))
            }
        }

        @Test func `its crawl gives up where a directory vanishes, and ours goes on`() throws {
            try apart { top in
                try #require(inotifytools_initialize() != 0)
                system("mkdir \(top)/in \(top)/out; cd \(top)/in; for i in $(seq 100); do mkdir $i; done")
                let isOver = Atomic(false)
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    while !isOver.load(ordering: .relaxed) {
                        for number in 1...100 { rename("\(top)/in/\(number)", "\(top)/out/\(number)") }
                        for number in 1...100 { rename("\(top)/out/\(number)", "\(top)/in/\(number)") }
                    }
                }
                let end = MonotonicClock().now() + 60_000_000_000
                var gaveUp = false
                while !gaveUp, MonotonicClock().now() < end {
                    gaveUp = inotifytools_watch_recursively("\(top)/in", Int32(IN_CREATE)) == 0
                }
                #expect(gaveUp)
                #expect(inotifytools_error() == ENOENT)
                inotifytools_cleanup()

                let fixture = try Fixture(watches: false)
                for key in 2..<22 {
                    try fixture.watcher.add(root: Array("\(top)/in".utf8), key: key)
                    fixture.watcher.remove(key)
                }
                try fixture.watcher.add(root: Array("\(top)/in".utf8), key: 1)
                isOver.store(true, ordering: .relaxed)
                group.wait()
                try fixture.watcher.barrier()
                let expected = Set((1...100).map { RelativePath([Name("\($0)")]) }).union([.root])
                #expect(fixture.watcher.watched(1) == expected)
            }
        }

        @Test func `its crawl gives up where a path is longer than PATH_MAX, and ours goes on`() throws {
            try apart { top in
                try #require(inotifytools_initialize() != 0)
                let name = String(repeating: "n", count: 250)
                system("bash -c 'cd \(top); mkdir project; cd project; for i in {1..20}; do mkdir \(name); cd \(name); done'")
                #expect(inotifytools_watch_recursively("\(top)/project", Self.mask) == 0)
                #expect(inotifytools_error() == ENAMETOOLONG)
                inotifytools_cleanup()

                let fixture = try Fixture(watches: false)
                try fixture.watcher.add(root: Array("\(top)/project".utf8), key: 1)
                // As far as a scan looks: with the way to the project these are longer than PATH_MAX.
                #expect(fixture.watcher.watched(1).count == 17)
            }
        }

        @Test func `a request for several events spins until all are there, and we ask for one`() throws {
            try apart { top in
                try #require(inotifytools_initialize() != 0)
                try #require(inotifytools_watch_file(top, Int32(IN_CREATE)) != 0)
                close(creat("\(top)/first", 0o600))
                let thread = Atomic<UInt>(0)
                let hasAll = Atomic(false)
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    thread.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
                    // 40 events of 16 bytes are more than the one of 32 that waits.
                    if inotifytools_next_events(600, 40) != nil { hasAll.store(true, ordering: .sequentiallyConsistent) }
                }
                // A thread that waits uses no time: it would never come to half a second. That it uses some is what is measured, and no event tells.
                let end = MonotonicClock().now() + 60_000_000_000
                var used = 0.0
                while used < 0.5, MonotonicClock().now() < end {
                    var clock = clockid_t()
                    let number = pthread_t(thread.load(ordering: .sequentiallyConsistent))
                    guard number != 0, pthread_getcpuclockid(number, &clock) == 0 else { continue }
                    var time = timespec()
                    clock_gettime(clock, &time)
                    used = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
                    usleep(10_000)
                }
                #expect(used >= 0.5)
                let hadAll = hasAll.load(ordering: .sequentiallyConsistent)
                #expect(!hadAll)
                for number in 0..<40 { close(creat("\(top)/\(number)", 0o600)) }
                group.wait()
                let hasAllNow = hasAll.load(ordering: .sequentiallyConsistent)
                #expect(hasAllNow)
            }
        }

        @Test func `it waits for whole seconds, and a wait of none ends at once`() throws {
            try apart { top in
                try #require(inotifytools_initialize() != 0)
                // Some versions wait without end; then the alarm ends this process.
                alarm(60)
                #expect(inotifytools_next_events(0, 1) == nil)
                #expect(inotifytools_error() == 0)
                let begun = MonotonicClock().now()
                #expect(inotifytools_next_events(1, 1) == nil)
                #expect(MonotonicClock().now() - begun >= 900_000_000)
            }
        }

        @Test func `events of before a clean-up come after it, so we never clean up`() throws {
            try apart { top in
                try #require(inotifytools_initialize() != 0)
                try #require(inotifytools_watch_file(top, Int32(IN_CREATE)) != 0)
                for number in 0..<3 { close(creat("\(top)/\(number)", 0o600)) }
                try #require(inotifytools_next_events(5, 1) != nil)
                inotifytools_cleanup()
                try #require(inotifytools_initialize() != 0)
                // Nothing is watched, and yet:
                let stale = try #require(inotifytools_next_events(5, 1))
                #expect(stale.pointee.mask == UInt32(IN_CREATE))
            }
        }

        @Test func `a second source is told nothing of what the first one left`() throws {
            try apart { _ in
                let first = try Fixture(preparing: "mkdir a")
                first.source.holdBack(true)
                try first.shell("for i in $(seq 100); do touch a/$i; done")
                first.source.stop()
                let second = try Fixture(preparing: "mkdir a")
                #expect(try second.changes().isEmpty)
                #expect(second.source.take().events.isEmpty)
            }
        }

        @Test func `its descriptor goes to child processes, and ours does not`() throws {
            try apart { _ in
                try #require(inotifytools_initialize() != 0)
                let descriptor = try #require(inotifyDescriptor())
                #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0)
                #expect(system("ls -l /proc/self/fd | grep -q anon_inode:inotify") == 0)
                inotifytools_cleanup()
                let fixture = try Fixture()
                #expect(fcntl(fixture.source.descriptor, F_GETFD) & FD_CLOEXEC != 0)
                #expect(system("ls -l /proc/self/fd | grep -q anon_inode:inotify") != 0)
            }
        }

        @Test func `it does not know how many events may wait, and we read it`() throws {
            try apart { _ in
                #expect(inotifytools_get_max_queued_events() == -1)
                let most = try #require(KernelLimit.queuedEvents.value)
                #expect(most > 0)
            }
        }

        @Test func `it takes descriptors that select cannot wait for, and we refuse them`() throws {
            try apart(after: "ulimit -n 2048") { _ in
                while case let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC), descriptor >= 0, descriptor < 1100 {}
                try #require(inotifytools_initialize() != 0)
                inotifytools_cleanup()
                #expect {
                    _ = try Fixture(watches: false)
                } throws: { error in
                    if case WatchError.descriptorTooHigh(let number) = error { number > 1023 } else { false }
                }
            }
        }
    }
}
