import ShedDisk
import ShedModel
import ShedReconcile
import ShedRecords
import ShedRules

extension Project {
    /// Looks into files that came into a folder whose rules ask for their content.
    /// - Returns: whether any verdict is new.
    func judgeContents(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool {
        guard !entries.isEmpty else { return false }
        if hasPapers { return try judgePDFs(entries, in: &situation) }
        guard hasCollections else { return false }
        let snapshot = situation.snapshot
        var judges: [RelativePath: RecordJudge?] = [:]
        for (index, path) in entries.map({ ($0, snapshot.path(of: $0)) }).sorted(by: { $0.1 < $1.1 }) {
            situation.verdicts[index] = ContentVerdict(complaint(about: path, &judges))
        }
        return true
    }

    private func complaint(about path: RelativePath, _ judges: inout [RelativePath: RecordJudge?]) -> ContentComplaint? {
        // What cannot be read is not known to be wrong: `check` says that it cannot be read.
        guard let name = path.last, name.hasSuffix(".json"), let directory = try? root.openDirectory(at: path.parent),
            let file = try? RecordFile(name, in: directory)
        else { return nil }
        guard let record = file.record else { return file.complaint }
        if judges[path.parent] == nil { judges[path.parent] = .some(judge(of: path.parent)) }
        guard let judge = judges[path.parent] ?? nil else { return nil }
        return (try? judge.complaints(aboutArrival: record, id: surroundings.ids.next(), at: path))?.first
    }

    /// A judge by the schema of a collection; `nil` where it has none, or one that cannot be read.
    private func judge(of folder: RelativePath) -> RecordJudge? {
        guard let collection = try? collections().first(where: { $0.path == folder }), let schema = try? schema(of: collection) else { return nil }
        return RecordJudge(self, collection, schema)
    }
}
