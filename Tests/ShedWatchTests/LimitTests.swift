import Glibc
import ShedModel
import Testing

@testable import ShedWatch

extension Watching {
    /// The kernel's own limits, set in namespaces of the tests' own.
    @Suite(.serialized, .enabled(if: Apart.isPossible)) struct Limits {
        private func apart(
            _ place: Apart.Place = .namespace, after script: String = ":", test: String = #function, body: () throws -> Void
        ) throws {
            try Apart.run(place, suite: "Watching/Limits", after: script, test: test, body: body)
        }

        private func expectOneBurst(_ fixture: Fixture) throws {
            let watched = fixture.watcher.watched(1)
            let unwatched = Set(fixture.watcher.unwatched(1).keys)
            for path in try fixture.directoriesOnDisk() {
                let above = (0...path.names.count).filter { unwatched.contains(RelativePath(Array(path.names.prefix($0)))) }
                #expect(watched.contains(path) ? above.isEmpty : above.count == 1, "\(path)")
            }
            #expect(fixture.source.watchCount == 1 + watched.count)
        }

        @Test func `with a hundred watches the root is watched, and what is not is named by its top`() throws {
            try apart(after: "echo 100 > /proc/sys/user/max_inotify_watches") {
                let fixture = try Fixture(preparing: "for i in $(seq 60); do mkdir -p $i/a/b $i/c; done")
                #expect(KernelLimit.userWatches.value == 100)
                let watched = fixture.watcher.watched(1)
                #expect(watched.count == 99 && watched.contains(.root))
                let gaps = fixture.watcher.unwatched(1)
                #expect(!gaps.isEmpty)
                for (path, error) in gaps {
                    #expect(error == .tooManyWatches(path: path.bytes, limit: 100))
                    #expect("\(error)".contains("(user.max_inotify_watches is 100)"))
                    #expect("\(error)".contains("sudo sysctl user.max_inotify_watches=524288 "))
                }
                try expectOneBurst(fixture)

                // Nothing is free: a try costs one call, and tells nothing new.
                for _ in 0..<3 { fixture.watcher.retryUnwatched(1) }
                #expect(fixture.watcher.unwatched(1) == gaps)
                #expect(try fixture.changes().isEmpty)

                // What is made meanwhile is a gap too, and one that is removed is none any more.
                try fixture.shell("mkdir new; rm -r 1 2 3 4 5")
                _ = try fixture.changes()
                try expectOneBurst(fixture)

                try fixture.shell("echo 10000 > /proc/sys/user/max_inotify_watches")
                fixture.watcher.retryUnwatched(1)
                #expect(fixture.watcher.unwatched(1).isEmpty)
                #expect(fixture.watcher.watched(1) == (try fixture.directoriesOnDisk()))
                let burst = try fixture.changes()
                #expect(burst.dirty.isSuperset(of: gaps.keys.filter { !["1", "2", "3", "4", "5"].contains($0.names[0]) }))
                #expect(burst.dirty.count < 200)
                try fixture.shell("touch 60/a/b/file 6/c/file")
                #expect(try fixture.changes().dirty == ["60/a/b", "6/c"])
            }
        }

        @Test func `an overflow under the limit leaves nothing unwatched that was watched`() throws {
            try apart(after: "echo 50 > /proc/sys/user/max_inotify_watches") {
                let fixture = try Fixture(preparing: "for i in $(seq 60); do mkdir -p $i/a; done")
                let before = fixture.watcher.watched(1)
                fixture.watcher.readAnew(1)
                #expect(fixture.watcher.watched(1) == before)
                #expect(try fixture.changes().everything)
                try expectOneBurst(fixture)
            }
        }

        @Test func `a root that cannot be watched at all is an error that names the cure`() throws {
            try apart(after: "echo 1 > /proc/sys/user/max_inotify_watches") {
                let fixture = try Fixture(watches: false)
                let error = WatchError.tooManyWatches(path: Array(fixture.root.utf8), limit: 1)
                #expect(throws: error) { try fixture.watcher.add(root: Array(fixture.root.utf8), key: 1) }
                #expect(fixture.watcher.watched(1).isEmpty)
                // Nor does the source need a watch to be stopped.
                try fixture.shell("rm -r ../cookies")
                try fixture.shell("echo 0 > /proc/sys/user/max_inotify_watches")
                fixture.source.stop()
            }
        }

        @Test func `without an instance the error says the limit, its value and the cure`() throws {
            try apart(after: "echo 0 > /proc/sys/user/max_inotify_instances") {
                #expect(KernelLimit.userInstances.value == 0)
                #expect(throws: WatchError.tooManyInstances(limit: 0)) { try Fixture() }
                let text = "\(WatchError.tooManyInstances(limit: 0))"
                #expect(text.contains("(user.max_inotify_instances is 0)"))
                #expect(text.contains("sudo sysctl user.max_inotify_instances=256 "))
                #expect(text.contains("echo 'user.max_inotify_instances = 256' | sudo tee -a /etc/sysctl.d/50-shed.conf"))
            }
        }

        @Test func `without a descriptor the error does not blame inotify`() throws {
            try apart(.here) {
                var last: Int32 = -1
                while case let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC), descriptor >= 0 { last = descriptor }
                let error = WatchError.from(call: "inotify_init", path: [], code: EMFILE)
                close(last)
                #expect(error == .tooManyDescriptors(path: []))
            }
        }

