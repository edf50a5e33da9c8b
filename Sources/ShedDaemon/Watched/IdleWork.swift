import ShedModel
import ShedProject

/// What is done in a watched project while nothing happens: files are hashed, and then its kind does its own.
struct IdleWork {
    /// How many files are hashed in one idle moment.
    static let portion = 64

    /// Files that have no hash yet.
    private(set) var unhashed: [NodeID] = []
    /// When to go on: nanoseconds of the monotonic clock.
    var due: UInt64 = 0

    /// Whether there is anything to do.
    func isNeeded(by project: Project) -> Bool { !unhashed.isEmpty || project.kind.hasIdleWork }

    /// Takes note of a walk.
    mutating func take(_ outcome: Outcome, isWhole: Bool, _ project: Project) {
        if isWhole {
            unhashed = project.store.unhashedFiles()
        } else {
            unhashed += outcome.changes.filter { !$0.type.isDirectory && $0.kind != .removed }.compactMap(\.id)
        }
    }

    /// Takes out the files that are hashed next.
    mutating func takePortion() -> [NodeID] {
        let portion = Array(unhashed.suffix(IdleWork.portion))
        unhashed.removeLast(portion.count)
        return portion
    }
}
