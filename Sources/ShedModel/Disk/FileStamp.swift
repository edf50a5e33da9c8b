/// What a file's size and time say of its content: as long as nobody sets that time, it is the same content.
public struct WriteStamp: Hashable, Sendable {
    /// In bytes.
    public var size: Int64
    /// When the content was last changed (mtime), in nanoseconds since 1970.
    public var modified: Int64

    public init(size: Int64, modified: Int64) { (self.size, self.modified) = (size, modified) }

    public init(_ evidence: Evidence) { self.init(size: evidence.size, modified: evidence.modified) }
}

/// A file as it was when it was last read, so that it need not be read again as long as it is as it was. Device numbers change when a
/// machine starts anew, so there is none; and nobody can set the time at which an inode changed.
public struct FileStamp: Hashable, Sendable {
    public var inode: UInt64
    public var written: WriteStamp
    /// When the inode was last changed (ctime), in nanoseconds since 1970.
    public var changed: Int64

    public init(_ evidence: Evidence) { (inode, written, changed) = (evidence.inode, WriteStamp(evidence), evidence.changed) }

    /// Whether it is this file, and as it was.
    public func isOf(_ evidence: Evidence) -> Bool { self == FileStamp(evidence) }

    // MARK: In files of this machine

    /// So many bytes it has there.
    public static let length = 32

    /// Puts it behind others: inode, size, when the content and when the inode was changed, each of eight bytes.
    public func put(into writer: inout NumberWriter) {
        writer.put(inode)
        writer.put(written.size)
        writer.put(written.modified)
        writer.put(changed)
    }

    /// Reads what ``put(into:)`` wrote. Numbers of any size are brought within the bounds of ``Evidence``.
    /// - Returns: `nil` where there are not so many bytes.
    public init?(from reader: inout NumberReader) {
        guard let inode = reader.take(UInt64.self), let size = reader.take(Int64.self), let modified = reader.take(Int64.self),
            let changed = reader.take(Int64.self)
        else { return nil }
        self.init(Evidence(inode: inode, size: size, modified: modified, changed: changed))
    }
}
