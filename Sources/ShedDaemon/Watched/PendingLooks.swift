import ShedModel

/// What has to wait in a watched project, and until when. Times are nanoseconds of the monotonic clock.
struct PendingLooks {
    /// How long until a deletion is believed: 1 s. Programs that save delete and write again.
    static let doubtTime: UInt64 = 1_000_000_000

    /// Directories in which something stands that is refused, or is to be looked into, and waits for quiet.
    var waiting: Set<RelativePath> = []
    /// Those of them in which the last walk that judged left something to whoever writes or uses it: other walks see nothing in
    /// what is known and has not changed since.
    private(set) var leftToWriters: Set<RelativePath> = []
    /// Where nothing waits but for editors' locks.
    var locks = LockPatience()
    /// When to look at them; `nil` if there are none.
    var judgementDue: UInt64?
    /// When what a carrier may have brought, and what waits for a time, has waited long enough, by its directory.
    private(set) var graceDue: [RelativePath: UInt64] = [:]
    /// Directories from which something vanished that is not believed yet, and when it is.
    private(set) var doubted: Set<RelativePath> = []
    private(set) var doubtDue: UInt64?
    /// Directories that a walk was told to look at and has not looked at yet; `nil`: everything. What a walk that failed was told
    /// is still among them.
    private(set) var handedOut: Set<RelativePath>? = []
    /// When everything is looked at for what no event told.
    var sweepDue: UInt64?
    /// When to look again, where events do not tell; `nil` where they do.
    var pollDue: UInt64?

    var dues: [UInt64?] { [judgementDue, graceDue.values.min(), doubtDue, sweepDue, pollDue] }

    /// Plans the next look where events do not tell: in 2 s, and so that looking takes a twentieth of the time at most.
    /// - Parameter duration: of the last look.
    mutating func planPoll(at now: UInt64, after duration: UInt64) { pollDue = now + max(2_000_000_000, duration * 20) }

    /// A walk is told where to look.
    /// - Parameter directories: `nil`: everywhere.
    mutating func handOut(_ directories: Set<RelativePath>?) {
        handedOut = handedOut.flatMap { known in directories.map(known.union) }
    }

    /// A walk has looked.
    /// - Parameter scanned: the directories that were looked at; `nil`: all.
    mutating func takeBack(_ scanned: Set<RelativePath>?) {
        if let scanned { handedOut?.subtract(scanned) } else { handedOut = [] }
    }

    /// Folders have other paths now: what waits in one of them, or below, waits there.
    mutating func follow(_ renames: FolderRenames) {
        guard !renames.isEmpty else { return }
        waiting = Set(waiting.map(renames.now))
        leftToWriters = Set(leftToWriters.map(renames.now))
        locks.follow(renames)
        graceDue = Dictionary(graceDue.map { (renames.now($0.key), $0.value) }, uniquingKeysWith: min)
        doubted = Set(doubted.map(renames.now))
        handedOut = handedOut.map { Set($0.map(renames.now)) }
    }

    /// Takes note of what a walk doubts.
    /// - Parameter scanned: the directories that were looked at; `nil`: all.
    mutating func doubt(_ directories: Set<RelativePath>, scanned: Set<RelativePath>?, at now: UInt64) {
        if let scanned { doubted.subtract(scanned) } else { doubted = [] }
        doubted.formUnion(directories)
        doubtDue = doubted.isEmpty ? nil : doubtDue ?? now + PendingLooks.doubtTime
    }

    /// Takes note of what a walk that did not judge has left to be judged.
    /// - Parameters:
    ///   - scanned: the directories that were looked at; `nil`: all.
    ///   - quiet: how long all has to be quiet.
    mutating func wait(for directories: Set<RelativePath>, scanned: Set<RelativePath>?, at now: UInt64, quiet: UInt64) {
        if let scanned { waiting.subtract(scanned) } else { waiting = [] }
        waiting.formUnion(directories)
        waiting.formUnion(leftToWriters)
        judgementDue = waiting.isEmpty ? nil : min(judgementDue ?? .max, now + quiet)
    }

    /// Takes note of a walk that judged.
    /// - Parameter scanned: the directories that were looked at; `nil`: all.
    mutating func judged(_ scanned: Set<RelativePath>?, at now: UInt64, quiet: UInt64) {
        if let scanned { leftToWriters.subtract(scanned) } else { leftToWriters = [] }
        wait(for: [], scanned: scanned, at: now, quiet: quiet)
    }

    /// Takes note of where a walk that judged has left something to whoever writes or uses it.
    mutating func leave(toWritersIn directories: Set<RelativePath>) {
        leftToWriters.formUnion(directories)
        waiting.formUnion(directories)
    }

    /// Takes note of what a walk has left to a carrier.
    /// - Parameters:
    ///   - rests: how long it still waits, by its directory.
    ///   - scanned: the directories that were looked at; `nil`: all.
    mutating func waitForCarriers(_ rests: [RelativePath: UInt64], scanned: Set<RelativePath>?, at now: UInt64) {
        if let scanned { graceDue = graceDue.filter { !scanned.contains($0.key) } } else { graceDue = [:] }
        wait(rests, at: now)
    }

    /// Takes note of what is judged after a while.
    /// - Parameter rests: how long it still waits, by its directory.
    mutating func wait(_ rests: [RelativePath: UInt64], at now: UInt64) {
        // A millisecond later, so that it is over by the clock that counts milliseconds.
        graceDue.merge(rests.mapValues { now &+ $0 &+ 1_000_000 }, uniquingKeysWith: min)
    }

    /// What has waited long enough for a carrier, or for a time, is judged.
    mutating func endGrace(at now: UInt64) {
        let over = graceDue.filter { $0.value <= now }.keys
        guard !over.isEmpty else { return }
        waiting.formUnion(over)
        locks.end(in: over)
        graceDue = graceDue.filter { $0.value > now }
        judgementDue = min(judgementDue ?? .max, now)
    }

    /// The waiting directories in which all has been quiet, and when the next one will have been; those in which nothing waits but for
    /// editors' locks are left for longer.
    func split(at now: UInt64, quiet: UInt64, _ activity: WatchedActivity) -> (ready: Set<RelativePath>, later: UInt64?) {
        var ready: Set<RelativePath> = []
        var later: UInt64?
        let lastIn = activity.last(in: waiting)
        for directory in waiting {
            // Where events do not tell, nothing says that a lock is gone.
            let lockDue = pollDue == nil ? locks.end(in: directory) : nil
            let due = max((lastIn[directory] ?? 0) + quiet, lockDue ?? 0)
            if due > now {
                later = min(later ?? .max, due)
            } else {
                ready.insert(directory)
            }
        }
        return (ready, later)
    }
}
