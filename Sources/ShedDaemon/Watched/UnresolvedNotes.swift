import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile

/// What the last walks have said of what still stands in a watched project, by directory.
struct UnresolvedNotes {
    /// What was told of them already.
    var told = ToldReports()

    private struct Note {
        var reports: [Report] = []
        var changes: [Change] = []
    }

    /// That too much was refused at once. It is no directory's: it stands until what was held back is gone or was judged anew.
    private struct Hold {
        var report: Report
        var limit: Int
        /// What was reported with it.
        var places: Set<Report.Place>
        var isTold = false
    }

    private var notes: [RelativePath: Note] = [:]
    private var hold: Hold?

    /// What stands where it may not, or waits.
    var reports: [Report] {
        (notes.values.flatMap(\.reports) + (hold.map { [$0.report] } ?? [])).sorted { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
    }

    /// That too much was refused at once, if that was not taken from here before.
    mutating func takeUntoldHold() -> Report? {
        guard let report = hold?.report, hold?.isTold == false else { return nil }
        hold?.isTold = true
        return report
    }

    /// What came or moved and was not taken in.
    var changes: [Change] { notes.values.flatMap(\.changes).sorted { $0.path < $1.path } }

    /// The directories in which something stands that was held back together with something in these: it is judged with that, or
    /// what was too much at once would be moved part by part.
    func directoriesHeldBack(with directories: Set<RelativePath>) -> Set<RelativePath> {
        let held = Set((hold?.places ?? []).map(\.path.parent))
        return held.isDisjoint(with: directories) ? [] : held
    }

    /// Folders have other paths now: what was held back in one of them, or below, is held back there.
    mutating func follow(_ renames: FolderRenames) {
        guard !renames.isEmpty, let places = hold?.places else { return }
        hold?.places = Set(places.map { place in
            var place = place
            place.path = renames.now(place.path)
            return place
        })
    }

    /// Takes note of a walk.
    /// - Parameters:
    ///   - scanned: the directories that were looked at; `nil`: all.
    ///   - isJudged: whether it asked for what something waits. Where not, that stays as it was said last.
    mutating func take(_ outcome: Outcome, scanned: Set<RelativePath>?, isJudged: Bool = true, _ root: DirectoryHandle) {
        let delayed = isJudged ? [:] : self.delayed
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
        let reports = outcome.reports.filter { $0.hold == nil }.map { $0.delay == nil ? delayed[$0.place] ?? $0 : $0 }
        let moved = Set(outcome.moves.map(\.from))
        let unsettled = outcome.unsettled.filter { !moved.contains($0.path) }
        removeNotes(of: reports, unsettled)
        for report in reports { notes[report.directory, default: Note()].reports.append(report) }
        for change in unsettled { notes[change.path.parent, default: Note()].changes.append(change) }
        takeHold(of: outcome)
    }

    /// What waits for a program, as it was said last.
    private var delayed: [Report.Place: Report] {
        let reports = notes.values.lazy.flatMap(\.reports).filter { $0.delay != nil && $0.delay != .earlier }
        return Dictionary(reports.map { ($0.place, $0) }, uniquingKeysWith: { $1 })
    }

    /// What was held back stays so as long as more of it is reported than is moved at once.
    private mutating func takeHold(of outcome: Outcome) {
        if let report = outcome.reports.first(where: { $0.hold != nil }), let limit = report.hold?.limit {
            let places = Set(outcome.reports.lazy.filter { $0.hold == nil }.map(\.place))
            let isSame = hold.map { !$0.places.isDisjoint(with: places) } ?? false
            hold = Hold(report: report, limit: limit, places: places, isTold: isSame && hold?.isTold == true)
        } else if let held = hold {
            let rest = notes.values.lazy.flatMap(\.reports).count { held.places.contains($0.place) }
            if rest <= held.limit { hold = nil }
        }
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
