import CLinux
import Glibc
import ShedDisk
import ShedModel

/// What a run of shed depends on outside of projects: where its state is kept, the clock, where IDs come from.
public struct Surroundings: Sendable {
    /// `$SHED_STATE_DIR`, else `$XDG_STATE_HOME/shed`, else `~/.local/state/shed`.
    public var stateDirectory: String
    /// `$XDG_DATA_HOME`, else `~/.local/share`: where the desktop's trash is.
    var dataDirectory: String
    /// The process's environment, for languages and editors.
    public var environment: [String: String]
    /// The local time in milliseconds since 1970.
    public var now: @Sendable () -> Int64
    /// Where new IDs come from.
    public var ids: RandomIDs
    /// Whether a state directory that is not known, or a registry or index in it that cannot be read, is an error also for
    /// who only looks. `check` does without.
    public var requiresState = true
    /// Who does what is done, for the history: `daemon`, or a verb's name.
    public var actor = "shed"
    /// Whether this process was asked to end: programs that were started for a project are ended then, however much they had still to do.
    package var isStopping: @Sendable () -> Bool = { false }
    /// Who is told when a change waits, because somebody else is at work in the project; `nil`: nobody wants to know.
    public var waiting: WaitingNotice?
    /// As whom this process works: its effective user. Projects of others are only looked at.
    public var user: UInt32 = geteuid()
    /// Roots of others that the person changes all the same, as their own settings say (Documentation/Settings.md): absolute paths.
    public var safeDirectories: [[UInt8]] = []
    /// What this device is called in projects that it writes into; `nil`: it does not say.
    public var deviceName: String?
    /// Whether inode numbers stay with their files where a directory lies; where that cannot be asked, they are taken to.
    package var hasStableInodes: @Sendable (DirectoryHandle) -> Bool = { (try? $0.fileSystem())?.hasStableInodes != false }
    /// The kinds of project that the program was put together with.
    public let kinds: KindModules

    /// - Parameter requiresState: as ``requiresState``; if not, no home directory is needed.
    public init(
        environment: [String: String], kinds: KindModules, requiresState: Bool = true, now: @escaping @Sendable () -> Int64 = Surroundings.clock
    ) throws(ShedError) {
        self.environment = environment
        self.kinds = kinds
        self.requiresState = requiresState
        self.now = now
        ids = RandomIDs(now: now)
        func directory(_ variable: String, _ fallback: String) throws(ShedError) -> String {
            if let value = environment[variable], value.hasPrefix("/") { return value }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw ShedError(.environment, "there is no home directory to keep shed's state in", remedy: "Set HOME or SHED_STATE_DIR to an absolute path.")
            }
            return home + fallback
        }
        if let state = environment["SHED_STATE_DIR"], !state.isEmpty {
            guard state.hasPrefix("/") else {
                throw ShedError(.usage, "SHED_STATE_DIR is “\(EscapedText.escape(Array(state.utf8)))”, which is no absolute path", remedy: "Set it to one that begins with “/”.")
            }
            stateDirectory = state
        } else {
            do { stateDirectory = try directory("XDG_STATE_HOME", "/.local/state") + "/shed" } catch {
                guard !requiresState else { throw error }
                stateDirectory = Surroundings.nowhere
            }
        }
        dataDirectory = (try? directory("XDG_DATA_HOME", "/.local/share")) ?? Surroundings.nowhere
    }

    /// A directory that there is not (Debian Policy, 9.2.3).
    private static let nowhere = "/nonexistent"

    /// The file in which a person sets what holds for all projects: `$XDG_CONFIG_HOME/shed/config.toml`, else in `~/.config`; `nil`
    /// where neither says a directory.
    package static func settingsFile(_ environment: [String: String]) -> String? {
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") { return directory + "/shed/config.toml" }
        return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config/shed/config.toml" : nil }
    }

    /// Where a daemon listens: `$XDG_RUNTIME_DIR/shed/control.socket`, else in the state directory. Who names a state
    /// directory of their own has a daemon of their own.
    public var controlSocket: String {
        hasRuntimeDirectory ? environment["XDG_RUNTIME_DIR", default: ""] + "/shed/control.socket" : stateDirectory + "/run/control.socket"
    }

    /// Whether the socket stands in `$XDG_RUNTIME_DIR`.
    package var hasRuntimeDirectory: Bool {
        environment["SHED_STATE_DIR", default: ""].isEmpty && environment["XDG_RUNTIME_DIR", default: ""].hasPrefix("/")
    }

    /// Opens a folder of the state directory, which is made with what is missing above it.
    @discardableResult
    package func makeStateDirectory(_ name: String) throws(DiskError) -> DirectoryHandle {
        var handle = try DirectoryHandle(path: "/")
        for part in (stateDirectory + "/" + name).utf8.split(separator: UInt8(ascii: "/")) {
            // The state directory is the person's own: links on the way to it are followed.
            let path = (handle.label == "/" ? "/" : handle.label + "/") + String(decoding: part, as: UTF8.self)
            do throws(DiskError) { handle = try DirectoryHandle(path: path) } catch {
                guard error.code == .notFound else { throw error }
                // Closed to others, as the XDG base directory specification wants it. Another run may make it at the same time.
                guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw DiskError(errno: errno, action: "make", path: path) }
                try handle.sync()
                handle = try DirectoryHandle(path: path)
            }
        }
        return handle
    }

    /// The system's clock in milliseconds since 1970.
    @Sendable public static func clock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// A number that only this machine has, as text; empty where there is none.
    static func machine() -> String {
        guard let file = fopen("/etc/machine-id", "re") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer.prefix(count).filter { $0 > 0x20 && $0 < 0x7f }, as: UTF8.self)
    }
}

/// Random IDs: UUIDs of version 7 (RFC 9562), which sort by the time they were made.
public struct RandomIDs: IDSource, Sendable {
    private let now: @Sendable () -> Int64
    private var pool: [UInt64] = []

    init(now: @escaping @Sendable () -> Int64) { self.now = now }

    public mutating func next() -> NodeID {
        if pool.count < 2 { pool = RandomIDs.randomWords(512) }
        let (first, second) = (pool.removeLast(), pool.removeLast())
        let time = UInt64(clamping: now()) & 0xffff_ffff_ffff
        return NodeID(high: time << 16 | 0x7000 | first & 0xfff, low: 0x8000_0000_0000_0000 | second & 0x3fff_ffff_ffff_ffff)
    }

    /// 64 random bits for a replica.
    mutating func replica() -> ReplicaID { ReplicaID(rawValue: UInt64.random(in: .min ... .max)) }

    /// Many at once: one system call (getrandom(2)) instead of one a word.
    private static func randomWords(_ count: Int) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: count)
        let size = count * MemoryLayout<UInt64>.size
        guard shed_random(&words, size) == 0 else { return words.map { _ in UInt64.random(in: .min ... .max) } }
        return words
    }
}
