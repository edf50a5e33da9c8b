import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// Changes at a steady rate, with never a moment's rest. What one costs must not depend on how many there were before.
    ///
    /// An hour of it; `SHED_SOAK` says how many minutes, for trials.
    @Suite(.enabled(if: Torture.isFull)) struct `A soak` {
        private static let minutes = getenv("SHED_SOAK").flatMap { Int(String(cString: $0)) } ?? 60
        /// The daemon is looked at after each; a whole number of them makes a quarter.
        private static let slices = 60
        /// Changes a second.
        private static let rate = 48
        private static let (files, groups, folders) = (3_000, 4, 60)

        /// What the daemon cost in one slice.
        private struct Slice {
            var changes: Int
            var processorTime: Int
            var written: Int
            /// In KiB, at the end.
            var memory: Int
            /// The size of the index's log at the end, in bytes.
            var log: Int
        }

        /// What it cost in a quarter of the soak.
        private struct Quarter {
            /// Milliseconds a thousand changes.
            var processorTime: Double
            /// Bytes a change.
            var written: Double
            /// The median of what it had, in KiB.
            var memory: Int
            /// The largest, in bytes.
            var log: Int

            init(_ slices: ArraySlice<Slice>) {
                let changes = Double(max(slices.reduce(0) { $0 + $1.changes }, 1))
                processorTime = Double(slices.reduce(0) { $0 + $1.processorTime }) * 1_000 / changes
                written = Double(slices.reduce(0) { $0 + $1.written }) / changes
                memory = slices.map(\.memory).sorted()[slices.count / 2]
                log = slices.map(\.log).max() ?? 0
            }

            var text: String {
                "\(Int(processorTime)) ms a thousand changes, \(Int(written)) bytes written a change, \(memory) KiB, log of \(log >> 10) KiB"
            }
        }

        @Test func `costs as much in its last quarter as in its second`() throws {
            let shelf = try Shelf()
            try makeFiles(in: shelf)
            let watch = try Watch(shelf)
            _ = try shelf.converged(watch)
            let slices = try soak(shelf, watch)
            let changes = slices.reduce(0) { $0 + $1.changes }
            _ = try shelf.converged(watch, "\(changes) changes in \(Self.minutes) minutes")
            let quarter = Self.slices / 4
            let (second, last) = (Quarter(slices[quarter..<2 * quarter]), Quarter(slices[(3 * quarter)...]))
            Torture.figure("a soak, \(changes) changes", "its second quarter", second.text)
            Torture.figure("a soak, \(changes) changes", "its last quarter", last.text)
            #expect(last.processorTime <= second.processorTime * 1.5, "\(second.text) → \(last.text)")
            #expect(last.written <= second.written * 1.25, "\(second.text) → \(last.text)")
            // Of each file that ever was something is remembered.
            #expect(last.memory <= second.memory * 5 / 4, "\(second.text) → \(last.text)")
            #expect(last.log <= 5 << 20 && second.log <= 5 << 20, "\(second.text) → \(last.text)")
            try compareWithFreshDaemon(shelf, watch)
        }

        /// Folders in four groups, and files in them.
        private func makeFiles(in shelf: Shelf) throws {
            for group in 0..<Self.groups {
                try shelf.must("add", "folder", "Files/g\(group)")
                try shelf.must("allow", "Files/g\(group)", "both")
                for folder in 0..<Self.folders / Self.groups {
                    shelf.makeDirectory("Work/Files/g\(group)/d\(folder)")
                    for file in 0..<Self.files / Self.folders {
                        shelf.makeFile("Work/Files/g\(group)/d\(folder)/f\(file).txt", "\(group) \(folder) \(file)\n")
                    }
                }
            }
            try shelf.must("tag", "new", "soak")
        }

        private func soak(_ shelf: Shelf, _ watch: Watch) throws -> [Slice] {
            let index = try shelf.sh("ls -d state/projects/*/", in: shelf.path).dropLast() + "index.sqlite-wal"
            let seconds = Self.minutes * 60 / Self.slices
            var slices: [Slice] = []
            var before = ProcessCosts(of: watch.worker)
            for number in 0..<Self.slices {
                let arguments = ["\(shelf.project)/Files", ShedProgram.path, Int(Torture.seed) * 1_000 + number, seconds, Self.rate, Self.files].map { "\($0)" }
                let result = try shelf.start(script: "soak-work.pl", arguments).wait()
                try #require(result.code == 0 && result.err == "", "\(result.err)")
                let now = ProcessCosts(of: watch.worker)
                var log = stat()
                slices.append(Slice(
                    changes: Int(result.text.dropLast()) ?? 0, processorTime: now.processorTime - before.processorTime,
                    written: now.written - before.written, memory: now.memory,
                    log: stat("\(shelf.path)/\(index)", &log) == 0 ? Int(log.st_size) : 0))
                before = now
            }
            return slices
        }

        /// Once it rests, a daemon that has seen it all needs about as much memory as one that begins.
        private func compareWithFreshDaemon(_ shelf: Shelf, _ watch: Watch) throws {
            let rested = try memoryAtRest(watch, shelf)
            #expect(try watch.stop().code == 0)
            let fresh = try Watch(shelf)
            _ = try shelf.converged(fresh)
            let begun = try memoryAtRest(fresh, shelf)
            Torture.figure("a soak", "memory of the daemon at rest, and of one begun anew", "\(rested) KiB, \(begun) KiB")
            #expect(rested <= begun * 3 / 2)
        }

        /// In KiB, once it has done what is done when idle: nothing has been used for five seconds.
        private func memoryAtRest(_ watch: Watch, _ shelf: Shelf) throws -> Int {
            var (known, since) = (-1, Torture.now())
            try shelf.await("the daemon rests") {
                let now = ProcessCosts.ticks(of: watch.worker)
                if now != known { (known, since) = (now, Torture.now()) }
                return Torture.now() - since > 5_000_000_000
            }
            return ProcessCosts(of: watch.worker).memory
        }
    }
}
