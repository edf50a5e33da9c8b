import Glibc
import ShedTestSupport
import Testing

extension Torture {
    /// How long one change takes to be durable, and what an idle daemon costs. Times, so only measured in the full run.
    @Suite(.enabled(if: Torture.isFull)) struct `Latency` {
        private enum Change: String, CaseIterable {
            case creation, rename, move, save
        }

        @Test func `a change is durable soon, and an idle daemon rests`() throws {
            let shelf = try Shelf()
            try shelf.must("add", "folder", "Files/to")
            let watch = try Watch(shelf)
            _ = try shelf.converged(watch)
            let replica = try shelf.sh("ls -d Work/.shed/ops/*/", in: shelf.path).dropLast()
            let index = try shelf.sh("ls -d state/projects/*/", in: shelf.path).dropLast()
            let batches = try Ear("\(shelf.path)/\(replica)", UInt32(IN_CREATE | IN_MOVED_TO))
            let writes = try Ear("\(shelf.path)/\(index)", UInt32(IN_MODIFY))
            var times: [Change: [Double]] = [:]
            var durable: [Double] = []
            for number in 0..<500 {
                let change = Change.allCases[number % 4]
                // The change before is over when nothing is left to take in; then nothing that is written is of it.
                try shelf.await("clean") { try shelf.shed("status", "--json").text.contains("\"clean\": true") }
                batches.drain()
                writes.drain()
                make(change, number / 4, shelf)
                let start = Torture.now()
                // A save writes no batch. It is over when the index is written.
                let heard = change == .save ? try writes.hear { $0.hasPrefix("index.sqlite") } : try batches.hear { $0.hasSuffix(".jsonl") }
                let time = Double(heard - start) / 1e6
                times[change, default: []].append(time)
                if change != .save { durable.append(time) }
                if change == .save { #expect(batches.isSilent, "a save alone wrote a batch") }
            }
            for change in Change.allCases { tell("a \(change.rawValue)", times[change] ?? []) }
            tell("all but saves", durable)
            #expect(durable.percentile(50) <= 100)
            #expect(durable.percentile(99) <= 300)
            #expect((times[.save] ?? []).percentile(50) <= 100)
            try measureIdleness(watch, shelf)
        }

        private func make(_ change: Change, _ number: Int, _ shelf: Shelf) {
            let (first, second, third) = ("\(shelf.project)/Files/n\(number).txt", "\(shelf.project)/Files/m\(number).txt", "\(shelf.project)/Files/to/m\(number).txt")
            switch change {
            case .creation: shelf.makeFile("Work/Files/n\(number).txt", "\(number)\n")
            case .rename: rename(first, second)
            case .move: rename(second, third)
            case .save: shelf.makeFile("Work/Files/to/m\(number).txt", "saved \(number)\n")
            }
        }

        private func tell(_ what: String, _ times: [Double]) {
            let value = "median \(Torture.decimal(times.percentile(50))) ms, p99 \(Torture.decimal(times.percentile(99))) ms, longest \(Torture.decimal(times.max() ?? 0)) ms"
            Torture.figure("latency", "\(what) (\(times.count))", value)
        }

        /// Twenty seconds of nothing, once what is done when idle is done.
        private func measureIdleness(_ watch: Watch, _ shelf: Shelf) throws {
            // What is done when idle is due after two seconds.
            var (known, since) = (-1, Torture.now())
            try shelf.await("the daemon rests") {
                let now = self.wakes(watch.worker)
                if now != known { (known, since) = (now, Torture.now()) }
                return Torture.now() - since > 5_000_000_000
            }
            let (wakes, ticks) = (wakes(watch.worker), ProcessCosts.ticks(of: watch.worker))
            // Nothing is waited for that could tell: the twenty seconds themselves are what is measured.
            sleep(20)
            let (woken, used) = (self.wakes(watch.worker) - wakes, ProcessCosts.ticks(of: watch.worker) - ticks)
            Torture.figure("an idle daemon, 20 s", "wakes, processor time", "\(woken), \(used * 1_000 / sysconf(Int32(_SC_CLK_TCK))) ms")
            #expect(woken < 20)
            #expect(used <= 1)
        }

        /// How often its threads have gone to sleep of their own will: each time something had woken them.
        private func wakes(_ process: pid_t) -> Int {
            var sum = 0
            guard let directory = opendir("/proc/\(process)/task") else { return 0 }
            defer { closedir(directory) }
            while let record = readdir(directory) {
                let name = withUnsafePointer(to: &record.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
                let status = String(decoding: TestFile.read("/proc/\(process)/task/\(name)/status"), as: UTF8.self)
                for line in status.split(separator: "\n") where line.hasPrefix("voluntary_ctxt_switches:") {
                    sum += Int(line.split(separator: "\t").last ?? "") ?? 0
                }
            }
            return sum
        }
    }
}

/// Hears what happens in one directory.
private final class Ear {
    private let descriptor: Int32

    init(_ directory: String, _ events: UInt32) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        try #require(descriptor >= 0 && inotify_add_watch(descriptor, directory, events) >= 0, "\(directory)")
    }

    deinit { close(descriptor) }

    /// The names of what happened since.
    private func names() -> [String] {
        var names: [String] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            var offset = 0
            while offset + 16 <= count {
                let length = buffer[offset + 12..<offset + 16].reversed().reduce(0) { $0 << 8 | Int($1) }
                names.append(String(decoding: buffer[offset + 16..<offset + 16 + length].prefix { $0 != 0 }, as: UTF8.self))
                offset += 16 + length
            }
        }
        return names
    }

    func drain() { _ = names() }

    var isSilent: Bool { names().isEmpty }

    /// Waits for a name, a minute at most.
    /// - Returns: when it was heard, by the monotonic clock.
    func hear(_ isMeant: (String) -> Bool) throws -> UInt64 {
        let limit = Torture.now() + 60_000_000_000
        while Torture.now() < limit {
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&wanted, 1, 1_000)
            let now = Torture.now()
            if names().contains(where: isMeant) { return now }
        }
        Issue.record("nothing was written")
        return limit
    }
}

extension [Double] {
    /// The value below which so many of a hundred lie; 0 if there is none.
    func percentile(_ share: Int) -> Double {
        guard !isEmpty else { return 0 }
        let sorted = sorted()
        return sorted[Swift.min(count - 1, (count * share + 99) / 100 - 1)]
    }
}
