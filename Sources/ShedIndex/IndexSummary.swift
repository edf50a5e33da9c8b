import GRDB
import Glibc

/// What can be said of an index without reading its nodes.
public struct IndexSummary: Hashable, Sendable {
    /// Folders, the project itself included.
    public var folders: Int
    public var files: Int
    /// The time part of the last stamp that was given or observed.
    public var clock: UInt64

    public init(folders: Int, files: Int, clock: UInt64) {
        self.folders = folders
        self.files = files
        self.clock = clock
    }
}

extension ProjectIndex {
    /// The version of SQLite that is used, such as `3.46.1`.
    public static var sqliteVersion: String? {
        try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
    }

    /// Sums up an index and writes nothing, not even SQLite's own files beside one that nobody uses.
    /// - Returns: `nil` if there is no index of this version, or it was never written.
    public static func summary(path: String) throws(IndexError) -> IndexSummary? {
        // A log that is not empty belongs to a process that writes or was killed: then SQLite's files are there already.
        do throws(IndexError) { return try openToRead(path: path, directoryIsWritable: false)?.summary() } catch {
            // Without locks, a write that begins just now looks like damage; read again as everybody does.
            guard error.code == .corrupt, hasLog(path) else { throw error }
            return try open(path: path, access: .readOnly)?.summary()
        }
    }

    private static func hasLog(_ path: String) -> Bool { Glibc.access(path + "-shm", F_OK) == 0 }

    private func summary() throws(IndexError) -> IndexSummary? {
        try reading { db in
            let table = MetaTable(db)
            guard try table.generation() > 0 else { return nil }
            let totals = try table.totals()
            return IndexSummary(folders: totals.folders, files: totals.files, clock: try table.clock())
        }
    }
}
