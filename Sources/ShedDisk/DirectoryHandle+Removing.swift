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
        guard top.is_mount_root == 0 else { throw failure(EXDEV, "remove", name) }
        var descent = TreeDescent(from: self, device: top.device, label: label(of: name), action: "remove")
        try descent.run(name) { directory throws(DiskError) in
            try directory.removeFiles()
        } leave: { parent, name throws(DiskError) in
            try parent.removeDirectory(name)
        }
    }

    /// Removes all but directories, and returns those.
    private func removeFiles() throws(DiskError) -> [Name] {
        var directories: [Name] = []
        for (name, kind, _) in try list(atMost: .max) {
            if kind == .directory {
                directories.append(name)
            } else {
                do throws(DiskError) { try removeFile(name) } catch { if error.code != .notFound { throw error } }
            }
        }
        return directories
    }
}
