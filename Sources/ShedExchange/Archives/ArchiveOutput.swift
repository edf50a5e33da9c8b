import ShedDisk

/// Where an archive is written: a file that is open, and can be gone back in.
public struct ArchiveOutput {
    /// Writes bytes at an offset, all of them.
    let write: (_ bytes: [UInt8], _ offset: Int64) throws(DiskError) -> Void
    /// Cuts what is behind an offset.
    let cut: (_ offset: Int64) throws(DiskError) -> Void

    public init(
        write: @escaping (_ bytes: [UInt8], _ offset: Int64) throws(DiskError) -> Void, cut: @escaping (_ offset: Int64) throws(DiskError) -> Void
    ) {
        self.write = write
        self.cut = cut
    }
}
