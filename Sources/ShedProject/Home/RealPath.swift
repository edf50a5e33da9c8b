import Glibc
import ShedMessages
import ShedModel

/// Absolute paths without links.
public enum RealPath {
    /// realpath(3).
    public static func of(_ path: [UInt8]) throws(ShedError) -> [UInt8] {
        let text = path.cString
        guard let resolved = realpath(text, nil) else {
            let code = errno
            if code == ENOENT || code == ELOOP, let obstacle = PersonalFile.deadLink(at: path) { throw ShedError(.usage, obstacle, remedy: .checkThePath) }
            throw ShedError(.usage, .about(subject: EscapedText.escape(path), text: .system(code)), remedy: .checkThePath)
        }
        defer { free(resolved) }
        return UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map { UInt8(bitPattern: $0) }
    }
}
