import ShedDisk
import ShedIndex
import ShedModel
import ShedSidecar

/// What goes along with each batch that a root writes, so that it is told from those of others.
extension Transaction {
    /// The number of the next batch: higher than that of any that this machine has written, or was about to.
    func nextSequence(_ state: ProjectState) -> UInt64 {
        let noted = home.stateFolder.map(home.ownSequence) ?? 0
        // A hostile batch in this replica's name may have the highest number that a reader takes.
        return min(max(state.meta.fold.sequence, noted), UInt64(Int64.max) - 1) + 1
    }

    /// Notes, durably, which batch is about to be written.
    func noteWritten(_ batch: Batch) throws(ShedError) {
        guard let folder = home.stateFolder else { return }
        do throws(DiskError) {
            try WrittenNoteFile(in: folder).write(WrittenNote(replica: batch.header.replica, sequence: batch.header.sequence, batch: batch.id))
        } catch { throw ShedError(error) }
        Interruption.point("noted")
    }

    /// Says what this device is called, once: with the first batch in which there is something else to say.
    func nameOfDevice(beside operations: [Operation], _ state: inout ProjectState) -> [Operation] {
        guard let name = surroundings.deviceName else { return [] }
        let field = DeviceField.name(of: home.replica)
        guard state.model.nodes[id]?.details?.other[field] == nil, !operations.contains(where: { $0.id == id && $0.set.contains { $0.name == field } })
        else { return [] }
        state.saidBeside.insert(id)
        return [Operation(id, [DeviceField.naming(home.replica, name)])]
    }
}

extension ProjectState {
    /// Whether other replicas are awaited depends on which of them write no more: it is found out again.
    mutating func noteRetirements(_ operations: [Operation]) {
        guard meta.fold.hasOtherReplicas, operations.contains(where: { $0.id == model.project && $0.set.contains(where: DeviceField.isRetirement) })
        else { return }
        meta.fold.lastOfOthers = nil
    }
}

extension ModelStore {
    /// So many forks are remembered.
    static let mostForks = 100

    /// When another replica wrote last that is still to be reckoned with, in milliseconds since 1970; 0 where each of them has been
    /// said to write no more and kept to it, `nil` where there is none.
    /// - Parameters:
    ///   - others: when each wrote last.
    ///   - retired: those that write no more, and since when.
    static func lastOfOthers(_ others: [ReplicaID: Int64], _ retired: [ReplicaID: Int64]) -> Int64? {
        guard !others.isEmpty else { return nil }
        return others.lazy.filter { replica, last in retired[replica].map { last > $0 } ?? true }.map(\.value).max() ?? 0
    }
}

extension ProjectHome {
    /// Whether this machine wrote a batch of that header: under the ID that it has, or under one that it had.
    func isOwn(_ header: Batch.Header) -> Bool {
        header.replica == replica || stateFolder?.record.wroteFormerly(header.replica, header.sequence) == true
    }
}
