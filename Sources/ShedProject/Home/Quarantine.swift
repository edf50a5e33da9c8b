import Glibc
import ShedDisk
import ShedModel

/// Under which projects the daemon has died, and which of them it leaves alone for that: `quarantine.json` in the project's
/// folder of the state directory.
///
/// Only what a project can have done counts: a signal that a fault of the program raises in itself (``isFault(_:)``), and memory
/// beyond the ceiling. Two within an hour are a quarantine. It lasts until a person lifts it.
///
/// A death at which several were at work, so that it cannot be told under whom it was, is none of theirs. It is remembered of each all
/// the same: they are suspects for longer, and keep apart (``strictUntil``).
public struct Quarantine: Hashable, Sendable {
    /// One death of the daemon while it was at work in the project.
    package struct Death: Hashable, Sendable {
        /// In milliseconds since 1970.
        package var time: Int64
        /// By which signal; 0 where it needed more memory than it may.
        package var signal: Int32
    }

    /// What is remembered, the last one last.
    package private(set) var deaths: [Death] = []
    /// When the daemon died while others were at work too that may be the cause as well, in milliseconds since 1970.
    package private(set) var shared: [Int64] = []
    /// Since when the daemon leaves the project alone, in milliseconds since 1970; `nil`: it does not.
    public private(set) var since: Int64?

    /// Deaths that are longer apart are none of one cause: an hour, in milliseconds.
    package static let window: Int64 = 3_600_000
    /// So many within an hour are too many.
    package static let most = 2

    /// After one death that is shared suspects keep apart for two hours, and for twice as long with each one more, at most 32 hours:
    /// so often an hour is doubled.
    private static let mostDoublings = 5
    /// Shared deaths are remembered for so long: two days, in milliseconds. Longer than anybody is a suspect for one.
    private static let memory: Int64 = 48 * window

    static let fileName: Name = "quarantine.json"

    // MARK: Asking

    /// Nothing is known.
    package init() {}

    /// What is known of a project; of one whose file is not there, or not as shed writes it, nothing.
    /// - Throws: where it cannot be read now (no file may be opened, the disk fails): then it is not known that there is nothing.
    public init(of folder: ProjectStateFolder) throws(ShedError) {
        let bytes: [UInt8]
        do throws(DiskError) { bytes = try DirectoryHandle(path: folder.path).read(Quarantine.fileName, atMost: 64 << 10) } catch {
            switch error.code {
            // What is no file, or so large, shed has not written.
            case .notFound, .tooLarge, .isLink, .notFile: return
            default: throw ShedError(error)
            }
        }
        guard let json = try? JSONParser.parse(bytes), json["format"]?.integer == 1 else { return }
        since = json["since"]?.integer.map(Milliseconds.bounded)
        deaths = (json["deaths"]?.array ?? []).compactMap { death in
            guard let time = death["time"]?.integer.map(Milliseconds.bounded), let signal = death["signal"]?.integer.flatMap({ Int32(exactly: $0) }) else { return nil }
            return Death(time: time, signal: signal)
        }
        shared = (json["shared"]?.array ?? []).compactMap { $0.integer.map(Milliseconds.bounded) }
    }

    /// Whether the daemon leaves the project alone.
    public var isQuarantined: Bool { since != nil }

    /// Until when it is a suspect, since the daemon died under it and it may be the one to blame; in milliseconds since 1970.
    package var suspectUntil: Int64 { max(deaths.map { $0.time + Quarantine.window }.max() ?? 0, strictUntil) }

    /// Until when it is never at work beside another suspect, in milliseconds since 1970; 0: it may be.
    package var strictUntil: Int64 { shared.max().map { $0 + Quarantine.window << Int64(min(shared.count, Quarantine.mostDoublings)) } ?? 0 }

    /// Whether a signal is one that a program raises by a fault of its own, and not one by which others end it.
    package static func isFault(_ signal: Int32) -> Bool { [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT].contains(signal) }

    /// What happened, for people: a part of a sentence behind “the daemon”.
    public var cause: String {
        guard let last = deaths.last else { return "died under it" }
        guard last.signal != 0 else { return "needed more memory for it than one project may have" }
        return "died \(deaths.count) times under it, by \(Quarantine.name(of: last.signal))"
    }

    package static func name(of signal: Int32) -> String {
        switch signal {
        case SIGILL: "SIGILL"
        case SIGTRAP: "SIGTRAP"
        case SIGSEGV: "SIGSEGV"
        case SIGBUS: "SIGBUS"
        case SIGABRT: "SIGABRT"
        case SIGKILL: "SIGKILL"
        default: "signal \(signal)"
        }
    }

    // MARK: Noting and lifting

    /// Takes note that the daemon died while it was at work in a project.
    /// - Parameters:
    ///   - signal: by which; 0: it needed more memory than it may.
    ///   - now: milliseconds since 1970.
    ///   - isProven: whether nothing else can have been the cause, so that once is enough.
    /// - Returns: whether the project is quarantined now.
    @discardableResult
    package static func noteDeath(in folder: ProjectStateFolder, by signal: Int32, at now: Int64, isProven: Bool = false) throws(ShedError) -> Bool {
        var known = try Quarantine(of: folder)
        known.deaths = known.deaths.filter { isLate($0.time, at: now) }.suffix(most) + [Death(time: now, signal: signal)]
        if known.deaths.count >= most || isProven { known.since = known.since ?? now }
        try known.write(in: folder)
        return known.isQuarantined
    }

    /// Takes note that the daemon died while it was at work in a project and in others, any of which may be the cause.
    /// - Parameter now: milliseconds since 1970.
    package static func noteShared(in folder: ProjectStateFolder, at now: Int64) throws(ShedError) {
        var known = try Quarantine(of: folder)
        known.shared = known.shared.filter { $0 > now &- memory }.suffix(mostDoublings - 1) + [now]
        try known.write(in: folder)
    }

    /// Lifts the quarantine of a project and forgets the deaths: the daemon takes it up again within half a minute.
    /// - Returns: whether there was one.
    @discardableResult
    public static func lift(_ folder: ProjectStateFolder) throws(ShedError) -> Bool {
        // What cannot be read may be one.
        let wasQuarantined = (try? Quarantine(of: folder))?.isQuarantined ?? true
        do throws(DiskError) { try DirectoryHandle(path: folder.path).removeFile(fileName) } catch {
            guard error.code == .notFound else { throw ShedError(error) }
        }
        // An event in the registry's folder has a daemon look there at once.
        let bell = folder.path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/.lifted"
        let descriptor = open(bell, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            unlink(bell)
        }
        return wasQuarantined
    }

    /// A time that lies ahead is one of a clock that was set back since: it counts.
    private static func isLate(_ time: Int64, at now: Int64) -> Bool { time > now &- window }

    private func write(in folder: ProjectStateFolder) throws(ShedError) {
        let deaths: [JSONValue] = deaths.map { ["time": .integer($0.time), "signal": .integer(Int64($0.signal))] }
        // An earlier shed passes over those that are shared.
        let json: JSONValue = [
            "format": 1, "since": since.map { .integer($0) } ?? .null, "deaths": .array(deaths), "shared": .array(shared.map { .integer($0) }),
        ]
        do throws(DiskError) { try DirectoryHandle(path: folder.path).write(Quarantine.fileName, json.pretty, replacing: true) } catch { throw ShedError(error) }
    }
}
