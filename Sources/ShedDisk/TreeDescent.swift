import CLinux
import Glibc
import ShedModel

/// A way through a directory and all directories in it, the innermost left first: without recursion, with two descriptors open at
/// a time, and in as many steps as there are directories, however deep they are. Links are never followed.
struct TreeDescent {
    private struct Level {
        var name: Name
        var device: UInt64
        var inode: UInt64
        /// Directories in it that are still to be gone into.
        var pending: [Name]
    }

    private let device: UInt64
    /// One label for all levels: with the depth not limited, neither is the length of a path.
    private let label: String
    private let action: String
    private let passesOver: Bool
    private var levels: [Level] = []
    private var current: DirectoryHandle

    /// - Parameters:
    ///   - device: of the file system that is not left.
    ///   - label, action: what is said of an error.
    ///   - passesOver: whether a directory that cannot be gone into is left out.
    init(from parent: DirectoryHandle, device: UInt64, label: String, action: String, passesOver: Bool = false) {
        current = parent
        self.device = device
        self.label = label
        self.action = action
        self.passesOver = passesOver
    }

    /// Goes into a directory and through it.
    /// - Parameters:
    ///   - enter: is given each directory, and says into which of those in it to go.
    ///   - leave: is given the directory that one which was gone through lies in, and its name.
    /// - Throws: `crossDevice` at a mount point or another file system; `changed` where a directory was moved meanwhile.
    mutating func run(
        _ top: Name, enter: (DirectoryHandle) throws(DiskError) -> [Name], leave: (DirectoryHandle, Name) throws(DiskError) -> Void
    ) throws(DiskError) {
        let start = current
        try descend(to: top, enter)
        while let last = levels.indices.last {
            if let next = levels[last].pending.popLast() {
                do throws(DiskError) { try descend(to: next, enter) } catch { if !passesOver { throw error } }
                continue
            }
            let done = levels.removeLast().name
            if levels.isEmpty { current = start } else { try ascend() }
            try leave(current, done)
        }
    }

    private mutating func descend(to name: Name, _ enter: (DirectoryHandle) throws(DiskError) -> [Name]) throws(DiskError) {
        let result = name.withPath { shed_open(current.descriptor, $0, DirectoryHandle.openFlags, 0) }
        guard result >= 0 else { throw current.failure(-result, action, name) }
        let directory = DirectoryHandle(owning: result, label: label)
        var stat = shed_stat()
        let seen = shed_statx(result, "", &stat)
        guard seen >= 0 else { throw current.failure(-seen, action, name) }
        guard stat.device == device, stat.is_mount_root == 0 else { throw current.failure(EXDEV, action, name) }
        let pending = try enter(directory)
        current = directory
        levels.append(Level(name: name, device: stat.device, inode: stat.inode, pending: pending))
    }

    /// Back to the parent by `..`, which must be the directory that we came from.
    private mutating func ascend() throws(DiskError) {
        guard let parent = levels.last else { return }
        let result = shed_open(current.descriptor, "..", DirectoryHandle.openFlags, 0)
        guard result >= 0 else { throw DiskError(errno: -result, action: action, path: label) }
        current = DirectoryHandle(owning: result, label: label)
        var stat = shed_stat()
        // Someone can move the directory elsewhere meanwhile; its new parent is none of ours.
        guard shed_statx(result, "", &stat) == 0, stat.device == parent.device, stat.inode == parent.inode else {
            throw DiskError(.changed, action: action, path: label)
        }
    }
}
