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
        for report in outcome.reports { notes[report.path.isRoot ? .root : report.path.parent, default: Note()].reports.append(report) }
        let moved = Set(outcome.moves.map(\.from))
        for change in outcome.unsettled where !moved.contains(change.path) {
            notes[change.path.parent, default: Note()].changes.append(change)
        }
    }
}
