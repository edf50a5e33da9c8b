import CLinux
import Glibc
import ShedModel

extension DirectoryHandle {
    /// Writes a new file under a name that nobody else looks at.
    ///
    /// Durable only where `isDurable` says so; else after ``syncFileSystem()``. A file that could not be written whole is
    /// removed.
    /// - Parameters:
    ///   - isDurable: whether the content is on the disk on return.
    ///   - source: a file of this directory's file system whose owner, exact permissions and `user.` attributes
    ///     (xattr(7)) the new one gets as far as we may; it is about to take its place.
    /// - Returns: the new file's evidence.
    /// - Throws: `exists` if anything of that name is there.
    public func stage(
        _ name: Name, _ bytes: [UInt8], isDurable: Bool, like source: (directory: DirectoryHandle, name: Name)? = nil
    ) throws(DiskError) -> Evidence {
        guard name.isPossible else { throw failure(EINVAL, "write", name) }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let result = name.withPath { shed_open(descriptor, $0, flags, 0o644) }
        guard result >= 0 else { throw failure(-result, "write", name) }
        let file = OpenFile(descriptor: result)
        do throws(DiskError) {
            // Attributes come after, and are made durable with the content.
            try fill(file, bytes, name, isDurable: false)
            if let source {
                let (like, _) = try source.directory.openFile(source.name)
                // Its descriptor is closed with the last reference, which must not be before this call.
                withExtendedLifetime(like) { shed_copy_attributes(file.descriptor, like.descriptor) }
            }
            if isDurable {
                let synced = shed_fsync(file.descriptor)
                guard synced >= 0 else { throw failure(-synced, "write", name) }
            }
            return Evidence(try fileStat(file, name))
        } catch {
            _ = name.withPath { shed_remove(descriptor, $0, 0) }
            throw error
        }
    }

    /// Everything that was written to the file system is on the disk on return (syncfs(2)).
    public func syncFileSystem() throws(DiskError) {
        let result = shed_sync_file_system(descriptor)
        guard result >= 0 else { throw DiskError(errno: -result, action: "write", path: label) }
    }
}
