import Glibc
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedWatch

extension Watching {
    @Suite(.serialized) struct Crawling {
        @Test func `directories that are made and filled while others look are all watched`() throws {
            let fixture = try Fixture()
            let child = try fixture.spawn(
                "for i in $(seq 200); do mkdir -p $i/b/c/d && touch $i/b/c/d/f; done")
            var dirty: Set<RelativePath> = []
            var status: Int32 = 0
            while waitpid(child, &status, WNOHANG) == 0 { dirty.formUnion(fixture.watcher.drain(1).dirty) }
            dirty.formUnion(try fixture.changes().dirty)
            let expected = try fixture.directoriesOnDisk()
            #expect(expected.count == 801)
            #expect(fixture.watcher.watched(1) == expected)
            #expect(dirty == expected)
        }

        @Test func `directories that move about while others look end at their places`() throws {
            var random = SeededRandom(7)
            let names = ["a", "b", "c", "d", "e"]
            let fixture = try Fixture(preparing: "mkdir -p {a,b,c,d,e}/{1,2,3}/x")
            var script = "set +e\n"
            for _ in 0..<400 {
                func place() -> String { "\(names.randomElement(using: &random) ?? "a")/\(random.next() % 3 + 1)" }
                switch random.next() % 4 {
                case 0: script += "rm -rf \(place()); mkdir -p \(place())/y/z\n"
                case 1: script += "mv -T a t; mv -T b a; mv -T t b\n"
                case 2: script += "mv \(place()) ../outside/; mv ../outside/* \(place()) 2>/dev/null\n"
                default: script += "mv \(place()) \(place())\n"
                }
            }
            let child = try fixture.spawn("exec 2>/dev/null\n" + script)
            var status: Int32 = 0
            while waitpid(child, &status, WNOHANG) == 0 { _ = fixture.watcher.drain(1) }
            _ = try fixture.changes()
            let expected = try fixture.directoriesOnDisk()
            #expect(fixture.watcher.watched(1) == expected)
            #expect(fixture.source.watchCount == expected.count + 1)
            for path in expected {
                try fixture.shell("touch '\(path)/probe'")
                #expect(try fixture.changes().dirty == [path])
            }
        }

        @Test func `links are not followed, hidden directories not watched, and the extra ones are`() throws {
            let fixture = try Fixture(
                preparing: """
                    mkdir -p a .hidden/b .shed/ops/r1 .shed/store/x .git/objects/aa
                    ln -s ../outside link; ln -s . loop; ln -s / a/all
                    """)
            #expect(fixture.watcher.watched(1) == [.root, "a", ".shed", ".shed/ops", ".shed/ops/r1", ".git"])
            try fixture.shell("mkdir .shed/ops/r2; touch .shed/ops/r2/batch; touch ../outside/file; ln -s .. a/up")
            #expect(try fixture.changes().dirty == [".shed/ops", ".shed/ops/r2", "a"])
        }

        @Test func `another project below is not entered, until it is none any more`() throws {
            let fixture = try Fixture(preparing: "mkdir -p inner/.shed inner/Draft/Deep other/Deep; touch inner/.shed/project.json")
            #expect(fixture.watcher.watched(1) == [.root, "inner", "inner/.shed", "other", "other/Deep"])
            try fixture.shell("rm -r inner/.shed; mkdir other/.shed; touch other/.shed/project.json")
            #expect(try fixture.changes().dirty == [.root, "inner", "inner/Draft", "inner/Draft/Deep", "other"])
            #expect(fixture.watcher.watched(1) == [.root, "inner", "inner/Draft", "inner/Draft/Deep", "other", "other/.shed"])
        }

        @Test func `a root inside another root has its directories to itself`() throws {
            let fixture = try Fixture(preparing: "mkdir -p inner/.shed inner/Draft")
            try fixture.watcher.add(root: Array((fixture.root + "/inner").utf8), key: 2)
            try fixture.shell("touch inner/Draft/file")
            #expect(try fixture.changes(2).dirty == ["Draft"])
            #expect(fixture.watcher.drain(1).isEmpty)
            #expect(fixture.watcher.watched(1) == [.root])
            #expect(throws: WatchError.keyTaken(2)) {
                try fixture.watcher.add(root: Array((fixture.root + "/inner").utf8), key: 3)
            }
        }

        @Test func `a path longer than PATH_MAX is watched, as far as a scan looks`() throws {
            let name = String(repeating: "n", count: 250)
            let fixture = try Fixture(preparing: "for i in $(seq 30); do mkdir \(name); cd \(name); done")
            // 4,015 bytes below the root; the next would be more than a path may have.
            let deepest = RelativePath(Array(repeating: Name(name), count: 16))
            #expect(fixture.watcher.watched(1).contains(deepest) && fixture.watcher.watched(1).count == 17)
            try fixture.shell("for i in $(seq 16); do cd \(name); done; touch file")
            #expect(try fixture.changes().dirty == [deepest])
        }

