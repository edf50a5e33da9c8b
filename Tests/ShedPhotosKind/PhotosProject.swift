import ShedModel
import ShedProject
import ShedReconcile
import ShedRules

/// What is kept of one opened project of photos, and what it is asked about it.
final class PhotosProject: ProjectKind {
    unowned let project: Project
    /// Whether there may be photos whose size in pixels is not known.
    private(set) var hasIdleWork = false

    init(_ project: Project) { self.project = project }

    private var reader: Reading { project.asKnown }

    // MARK: Walking

    func judge(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool {
        for entry in entries { situation.answers.verdicts[entry] = ContentVerdict(complaint(about: situation.snapshot.path(of: entry))) }
        return !entries.isEmpty
    }

    /// What is wrong with what a file holds. What cannot be read is not known to be wrong.
    private func complaint(about path: RelativePath) -> ContentComplaint? {
        guard let bytes = try? reader.beginning(of: path, atMost: ImageFormat.longestMark) else { return nil }
        let formats = reader.photosSettings.formats
        guard ImageFormat(bytes).map(formats.contains) != true else { return nil }
        return ContentComplaint(rule: NotAnImage.info, message: NotAnImage.message(formats))
    }

    // MARK: Looking

    func count(_ nodes: [Node], _ reader: some ProjectReader) throws(ShedError) -> Statistics.KindCounts? {
        let albums = try reader.albums()
        let counts = [
            Statistics.Count(key: "albums", title: "albums", number: albums.count),
            Statistics.Count(key: "photos", title: "photos", number: albums.reduce(0) { $0 + $1.photos.count }),
        ]
        return Statistics.KindCounts(counts, taggedSort: "photos", isTaggable: { !$0.type.isDirectory })
    }

    func complete(_ status: inout Status) throws(ShedError) {
        let photos = try reader.albums().flatMap(\.photos)
        let unmeasured = try reader.unmeasured(photos)
        status.ofKind.append(PhotoCounts(measured: photos.count - unmeasured.count, unmeasured: unmeasured.count))
    }

    // MARK: Checking

    func needs(for selection: RuleSelection) -> CheckNeeds { CheckNeeds(allFiles: selection.contains(NotAnImage.info)) }

    /// Looks at all files of albums: some were made something else of since they came, others nobody has taken in yet.
    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        guard check.selection.contains(NotAnImage.info) else { return [] }
        let snapshot = check.snapshot
        return try reader.albums().flatMap { album -> [Finding] in
            guard let directory = snapshot.entry(at: album.path).map({ Int(snapshot.entries[$0].directory) }), directory >= 0 else { return [] }
            let known = Dictionary(uniqueKeysWithValues: album.photos.map { ($0.path, $0) })
            return snapshot.sortedEntries(of: directory).filter { snapshot.entries[$0].kind == .file }.compactMap { entry in
                let path = snapshot.path(of: entry)
                guard known[path]?.isException != true, let complaint = complaint(about: path) else { return nil }
                return Finding(complaint.rule, at: path, id: known[path]?.id, complaint.sentence)
            }
        }
    }

    // MARK: The daemon

    /// So many photos are measured in one idle moment.
    private static let portion = 100

    func noteIdleWork(after outcome: Outcome, isWhole: Bool, isJudged: Bool) {
        if isWhole || !outcome.changes.isEmpty { hasIdleWork = true }
    }

    func doIdleWork(_ background: (any BackgroundWork)?) throws(ShedError) {
        hasIdleWork = try !project.write(after: .nothing) { transaction throws(ShedError) in
            try transaction.measurePhotos(atMost: PhotosProject.portion)
        }
    }
}

/// What a project of photos adds to its status.
struct PhotoCounts: StatusOfKind, Hashable {
    /// Photos whose size in pixels was looked up.
    var measured: Int
    var unmeasured: Int
}
