import CLinux
import Glibc
import ShedDisk
import ShedModel

/// A directory of its own for what programs write, removed with everything in it with the last reference.
///
/// While it is in use it is locked (flock(2)); one that a killed shed left is not, and ``sweep(_:now:)`` removes it.
package final class WorkDirectory: Sendable {
    package let handle: DirectoryHandle
    private let parent: DirectoryHandle
    private let name: Name

    private static let prefix = "shed-work-"

    /// Makes one.
    package init(in parent: DirectoryHandle) throws(DiskError) {
        self.parent = parent
        name = Name(WorkDirectory.prefix + String(UInt64.random(in: .min ... .max), radix: 36))
        let result = shed_mkdir(parent.descriptor, name.description, 0o700)
        guard result >= 0 else { throw DiskError(errno: -result, action: "make a directory in", path: parent.label) }
        do throws(DiskError) {
            handle = try parent.openDirectory(name)
        } catch {
            try? parent.removeDirectory(name)
            throw error
        }
        _ = shed_lock(handle.descriptor, 1)
    }

    deinit { try? parent.removeTree(name) }

    /// How old one must be before it can be taken for left behind, in nanoseconds: between its making and its locking
    /// there is a moment in which nothing tells it from one.
    static let patience: Int64 = 60_000_000_000

    /// Removes those that no process holds. What cannot be removed stays.
    /// - Parameter now: in nanoseconds since 1970.
    static func sweep(_ parent: DirectoryHandle, now: Int64) {
        parent.removeAbandoned(now: now, patience: patience) { $0.bytes.starts(with: prefix.utf8) }
    }
}
