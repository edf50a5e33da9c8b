import ShedModel
import ShedProject
import ShedReconcile

extension RecordsProject {
    /// Looks into files that came into a collection.
    func judge(_ entries: Set<Int>, in situation: inout Situation) throws(ShedError) -> Bool {
        let snapshot = situation.snapshot
        var look = ArrivalLook(project)
        for (index, path) in entries.map({ ($0, snapshot.path(of: $0)) }).sorted(by: { $0.1 < $1.1 }) {
            situation.answers.verdicts[index] = look.verdict(onFileAt: path, mayGoOn: situation.mayGoOn(index))
        }
        return true
    }
}
