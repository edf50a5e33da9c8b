import ShedModel
import ShedProject

/// What is done in a watched project while nothing happens: the links that moves have broken are counted, files are hashed and put into the
/// index of words, and then its kind does its own.
struct IdleWork {
    /// How many files are hashed in one idle moment.
    static let portion = 64

    /// What people have moved.
    var moved = HandMoves()
    /// Files that have no hash yet, as far as is known. Each is in it once, however often it changes while there is no rest.
    private(set) var unhashed: Set<NodeID> = []
    /// Those of a portion that was too much for one moment, in their order. Of the first a part may be hashed.
    private var rest: [NodeID] = []
    /// When to go on with it, and with the index of words, which does not wait so long after a walk: nanoseconds of the monotonic clock.
    private(set) var due: UInt64 = 0
    private(set) var searchDue: UInt64 = 0

    /// Whether there is anything to do.
    func isNeeded(by project: Project) -> Bool { hasUnhashed || !moved.isEmpty || project.searchSurvey.isNeeded || project.kind.hasIdleWork }

    /// When to go on with any of it; `nil` where there will be nothing to do. Nanoseconds of the monotonic clock.
    /// - Parameter now: by the monotonic clock.
    func nextDue(_ project: Project, at now: UInt64) -> UInt64? {
        // By the clock of the day, and so asked anew each time.
        func monotonic(_ time: Int64) -> UInt64 {
            now &+ UInt64(Milliseconds.rest(until: time, from: project.home.surroundings.now(), atMost: IdleWork.longest)) * 1_000_000
        }
        let search = project.searchSurvey.isNeeded ? searchDue : project.searchSurvey.due.map { max(searchDue, monotonic($0)) }
        let other = hasUnhashed || !moved.isEmpty || project.kind.hasIdleWork ? due : project.kind.idleDue.map { max(due, monotonic($0)) }
        return [search, other].compactMap(\.self).min()
    }

    /// Whether it is the turn of the index of words: before the other where that is not due yet.
    func isSearchDue(_ project: Project, at now: UInt64) -> Bool { searchDue <= now && project.searchSurvey.isNeeded && (due > now || !hasUnhashed) }

    /// Leaves the project alone for a while after a walk, in which more may come.
    mutating func rest(from now: UInt64) { (due, searchDue) = (now + 2_000_000_000, now + IdleWork.searchRest) }

    /// Lets a moment pass between two portions.
    mutating func pause(from now: UInt64) { (due, searchDue) = (max(due, now + IdleWork.moment), max(searchDue, now + IdleWork.moment)) }

    /// Goes on with nothing until then.
    mutating func wait(until time: UInt64) { (due, searchDue) = (time, time) }

    /// In nanoseconds.
    private static let moment: UInt64 = 50_000_000

    /// So long nothing is to happen before the index of words is brought up: what was saved is to be in it within a second. In nanoseconds.
    private static let searchRest: UInt64 = 400_000_000

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
