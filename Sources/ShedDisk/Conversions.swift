import CLinux
import Glibc
import ShedModel

extension Evidence {
    init(_ stat: shed_stat) {
        self.init(
            device: stat.device, inode: stat.inode, birth: stat.birth, size: stat.size, modified: stat.modified,
            changed: stat.changed, links: stat.links, mode: stat.mode)
    }
}

extension EntryKind {
    /// From `st_mode` (inode(7)).
    init(mode: UInt32) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .special
            }
    }

    /// From `d_type` (readdir(3)); `nil` where the file system does not say.
    init?(directoryType: UInt8) {
        switch Int(directoryType) {
        case DT_UNKNOWN: return nil
        case DT_REG: self = .file
        case DT_DIR: self = .directory
        case DT_LNK: self = .link
        default: self = .special
        }
    }
}

extension Name {
    /// Calls with the name as a C string.
    /// - Returns: what the body returns, or `-EINVAL` or `-ENAMETOOLONG` for what cannot be a name.
    func withPath<Result: FixedWidthInteger & SignedInteger>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        guard bytes.count <= Name.longest else { return Result(-ENAMETOOLONG) }
        guard isPossible else { return Result(-EINVAL) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
            for (position, byte) in bytes.enumerated() { buffer[position] = CChar(bitPattern: byte) }
            buffer[bytes.count] = 0
            guard let start = buffer.baseAddress else { return Result(-EINVAL) }
            return body(UnsafePointer(start))
        }
    }
}
