import Glibc

/// The file beside one of SQLite's that tells how to take back a change that was not finished (sqlite.org/fileformat2.html, 3).
public enum RollbackJournal {
    /// At the end of a journal that names another file, which belongs to a change of several databases.
    private static let mark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

    /// Removes the journal of a database where it names another file: SQLite would remove that one, whatever it is. shed changes one database at
    /// a time, so none of its own does. Before the database is opened to be written to.
    /// - Parameter path: of the database.
    public static func removeForeign(beside path: String) {
        let descriptor = open(path + "-journal", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var end = [UInt8](repeating: 0, count: mark.count)
        guard lseek(descriptor, -off_t(mark.count), SEEK_END) >= 0, read(descriptor, &end, mark.count) == mark.count, end == mark else { return }
        unlink(path + "-journal")
    }
}
