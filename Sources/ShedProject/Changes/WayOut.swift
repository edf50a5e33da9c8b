import ShedDisk
import ShedModel

/// The way on which folders are deleted for good: each is moved into a staging folder in one step, and what is in it is removed there.
/// So it is there as a whole, or gone as a whole, wherever shed is killed or the power goes; what is left in the staging folder then,
/// the next walk removes.
struct WayOut {
    private let transaction: Transaction
    /// Made for the first.
    private var folder: StagingFolder?

    init(_ transaction: Transaction) { self.transaction = transaction }

    /// Removes a folder with everything in it.
    /// - Throws: where something in it cannot be removed. What is left of it stands where it stood.
    mutating func remove(_ name: Name, from parent: DirectoryHandle, expecting identity: FileIdentity) throws(DiskError) {
        let here: StagingFolder
        let aside: Name = "0"
        do throws(DiskError) {
            here = if let folder { folder } else { try StagingFolder(transaction.root, transaction.home.replica, id: transaction.newID()) }
            folder = here
            try parent.rename(name, to: here.directory, as: aside, expecting: identity)
        } catch {
            if error.code == .changed || error.code == .notFound { throw error }
            // A mount point, one that may not be moved, a full disk: then what can be removed is removed where it is.
            try parent.removeTree(name)
            return transaction.sync(parent)
        }
        transaction.sync(here.directory, parent)
        Interruption.point("out-of-sight")
        do throws(DiskError) { try here.directory.removeTree(aside) } catch {
            try? here.directory.rename(aside, to: parent, as: name, expecting: identity)
            transaction.sync(here.directory, parent)
            // Where people know it.
            throw DiskError(error.code, errno: error.errno, action: error.action, path: "\(parent.label)/\(name)")
        }
    }

    /// Removes the staging folder, in which nothing is any more.
    func close() { if let folder, (try? folder.directory.list(atMost: 1))?.isEmpty == true { try? folder.remove() } }
}
