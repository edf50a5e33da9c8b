import Dispatch
import Glibc
import ShedDisk
import ShedModel
import Synchronization
import ShedTestSupport
import Testing

@testable import ShedWatch

/// Makes, moves, swaps and removes directories at random. SHED_SEED and SHED_CASES say where to begin and how many.
private struct Mover {
    static func number(_ variable: String, _ usual: UInt64) -> UInt64 {
        getenv(variable).flatMap { UInt64(String(cString: $0)) } ?? usual
    }

    let root: String
    var random: SeededRandom
    private var count = 0

    init(root: String, seed: UInt64) {
        self.root = root
        random = SeededRandom(seed)
    }

    private mutating func place() -> String {
        let depth = Int.random(in: 1...4, using: &random)
        return (0..<depth).reduce(root) { path, _ in path + "/" + (["a", "b", "c", "d"].randomElement(using: &random) ?? "a") }
    }

    /// One change; many fail, since the place is taken or not there, which is as good.
    mutating func step() {
        count += 1
        let (one, two) = (place(), place())
        switch random.next() % 12 {
        case 0...3: mkdir(one, 0o755)
        case 4: rmdir(one)
        case 5: _ = exchange(one, two)
        case 6:
            // A swap by three moves.
            rename(one, root + "/t")
            rename(two, one)
            rename(root + "/t", two)
        case 7:
            // A folder goes into its former child's place: the child leaves first, and takes its parent in.
            rename(one + "/a", root + "/t")
            rename(one, root + "/t/b")
            rename(root + "/t", one)
        case 8:
            rename(one, one + "b")
            rename(one + "b", one)
        case 9:
            // Out of the root and in again.
            rename(one, root + "/../outside/x\(count % 5)")
            rename(root + "/../outside/x\(random.next() % 5)", two)
        case 10:
            unlink(one)
            close(open(two, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
        default: rename(one, two)
        }
    }
}

/// Does the same to folders that are there, so that nearly every change succeeds and most folders are moved with others in them.
private struct Shuffler {
    let root: String
    var random: SeededRandom
    /// Below the root; each begins with a slash, and the root is empty.
    private var folders = [""]

    init(root: String, seed: UInt64) {
        self.root = root
        random = SeededRandom(seed)
    }

    mutating func step() {
        let (one, two) = (folders.randomElement(using: &random) ?? "", folders.randomElement(using: &random) ?? "")
        let new = two + (["/a", "/b", "/c", "/d"].randomElement(using: &random) ?? "/a")
        let kind = random.next() % 10
        if kind < 5, folders.count < 25 {
            if mkdir(root + new, 0o755) == 0 { folders.append(new) }
        } else if one.isEmpty || one == two || one == new {
            return
        } else if kind == 5 {
            if rmdir(root + one) == 0 { folders.removeAll { $0 == one } }
        } else if kind < 8, !two.isEmpty {
            if exchange(root + one, root + two) == 0 { folders = folders.map { moved($0, one, two) ?? moved($0, two, one) ?? $0 } }
        } else if rename(root + one, root + new) == 0 {
            folders.removeAll { $0 == new }
            folders = folders.map { moved($0, one, new) ?? $0 }
        }
    }

    private func moved(_ path: String, _ old: String, _ new: String) -> String? {
        path == old || path.hasPrefix(old + "/") ? new + path.dropFirst(old.count) : nil
    }
}

extension Watching {
    @Suite(.serialized) struct Moving {
        /// Every directory on disk is watched, at its path and by a watch that the kernel holds for that very inode; and
        /// the kernel holds no other.
        static func expectTruth(_ fixture: Fixture, _ comment: Comment) throws {
            try fixture.watcher.barrier()
            let watches = fixture.watcher.watches(1)
            let disk = try fixture.directoriesOnDisk()
            #expect(Set(watches.keys) == disk, comment)
            let kernel = inodes(of: fixture.source.descriptor)
            for (path, watch) in watches {
                var status = stat()
                let text = fixture.root + "/" + String(decoding: path.bytes, as: UTF8.self)
                #expect(stat(text, &status) == 0 && kernel[watch] == UInt64(status.st_ino), "\(path) \(comment)")
            }
            _ = fixture.watcher.drain(1)
            #expect(fixture.source.watchCount == 1 + disk.count, comment)
        }

        private static func inodes(of descriptor: Int32) -> [Int32: UInt64] {
            var found: [Int32: UInt64] = [:]
            let text = String(decoding: ProcessFile.read("/proc/self/fdinfo/\(descriptor)", atMost: 1 << 20) ?? [], as: UTF8.self)
            for line in text.split(separator: "\n") where line.hasPrefix("inotify wd:") {
                let fields = line.split(separator: " ")
                guard fields.count > 2, let watch = Int32(fields[1].dropFirst(3), radix: 16) else { continue }
                found[watch] = UInt64(fields[2].dropFirst(4), radix: 16)
            }
            return found
        }

        private func forEachSeed(_ usual: UInt64, body: (UInt64) throws -> Void) rethrows {
            let first = Mover.number("SHED_SEED", 1)
            let count = Mover.number("SHED_CASES", usual)
            // The cases of the whole run are for worlds that are made up; these are on a disk.
            for seed in first..<first + min(count, max(usual, count / 100)) { try body(seed) }
        }

        @Test func `wherever directories are moved, every watch stands for its directory at its path`() throws {
            try forEachSeed(8) { seed in
                let fixture = try Fixture()
                var mover = Mover(root: fixture.root, seed: seed)
                for _ in 0..<2000 {
                    mover.step()
                    // The table is now behind the disk, now ahead of the events, now beside them.
                    switch mover.random.next() % 64 {
                    case 0: fixture.source.holdBack(true)
                    case 1, 2: fixture.source.holdBack(false)
                    case 3: _ = fixture.watcher.drain(1)
                    case 4: _ = fixture.watcher.watched(1)
                    default: break
                    }
                }
                fixture.source.holdBack(false)
                try Self.expectTruth(fixture, "SHED_SEED=\(seed) SHED_CASES=1")
            }
        }

        @Test func `the same while another thread looks all the time`() throws {
            try forEachSeed(4) { seed in
                let fixture = try Fixture()
                var mover = Mover(root: fixture.root, seed: seed)
                let isOver = Atomic(false)
                let group = DispatchGroup()
                let watcher = fixture.watcher
                DispatchQueue.global().async(group: group) {
                    while !isOver.load(ordering: .relaxed) { _ = watcher.drain(1) }
                }
                for _ in 0..<5000 { mover.step() }
                isOver.store(true, ordering: .relaxed)
                group.wait()
                try Self.expectTruth(fixture, "SHED_SEED=\(seed) SHED_CASES=1")
            }
        }

        /// Nothing of it goes by time: who looks in between sees the disk as it is, and so many of the events.
        @Test func `the same however far the events are behind, and in whatever portions they come`() throws {
            try forEachSeed(24) { seed in
                let fixture = try Fixture()
                var shuffler = Shuffler(root: fixture.root, seed: seed)
                for _ in 0..<150 {
                    shuffler.step()
                    guard shuffler.random.next() % 3 == 0 else { continue }
                    try fixture.source.barrier {}
                    fixture.source.giveAtOnce([0, 1, 2, 3, 5, 8, 20, .max].randomElement(using: &shuffler.random) ?? 0)
                    if shuffler.random.next() % 2 == 0 { _ = fixture.watcher.drain(1) } else { _ = fixture.watcher.watched(1) }
                }
                fixture.source.giveAtOnce(.max)
                try Self.expectTruth(fixture, "SHED_SEED=\(seed) SHED_CASES=1")
            }
        }

        @Test func `a folder is made in one that is on its way, and leaves what that is in`() throws {
            let fixture = try Fixture(preparing: "mkdir -p t/y")
            // At p2 nobody meets it any more; at p3 it is met, and the other folder has left it by then.
            try fixture.shell("mv t p2; mkdir p2/y/new; mv p2 p3; mv p3/y z")
            try Self.expectTruth(fixture, "on its way")
        }

        @Test func `two folders change places, and then that in which one of them is by now`() throws {
            let fixture = try Fixture(preparing: "mkdir -p one/x/deep two/y three")
            #expect(exchange(fixture.root + "/one/x", fixture.root + "/two/y") == 0)
            try fixture.source.barrier {}
            // The departure from one/x and the arrival in two.
            fixture.source.giveAtOnce(2)
            #expect(fixture.watcher.watched(1).contains("two/y/deep"))
            #expect(exchange(fixture.root + "/two", fixture.root + "/three") == 0)
            fixture.source.giveAtOnce(.max)
            try Self.expectTruth(fixture, "two exchanges")
        }

        @Test func `two folders in which something was made have moved when they are to be read, one out of the other`() throws {
            let fixture = try Fixture(preparing: "mkdir -p y/x q")
            try fixture.shell("mkdir y/x/new y/other")
            try fixture.source.barrier {}
            try fixture.shell("mv y y2; mv y2/x q/x")
            // What was made, and nothing of the moves.
            fixture.source.giveAtOnce(2)
            _ = fixture.watcher.watched(1)
            fixture.source.giveAtOnce(.max)
            try Self.expectTruth(fixture, "both are still to be read")
        }

        @Test func `the same when the kernel's queue overflows, again and again`() throws {
            try forEachSeed(2) { seed in
                let fixture = try Fixture()
                var mover = Mover(root: fixture.root, seed: seed)
                let most = try #require(KernelLimit.queuedEvents.value)
                for _ in 0..<3 {
                    fixture.source.holdBack(true)
                    try fixture.shell("touch first")
                    for _ in 0..<500 { mover.step() }
                    let (one, two) = (fixture.root + "/one", fixture.root + "/two")
                    close(creat(one, 0o600))
                    for _ in 0...most / 4 {
                        rename(one, two)
                        rename(two, one)
                    }
                    for _ in 0..<500 { mover.step() }
                    fixture.source.holdBack(false)
                    let burst = try fixture.changes()
                    #expect(burst.everything && burst.overflowCount == 1)
                    #expect(fixture.watcher.unwatched(1).isEmpty)
                    try Self.expectTruth(fixture, "SHED_SEED=\(seed) SHED_CASES=1")
                }
            }
        }

        @Test func `a directory that takes files along to another root is read there, however deep it was touched`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b/c ../second")
            try fixture.watcher.add(root: Array((fixture.top + "/second").utf8), key: 2)
            try fixture.shell("touch a/b/c/file; mv a ../second/a")
            let burst = try fixture.changes(2)
            #expect(burst.dirty.isSuperset(of: [.root, "a", "a/b", "a/b/c"]))
            #expect(fixture.watcher.drain(1).lastActivity.keys.allSatisfy { $0.isRoot })
        }
    }

    @Suite(.serialized) struct Stopping {
        @Test func `what happened while the process was stopped is known after it`() throws {
            try Apart.run(.here, suite: "Watching/Stopping") {
                let fixture = try Fixture(preparing: "mkdir -p a/b/c d/e f")
                try fixture.shell("""
                    kill -STOP $PPID
                    mv a t; mv d a; mv t d; rm -r f; touch f; mv d/b x; mv d x/b; mv x d; mkdir -p n/e/w; mv n/e m
                    for i in $(seq 200); do mkdir z; mv z y; mv y d/y$i; done
                    kill -CONT $PPID
                    """)
                try Moving.expectTruth(fixture, "stopped")
            }
        }
    }
}