        @Test func `the proposed limit is above the present one and above what is needed`() {
            let limit = KernelLimit.userWatches
            for needed in [0, 100, 300_000, 1_000_000, .max] {
                let words = WatchError.cure(watches: needed).split { " ='".contains($0) }
                let proposed = words.compactMap { Int($0) }
                #expect(proposed.count == 2 && proposed[0] == proposed[1])
                #expect(proposed[0] >= 524_288 && proposed[0] >= min(needed, 1 << 29))
                if let value = limit.value, value < 1 << 29 { #expect(proposed[0] > value) }
            }
        }

        // MARK: Permissions, mounts and links

        @Test func `a directory that may not be read is named, until it may`() throws {
            try apart(.unprivileged) {
                let fixture = try Fixture(preparing: "mkdir -p a/closed/b z; chmod 000 a/closed")
                #expect(fixture.watcher.watched(1) == [.root, "a", "z"])
                #expect(fixture.watcher.unwatched(1) == ["a/closed": .unreadable(path: Array("a/closed".utf8))])
                fixture.watcher.retryUnwatched(1)
                #expect(try fixture.changes().isEmpty)
                try fixture.shell("chmod 755 a/closed; touch a/closed/b/file")
                #expect(try fixture.changes().dirty == ["a", "a/closed", "a/closed/b"])
                #expect(fixture.watcher.unwatched(1).isEmpty)

                // One that is closed later is still told of, and still there after everything was read again.
                try fixture.shell("chmod 000 a/closed")
                fixture.watcher.readAnew(1)
                _ = try fixture.changes()
                #expect(Set(fixture.watcher.unwatched(1).keys) == ["a/closed"])
                #expect(fixture.watcher.watched(1) == [.root, "a", "a/closed", "a/closed/b", "z"])
                try fixture.shell("chmod 755 a/closed")
                _ = try fixture.changes()
                #expect(fixture.watcher.unwatched(1).isEmpty)
            }
        }

        @Test func `a file system over a directory is not entered, and what was there is watched after it`() throws {
            try apart {
                let fixture = try Fixture(preparing: "mkdir -p a/b other")
                try fixture.shell("mount -t tmpfs none a; mkdir a/inside; touch a/inside/file")
                fixture.watcher.readAnew(1)
                _ = try fixture.changes()
                #expect(fixture.watcher.unwatched(1).isEmpty)
                #expect(!fixture.watcher.watched(1).contains("a/inside"))
                try fixture.shell("umount a; mkdir a/b/c")
                #expect(try fixture.changes().dirty.isEmpty == false)
                fixture.watcher.retryUnwatched(1)
                #expect(fixture.watcher.watched(1) == (try fixture.directoriesOnDisk()))
                _ = try fixture.changes()
                try fixture.shell("touch a/b/c/file")
                #expect(try fixture.changes().dirty == ["a/b/c"])
            }
        }

        @Test func `what stood below a mount from the start is watched once that is gone`() throws {
            try apart {
                let fixture = try Fixture(preparing: "mkdir -p a/b; mount -t tmpfs none a")
                #expect(fixture.watcher.watched(1) == [.root])
                #expect(fixture.watcher.unwatched(1).isEmpty)
                try fixture.shell("umount a")
                fixture.watcher.retryUnwatched(1)
                #expect(fixture.watcher.watched(1) == [.root, "a", "a/b"])
                #expect(try fixture.changes().dirty == ["a", "a/b"])
            }
        }

        @Test(arguments: ["umount project", "umount -l project"])
        func `a root that is unmounted is gone`(script: String) throws {
            try apart(test: #function + script) {
                let fixture = try Fixture(watches: false)
                try fixture.shell("cd ..; mount -t tmpfs none project; mkdir -p project/a/b")
                try fixture.watcher.add(root: Array(fixture.root.utf8), key: 1)
                #expect(fixture.watcher.watched(1).count == 3)
                try fixture.shell("cd ..; " + script)
                fixture.watcher.checkRoot(1)
                #expect(try fixture.changes().rootGone)
                #expect(fixture.source.watchCount == 1)
            }
        }

        @Test func `a root over which another file system is mounted is gone, once somebody looks`() throws {
            try apart {
                let fixture = try Fixture(preparing: "mkdir a")
                try fixture.shell("cd ..; mount -t tmpfs none project")
                fixture.watcher.checkRoot(1)
                #expect(try fixture.changes().rootGone)
            }
        }
    }
}
