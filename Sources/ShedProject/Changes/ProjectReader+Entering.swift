import ShedDisk
import ShedMessages
import ShedModel

/// Whether a scan looks into a folder: what is put elsewhere would have no ID, and nothing could take it back.
extension ProjectReader {
    /// Nothing where a folder is not there: who makes it, or wants it to be there, says so.
    /// - Throws: ``ShedError`` of kind refused that names the outermost folder on the way which no scan enters, and says why.
    package func requireEntered(_ folder: RelativePath) throws(ShedError) {
        var entered = EnteredFolders()
        try requireEntered(folder, &entered)
    }

    /// The same, for many things that are put somewhere one after the other.
    package func requireEntered(_ folder: RelativePath, _ entered: inout EnteredFolders) throws(ShedError) {
        guard let (path, why) = notEntered(onTheWayTo: folder, &entered) else { return }
        throw ShedError(why == .unreadable ? .environment : .refused, Self.notEntered(path, why), remedy: .nameFolderLookedInto)
    }

    /// That something stands where no scan looks, in a clause; `nil` where nothing stands there, or it is looked at.
    func unseen(at path: RelativePath) -> Message? {
        var entered = EnteredFolders()
        guard let name = path.last, let (folder, why) = notEntered(onTheWayTo: path.parent, &entered) else { return nil }
        // What cannot be looked into may hold it.
        let isThere = why == .unreadable || ((try? root.openDirectory(at: path.parent).kind(of: name)) ?? nil) != nil
        return isThere ? Self.notEntered(folder, why) : nil
    }

    private static func notEntered(_ path: RelativePath, _ why: Unentered) -> Message {
        .folderNotEntered(path: "\(path)", why: why.rawValue, most: RelativePath.deepest)
    }

    private func notEntered(onTheWayTo folder: RelativePath, _ entered: inout EnteredFolders) -> (path: RelativePath, why: Unentered)? {
        if entered.contains(folder) { return nil }
        var (directory, depth) = (root, 0)
        if !folder.isRoot, entered.contains(folder.parent), let parent = try? root.openDirectory(at: folder.parent) {
            (directory, depth) = (parent, folder.names.count - 1)
        }
        var length = folder.names.prefix(depth).reduce(-1) { $0 + 1 + $1.bytes.count }
        for name in folder.names.dropFirst(depth) {
            depth += 1
            length += 1 + name.bytes.count
            // Only what is not entered is told of by its path.
            func path() -> RelativePath { RelativePath(Array(folder.names.prefix(depth))) }
            if depth > RelativePath.deepest || length > RelativePath.longest { return (path(), .tooDeep) }
            do throws(DiskError) { directory = try directory.openDirectory(name) } catch {
                return error.code == .notPermitted ? (path(), .unreadable) : nil
            }
            if directory.holdsProject { return (path(), .project) }
            if directory.isTopOfMount { return (path(), .mount) }
        }
        entered.insert(folder)
        return nil
    }
}

/// Folders that are known to be looked into, for many questions before anything changes: each is gone to once, however much is put
/// into it, and one level down from the folder that it stands in where that is known.
package struct EnteredFolders {
    private var known: Set<RelativePath> = []
    /// How many were gone to.
    private(set) var count = 0

    package init() {}

    func contains(_ folder: RelativePath) -> Bool { known.contains(folder) }

    mutating func insert(_ folder: RelativePath) {
        count += 1
        known.insert(folder)
    }
}

/// Why a scan does not enter a folder. The raw values are words of a message.
private enum Unentered: String {
    case project
    case mount
    case tooDeep
    case unreadable
}
