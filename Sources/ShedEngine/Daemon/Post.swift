import Glibc
import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules
import ShedSidecar
import ShedWatch

/// One project under watch, and what the daemon keeps of it between events.
final class Post {
    /// How many files are hashed in one idle moment.
    static let portion = 64
    /// How many records are read into the index in one idle moment.
    static let recordPortion = 4_000
    /// How long until a deletion is believed: 1 s, in nanoseconds. Programs that save delete and write again.
    static let doubt: UInt64 = 1_000_000_000

    let key: RootKey
    private(set) var project: Project
    private var lock: FileLock
    private let watcher: Watcher
    private let clock: MonotonicClock

    /// Why the root is not to be judged now; `nil` while it is there.
    var absence: Absence?
    /// What was told of it last; `nil` once it was told that the root is back.
    var toldAbsence: Absence?
    /// When to look at everything again, after a failure or for a root that was gone.
    var retryDue: UInt64?
    private var retries = 0
    var lastFailure: String?
    /// What is wrong with the settings, the ignore rules or the project's file. The last good ones count, but verbs are
    /// left to say it themselves.
    private(set) var configurationFault: String?

    private(set) var since: Int64 = 0
    /// When something last happened in a directory: nanoseconds of the monotonic clock.
    private var activity: [RelativePath: UInt64] = [:]
    private(set) var renamed: [RelativePath: [RelativePath]] = [:]
    private(set) var carried: Set<RelativePath> = []
    private var isQuiet = false
    /// What the last walks said of a directory and still stands there.
    private struct Standing {
        var reports: [Report] = []
        var changes: [Change] = []
    }

    private var stands: [RelativePath: Standing] = [:]
    private(set) var health = WatchHealth()

    /// Directories in which something stands that is refused and waits for quiet.
    private(set) var waiting: Set<RelativePath> = []
    /// When to look at them; `nil` if there are none.
    var judgementDue: UInt64?
    /// Directories from which something vanished that is not believed yet, and when it is.
    private(set) var doubted: Set<RelativePath> = []
    private(set) var doubtDue: UInt64?
    /// Files that have no hash yet.
    var unhashed: [NodeID] = []
    /// Whether the index of records may be behind the files.
    var hasUnreadRecords = false
    /// Whether a bundle may lack its text.
    var hasUnreadText = false
    var idleDue: UInt64 = 0
    /// When everything is looked at for what no event told.
    var sweepDue: UInt64?
    /// When to look again, where events do not tell; `nil` where they do.
    var pollDue: UInt64?

    /// Why a root is not judged.
    enum Absence: String {
        case gone = "is gone"
        case empty = "is suddenly empty"
        case noSidecar = "has lost its .shed folder"
        case noBatches = "has lost everything in .shed/ops"
    }

    init(_ project: Project, key: RootKey, watcher: Watcher, clock: MonotonicClock) throws(ShedError) {
        self.key = key
        self.project = project
        self.watcher = watcher
        self.clock = clock
        guard let seat = project.seat, let lock = try FileLock.attempt(WatchPresence.lockPath(seat)) else {
            let pid = project.watcher.map { " (process \($0.pid))" } ?? ""
            throw ShedError(.environment, "another daemon\(pid) watches \(EscapedText.escape(project.rootPath))", remedy: "One is enough; stop the other one first if you want this one.")
        }
        self.lock = lock
        project.attendant = self
        project.surroundings.actor = "daemon"
    }

    /// Lets go of the project.
    func leave() {
        watcher.remove(key)
        project.attendant = nil
    }

    // MARK: Beginning, and beginning again

    /// Watches the root. Nothing that happens from now on is missed; what is there has still to be looked at.
    func watch() throws(ShedError) {
        watcher.remove(key)
        do throws(WatchError) { try watcher.add(root: project.rootPath, key: key) } catch { throw ShedError(.environment, "\(error)") }
        var time = timespec()
        // The file system's own clock, so that its times can be compared.
        clock_gettime(CLOCK_REALTIME, &time)
        since = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        isSidecarQuiet = false
        try declare()
        lookForGaps()
    }

    /// Says in the state directory who watches, and since when.
    private func declare() throws(ShedError) {
        guard let seat = project.seat else { return }
        try WatchPresence(pid: getpid(), since: since).write(in: seat)
    }

    /// The clock was set: what was noted by it is noted anew.
    func clockStepped(by nanoseconds: Int64) {
        since &+= nanoseconds
        try? declare()
    }

    /// Where the root is now: followed to where it was moved, or back at its path. The project is opened anew there.
    /// - Returns: whether it is there and is watched.
    func findRoot() -> Bool {
        let recorded = project.registry.seats().first { $0.path == project.seat?.path }?.record.root
        var tried: Set<[UInt8]> = []
        for path in [project.currentPath, project.rootPath, recorded].compactMap({ $0 }) where tried.insert(path).inserted {
            guard !Post.isInDesktopTrash(path) else { continue }
            guard let found = try? Project.open(containing: path, surroundings: project.surroundings, purpose: .change),
                found.rootPath == path, found.id == project.id, let seat = found.seat
            else { continue }
            // The same seat, and so the same lock, unless the root is another directory now.
            if seat.path != project.seat?.path {
                guard let other = try? FileLock.attempt(WatchPresence.lockPath(seat)) else { continue }
                lock = other
            }
            project.attendant = nil
            project = found
            project.attendant = self
            project.surroundings.actor = "daemon"
            if (try? watch()) != nil { return true }
        }
        return false
    }

