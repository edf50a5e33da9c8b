import ShedDisk
import ShedIndex
import ShedModel
import ShedSidecar

extension Project {
    /// Finds what this machine keeps of this root, and registers it if the project is to be changed.
    ///
    /// A root is known again by its directory (inode and birth time), else by its path. A second live root of the same
    /// project is a copy or a replica (SPEC 7).
    func takeSeat(_ purpose: Purpose, _ replica: ReplicaID?, isReplica: Bool) throws(ShedError) {
        let evidence: Evidence
        do throws(DiskError) { evidence = try root.ownEvidence() } catch { throw ShedError(error) }
        // Who only looks does without a state directory that is closed to them; one whose registry is damaged is told.
        let mustKnow = purpose == .change || (try? DirectoryHandle(path: surroundings.stateDirectory)) != nil
        let known = surroundings.requiresState || purpose == .change ? (mustKnow ? try registry.allSeats() : []) : registry.seats()
        let seats = known.filter { file.projects.contains($0.record.project) }
        let machine = Surroundings.machine()
        if let seat = seats.first(where: { $0.record.isRoot(evidence) && $0.record.machine == machine }) {
            try keepSeat(seat, evidence, purpose)
        } else if let seat = seats.first(where: { $0.record.root == rootPath && $0.record.project == file.id }) {
            try takeOverSeat(seat, evidence, machine, purpose)
        } else if purpose == .change {
            if !isReplica, isCopy(of: seats, evidence) { try becomeCopy() }
            try newSeat(evidence, machine, replica ?? surroundings.ids.replica())
        }
        if let seat, purpose == .look { index = try openIndexToLook(seat) }
    }

    private func keepSeat(_ seat: Registry.Seat, _ evidence: Evidence, _ purpose: Purpose) throws(ShedError) {
        self.seat = seat
        guard purpose == .change else { return }
        var record = seat.record
        record.root = rootPath
        record.identity = evidence.identity
        record.project = file.id
        if record != seat.record { self.seat = try registry.register(record, in: seat) }
    }

    /// The same path but another directory: the tree was restored or copied back. It writes under a new replica ID,
    /// since the sidecar may lack batches that the old one wrote.
    private func takeOverSeat(
        _ seat: Registry.Seat, _ evidence: Evidence, _ machine: String, _ purpose: Purpose
    ) throws(ShedError) {
        self.seat = seat
        guard purpose == .change else { return }
        let record = ProjectRecord(
            project: file.id, root: rootPath, identity: evidence.identity, replica: surroundings.ids.replica(), machine: machine)
        self.seat = try registry.register(record, in: seat)
    }

    private func newSeat(_ evidence: Evidence, _ machine: String, _ replica: ReplicaID) throws(ShedError) {
        let record = ProjectRecord(
            project: file.id, root: rootPath, identity: evidence.identity, replica: replica, machine: machine)
        seat = try registry.register(record)
    }

    /// SPEC 7: a second live root on the same machine and file system, both registered, neither with a carrier's marks.
    private func isCopy(of seats: [Registry.Seat], _ evidence: Evidence) -> Bool {
        guard !hasCarrierMarks else { return false }
        return seats.contains { seat in
            guard seat.record.project == file.id, seat.record.declared != "replica", Registry.isLive(seat),
                let other = try? DirectoryHandle(pathBytes: seat.record.root), let theirs = try? other.ownEvidence()
            else { return false }
            return theirs.device == evidence.device && !CarrierMarks.stand(in: other)
        }
    }

    /// Gives this root a project ID of its own. Its nodes' IDs follow from the old ones (UUIDv5).
    func becomeCopy() throws(ShedError) {
        let copied = file.copied(as: surroundings.ids.next())
        do throws(SidecarError) { try sidecar.replaceProjectFile(copied) } catch { throw ShedError(error) }
        file = copied
        state = nil
    }

    /// `adopt --as`: a person says what this root is.
    public func declare(asCopy: Bool) throws(ShedError) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        if asCopy {
            let others = try registry.allSeats().filter { $0.record.project == file.id && $0.path != seat?.path }
            guard !others.isEmpty || file.copiedFrom.isEmpty else {
                throw ShedError(.refused, "this project is a copy already", remedy: "Nothing needs to be done.")
            }
            try becomeCopy()
        }
        guard let seat else { return }
        var record = seat.record
        record.project = file.id
        record.declared = asCopy ? "copy" : "replica"
        if asCopy { record.replica = surroundings.ids.replica() }
        self.seat = try registry.register(record, in: seat)
        if asCopy { try discardIndex() }
    }

    var hasCarrierMarks: Bool { CarrierMarks.stand(in: root) }

    // MARK: Lock and index

    /// Takes the project's lock for a change, unless it is held already. Keep the value as long as the change lasts.
    func acquire() throws(ShedError) -> Hold {
        // Who only looks writes nothing, not even a lock; what a dry run says may be old when it is read.
        guard purpose != .look else { return Hold(project: nil) }
        guard let seat else { throw ShedError(.environment, "the project is not registered") }
        if lock == nil {
            lock = try FileLock.wait(seat.path + "/lock")
            return Hold(project: self)
        }
        return Hold(project: nil)
    }

    /// The lock as long as this value lives.
    final class Hold {
        private let project: Project?

        init(project: Project?) { self.project = project }

        deinit { project?.lock = nil }
    }

    private func openIndexToLook(_ seat: Registry.Seat) throws(ShedError) -> ProjectIndex? {
        // A damaged index is a lost cache: looking goes on without it.
        do throws(IndexError) { return try ProjectIndex.open(path: seat.index, access: .readOnly) } catch {
            if error.code == .busy, !mayLackIndex { throw ShedError(error) }
            return nil
        }
    }

    /// Whether an index that cannot be read for whatever reason is done without.
    var mayLackIndex: Bool { purpose == .look && !surroundings.requiresState }

    /// The index, opened for writing; one that is damaged is made anew.
    func writableIndex() throws(ShedError) -> ProjectIndex {
        if let index { return index }
        guard let seat else { throw ShedError(.environment, "the project is not registered") }
        do {
            do throws(IndexError) { index = try ProjectIndex.open(path: seat.index, access: .readWrite) } catch {
                guard error.code == .corrupt else { throw error }
                try ProjectIndex.discard(path: seat.index)
                index = try ProjectIndex.open(path: seat.index, access: .readWrite)
            }
        } catch { throw ShedError(error) }
        guard let index else { throw ShedError(.environment, "the index \(seat.index) cannot be opened") }
        return index
    }

    func discardIndex() throws(ShedError) {
        index = nil
        state = nil
        guard let seat else { return }
        do throws(IndexError) { try ProjectIndex.discard(path: seat.index) } catch { throw ShedError(error) }
    }
}

/// The marks that sync engines and git leave at a project's root.
enum CarrierMarks {
    static func stand(in root: DirectoryHandle) -> Bool {
        for name: Name in [".git", ".stfolder", ".stignore"] where (try? root.kind(of: name)).flatMap({ $0 }) != nil { return true }
        return false
    }

    /// Whether git holds its index lock just now.
    static func gitIsAtWork(in root: DirectoryHandle) -> Bool {
        guard let git = try? root.openDirectory(".git") else { return false }
        return (try? git.kind(of: "index.lock")).flatMap { $0 } != nil
    }
}
