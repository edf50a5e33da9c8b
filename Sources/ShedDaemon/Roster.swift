import Glibc
import ShedProject
import ShedWatch

/// The projects that are registered, as far as they are not watched yet.
struct Roster {
    /// Stands for the folder of the registry among the roots that are watched.
    static let key: RootKey = 0

    let registry: Registry
    /// Whether what is registered later is watched too.
    let isFollowed: Bool
    private var nextKey: RootKey = 1
    /// Registered projects that cannot be watched now, by the folder of the state directory, and why.
    var absent: [String: String] = [:]
    /// When to look for them again: nanoseconds of the monotonic clock.
    var due: UInt64?
    /// Why the registry could not be read the last time.
    var failure: String?

    init(_ registry: Registry, isFollowed: Bool) {
        self.registry = registry
        self.isFollowed = isFollowed
    }

    mutating func takeKey() -> RootKey {
        defer { nextKey += 1 }
        return nextKey
    }

    /// Twice a minute.
    static let period: UInt64 = 30_000_000_000

    /// Whether nothing stands at a path. A record that cannot be read for a while is not forgotten.
    static func isGone(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }
}
