import CLinux
import Glibc
import ShedModel

extension DirectoryHandle {
    /// Puts new content in the place of a file, in one step and durably. Its owner, permissions and attributes stay as far as we may give
    /// them. A link that stands there is an error, and is not followed.
    public func rewrite(_ name: Name, _ bytes: [UInt8]) throws(DiskError) {
        try put(name, bytes, replacing: true, isProgram: false)
    }

    /// Writes a file that may be carried out by whoever may read it, whole or not at all, and durably.
    /// - Parameter replacing: whether a file of that name may be replaced; else it is an error (`exists`).
    public func writeProgram(_ name: Name, _ bytes: [UInt8], replacing: Bool) throws(DiskError) {
        try put(name, bytes, replacing: replacing, isProgram: true)
    }

    /// Whether a file may be carried out by us.
    public func isProgram(_ name: Name) -> Bool { name.withPath { faccessat(descriptor, $0, X_OK, AT_EACCESS) } == 0 }

    private func put(_ name: Name, _ bytes: [UInt8], replacing: Bool, isProgram: Bool) throws(DiskError) {
        let temporary = DirectoryHandle.temporaryName()
        do throws(DiskError) {
            _ = try stage(temporary, bytes, isDurable: true, like: replacing ? (self, name) : nil)
            try place(temporary, as: name, replacing: replacing) { () throws(DiskError) in if isProgram { try makeProgram(temporary) } }
        } catch { throw error.naming(label(of: name), for: label(of: temporary)) }
        try sync()
    }

    /// Whoever may read it may also carry it out: the umask has said who that is.
    private func makeProgram(_ name: Name) throws(DiskError) {
        let (file, stat) = try openFile(name)
        let result = shed_set_mode(file.descriptor, stat.mode & 0o777 | (stat.mode & 0o444) >> 2)
        guard result >= 0 else { throw failure(-result, "write", name) }
    }
}
