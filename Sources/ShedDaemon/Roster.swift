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
    /// What is kept of a root that another folder of the state directory keeps more of, by the folder: as it was then, and that other.
    private var superfluous: [String: (record: ProjectRecord, other: String)] = [:]
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

    /// Takes note of a folder whose root belongs to another one.
    /// - Parameter other: that other; `nil` where there is none, and the folder is tried again.
    mutating func note(superfluous folder: ProjectStateFolder, besides other: String?) {
        superfluous[folder.path] = other.map { (folder.record, $0) }
    }

    /// Whether a folder need not be tried again: nothing of it is another, and what stands at its root is watched for the other folder.
    /// To find that out anew, the project would have to be opened each time.
    /// - Parameter watched: the folders whose projects are watched, and are there.
    func isSuperfluous(_ folder: ProjectStateFolder, besides watched: Set<String>) -> Bool {
        guard let known = superfluous[folder.path] else { return false }
        return known.record == folder.record && known.other != folder.path && watched.contains(known.other)
    }

    /// Forgets the folders that are not registered any more.
    mutating func keep(_ registered: Set<String>) {
        absent = absent.filter { registered.contains($0.key) }
        superfluous = superfluous.filter { registered.contains($0.key) }
    }

    /// Twice a minute.
    static let period: UInt64 = 30_000_000_000

    /// Whether nothing stands at a path. A record that cannot be read for a while is not forgotten.
    static func isGone(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }
}
