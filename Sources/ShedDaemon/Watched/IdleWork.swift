import ShedModel
import ShedProject

/// What is done in a watched project while nothing happens: files are hashed and put into the index of
/// words, and then its kind does its own.
struct IdleWork {
    /// How many files are hashed in one idle moment.
    static let portion = 64

    /// Files that have no hash yet, as far as is known. Each is in it once, however often it changes while there is no rest.
    private(set) var unhashed: Set<NodeID> = []
    /// Those of a portion that was too much for one moment, in their order. Of the first a part may be hashed.
    private var rest: [NodeID] = []
    /// When to go on: nanoseconds of the monotonic clock.
    var due: UInt64 = 0

    /// Whether there is anything to do.
    func isNeeded(by project: Project) -> Bool { hasUnhashed || project.searchSurvey.isNeeded || project.kind.hasIdleWork }

    /// When to go on with it; `nil` where there will be nothing to do. Nanoseconds of the monotonic clock.
    /// - Parameter now: by the monotonic clock.
    func nextDue(_ project: Project, at now: UInt64) -> UInt64? {
        if isNeeded(by: project) { return due }
        // By the clock of the day, and so asked anew each time.
        guard let time = [project.kind.idleDue, project.searchSurvey.due].compactMap(\.self).min() else { return nil }
        let rest = Milliseconds.rest(until: time, from: project.home.surroundings.now(), atMost: IdleWork.longest)
        return max(due, now &+ UInt64(rest) * 1_000_000)
    }

    /// It is looked again after so long at the latest: a day, in milliseconds.
    private static let longest: Int64 = 86_400_000

    /// Takes note of a walk.
    mutating func take(_ outcome: Outcome, isWhole: Bool, _ project: Project) {
        if isWhole {
            unhashed = Set(project.store.unhashedFiles())
            project.searchSurvey.noteAll()
        } else {
            for change in outcome.changes where !change.type.isDirectory {
                guard let id = change.id else { continue }
                project.searchSurvey.note(id)
                if change.kind == .removed { unhashed.remove(id) } else { unhashed.insert(id) }
            }
        }
    }

    /// Whether files are to be hashed.
    var hasUnhashed: Bool { !unhashed.isEmpty || !rest.isEmpty }

    /// Takes out the files that are hashed next.
    mutating func takePortion() -> [NodeID] {
        defer { rest = [] }
        let portion = rest + unhashed.prefix(max(0, IdleWork.portion - rest.count))
        unhashed.subtract(portion)
        return portion
    }

    /// Puts back those of a portion that are still to be hashed: they come first the next time.
    mutating func putBack(_ ids: [NodeID]) { rest = ids }
}
