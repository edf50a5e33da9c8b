import ShedIndex
import ShedModel
import ShedSidecar

/// Who wrote what stands in the sidecar, and when, as it is read file by file. Of batches that are there no more the bases tell that stand
/// for them.
struct Writers {
    private let home: ProjectHome
    /// What is stamped later is from the future, and says nothing of when it was written. In milliseconds since 1970.
    private let limit: Int64
    /// What bears this root's ID.
    private(set) var own = OwnBatches()
    /// When each other replica wrote last, in milliseconds since 1970; 0 where nothing tells.
    private var last: [ReplicaID: Int64] = [:]
    /// Those that wrote what this machine did not write under an ID that it had before.
    private var strangers: Set<ReplicaID> = []

    /// - Parameter now: in milliseconds since 1970.
    init(_ home: ProjectHome, now: Int64) {
        self.home = home
        limit = now.addingReportingOverflow(HybridClock.tolerance).partialValue
    }

    mutating func add(_ file: FoldedFile) {
        switch file {
        case .batch(let batch):
            add(batch.id, batch.header, last: batch.operations.lazy.map(\.at.milliseconds).filter { [limit] in $0 <= limit }.max() ?? 0)
        case .base(let base):
            var latest = [Int64](repeating: 0, count: base.subsumed.count)
            for kept in base.operations where latest.indices.contains(kept.from) && kept.operation.at.milliseconds <= limit {
                latest[kept.from] = max(latest[kept.from], kept.operation.at.milliseconds)
            }
            for (subsumed, time) in zip(base.subsumed, latest) { add(subsumed.id, subsumed.header, last: time) }
        }
    }

    /// When the others wrote last among whom is somebody else, in milliseconds since 1970: an ID under which batches are that nobody else
    /// can have written is this machine's own.
    /// - Parameter forks: whose IDs others write under too.
    func others(_ forks: [Fork]) -> [ReplicaID: Int64] {
        let strangers = strangers.union(forks.map(\.replica))
        return last.filter { strangers.contains($0.key) }
    }

    private mutating func add(_ id: BatchID, _ header: Batch.Header, last time: Int64) {
        if header.replica == home.replica { own.add(id, header.sequence) }
        // What the original of a copy wrote is history, not another device's.
        guard header.project == home.id, header.replica != home.replica else { return }
        if !home.wroteFormerly(header) { strangers.insert(header.replica) }
        last[header.replica] = max(last[header.replica] ?? 0, time)
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