    /// Whether a path is in a trash of the desktop (freedesktop.org's trash specification): thrown away, not moved.
    static func isInDesktopTrash(_ path: [UInt8]) -> Bool {
        let parts = path.split(separator: UInt8(ascii: "/"))
        return zip(parts, parts.dropFirst()).contains { $0.elementsEqual("Trash".utf8) && $1.elementsEqual("files".utf8) }
            || parts.contains { $0.starts(with: ".Trash".utf8) }
    }

    /// When to try again: after 2 s, then later and later, 30 s at most.
    func planRetry() {
        retryDue = clock.now() + min(30, 2 << UInt64(min(retries, 4))) * 1_000_000_000
        retries += 1
    }

    func succeeded() {
        retryDue = nil
        retries = 0
        lastFailure = nil
    }

    // MARK: What happened

    /// What a burst says is to be looked at.
    struct Dirt {
        var everything = false
        var directories: Set<RelativePath> = []

        var isNothing: Bool { !everything && directories.isEmpty }
        /// `nil`: everything.
        var scope: Set<RelativePath>? { everything ? nil : directories }
    }

    /// Takes note of a burst.
    /// - Throws: what is wrong with the settings or the ignore rules, after everything else was noted; the last good
    ///   ones count.
    func take(_ burst: Burst, complain: (ShedError) -> Void) -> Dirt {
        health.overflows += burst.overflowCount
        activity.merge(burst.lastActivity) { max($0, $1) }
        carried.formUnion(burst.arrivalsFromCarrier)
        note(burst.renames)
        var dirt = Dirt(everything: burst.everything)
        if burst.everything || burst.dirty.contains(where: { $0.names.first == Sidecar.name }) {
            isSidecarQuiet = false
            if !project.isUpToDate { dirt.everything = true }
        }
        // A sidecar that is gone is said by the walk.
        if burst.everything || burst.dirty.contains(where: { $0.isRoot || $0.names == [Sidecar.name] }),
            (try? project.root.kind(of: Sidecar.name)) == .directory {
            do throws(ShedError) {
                if try project.reloadConfiguration() {
                    dirt.everything = true
                    configurationFault = nil
                }
            } catch {
                configurationFault = error.description
                complain(error)
            }
        }
        dirt.directories = burst.dirty.filter { $0.names.first?.isHidden != true }
        return dirt
    }

    /// Keeps renames until a scan has taken them in, by the path now; of each the paths before, the latest first.
    private func note(_ renames: [Burst.Rename]) {
        for rename in renames.suffix(4_096) {
            let before = [rename.from] + (renamed.removeValue(forKey: rename.from) ?? []).prefix(16)
            renamed[rename.to] = before
        }
    }

    /// What events cannot tell is looked at again and again: where the watches do not suffice, or on a file system that
    /// other machines write to.
    func lookForGaps() {
        var polled: [WatchHealth.Polled] = []
        if let facts = try? project.root.fileSystem(), !facts.hasEvents {
            polled.append(.init(path: .root, reason: "The file system (\(facts.name)) does not tell what other machines do."))
        }
        let unwatched = watcher.unwatched(key).sorted { $0.key < $1.key }
        polled += unwatched.prefix(100).map { .init(path: $0.key, reason: "\($0.value)") }
        health.polled = polled
        if polled.isEmpty { pollDue = nil } else if pollDue == nil { planPoll(after: 0) }
    }

    /// When to look again where events do not tell: in 2 s, and so that looking takes a twentieth of the time at most.
    /// - Parameter duration: of the last look, in nanoseconds.
    func planPoll(after duration: UInt64) { pollDue = clock.now() + max(2_000_000_000, duration * 20) }

    func noteDrift(_ count: Int) { health.drift += count }

    // MARK: What has to wait

    /// The waiting directories in which all has been quiet, and when the next one will have been.
    func split(at now: UInt64, quiet: UInt64) -> (ready: Set<RelativePath>, later: UInt64?) {
        var ready: Set<RelativePath> = []
        var later: UInt64?
        let lastIn = lastActivity(in: waiting)
        for directory in waiting {
            let last = lastIn[directory] ?? 0
            if last + quiet > now {
                later = min(later ?? .max, last + quiet)
            } else if hasEditorLock(directory) {
                later = min(later ?? .max, now + quiet)
            } else {
                ready.insert(directory)
            }
        }
        activity = activity.filter { $0.value + quiet > now }
        return (ready, later)
    }

