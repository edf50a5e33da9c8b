import ShedDisk
import ShedIndex
import ShedMessages
import ShedModel
import ShedSidecar

/// That a root writes under another ID from now on, and why.
struct ReplicaRenewal: Hashable, Sendable {
    var former: FormerReplica
    var new: ReplicaID

    var message: Message { .tookNewReplica(new: "\(new)", former: "\(former.replica)", why: former.reason.rawValue) }
}

/// Whether the ID under which a root writes is still this machine's alone.
///
/// A machine that was cloned, or whose state directory was copied or put back, would write under an ID that another one writes under
/// too, or that it has written more under than it remembers: two batches with one number. So the ID is bound to the machine, to the
/// root's directory (both: ``enrol(_:_:)``) and its file system, and to the file in which this machine notes what it writes; and where
/// batches of it turn up that were not written here, it is given up as soon as something is to be written. What merely looks new, as
/// after a restart, with a new kernel, at another path or mount, is none of that.
extension ProjectHome {
    /// Why the root is to write under another ID, as far as that can be told without a look into batches.
    /// - Parameter fileSystem: the root's, as it is now.
    func reasonToRenew(_ folder: ProjectStateFolder, _ fileSystem: UInt64?) -> FormerReplica.Reason? {
        if let former = folder.record.fileSystem, let fileSystem, former != fileSystem { return .fileSystem }
        guard let written = WrittenNoteFile(in: folder).read(), written.isCopy, written.note.replica == folder.record.replica else { return nil }
        // A state directory that was moved to another disk has lost nothing: the project ends with what it wrote last.
        return endsWith(written.note) ? nil : .state
    }

    /// Whether the newest batch of a replica, by their names, is the one that this machine wrote last.
    private func endsWith(_ note: WrittenNote) -> Bool { sidecar.batchNames(of: note.replica).max().flatMap { BatchName.id(in: $0) } == note.batch }

    /// The highest number that is known to be of this machine's own writing; 0 where nothing is known.
    func ownSequence(_ folder: ProjectStateFolder) -> UInt64 {
        guard let note = WrittenNoteFile(in: folder).read()?.note, note.replica == folder.record.replica else { return 0 }
        return note.sequence
    }

    /// Takes note that the root writes under another ID than before, for who is told. That another directory stands at its path was
    /// no secret to who put it there.
    func noteRenewal(of replica: ReplicaID) {
        guard let record = stateFolder?.record, record.replica != replica, let former = record.former.last, former.replica == replica,
            former.reason != .directory
        else { return }
        renewal = ReplicaRenewal(former: former, new: record.replica)
    }

    /// The replica of this root, where batches of it are there that this machine did not write: one with a higher number than it noted,
    /// another one with that number, or two with one number.
    ///
    /// To be called after the batches were listed: each is noted before it is there.
    func sharedReplica(_ own: OwnBatches, _ forks: [Fork]) -> ReplicaID? {
        guard let folder = stateFolder else { return nil }
        if forks.contains(where: { $0.replica == replica }) { return replica }
        // Before the first note, all that is there counts as this machine's.
        guard let note = WrittenNoteFile(in: folder).read()?.note, note.replica == replica, let newest = own.newest else { return nil }
        return newest.sequence > note.sequence || newest.sequence == note.sequence && newest.id != note.batch ? replica : nil
    }
}

/// The batches of one replica, as far as it matters which is the last.
struct OwnBatches {
    private(set) var newest: (sequence: UInt64, id: BatchID)?

    mutating func add(_ id: BatchID, _ sequence: UInt64) {
        if newest.map({ sequence > $0.sequence }) ?? true { newest = (sequence, id) }
    }
}

extension Project {
    /// That the root writes under another ID, and why, as far as nobody was told yet: a clause each.
    package func takeReplicaNews() -> [Message] {
        defer { replicaNews = [] }
        return replicaNews
    }
}

extension Transaction {
    /// Has the root write under another ID, where batches of the one that it has were found that this machine did not write. Nothing is
    /// written under the former any more once this returns, whatever interrupts it.
    func renewReplica(_ state: inout ProjectState) throws(ShedError) {
        if state.meta.fold.sharedReplica == home.replica, let folder = home.stateFolder {
            let (former, sequence, new, now) = (home.replica, home.ownSequence(folder), home.surroundings.ids.replica(), surroundings.now())
            try updateKept { record in
                guard record.replica == former else { return }
                record.renew(as: new, because: .batches, sequence: sequence, now: now)
            }
            home.noteRenewal(of: former)
            Interruption.point("renewed")
            state.meta.fold.sharedReplica = nil
            tellRenewal()
        }
        guard state.clock.replica != home.replica else { return }
        // Another run may have done it.
        state.clock = HybridClock(replica: home.replica, last: state.clock.last)
        state.meta.fold.sequence = 0
    }

    /// Puts into the history that the root writes under another ID, and has it told.
    func tellRenewal() {
        guard isWriting, let renewal = home.renewal else { return }
        home.renewal = nil
        let words = renewal.message
        record(device: words)
        project.replicaNews.append(words)
    }
}
