import ShedModel

/// What this machine keeps of the root is written a field at a time, under the project's lock: what another run wrote of the other
/// fields meanwhile stays.
extension Transaction {
    /// Changes what this machine keeps of the root, as it is now.
    /// - Throws: ``ShedError`` in a dry run, where it cannot be written, and of kind environment where nothing is kept any more: what
    ///   somebody has just had forgotten is not written back.
    func updateKept(_ change: (inout ProjectRecord) -> Void) throws(ShedError) {
        try requireWriting()
        guard let folder = home.stateFolder else { return }
        try home.updateKept(in: folder, change)
    }

    /// Looks again which folders are confirmed and which ID the root writes under, both of which another run may have changed since the
    /// project was opened. Whoever does that holds the lock.
    func readKept() {
        guard isWriting, let folder = home.stateFolder, let current = registry.stored(folder) else { return }
        home.stateFolder?.record.shelters = current.record.shelters
        home.stateFolder?.record.replica = current.record.replica
        home.stateFolder?.record.former = current.record.former
    }
}

extension ProjectHome {
    /// The same for who holds no lock yet: it is held meanwhile. Nothing is written where nothing changes.
    func updateKeptLocked(in folder: ProjectStateFolder, _ change: (inout ProjectRecord) -> Void) throws(ShedError) {
        stateFolder = folder
        var record = folder.record
        change(&record)
        guard record != folder.record else { return }
        let lock = try FileLock.wait(folder.path + "/lock")
        defer { withExtendedLifetime(lock) {} }
        try updateKept(in: folder, change)
    }

    /// The caller holds the project's lock.
    fileprivate func updateKept(in folder: ProjectStateFolder, _ change: (inout ProjectRecord) -> Void) throws(ShedError) {
        guard let current = registry.stored(folder) else { throw ShedError.untrusted(path, .nothing) }
        var record = current.record
        change(&record)
        stateFolder = record == current.record ? current : try registry.register(record, in: current)
    }
}
