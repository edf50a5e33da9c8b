import GRDB
import Glibc
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

    /// SQLite would wait at a pipe for ever, and take another file for what it keeps itself.
    @Test(.timeLimit(.minutes(10)), arguments: ["-journal", "-wal", "-shm"], [ProjectIndex.Access.readOnly, .readWrite])
    func `beside which a pipe, a link or a folder lies is read all the same`(suffix: String, access: ProjectIndex.Access) throws {
        let scratch = try Scratch()
        let contents = try made(scratch)
        let (beside, victim) = (scratch.index + suffix, scratch.path + "/precious")
        Scratch.write([1, 2, 3], to: victim)
        defer { unlink(victim) }
        for lay in [{ mkfifo(beside, 0o600) }, { symlink(victim, beside) }, { mkdir(beside, 0o700) }] {
            unlink(beside)
            try #require(lay() == 0)
            #expect(try ProjectIndex.open(path: scratch.index, access: access)?.load()?.nodes == contents.nodes)
            #expect(Scratch.read(victim) == [1, 2, 3])
        }
    }

    /// Rows of a file that somebody altered with care can share what they hold: SQLite copies it for each.
    @Test func `whose rows hold more than the file does is damaged`() throws {
        let scratch = try Scratch()
        _ = try made(scratch)
        try DatabaseQueue(path: scratch.index).read { db in
            func run(_ rows: Int) throws -> Int {
                var count = 0
                let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(rows))"
                try db.makeStatement(sql: "\(numbers) SELECT i, zeroblob(1048576) FROM n").run { _ in count += 1 }
                return count
            }
            let sound = try run(60)
            #expect(sound == 60)
            #expect(throws: DatabaseError.self) { try run(70) }
        }
    }

    /// SQLite would remove that file, whatever it is, before it reads anything of the index.
    @Test func `beside which a journal lies that names another file leaves that alone`() throws {
        let scratch = try Scratch()
        let contents = try made(scratch)
        let (victim, mark): (String, [UInt8]) = (scratch.path + "/precious", [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
        func number(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).bigEndian, Array.init) }
        let name = Array(victim.utf8)
        let header = mark + number(0) + number(0) + number(1) + number(512) + number(4096)
        let end = number(0x4000_0000 / 4096 + 1) + name + number(name.count) + number(name.reduce(0) { $0 + Int($1) }) + mark
        func write(_ bytes: [UInt8], _ path: String) throws {
            let file = try #require(fopen(path, "w"))
            #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0)
        }
        try write(header + [UInt8](repeating: 0, count: 512 - header.count) + end, scratch.index + "-journal")
        try write(Array("precious".utf8), victim)
        for access in [ProjectIndex.Access.readOnly, .readWrite] {
            #expect(try ProjectIndex.open(path: scratch.index, access: access)?.load()?.nodes == contents.nodes)
            #expect(Glibc.access(victim, F_OK) == 0)
        }
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
