import ShedModel

/// Who wrote batches of a project, and up to which.
public struct BatchWriter: Sendable {
    /// The one that the batches say they are of: this one, or one that it was copied from.
    public let project: NodeID
    public let replica: ReplicaID
    /// The highest number of its batches.
    public fileprivate(set) var sequence: UInt64
    /// A batch that has it.
    public fileprivate(set) var newest: BatchID
    /// The latest time of its operations that is not the future, in milliseconds since 1970; 0 where none is known.
    public fileprivate(set) var latest: Int64
}

extension BatchGraph {
    /// Who wrote, one for each project and replica, in no order. Costs a pass over the batches that were not kept.
    var writers: [BatchWriter] {
        var tally = WriterTally()
        if isAsKept {
            for (source, known) in zip(kept.sources, kept.tallies) where known.count > 0 {
                tally.add(source.project, source.replica, known.sequence, kept.id(known.newest), known.latest)
            }
        }
        for position in (isAsKept ? kept.count : 0)..<count {
            let number = number(at: position)
            tally.add(project(at: position), number.replica, number.sequence, id(at: position), latest(at: position))
        }
        return tally.all
    }
}

private struct WriterTally {
    private struct Key: Hashable {
        var project: NodeID
        var replica: ReplicaID
    }

    private var writers: [Key: BatchWriter] = [:]
    /// Many of one replica stand one after the other.
    private var current: BatchWriter?

    var all: [BatchWriter] {
        var writers = writers
        if let current { writers[Key(project: current.project, replica: current.replica)] = current }
        return Array(writers.values)
    }

    mutating func add(_ project: NodeID, _ replica: ReplicaID, _ sequence: UInt64, _ id: BatchID, _ latest: Int64) {
        var known = BatchWriter(project: project, replica: replica, sequence: sequence, newest: id, latest: 0)
        if let current, current.project == project, current.replica == replica { known = current } else {
            if let current { writers[Key(project: current.project, replica: current.replica)] = current }
            known = writers[Key(project: project, replica: replica)] ?? known
        }
        if known.sequence < sequence { (known.sequence, known.newest) = (sequence, id) }
        known.latest = max(known.latest, latest)
        current = known
    }
}
