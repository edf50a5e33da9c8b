import Glibc

/// The files beside one of SQLite's: the journal that tells how to take back a change that was not finished (sqlite.org/fileformat2.html, 3), and the
/// log with its index (4).
public enum RollbackJournal {
    /// At the end of a journal that names another file, which belongs to a change of several databases.
    private static let mark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

    /// Removes what no SQLite has put beside a database: what is no file, and the journal where it names another file. SQLite would wait at a pipe for
    /// ever, and would remove that other file, whatever it is; shed changes one database at a time, so no journal of its own names one. Before
    /// the database is opened.
    /// - Parameter path: of the database.
    public static func removeForeign(beside path: String) {
        for suffix in ["-journal", "-wal", "-shm"] {
            var status = stat()
            if lstat(path + suffix, &status) == 0, status.st_mode & S_IFMT != S_IFREG { remove(path + suffix) }
        }
        let descriptor = open(path + "-journal", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var end = [UInt8](repeating: 0, count: mark.count)
        guard lseek(descriptor, -off_t(mark.count), SEEK_END) >= 0, read(descriptor, &end, mark.count) == mark.count, end == mark else { return }
        unlink(path + "-journal")
    }
}
