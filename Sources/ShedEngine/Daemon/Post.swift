import Glibc
import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules
import ShedWatch

/// One project under watch, and what the daemon keeps of it between events.
final class Post {
    /// How many files are hashed in one idle moment.
    static let portion = 64

    /// How long to wait before looking again after a failure: 2 s, in nanoseconds.
    static let patience: UInt64 = 2_000_000_000

    private(set) var project: Project
    private var lock: FileLock
    /// The root is gone; it is looked for.
    var isOffline = false
    var wasToldOffline = false
    /// When to look at everything again, after a failure.
    var retryDue: UInt64?
    var lastFailure: String?
    /// Renames that were seen since the last scan that took them in.
    private(set) var renamed: [RelativePath: [RelativePath]] = [:]
    private(set) var since: Int64 = 0
    /// When something last happened in a directory: nanoseconds of the monotonic clock.
    var activity: [RelativePath: UInt64] = [:]
    /// Directories in which something stands that is refused and waits for quiet.
    var waiting: Set<RelativePath> = []
    /// When to look at them; `nil` if there are none.
    var judgementDue: UInt64?
    /// Arrivals from a carrier's temporary names.
    var carried: Set<RelativePath> = []
    /// Files that have no hash yet.
    var unhashed: [NodeID] = []
    var idleDue: UInt64 = 0

    init(_ project: Project) throws(ShedError) {
        self.project = project
        guard let seat = project.seat, let lock = try FileLock.attempt(WatchPresence.lockPath(seat)) else {
            let pid = project.watcher.map { " (process \($0.pid))" } ?? ""
            throw ShedError(.environment, "another daemon\(pid) watches \(EscapedText.escape(project.rootPath))", remedy: "One is enough; stop the other one first if you want this one.")
        }
        self.lock = lock
    }

    /// Where the root is now: followed to where it was moved, or back at its path. The project is opened anew there.
    func findRoot() -> [UInt8]? {
        for path in [project.currentPath, project.rootPath].compactMap({ $0 }) {
            guard let found = try? Project.open(containing: path, surroundings: project.surroundings, purpose: .change),
                found.rootPath == path, found.id == project.id, let seat = found.seat
            else { continue }
            // The same seat, and so the same lock, unless the root is another directory now.
            if seat.path != project.seat?.path {
                guard let other = try? FileLock.attempt(WatchPresence.lockPath(seat)) else { continue }
                lock = other
            }
            project = found
            try? beginWatch()
            return path
        }
        return nil
    }

    /// Keeps renames until a scan has taken them in, by the path now; of each the paths before, the latest first.
    func note(_ renames: [Burst.Rename]) {
        for rename in renames.suffix(4_096) {
            let before = [rename.from] + (renamed.removeValue(forKey: rename.from) ?? []).prefix(16)
            renamed[rename.to] = before
        }
    }

    /// Says that everything is seen from now on. By the file system's own clock, so that its times can be compared.
    func beginWatch() throws(ShedError) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        since = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        guard let seat = project.seat else { return }
        try WatchPresence(pid: getpid(), since: since).write(in: seat)
    }

    /// Takes note of what was left where it is.
    func note(_ outcome: Outcome, scanned: Set<RelativePath>?, now: UInt64, isJudged: Bool = false) {
        let refusing = outcome.reports.filter { Post.isRefusal($0.rule) }
        if let scanned, !isJudged { waiting.subtract(scanned) }
        if scanned == nil { waiting = [] }
        // What was judged and still reported is left alone for a reason: too many at once, or a carrier's.
        if !isJudged { waiting.formUnion(refusing.map(\.path.parent)) }
        let quiet = UInt64(clamping: project.settings.quiet) * 1_000_000
        if waiting.isEmpty { renamed = [:] }
        if !waiting.isEmpty { judgementDue = min(judgementDue ?? .max, now + quiet) } else { judgementDue = nil }
        idleDue = now + 2_000_000_000
        if scanned == nil { unhashed = project.unhashedFiles() } else { unhashed += outcome.changes.filter { $0.type == .file && $0.kind != .removed }.compactMap(\.id) }
    }

    /// Whether a rule moves what it refuses, and not only reports it.
    private static func isRefusal(_ rule: RuleInfo) -> Bool {
        rule == NameCollision.info || RuleBook.placement.contains { $0.info == rule }
    }

    /// The waiting directories in which all has been quiet, and when the next one will have been.
    func split(at now: UInt64, quiet: UInt64) -> (ready: Set<RelativePath>, later: UInt64?) {
        var ready: Set<RelativePath> = []
        var later: UInt64?
        for directory in waiting {
            let last = activity.lazy.filter { $0.key.isInside(directory) }.map(\.value).max() ?? 0
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
}
