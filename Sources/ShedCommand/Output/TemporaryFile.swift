import Glibc

/// A file under a name that nothing had, for this user alone, and closed to other programs from the start: what mkstemp(3) opens is not,
/// and another thread may start a program before it can be said. mkostemp(3) can do it, and Swift's Glibc module does not show that.
enum TemporaryFile {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    /// So many names are tried; each of them is one of 56 thousand millions.
    private static let tries = 100

    /// - Parameter beginning: of its path.
    /// - Returns: its descriptor, open for reading and writing, and its path, which ends with NUL; a negative number where there is none:
    ///   `errno` says why, as of open(2).
    static func open(_ beginning: [UInt8]) -> (descriptor: Int32, path: [CChar]) {
        var path: [CChar] = []
        for _ in 0..<tries {
            let random = (0..<6).map { _ in letters[Int.random(in: letters.indices)] }
            path = (beginning + random + [0]).map { CChar(bitPattern: $0) }
            let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor >= 0 || errno != EEXIST && errno != EINTR { return (descriptor, path) }
        }
        return (-1, path)
    }
}
