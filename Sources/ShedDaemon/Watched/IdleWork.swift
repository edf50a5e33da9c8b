import ShedModel
import ShedProject

/// What is done in a watched project while nothing happens: files are hashed, and then its kind does its own.
struct IdleWork {
    /// How many files are hashed in one idle moment.
    static let portion = 64

    /// Files that have no hash yet, as far as is known. Each is in it once, however often it changes while there is no rest.
    private(set) var unhashed: Set<NodeID> = []
    /// When to go on: nanoseconds of the monotonic clock.
    var due: UInt64 = 0

    /// Whether there is anything to do.
    func isNeeded(by project: Project) -> Bool { !unhashed.isEmpty || project.kind.hasIdleWork }

    /// Takes note of a walk.
    mutating func take(_ outcome: Outcome, isWhole: Bool, _ project: Project) {
        if isWhole {
            unhashed = Set(project.store.unhashedFiles())
        } else {
            for change in outcome.changes where !change.type.isDirectory {
                guard let id = change.id else { continue }
                if change.kind == .removed { unhashed.remove(id) } else { unhashed.insert(id) }
            }
        }
    }

    /// Takes out the files that are hashed next.
    mutating func takePortion() -> [NodeID] {
        let portion = Array(unhashed.prefix(IdleWork.portion))
        unhashed.subtract(portion)
        return portion
    }
}
