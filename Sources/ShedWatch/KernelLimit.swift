import Glibc

/// A limit of inotify(7). libinotifytools answers −1 for some of them.
public enum KernelLimit: String, Sendable {
    /// Watches for one user.
    case userWatches = "max_user_watches"
    /// Instances for one user.
    case userInstances = "max_user_instances"
    /// Events that wait to be read in one instance.
    case queuedEvents = "max_queued_events"

    /// The limit now: the lower of the machine's and the user namespace's; `nil` where `/proc` does not tell.
    public var value: Int? { effective?.value }

    /// What sysctl(8) calls the limit that holds: inside a container the namespace's own may be the lower one.
    public var setting: String { effective?.setting ?? "fs.inotify.\(rawValue)" }

    private var effective: (value: Int, setting: String)? {
        let machine = Self.number("/proc/sys/fs/inotify/\(rawValue)").map { ($0, "fs.inotify.\(rawValue)") }
        guard let name = namespaceName, let inside = Self.number("/proc/sys/user/\(name)") else { return machine }
        guard let machine, machine.0 <= inside else { return (inside, "user.\(name)") }
        return machine
    }

    private var namespaceName: String? {
        switch self {
        case .userWatches: "max_inotify_watches"
        case .userInstances: "max_inotify_instances"
        case .queuedEvents: nil
        }
    }

    private static func number(_ path: String) -> Int? {
        guard let bytes = ProcFile.read(path, atMost: 64) else { return nil }
        return Int(String(decoding: bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
    }

    /// The commands that raise the limit, for now and for good, in one sentence.
    /// - Parameters:
    ///   - least: The lowest number that is proposed.
    ///   - needed: How many are needed in all; twice as many are proposed, since other programs want some too.
    func cure(least: Int, needed: Int = 0) -> String {
        var proposed = least
        let floor = max(value ?? 0, min(needed, 1 << 29) * 2 - 1)
        while proposed <= floor, proposed < 1 << 30 { proposed *= 2 }
        let line = "\(setting)=\(proposed)"
        return "sudo sysctl \(line) (to make it last: echo \(line) | sudo tee /etc/sysctl.d/60-shed.conf)"
    }
}

/// The limits of inotify(7) that hold for this process. `nil` where `/proc` does not tell.
public struct WatchLimits: Hashable, Sendable {
    /// How many directories one user may watch, all programs together.
    public var watches: Int?
    /// How many programs of one user may watch.
    public var instances: Int?
    /// How many events may wait before some are lost.
    public var queuedEvents: Int?

    public init(watches: Int? = nil, instances: Int? = nil, queuedEvents: Int? = nil) {
        self.watches = watches
        self.instances = instances
        self.queuedEvents = queuedEvents
    }

    /// Reads them from `/proc`.
    public static func current() -> WatchLimits {
        WatchLimits(
            watches: KernelLimit.userWatches.value, instances: KernelLimit.userInstances.value,
            queuedEvents: KernelLimit.queuedEvents.value)
    }
}
