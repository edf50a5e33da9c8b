import GRDB
import ShedModel
import Testing

@testable import ShedIndex

/// A file in the state directory that somebody altered with care: it is a sound SQLite file of the right version.
@Suite struct `An index with other tables than shed makes` {
    /// Reading this in place of a table would never end.
    static let endless = "AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT x'00' id, x'00' record FROM n"

    static let alterations = [
        "DROP TABLE folder; CREATE VIEW folder \(endless)",
        "CREATE VIEW other \(endless)",
        "CREATE TRIGGER t AFTER DELETE ON files BEGIN DELETE FROM folder; END",
        "DROP TABLE folder; CREATE TABLE folder (id BLOB NOT NULL PRIMARY KEY, record BLOB NOT NULL AS (zeroblob(900000000))) WITHOUT ROWID",
        "DROP TABLE folder; CREATE VIRTUAL TABLE folder USING fts5(id, record)",
        "CREATE INDEX i ON meta (hex(zeroblob(9)))",
        "CREATE TABLE other (a UNIQUE)",
    ]

    private func made(_ scratch: Scratch) throws -> IndexContents {
        var maker = ContentsMaker(seed: 3)
        let contents = maker.contents(folders: 5, files: 20)
        try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite)).replace(with: contents)
        return contents
    }

    @Test(arguments: alterations) func `is damaged, and none of them is read or written`(alteration: String) throws {
        let scratch = try Scratch()
        let contents = try made(scratch)
        try DatabaseQueue(path: scratch.index).write { try $0.execute(sql: alteration) }
        for access in [ProjectIndex.Access.readOnly, .readWrite] {
            let error = #expect(throws: IndexError.self) { _ = try ProjectIndex.open(path: scratch.index, access: access) }
            #expect(error?.code == .corrupt)
        }
        try ProjectIndex.discard(path: scratch.index)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        #expect(try index.load()?.nodes == contents.nodes)
    }

    @Test(arguments: ["CREATE VIEW other \(endless)", "DROP TABLE folder; CREATE VIEW folder \(endless)"])
    func `is not taken over where it says that it is of a later version`(alteration: String) throws {
        let scratch = try Scratch()
        _ = try made(scratch)
        try DatabaseQueue(path: scratch.index).write { try $0.execute(sql: "\(alteration); PRAGMA user_version=99") }
        #expect(try ProjectIndex.open(path: scratch.index, access: .readOnly) == nil)
        let error = #expect(throws: IndexError.self) { _ = try ProjectIndex.open(path: scratch.index, access: .readWrite) }
        #expect(error?.code == .corrupt)
    }

    /// The table of rows with what they are found by, and that of sketches, come when they are needed first; one of them came before its index.
    @Test func `is none where it has all that shed makes in it, whichever build made it`() throws {
        let scratch = try Scratch()
        let contents = try made(scratch)
        for step in 0..<3 {
            let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
            let id = contents.model.project
            switch step {
            case 0:
                try index.writeRows([ContentRow(id: id, folder: id, stamp: ContentStamp(Evidence()), isRacy: false, content: nil, problem: nil)])
                try index.queue.write { try $0.execute(sql: "DROP INDEX record_faults") }
            case 1: try index.writeRows([ContentRow(id: id, folder: id, stamp: ContentStamp(Evidence()), isRacy: true, content: nil, problem: nil)])
            default: try index.write([KnownSketch(id: id, hash: #require(ContentHash(bytes: Array(repeating: 1, count: 32))), sketch: ContentSketch(of: []))])
            }
            for access in [ProjectIndex.Access.readOnly, .readWrite] {
                #expect(try ProjectIndex.open(path: scratch.index, access: access)?.load()?.nodes == contents.nodes)
            }
        }
    }
}
