import ShedIndex
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
        for writer in fold.writers {
            if writer.replica == home.replica { own.add(writer.newest, writer.sequence) }
            // What the original of a copy wrote is history, not another device's.
            guard writer.project == home.id, writer.replica != home.replica else { continue }
            last[writer.replica] = writer.latest
            if !home.wroteFormerly(writer.replica, upTo: writer.sequence) { strangers.insert(writer.replica) }
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

extension FoldSummary {
    /// So many forks are remembered.
    private static let mostForks = 100

    /// Takes over when other replicas wrote last that are still to be reckoned with, and the forks: without those that are said to write
    /// no more, and that kept to it.
    /// - Parameter others: when each wrote last, in milliseconds since 1970.
    mutating func setDevices(_ others: [ReplicaID: Int64], _ forks: [Fork], _ model: Model) {
        let retired = DeviceField.retirements(in: model.nodes[model.project]?.details)
        let left = others.filter { replica, last in retired[replica].map { last > $0 } ?? true }
        // That all have gone is something else than that there is none.
        lastOfOthers = others.isEmpty ? nil : left.values.max() ?? 0
        self.forks = forks.lazy.filter { others[$0.replica] == nil || left[$0.replica] != nil }.prefix(FoldSummary.mostForks)
            .map { ReplicaFork(replica: $0.replica, sequence: $0.sequence, batches: $0.batches.prefix(FoldSummary.mostForks).map(\.bytes)) }
    }
}
