import ShedDisk
import ShedModel

/// Where a made file goes. Nothing that stands there is replaced.
public struct Destination: Sendable {
    public var directory: DirectoryHandle
    public var name: Name
    /// Permissions, whatever the umask.
    public var mode: UInt32

    public init(_ directory: DirectoryHandle, _ name: Name, mode: UInt32 = 0o644) {
        self.directory = directory
        self.name = name
        self.mode = mode
    }
}

extension WorkDirectory {
    /// Takes a file that a program made to where it goes, durably.
    /// - Throws: `disk(.notFound)` where the program did not make it, `disk(.exists)`.
    func deliver(_ name: Name, to destination: Destination) throws(PapersError) -> FileCopy {
        try PapersError.onDisk { () throws(DiskError) in
            try destination.directory.copy(try handle.file(name), as: destination.name, mode: destination.mode)
        }
    }
}
