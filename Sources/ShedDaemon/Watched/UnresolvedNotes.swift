import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile

/// What the last walks have said of what still stands in a watched project, by directory.
struct UnresolvedNotes {
    private struct Note {
        var reports: [Report] = []
        var changes: [Change] = []
    }

    private var notes: [RelativePath: Note] = [:]

    /// What stands where it may not, or waits.
    var reports: [Report] { notes.values.flatMap(\.reports).sorted { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) } }

    /// What came or moved and was not taken in.
    var changes: [Change] { notes.values.flatMap(\.changes).sorted { $0.path < $1.path } }

    /// Takes note of a walk.
    /// - Parameter scanned: the directories that were looked at; `nil`: all.
    mutating func take(_ outcome: Outcome, scanned: Set<RelativePath>?, _ root: DirectoryHandle) {
        if let scanned {
            for directory in Array(notes.keys) {
                if scanned.contains(directory) {
                    notes[directory] = nil
                } else if scanned.holds(directory), (try? root.openDirectory(at: directory)) == nil {
                    notes[directory] = nil
                }
            }
        } else {
            notes = [:]
        }
        let moved = Set(outcome.moves.map(\.from))
        let unsettled = outcome.unsettled.filter { !moved.contains($0.path) }
        removeNotes(of: outcome.reports, unsettled)
        for report in outcome.reports { notes[report.directory, default: Note()].reports.append(report) }
        for change in unsettled { notes[change.path.parent, default: Note()].changes.append(change) }
    }

    /// Takes out what is said anew, also of a directory that the walk did not look at: however often something is judged, it is
    /// told once.
    private mutating func removeNotes(of reports: [Report], _ changes: [Change]) {
        let told = Set(reports.map(\.place))
        for directory in Set(reports.map(\.directory)) { notes[directory]?.reports.removeAll { told.contains($0.place) } }
        let paths = Set(changes.map(\.path))
        for directory in Set(changes.map(\.path.parent)) { notes[directory]?.changes.removeAll { paths.contains($0.path) } }
    }
}

extension Report {
    /// The directory that it is noted of.
    fileprivate var directory: RelativePath { path.isRoot ? .root : path.parent }
}
