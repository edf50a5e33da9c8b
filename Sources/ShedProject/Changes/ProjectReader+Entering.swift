import ShedDisk
import ShedMessages
import ShedModel

/// Whether a scan looks into a folder: what is put elsewhere would have no ID, and nothing could take it back.
extension ProjectReader {
    /// Nothing where a folder is not there: who makes it, or wants it to be there, says so.
    /// - Throws: ``ShedError`` of kind refused that names the outermost folder on the way which no scan enters, and says why.
    package func requireEntered(_ folder: RelativePath) throws(ShedError) {
        guard let (path, why) = notEntered(onTheWayTo: folder) else { return }
        throw ShedError(why == .unreadable ? .environment : .refused, Self.notEntered(path, why), remedy: .nameFolderLookedInto)
    }

    /// That something stands where no scan looks, in a clause; `nil` where nothing stands there, or it is looked at.
    func unseen(at path: RelativePath) -> Message? {
        guard let name = path.last, let (folder, why) = notEntered(onTheWayTo: path.parent) else { return nil }
        // What cannot be looked into may hold it.
        let isThere = why == .unreadable || ((try? root.openDirectory(at: path.parent).kind(of: name)) ?? nil) != nil
        return isThere ? Self.notEntered(folder, why) : nil
    }

    private static func notEntered(_ path: RelativePath, _ why: Unentered) -> Message {
        .folderNotEntered(path: "\(path)", why: why.rawValue, most: RelativePath.deepest)
    }

    private func notEntered(onTheWayTo folder: RelativePath) -> (path: RelativePath, why: Unentered)? {
        var (directory, path) = (root, RelativePath.root)
        for name in folder.names {
            path = path.appending(name)
            if path.isTooDeep { return (path, .tooDeep) }
            do throws(DiskError) { directory = try directory.openDirectory(name) } catch {
                return error.code == .notPermitted ? (path, .unreadable) : nil
            }
            if directory.holdsProject { return (path, .project) }
            if directory.isTopOfMount { return (path, .mount) }
        }
        return nil
    }
}

/// Why a scan does not enter a folder. The raw values are words of a message.
private enum Unentered: String {
    case project
    case mount
    case tooDeep
    case unreadable
}