        @Test func `a name that is not UTF-8 is a name`() throws {
            let fixture = try Fixture()
            try fixture.shell("mkdir -p $'bad\\xff/\\xc3\\n'; touch $'bad\\xff/\\xc3\\n/file'")
            let outer = RelativePath([Name(bytes: Array("bad".utf8) + [0xff])])
            let inner = outer.appending(Name(bytes: [0xc3, 0x0a]))
            #expect(try fixture.changes().dirty == [.root, outer, inner])
        }

        @Test func `where no watch is left the rest is watched, and the gap is named`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b/c", watches: false)
            fixture.source.limitWatches(to: 2)
            try fixture.watcher.add(root: Array(fixture.root.utf8), key: 1)
            #expect(fixture.watcher.watched(1) == [.root, "a"])
            let gaps = fixture.watcher.unwatched(1)
            #expect(Set(gaps.keys) == ["a/b"])
            let limit = KernelLimit.userWatches.value
            #expect(gaps["a/b"] == .tooManyWatches(path: Array("a/b".utf8), limit: limit))
            #expect(gaps["a/b"].map { "\($0)".contains("fs.inotify.max_user_watches") } == true)

            try fixture.shell("mv a/b a/q; touch a/file")
            #expect(try fixture.changes().dirty == ["a"])
            #expect(Set(fixture.watcher.unwatched(1).keys) == ["a/q"])

            fixture.source.limitWatches(to: 100)
            fixture.watcher.retryUnwatched(1)
            #expect(fixture.watcher.unwatched(1).isEmpty)
            #expect(fixture.watcher.watched(1) == [.root, "a", "a/q", "a/q/c"])
            #expect(try fixture.changes().dirty.isSuperset(of: ["a/q", "a/q/c"]))
        }

        @Test(arguments: ["mv \"$PWD\" ../elsewhere", "rm -rf \"$PWD\""])
        func `a root that is moved or deleted is gone, at once and once`(script: String) throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b")
            try fixture.shell(script)
            try fixture.watcher.barrier()
            #expect(try fixture.watcher.nextBurst(deadline: 0)?.rootGone == true)
            #expect(try fixture.watcher.nextBurst(deadline: 0) == nil)
            #expect(fixture.watcher.watched(1).isEmpty)
            #expect(fixture.source.watchCount == 1)
        }

        @Test func `another directory in the root's place is not taken for it`() throws {
            let fixture = try Fixture(preparing: "mkdir ../outside/project", watches: false)
            try fixture.watcher.add(root: Array((fixture.top + "/outside/project").utf8), key: 1)
            // No event tells that the root's parent moved; the next crawl finds out.
            try fixture.shell("mv ../outside ../old; mkdir -p ../outside/project")
            #expect(try fixture.changes().rootGone == false)
            try fixture.shell("mkdir ../old/project/new")
            #expect(try fixture.changes().rootGone)
            #expect(fixture.source.watchCount == 1)
        }

        @Test func `folders that are moved away and back while a large root is looked at for the first time are watched with all in them`() throws {
            let fixture = try Fixture(preparing: "mkdir -p {1..300}/in ../outside/all", watches: false)
            var state = WatchState(source: fixture.source)
            let begun = try state.add(root: Array(fixture.root.utf8), key: 1, extraDirectories: [], isFlat: false, at: fixture.clock.now())
            var crawl = try #require(begun)
            defer { close(crawl.root) }
            let hasMore = state.goOn(&crawl)
            #expect(hasMore)
            try fixture.shell("mv {1..300} ../outside/all/")
            try fixture.source.barrier {}
            state.takeIn()
            while state.goOn(&crawl) {}
            try fixture.shell("mv ../outside/all/* .")
            try fixture.source.barrier {}
            state.takeIn()
            let root = try #require(state.roots[1])
            #expect(state.table.subtree(of: root.row).count == 601)
            // None is quiet since the beginning of time.
            let times = [root.news.first ?? 0] + root.news.activity.values
            #expect(times.allSatisfy { $0 == fixture.clock.now() })
        }

        @Test func `a root that is removed and added again is watched again`() throws {
            let fixture = try Fixture(preparing: "mkdir -p a/b")
            fixture.watcher.remove(1)
            #expect(fixture.source.watchCount == 1)
            try fixture.watcher.add(root: Array(fixture.root.utf8), key: 1)
            try fixture.shell("touch a/b/file")
            #expect(try fixture.changes().dirty == ["a/b"])
        }
    }
}
