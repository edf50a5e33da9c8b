import CLinux
import Glibc
import ShedModel

extension DirectoryHandle {
    /// Removes an empty directory.
    /// - Throws: `notEmpty`, `notDirectory` (for a link too), `notFound`.
    public func removeDirectory(_ name: Name) throws(DiskError) {
        let result = name.withPath { shed_remove(descriptor, $0, 1) }
        guard result >= 0 else { throw failure(-result, "remove", name) }
    }

    /// Removes anything but a directory; of a link, the link.
    public func removeFile(_ name: Name) throws(DiskError) {
        let result = name.withPath { shed_remove(descriptor, $0, 0) }
        guard result >= 0 else { throw failure(-result, "remove", name) }
    }

    /// Removes an entry with everything in it, the innermost first.
    ///
    /// Links are removed, never followed. The depth is not limited; two descriptors are open at a time.
    /// - Throws: `crossDevice` at a mount point or another file system, before anything in it is removed. What was
    ///   removed before an error stays removed.
    public func removeTree(_ name: Name) throws(DiskError) {
        guard let top = try stat(of: name) else { throw failure(ENOENT, "remove", name) }
        guard EntryKind(mode: top.mode) == .directory else { return try removeFile(name) }
        var removal = try TreeRemoval(top: name, in: self, stat: top)
        try removal.run()
        try removeDirectory(name)
    }
}

/// The state of ``DirectoryHandle/removeTree(_:)``: the way down from the top, without recursion.
private struct TreeRemoval {
    private struct Level {
        var name: Name
        var device: UInt64
        var inode: UInt64
        /// Directories in it that are still to be removed.
        var pending: [Name]
    }

    private let device: UInt64
    private let topLabel: String
    private var levels: [Level] = []
    private var current: DirectoryHandle

    init(top: Name, in parent: DirectoryHandle, stat: shed_stat) throws(DiskError) {
        device = stat.device
        topLabel = parent.label(of: top)
        guard stat.is_mount_root == 0 else { throw parent.failure(EXDEV, "remove", top) }
        current = parent
        try descend(to: top)
    }

    /// Empties the top directory.
    mutating func run() throws(DiskError) {
        while let last = levels.indices.last {
            if let next = levels[last].pending.popLast() {
                try descend(to: next)
                continue
            }
            guard last > 0 else { return }
            let emptied = levels.removeLast().name
            try ascend()
            try current.removeDirectory(emptied)
        }
    }

    private mutating func descend(to name: Name) throws(DiskError) {
        let result = name.withPath { shed_open(current.descriptor, $0, DirectoryHandle.openFlags, 0) }
        guard result >= 0 else { throw current.failure(-result, "remove", name) }
        // One label for all levels: with the depth not limited, neither is the length of a path.
        current = DirectoryHandle(owning: result, label: topLabel)
        var stat = shed_stat()
        let seen = shed_statx(result, "", &stat)
        guard seen >= 0 else { throw current.failure(-seen, "remove", name) }
        guard stat.device == device, stat.is_mount_root == 0 else { throw current.failure(EXDEV, "remove", name) }
        levels.append(Level(name: name, device: stat.device, inode: stat.inode, pending: try removeFiles()))
    }

    /// Back to the parent by `..`, which must be the directory that we came from.
    private mutating func ascend() throws(DiskError) {
        guard let parent = levels.last else { return }
        let result = shed_open(current.descriptor, "..", DirectoryHandle.openFlags, 0)
        guard result >= 0 else { throw DiskError(errno: -result, action: "remove", path: topLabel) }
        current = DirectoryHandle(owning: result, label: topLabel)
        var stat = shed_stat()
        // Someone can move the directory elsewhere while it is emptied; its new parent is none of ours.
        guard shed_statx(result, "", &stat) == 0, stat.device == parent.device, stat.inode == parent.inode else {
            throw DiskError(.changed, action: "remove", path: topLabel)
        }
    }

    /// Removes all but directories, and returns those.
    private func removeFiles() throws(DiskError) -> [Name] {
        var directories: [Name] = []
        for (name, kind, _) in try current.list(atMost: .max) {
            if kind == .directory {
                directories.append(name)
            } else {
                do throws(DiskError) { try current.removeFile(name) } catch { if error.code != .notFound { throw error } }
            }
        }
        return directories
    }
}
