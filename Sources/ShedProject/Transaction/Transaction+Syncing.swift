import ShedDisk
import ShedModel

/// A folder in which something was moved or removed, where the system did not say that this is on the disk: not every file system can
/// make a folder durable, and a disk may fail (fsync(2)). A power cut may undo it.
public struct UnsyncedFolder: Hashable, Sendable {
    /// Its absolute path, escaped so that it can be shown on one line.
    public var path: String
    /// Why, in words.
    public var reason: String

    fileprivate init(_ error: DiskError) { (path, reason) = (error.path, error.reason) }
}

extension Transaction {
    /// Makes folders durable in which something was moved or removed. That is done, so that whoever did it goes on as ever: where it
    /// cannot be made durable, that is told (``Project/takeUnsynced()``).
    package func sync(_ folders: DirectoryHandle...) {
        for folder in folders {
            do throws(DiskError) { try folder.sync() } catch {
                let unsynced = UnsyncedFolder(error)
                if !project.unsynced.contains(unsynced) { project.unsynced.append(unsynced) }
            }
        }
    }
}

extension Project {
    /// The folders of which was not told yet that what was moved in them may not be on the disk, in the order in which that was seen.
    public func takeUnsynced() -> [UnsyncedFolder] {
        defer { unsynced = [] }
        return unsynced
    }

    /// Has told later what a walk was told of whose outcome nobody shows: folders, and deeds that were interrupted.
    public func tellLater(_ outcome: Outcome) {
        unsynced += outcome.unsynced
        deedNews = outcome.deedNews + deedNews
    }
}
