import ShedDisk
import ShedMessages
import ShedModel

/// A folder in which something was moved or removed, where the system did not say that this is on the disk: not every file system can
/// make a folder durable, and a disk may fail (fsync(2)). A power cut may undo it.
public struct UnsyncedFolder: Hashable, Sendable {
    /// Its absolute path, escaped so that it can be shown on one line.
    public var path: String
    /// Why, a clause.
    public var reason: Message

    fileprivate init(_ error: DiskError) { (path, reason) = (error.path, error.why) }
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

    /// What became of links that were mended by themselves, and was told nobody yet: a sentence each.
    package func takeLinkNews() -> [Message] {
        defer { linkNews = [] }
        return linkNews
    }

    /// What was done beside and told nobody yet, as of a walk that came to nothing else; `nil` where that is nothing.
    package func takeNews() -> Outcome? {
        guard !deedNews.isEmpty || !linkNews.isEmpty || !unsynced.isEmpty else { return nil }
        var outcome = Outcome()
        outcome.deedNews = takeDeedNews()
        outcome.linkNews = takeLinkNews()
        outcome.unsynced = takeUnsynced()
        return outcome
    }

    /// Has told later what a walk was told of whose outcome nobody shows: folders, deeds that were interrupted, and links.
    public func tellLater(_ outcome: Outcome) {
        unsynced += outcome.unsynced
        deedNews = outcome.deedNews + deedNews
        linkNews = outcome.linkNews + linkNews
    }
}
