import CLinux
import ShedModel
import ShedRules

/// The lock and swap files that editors have put beside what they have open: most keep the document itself closed meanwhile.
public struct EditorLocks {
    private let root: DirectoryHandle
    private var looked: [RelativePath: Look] = [:]

    /// What is of interest in one directory.
    private struct Look {
        var locks = LocksBeside()
        /// The first of those whose files stand there; made when first needed.
        var first: Name??
        var folders: [Name] = []
    }

    /// In so many folders below one it is looked for locks.
    private static let mostFolders = 256

    public init(below root: DirectoryHandle) { self.root = root }

    /// The lock or swap file beside a file, or beside any in a folder or below it; `nil` where there is none.
    public mutating func lock(of path: RelativePath, isFolder: Bool) -> RelativePath? {
        guard let name = path.last else { return nil }
        guard isFolder else { return look(at: path.parent).locks.lock(of: name).map(path.parent.appending) }
        var open = [path]
        var count = 0
        while let next = open.popLast(), count < EditorLocks.mostFolders {
            count += 1
            let look = look(at: next)
            if let lock = firstLock(in: next, look) { return next.appending(lock) }
            open += look.folders.map(next.appending)
        }
        return nil
    }

    /// One that a program has left behind, of a file that is gone, says nothing.
    private mutating func firstLock(in path: RelativePath, _ look: Look) -> Name? {
        if let known = look.first { return known }
        var first: Name?
        if let directory = try? root.openDirectory(at: path) {
            first = look.locks.named.filter { (try? directory.kind(of: $0)) != nil }.compactMap(look.locks.lock).min()
            if look.locks.hasOwners {
                EditorLocks.forEachEntry(of: directory) { entry in
                    if let lock = look.locks.lock(of: Name(bytes: Array(entry.name))) { first = min(first ?? lock, lock) }
                }
            }
        }
        looked[path]?.first = .some(first)
        return first
    }

    private mutating func look(at path: RelativePath) -> Look {
        if let known = looked[path] { return known }
        let look = (try? root.openDirectory(at: path)).map(EditorLocks.look) ?? Look()
        looked[path] = look
        return look
    }

    /// What cannot be read has none.
    private static func look(in directory: DirectoryHandle) -> Look {
        var look = Look()
        forEachEntry(of: directory) { found in
            guard let byte = found.name.first else { return }
            if LocksBeside.mayBegin(with: byte), found.kind != .directory {
                look.locks.add(Name(bytes: Array(found.name)))
            } else if byte != UInt8(ascii: "."), found.kind == .directory, look.folders.count < mostFolders {
                look.folders.append(Name(bytes: Array(found.name)))
            }
        }
        look.folders.sort()
        return look
    }

    private static func forEachEntry(of directory: DirectoryHandle, _ body: (DirectoryReader.Entry) -> Void) {
        // A descriptor of its own: reading moves the position, which all users of a descriptor share.
        let own = shed_open(directory.descriptor, ".", DirectoryHandle.openFlags, 0)
        guard own >= 0 else { return }
        defer { _ = shed_close(own) }
        var reader = DirectoryReader()
        var entry: DirectoryReader.Entry?
        while reader.next(in: own, &entry) > 0, let found = entry { body(found) }
    }
}
