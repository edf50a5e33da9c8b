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
        for (index, path) in entries.map({ ($0, snapshot.path(of: $0)) }).sorted(by: { $0.1 < $1.1 }) {
            situation.answers.verdicts[index] = ContentVerdict(complaint(about: path, &judges))
        }
        return true
    }

    private func complaint(about path: RelativePath, _ judges: inout [RelativePath: RecordJudge?]) -> ContentComplaint? {
        // What cannot be read is not known to be wrong: `check` says that it cannot be read.
        guard let name = path.last, name.hasSuffix(".json"), let directory = try? project.home.root.openDirectory(at: path.parent),
            let file = try? RecordFile(name, in: directory)
        else { return nil }
        guard let record = file.record else { return file.complaint }
        if judges[path.parent] == nil { judges[path.parent] = .some(judge(of: path.parent)) }
        guard let judge = judges[path.parent] ?? nil else { return nil }
        return (try? judge.complaints(aboutArrival: record, id: project.asKnown.newID(), at: path))?.first
    }

    /// A judge by the schema of a collection; `nil` where it has none, or one that cannot be read.
    private func judge(of folder: RelativePath) -> RecordJudge? {
        let known = project.asKnown
        guard let collection = try? known.collections().first(where: { $0.path == folder }), let schema = try? known.schema(of: collection) else { return nil }
        return RecordJudge(known, collection, schema)
    }
}
