import CLinux
import Glibc
import ShedModel

extension DirectoryHandle {
    /// Writes a file, whole or not at all, and durably if not said otherwise: the content and then the name are on the disk on return.
    ///
    /// The mode is 0644 less the umask. Whatever fails, no partial file stays; only if the very last step fails, making
    /// the name durable, does the whole file stand there. What is replaced is replaced in one step; a link that stands
    /// there is replaced itself.
    /// - Parameters:
    ///   - replacing: whether a file of that name may be replaced; else it is an error (`exists`).
    ///   - isDurable: whether it is on the disk on return. If not, a power cut may leave the former file, the new one or an empty one.
    public func write(_ name: Name, _ bytes: [UInt8], replacing: Bool, isDurable: Bool = true) throws(DiskError) {
        guard name.isPossible else {
            throw failure(name.bytes.count > Name.longest ? ENAMETOOLONG : EINVAL, "write", name)
        }
        let isWritten = replacing ? false : try writeUnnamed(name, bytes, isDurable)
        if !isWritten { try writeNamed(name, bytes, replacing: replacing, isDurable) }
        if isDurable { try sync() }
    }

    /// By a file without a name, which vanishes by itself when anything fails.
    /// - Returns: `false` where the file system or a missing `/proc` does not allow it.
    private func writeUnnamed(_ name: Name, _ bytes: [UInt8], _ isDurable: Bool) throws(DiskError) -> Bool {
        let result = shed_open(descriptor, ".", shed_flag_tmpfile() | O_WRONLY | O_CLOEXEC, 0o644)
        if [-EOPNOTSUPP, -EISDIR, -EINVAL].contains(result) { return false }
        guard result >= 0 else { throw failure(-result, "write", name) }
        let file = OpenFile(descriptor: result)
        try fill(file, bytes, name, isDurable: isDurable)
        let linked = name.withPath { shed_link_descriptor(file.descriptor, descriptor, $0) }
        if [-ENOENT, -EOPNOTSUPP, -EPERM].contains(linked) { return false }
        guard linked >= 0 else { throw failure(-linked, "write", name) }
        return true
    }

    private static let temporaryPrefix = ".shed-tmp-"

    /// Whether a name is that of a file or folder on its way, or of one whose writer was killed.
    public static func isTemporary(_ name: Name) -> Bool { name.bytes.starts(with: temporaryPrefix.utf8) }

    /// A name for something on its way, which nothing else has.
    package static func temporaryName() -> Name { Name(temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36)) }

    /// By a file under a temporary name.
    private func writeNamed(_ name: Name, _ bytes: [UInt8], replacing: Bool, _ isDurable: Bool) throws(DiskError) {
        let temporary = DirectoryHandle.temporaryName()
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let result = temporary.withPath { shed_open(descriptor, $0, flags, 0o644) }
        guard result >= 0 else { throw failure(-result, "write", name) }
        let file = OpenFile(descriptor: result)
        try place(temporary, as: name, replacing: replacing) { () throws(DiskError) in try fill(file, bytes, name, isDurable: isDurable) }
    }

    /// Gives a file that stands under a temporary name its own, in one step; whatever fails, it goes.
    /// - Parameter finish: what is still to be done with the file first.
    func place(_ temporary: Name, as name: Name, replacing: Bool, after finish: () throws(DiskError) -> Void) throws(DiskError) {
        do throws(DiskError) {
            try finish()
            let moved =
                replacing
                ? temporary.withPath { from in name.withPath { shed_rename(descriptor, from, descriptor, $0) } }
                : moveNoReplace(temporary, isDirectory: false, to: self, as: name)
            guard moved >= 0 else { throw failure(-moved, "write", name) }
        } catch {
            _ = temporary.withPath { shed_remove(descriptor, $0, 0) }
            throw error
        }
    }

    /// Writes all bytes into an open file.
    /// - Parameter isDurable: whether they are on the disk on return (fsync(2)).
    func fill(_ file: OpenFile, _ bytes: [UInt8], _ name: Name, isDurable: Bool = true) throws(DiskError) {
        let result = bytes.withUnsafeBytes { buffer -> Int in
            var done = 0
            while let start = buffer.baseAddress, done < buffer.count {
                let count = shed_write(file.descriptor, start + done, buffer.count - done)
                if count <= 0 { return count == 0 ? Int(-EIO) : count }
                done += count
            }
            return isDurable ? Int(shed_fsync(file.descriptor)) : 0
        }
        guard result >= 0 else { throw failure(Int32(truncatingIfNeeded: -result), "write", name) }
    }

    /// Makes a directory durably.
    /// - Parameter mode: its permissions, less the umask.
    /// - Throws: `exists` if anything of that name is there.
    public func makeDirectory(_ name: Name, mode: UInt32 = 0o755) throws(DiskError) {
        let result = name.withPath { shed_mkdir(descriptor, $0, mode) }
        guard result >= 0 else { throw failure(-result, "make the directory", name) }
        try sync()
    }
}
