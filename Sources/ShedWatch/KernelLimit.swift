import ShedDisk

/// A limit of inotify(7). libinotifytools answers −1 for some of them.
public enum KernelLimit: String, Sendable {
    /// Watches for one user.
    case userWatches = "max_user_watches"
    /// Instances for one user.
    case userInstances = "max_user_instances"
    /// Events that wait to be read in one instance.
    case queuedEvents = "max_queued_events"

    /// A limit as it is set.
    public struct Setting: Hashable, Sendable {
        public var value: Int
        /// The key of sysctl(8) that sets it.
        public var key: String

        public init(value: Int, key: String) {
            self.value = value
            self.key = key
        }
    }

    /// The setting that holds: the lower of the machine's and the user namespace's, which may be lower inside a container.
    /// - Parameter settings: `/proc/sys`, or what a test has in its place.
    /// - Returns: `nil` where the kernel does not tell.
    public func effective(in settings: String = "/proc/sys") -> Setting? {
        let found = keys.compactMap { key -> Setting? in
            let path = settings + "/" + key.split(separator: ".").joined(separator: "/")
            guard let bytes = ProcessFile.read(path, atMost: 64) else { return nil }
            let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
            return Int(String(decoding: digits, as: UTF8.self)).map { Setting(value: $0, key: key) }
        }
        // The machine's comes first, and counts where both are the same.
        return found.min { $0.value < $1.value }
    }

    /// The limit now; `nil` where `/proc` does not tell.
    public var value: Int? { effective()?.value }

    /// What sysctl(8) calls the limit that holds.
    public var setting: String { effective()?.key ?? keys[0] }

    private var keys: [String] {
        switch self {
        case .userWatches: ["fs.inotify.max_user_watches", "user.max_inotify_watches"]
        case .userInstances: ["fs.inotify.max_user_instances", "user.max_inotify_instances"]
        case .queuedEvents: ["fs.inotify.max_queued_events"]
        }
    }

    /// The file that makes a kernel's setting lasting. Source: sysctl.d(5).
    public static let settingsFile = "/etc/sysctl.d/50-shed.conf"

    /// The command that sets a value now, and the one that makes it lasting; other lines of the file stay.
    public static func command(_ key: String, _ value: Int) -> String {
        "sudo sysctl \(key)=\(value) && echo '\(key) = \(value)' | sudo tee -a \(settingsFile)"
    }

    /// The commands that raise the limit, for now and for good.
    /// - Parameters:
    ///   - least: The lowest number that is proposed.
    ///   - needed: How many are needed in all; twice as many are proposed, since other programs want some too.
    func cure(least: Int, needed: Int = 0) -> String {
        var proposed = least
        let floor = max(value ?? 0, min(needed, 1 << 29) * 2 - 1)
        while proposed <= floor, proposed < 1 << 30 { proposed *= 2 }
        return KernelLimit.command(setting, proposed)
    }
}
