import GRDB
import ShedModel

/// What files are put into one part of the index with, within a transaction.
public final class WordWriter {
    private let drop: Statement
    private let file: Statement
    private let db: Database
    private var terms = TermLists()
    /// How many files have terms here.
    private var texts = 0

    init(_ db: Database) throws {
        self.db = db
        drop = try db.makeStatement(sql: "DELETE FROM file WHERE inode=?")
        file = try db.makeStatement(sql: "INSERT INTO file(inode, size, modified, changed, sort, length) VALUES(?, ?, ?, ?, ?, ?)")
    }

    /// So many terms are held at most, or those of one more file: a transaction ends before.
    private static let most = 4_000_000

    /// Whether the transaction is to be ended.
    public var isFull: Bool { terms.count >= WordWriter.most || texts >= SegmentWriter.most }

    /// Puts a file in, in place of what was known of its inode.
    /// - Parameter terms: of which nothing counts but where it is a text.
    public func put(_ stamp: FileStamp, _ sort: IndexedFile.Sort, _ terms: borrowing TermCounter) throws {
        let inode = Int64(bitPattern: stamp.inode)
        try remove(inode: stamp.inode)
        try file.execute(arguments: [inode, stamp.written.size, stamp.written.modified, stamp.changed, sort.rawValue, Int64(terms.length)])
        guard sort == .text else { return }
        self.terms.add(db.lastInsertedRowID, terms)
        texts += 1
    }

    /// Forgets a file.
    public func remove(inode: UInt64) throws { try drop.execute(arguments: [Int64(bitPattern: inode)]) }

    /// Writes the terms of all files.
    /// - Returns: how many small segments there are.
    func finish(pageSize: Int) throws -> Int {
        guard let small = try db.writeSegment(terms, pageSize: pageSize) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return small
    }
}
