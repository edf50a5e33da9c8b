import ShedModel
import ShedReconcile
import ShedWatch

/// How long what waits for nothing but editors' locks is left alone: a lock that a crash has left stands for ever, and whoever has it
/// open is asked of all processes. Times are nanoseconds of the monotonic clock.
struct LockPatience {
    /// The longest time until the same locks are looked for again: 10 s. No event may tell that one is gone, since its name begins
    /// with a dot, so somebody who closes an editor waits as long at most.
    static let longest: UInt64 = 10_000_000_000

    private struct Wait {
        /// By what waits for them.
        var locks: [RelativePath: Name]
        var time: UInt64
        var end: UInt64
    }

    /// By the directories in which nothing waits for anything else.
    private var waits: [RelativePath: Wait] = [:]

    /// Until when there is nothing to be judged in a directory, as long as nothing happens there.
    func end(in directory: RelativePath) -> UInt64? { waits[directory]?.end }

    /// Takes note of a walk that judged: where the same locks are all that something waits for, the next look is twice as far off.
    /// - Parameters:
    ///   - locked: files of which no report is made, by what waits for what lock.
    ///   - others: directories in which something waits for more than what the reports say.
    ///   - scanned: the directories that were looked at; `nil`: all.
    mutating func take(
        _ reports: [Report], _ locked: [RelativePath: Name] = [:], besides others: Set<RelativePath>, scanned: Set<RelativePath>?, at now: UInt64, quiet: UInt64
    ) {
        var found: [RelativePath: [RelativePath: Name]] = [:]
        var others = others
        for report in reports where report.isLeftToWriter {
            if case .inUse(.lock(let name)) = report.delay {
                found[report.path.parent, default: [:]][report.path] = name
            } else {
                others.insert(report.path.parent)
            }
        }
        for (path, lock) in locked { found[path.parent, default: [:]][path] = lock }
        let before = waits
        waits = waits.filter { scanned?.contains($0.key) == false }
        for (directory, locks) in found where !others.contains(directory) {
            waits[directory] = LockPatience.wait(for: locks, after: before[directory], at: now, quiet: quiet)
        }
    }

    private static func wait(for locks: [RelativePath: Name], after last: Wait?, at now: UInt64, quiet: UInt64) -> Wait {
        let shortest = max(quiet, 1_000_000_000)
        guard let last, last.locks == locks else { return Wait(locks: locks, time: shortest, end: now + shortest) }
        // Somebody else's turn, or a verb's.
        guard last.end <= now else { return last }
        let time = max(shortest, min(longest, last.time * 2))
        return Wait(locks: locks, time: time, end: now + time)
    }

    /// Something happened: what waits there is judged as soon as all is quiet.
    mutating func end(by burst: Burst) {
        guard !waits.isEmpty else { return }
        guard !burst.everything else { return waits = [:] }
        for place in burst.dirty.union(burst.lastActivity.keys) {
            for directory in [place] + place.ancestors { waits[directory] = nil }
        }
    }

    /// Something else is to be judged in these directories.
    mutating func end(in directories: some Sequence<RelativePath>) { for directory in directories { waits[directory] = nil } }

    /// Folders have other paths now.
    mutating func follow(_ renames: FolderRenames) {
        waits = Dictionary(waits.map { directory, wait in
            var wait = wait
            wait.locks = Dictionary(wait.locks.map { (renames.now($0.key), $0.value) }, uniquingKeysWith: { $1 })
            return (renames.now(directory), wait)
        }, uniquingKeysWith: { $0.end < $1.end ? $0 : $1 })
    }
}

extension Report {
    /// Whether it was left to whoever writes or uses it.
    var isLeftToWriter: Bool {
        if case .beingWritten = obstacle { return true }
        return delay != nil && delay != .earlier
    }
}
