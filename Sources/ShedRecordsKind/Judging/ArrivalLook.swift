import ShedDisk
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// One look into files that came into collections.
struct ArrivalLook {
    private let project: Project
    private let files = LinkedFiles()
    private let allowance = PatternAllowance()
    private var judges: [RelativePath: RecordJudge?] = [:]
    /// Of files that have several names, by their state.
    private var known: [Linked: (verdict: ContentVerdict, looks: Int)] = [:]
    /// How many files were held against a schema.
    private(set) var checks = 0

    /// More verdicts than so many are not kept.
    private static let mostKnown = 16_384

    private struct Linked: Hashable {
        var folder: RelativePath
        var evidence: Evidence
        var mayGoOn: Bool
    }

    init(_ project: Project) { self.project = project }

    /// How many files were read.
    var reads: Int { files.reads }

    /// - Parameter mayGoOn: whether a program may go on with it.
    mutating func verdict(onFileAt path: RelativePath, mayGoOn: Bool) -> ContentVerdict {
        // What cannot be read is not known to be wrong: `check` says that it cannot be read.
        guard let name = path.last, name.hasSuffix(".json"), let directory = try? project.home.root.openDirectory(at: path.parent),
            let file = try? files.file(name, in: directory)
        else { return ContentVerdict(nil) }
        let linked = file.evidence.links > 1 ? Linked(folder: path.parent, evidence: file.evidence, mayGoOn: mayGoOn) : nil
        // The second of its names may have what is unique from the first; to all others happens what did to the second.
        if let linked, let (verdict, looks) = known[linked], looks > 1 { return verdict }
        let verdict = verdict(on: file, at: path, mayGoOn)
        if let linked, known.count < ArrivalLook.mostKnown || known[linked] != nil { known[linked] = (verdict, (known[linked]?.looks ?? 0) + 1) }
        return verdict
    }

    private mutating func verdict(on file: RecordFile, at path: RelativePath, _ mayGoOn: Bool) -> ContentVerdict {
        if mayGoOn, file.endsEarly { return ContentVerdict(obstacle: .unfinishedRecord) }
        guard let record = file.record else { return ContentVerdict(file.complaint) }
        if judges[path.parent] == nil { judges[path.parent] = .some(judge(of: path.parent)) }
        guard let judge = judges[path.parent] ?? nil else { return ContentVerdict(nil) }
        checks += 1
        return ContentVerdict((try? judge.complaints(aboutArrival: record, id: project.asKnown.newID(), at: path))?.first)
    }

    /// A judge by the schema of a collection; `nil` where it has none, or one that cannot be read.
    private func judge(of folder: RelativePath) -> RecordJudge? {
        let known = project.asKnown
        guard let collection = try? known.collections().first(where: { $0.path == folder }), let schema = try? known.schema(of: collection) else { return nil }
        return RecordJudge(known, collection, schema, allowance)
    }
}

extension LookObstacle {
    /// Why a file waits that ends before a record does.
    fileprivate static let unfinishedRecord = LookObstacle.beingWritten(
        "It ends before a record does, and the rest may be on its way; it is looked into when nothing has come to it for a while, and by “shed sync” at once.")
}
