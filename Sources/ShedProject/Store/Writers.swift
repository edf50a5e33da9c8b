import ShedModel
import ShedSidecar

/// Who wrote what stands in the sidecar, and when. Of batches that are there no more the bases tell that stand for them.
struct Writers {
    /// What bears this root's ID.
    private(set) var own = OwnBatches()
    /// When each other replica wrote last, in milliseconds since 1970; 0 where nothing tells. What is stamped later than now is from the
    /// future, and says nothing of when it was written.
    private var last: [ReplicaID: Int64] = [:]
    /// Those that wrote what this machine did not write under an ID that it had before.
    private var strangers: Set<ReplicaID> = []

    init(_ fold: Fold, _ home: ProjectHome) {
        for (id, header, latest) in fold.written {
            if header.replica == home.replica { own.add(id, header.sequence) }
            // What the original of a copy wrote is history, not another device's.
            guard header.project == home.id, header.replica != home.replica else { continue }
            if !home.wroteFormerly(header) { strangers.insert(header.replica) }
            last[header.replica] = max(last[header.replica] ?? 0, latest)
        }
    }

    /// When the others wrote last among whom is somebody else, in milliseconds since 1970: an ID under which batches are that nobody else
    /// can have written is this machine's own.
    /// - Parameter forks: whose IDs others write under too.
    func others(_ forks: [Fork]) -> [ReplicaID: Int64] {
        let strangers = strangers.union(forks.map(\.replica))
        return last.filter { strangers.contains($0.key) }
    }
}
