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
    /// - Parameter identity: which one; the caller has just seen that it stands there.
    /// - Throws: where something in it cannot be removed. What is left of it stands where it stood. `changed` where another program put
    ///   another folder under the name meanwhile: that stands there still, or beside what took its place, or at the project's root.
    mutating func remove(_ name: Name, from parent: DirectoryHandle, expecting identity: FileIdentity) throws(DiskError) {
        let here: StagingFolder
        let aside: Name = "0"
        do throws(DiskError) {
            here = if let folder { folder } else { try StagingFolder(transaction.root, transaction.home.replica, id: transaction.newID()) }
            folder = here
            Interruption.point("on-its-way-out")
            // Where numbers stay it is looked at in its new place, where nobody else puts anything: so no gap is left.
            try parent.rename(name, to: here.directory, as: aside, expecting: hasStableInodes(parent) ? nil : identity)
        } catch {
            if error.code == .changed || error.code == .notFound { throw error }
            guard try parent.evidence(of: name)?.identity == identity else { throw WayOut.changed(name, in: parent) }
            // A mount point, one that may not be moved, a full disk: then what can be removed is removed where it is.
            try parent.removeTree(name)
            return transaction.sync(parent)
        }
        Interruption.point("out-of-sight")
        // Before anything that takes time: should this process end now, the next walk removes what is in here.
        let moved = hasStableInodes(parent) ? try here.directory.evidence(of: aside)?.identity : identity
        guard moved == identity else {
            giveBack(aside, from: here, to: parent, as: name)
            throw WayOut.changed(name, in: parent)
        }
        transaction.sync(here.directory, parent)
        do throws(DiskError) { try here.directory.removeTree(aside) } catch {
            try? here.directory.rename(aside, to: parent, as: name, expecting: identity)
            transaction.sync(here.directory, parent)
            // Where people know it.
            throw DiskError(error.code, errno: error.errno, action: error.action, path: "\(parent.label)/\(name)")
        }
    }

    private func hasStableInodes(_ directory: DirectoryHandle) -> Bool { transaction.home.surroundings.hasStableInodes(directory) }

    private static func changed(_ name: Name, in parent: DirectoryHandle) -> DiskError {
        DiskError(.changed, action: "remove", path: "\(parent.label)/\(name)")
    }

    /// Puts back what was not to be removed, with a number where its name is taken by now, and at the project's root where its folder takes
    /// nothing any more.
    private func giveBack(_ aside: Name, from here: StagingFolder, to parent: DirectoryHandle, as name: Name) {
        for folder in [parent, transaction.root] {
            var names = FreeNames()
            for _ in 0..<WayOut.mostNames {
                do throws(DiskError) {
                    try here.directory.rename(aside, to: folder, as: names.take(name, keepsSuffix: false), expecting: nil)
                    return transaction.sync(here.directory, folder)
                } catch { if error.code != .exists { break } }
            }
        }
    }

    /// So many names are tried.
    private static let mostNames = 100

    /// Removes the staging folder, in which nothing is any more.
    func close() { if let folder, (try? folder.directory.list(atMost: 1))?.isEmpty == true { try? folder.remove() } }
}
