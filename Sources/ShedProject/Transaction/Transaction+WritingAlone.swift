import ShedDisk
import ShedIndex
import ShedModel
import ShedSidecar

/// What goes along with each batch that a root writes, so that it is told from those of others.
extension Transaction {
    /// The highest number of a batch that this machine has written, or was about to.
    func lastSequence(_ state: ProjectState) -> UInt64 { max(state.meta.fold.sequence, home.stateFolder.map(home.ownSequence) ?? 0) }

    /// Notes, durably, which batch is about to be written.
    func noteWritten(_ batch: Batch) throws(ShedError) {
        guard let folder = home.stateFolder else { return }
        do throws(DiskError) {
            try WrittenNoteFile(in: folder).write(WrittenNote(replica: batch.header.replica, sequence: batch.header.sequence, batch: batch.id))
        } catch { throw ShedError(error) }
        Interruption.point("batch-noted")
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

extension Transaction {
    /// Says what files hold that no batch says yet.
    func contentsOfFiles(beside operations: [Operation], _ state: inout ProjectState) -> [Operation] {
        let contents = state.memory.sayContents(beside: operations, state.model)
        state.saidBeside.formUnion(contents.map(\.id))
        return contents
    }
}

extension ProjectState {
    /// Whether other replicas are awaited, and whose forks are worth a word, depends on which of them write no more: it is found out again.
    mutating func noteRetirements(_ operations: [Operation]) {
        guard meta.fold.hasOtherReplicas, operations.contains(where: { $0.id == model.project && $0.set.contains(where: DeviceField.isRetirement) })
        else { return }
        meta.fold.lastOfOthers = nil
    }
}

extension ProjectHome {
    /// Whether this machine wrote all batches of an ID up to a number, under an ID that it had before.
    func wroteFormerly(_ replica: ReplicaID, upTo sequence: UInt64) -> Bool { stateFolder?.record.wroteFormerly(replica, sequence) == true }
}
