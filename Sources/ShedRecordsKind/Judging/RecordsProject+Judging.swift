import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile
import ShedRecords
import ShedRules

extension RecordsProject {
    /// Looks into files that came into a collection.
    func judge(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool {
        let snapshot = situation.snapshot
        var judges: [RelativePath: RecordJudge?] = [:]
        let allowance = PatternAllowance()
        for (index, path) in entries.map({ ($0, snapshot.path(of: $0)) }).sorted(by: { $0.1 < $1.1 }) {
            situation.answers.verdicts[index] = verdict(onFileAt: path, mayGoOn: situation.mayGoOn(index), &judges, allowance)
        }
        return true
    }

    /// - Parameter mayGoOn: whether a program may go on with it.
    private func verdict(
        onFileAt path: RelativePath, mayGoOn: Bool, _ judges: inout [RelativePath: RecordJudge?], _ allowance: PatternAllowance
    ) -> ContentVerdict {
        // What cannot be read is not known to be wrong: `check` says that it cannot be read.
        guard let name = path.last, name.hasSuffix(".json"), let directory = try? project.home.root.openDirectory(at: path.parent),
            let file = try? RecordFile(name, in: directory)
        else { return ContentVerdict(nil) }
        if mayGoOn, file.endsEarly { return ContentVerdict(obstacle: .unfinishedRecord) }
        guard let record = file.record else { return ContentVerdict(file.complaint) }
        if judges[path.parent] == nil { judges[path.parent] = .some(judge(of: path.parent, allowance)) }
        guard let judge = judges[path.parent] ?? nil else { return ContentVerdict(nil) }
        return ContentVerdict((try? judge.complaints(aboutArrival: record, id: project.asKnown.newID(), at: path))?.first)
    }

    /// A judge by the schema of a collection; `nil` where it has none, or one that cannot be read.
    private func judge(of folder: RelativePath, _ allowance: PatternAllowance) -> RecordJudge? {
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
