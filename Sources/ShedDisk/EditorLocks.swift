import CLinux
import ShedModel
import ShedRules

/// The lock and swap files that editors have put beside what they have open: most keep the document itself closed meanwhile.
public struct EditorLocks {
    private let root: DirectoryHandle
    private var looked: [RelativePath: Look] = [:]

    /// What is of interest in one directory.
    private struct Look {
        /// By the files that they stand beside.
        var locks: [Name: Name] = [:]
        var folders: [Name] = []
    }

    /// In so many folders below one it is looked for locks.
    private static let mostFolders = 256

    public init(below root: DirectoryHandle) { self.root = root }

    /// The lock or swap file beside a file, or beside any in a folder or below it; `nil` where there is none.
    public mutating func lock(of path: RelativePath, isFolder: Bool) -> RelativePath? {
        guard let name = path.last else { return nil }
        guard isFolder else { return look(at: path.parent).locks[name].map(path.parent.appending) }
        var open = [path]
        var count = 0
        while let next = open.popLast(), count < EditorLocks.mostFolders {
            count += 1
            let look = look(at: next)
            if let lock = look.locks.values.min() { return next.appending(lock) }
            open += look.folders.map(next.appending)
        }
        return nil
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
        // A descriptor of its own: reading moves the position, which all users of a descriptor share.
        let own = shed_open(directory.descriptor, ".", DirectoryHandle.openFlags, 0)
        guard own >= 0 else { return look }
        defer { _ = shed_close(own) }
        var reader = DirectoryReader()
        var entry: DirectoryReader.Entry?
        while reader.next(in: own, &entry) > 0, let found = entry {
            if found.name.first == UInt8(ascii: ".") {
                guard found.kind != .directory else { continue }
                let name = Name(bytes: Array(found.name))
                if let locked = EditorLock.locks(name) { look.locks[locked] = min(look.locks[locked] ?? name, name) }
            } else if found.kind == .directory, look.folders.count < mostFolders {
                look.folders.append(Name(bytes: Array(found.name)))
            }
        }
        // One that a program has left behind, of a file that is gone, says nothing.
        look.locks = look.locks.filter { locked, _ in (try? directory.kind(of: locked)) != nil }
        look.folders.sort()
        return look
    }
}
