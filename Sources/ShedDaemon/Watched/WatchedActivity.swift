import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import ShedWatch

/// What was seen to happen in a watched project.
struct WatchedActivity {
    /// Since when everything is seen: nanoseconds since 1970.
    var since: Int64 = 0
    /// When something last happened in a directory: nanoseconds of the monotonic clock.
    private var last: [RelativePath: UInt64] = [:]
    /// What no scan can show, kept until a walk leaves nothing to wait for.
    var sightings = WatchSightings()
    /// What came before the daemon was ready.
    var earlier = EarlierArrivals()
    /// Whether no batch came or went since the model was folded, as far as events tell.
    var isSidecarQuiet = false
    var health = WatchHealth()

    /// The new paths of what was renamed since the last walk.
    private var renamedSinceWalk: Set<RelativePath> = []

    /// So many renames of one burst are kept, and so many paths of each.
    private static let most = (renames: 4_096, paths: 16)

    mutating func take(_ burst: Burst) {
        health.overflows += burst.overflowCount
        last.merge(burst.lastActivity) { max($0, $1) }
        sightings.carried.formUnion(burst.arrivalsFromCarrier)
        var previous: Burst.Rename?
        for rename in burst.renames.suffix(WatchedActivity.most.renames) {
            let before = [rename.from] + (sightings.renamed[rename.from] ?? [])
            // Two files that change places are two renames, there and back: something stands at both places, and came from the other.
            if previous?.from != rename.to || previous?.to != rename.from { sightings.renamed[rename.from] = nil }
            previous = rename
            // What is replaced by the rename had a name before too: a file that was moved and then saved anew. Of what a walk has
            // seen since, the path says who it is.
            let replaced = renamedSinceWalk.contains(rename.to) ? sightings.renamed[rename.to] ?? [] : []
            sightings.renamed[rename.to] = Array((before + replaced.filter { !before.contains($0) }).prefix(WatchedActivity.most.paths))
            renamedSinceWalk.insert(rename.to)
        }
    }

    /// When something last happened in each of these directories or below it.
    func last(in directories: Set<RelativePath>) -> [RelativePath: UInt64] {
        var result: [RelativePath: UInt64] = [:]
        for (place, time) in last {
            for directory in [place] + place.ancestors where directories.contains(directory) {
                result[directory] = max(result[directory] ?? 0, time)
            }
        }
        return result
    }

    /// A walk has seen what was renamed before.
    mutating func noteWalk() { renamedSinceWalk = [] }

    /// Folders have other paths now, and what came before the daemon was ready went with them.
    mutating func follow(_ renames: FolderRenames) { earlier.paths = Set(earlier.paths.map(renames.now)) }

    /// Takes note of what a walk has left that came before the daemon was ready.
    /// - Parameter scanned: the directories that were looked at; `nil`: all.
    mutating func takeEarlier(_ reports: [Report], scanned: Set<RelativePath>?) {
        let reported = Set(reports.map(\.path))
        earlier.paths = earlier.paths.filter { path in reported.contains(path) || scanned?.contains(path.parent) == false }
        // What waits for a carrier's batch, or for the sidecar, is held as such first.
        let found = reports.filter { $0.delay == .earlier || !earlier.isReady }
        earlier.paths.formUnion(found.map(\.path))
    }

    /// Forgets what happened before a time.
    mutating func forget(before time: UInt64) { last = last.filter { $0.value > time } }
}