    /// When something last happened in each of these directories or below it.
    private func lastActivity(in directories: Set<RelativePath>) -> [RelativePath: UInt64] {
        var last: [RelativePath: UInt64] = [:]
        for (place, time) in activity {
            for directory in [place] + place.ancestors where directories.contains(directory) {
                last[directory] = max(last[directory] ?? 0, time)
            }
        }
        return last
    }

    /// Whether an editor has a file of the directory open: its lock or swap file stands there.
    private func hasEditorLock(_ directory: RelativePath) -> Bool {
        guard let entries = try? project.root.openDirectory(at: directory).list(atMost: 1_000_000) else { return false }
        let names = Set(entries.map(\.name))
        return entries.contains { EditorLock.locks($0.name).map(names.contains) ?? false }
    }

    /// With the folder for what is refused, whose names count, and what is above it.
    func withRejected(_ directories: Set<RelativePath>) -> Set<RelativePath> {
        var result = directories
        if let rejected = try? project.folder(with: .rejected) { result.insert(rejected) }
        // Where Rejected has to be made, its name must be free at the root; and known nodes go home to other folders.
        result.insert(.root)
        return result
    }

    /// Whether what a rule reports is to be judged once all is quiet: it moves what it refuses, or something was not looked into.
    private static func isRefusal(_ rule: RuleInfo) -> Bool { RuleBook.refuses(rule) || rule == WaitingPDF.info }
}

extension Post: Attendant {
    func dirtyDirectories() throws(ShedError) -> Set<RelativePath>? {
        do throws(WatchError) { try watcher.barrier() } catch {
            if case .barrierTimedOut = error { return nil }
            throw ShedError(.environment, "\(error)")
        }
        let burst = watcher.drain(key)
        if burst.rootGone {
            absence = .gone
            throw ShedError.rootLost(.gone, project.rootPath)
        }
        let dirt = take(burst, complain: { _ in })
        if pollDue != nil || retryDue != nil { return nil }
        return dirt.scope.map { $0.union(doubted) }
    }

    func note(_ outcome: Outcome, scanned: Set<RelativePath>?, isJudged: Bool) {
        let now = clock.now()
        noteStanding(outcome, scanned)
        if let scanned { waiting.subtract(scanned) } else { waiting = [] }
        // What was judged and is still reported is left alone for a reason: too many at once, or a carrier's.
        if !isJudged { waiting.formUnion(outcome.reports.filter { Post.isRefusal($0.rule) }.map(\.path.parent)) }
        // PDFs that came, and what was done to those that are known, are looked into when all has been quiet.
        if !isJudged, project.hasPapers {
            waiting.formUnion((outcome.changes + outcome.unsettled).filter { !$0.type.isDirectory || $0.kind != .added }.map(\.path.parent))
        }
        if waiting.isEmpty {
            renamed = [:]
            carried = []
            judgementDue = nil
        } else {
            judgementDue = min(judgementDue ?? .max, now + UInt64(clamping: project.settings.quiet) * 1_000_000)
        }
        if let scanned { doubted.subtract(scanned) } else { doubted = [] }
        doubted.formUnion(outcome.doubted)
        doubtDue = doubted.isEmpty ? nil : doubtDue ?? now + Post.doubt
        idleDue = now + 2_000_000_000
        if project.hasCollections, scanned == nil || !outcome.changes.isEmpty { hasUnreadRecords = true }
        if project.hasPapers, scanned == nil || isJudged || !outcome.changes.isEmpty { hasUnreadText = true }
        if scanned == nil {
            unhashed = project.unhashedFiles()
        } else {
            unhashed += outcome.changes.filter { !$0.type.isDirectory && $0.kind != .removed }.compactMap(\.id)
        }
    }

    /// Keeps waiting where a PDF was not judged since a program still writes it: its end may change nothing that a walk sees.
    func awaitWriters(_ outcome: Outcome) {
        waiting.formUnion(outcome.reports.filter { $0.message == Project.isBeingWritten }.map(\.path.parent))
    }

    private func noteStanding(_ outcome: Outcome, _ scanned: Set<RelativePath>?) {
        if let scanned {
            let root = project.root
            for directory in Array(stands.keys) {
                if scanned.contains(directory) {
                    stands[directory] = nil
                } else if scanned.holds(directory), (try? root.openDirectory(at: directory)) == nil {
                    stands[directory] = nil
                }
            }
        } else {
            stands = [:]
        }
        for report in outcome.reports { stands[report.path.isRoot ? .root : report.path.parent, default: Standing()].reports.append(report) }
        let moved = Set(outcome.moves.map(\.from))
        for change in outcome.unsettled where !moved.contains(change.path) {
            stands[change.path.parent, default: Standing()].changes.append(change)
        }
    }

    /// Where events do not tell, it never is.
    var isSidecarQuiet: Bool {
        get { isQuiet && pollDue == nil }
        set { isQuiet = newValue }
    }

    var standing: [Report] { stands.values.flatMap(\.reports).sorted { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) } }

    var unsettled: [Change] { stands.values.flatMap(\.changes).sorted { $0.path < $1.path } }
}
