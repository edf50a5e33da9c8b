import Glibc
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedIndex

@Suite struct FileTests {
    @Test func `opening to read what is not there gives nothing and makes nothing`() throws {
        let scratch = try Scratch()
        #expect(try ProjectIndex.open(path: scratch.index, access: .readOnly) == nil)
        #expect(try ProjectIndex.open(path: scratch.path + "/no/index", access: .readOnly) == nil)
        #expect(scratch.names.isEmpty)
    }

    @Test func `reading in a directory that cannot be written leaves no file beside the index`() throws {
        let scratch = try Scratch()
        let contents = try fill(scratch, seed: 1)
        #expect(scratch.names == ["index.sqlite"])
        let bytes = Scratch.read(scratch.index)
        chmod(scratch.path, 0o500)
        // Root may write everywhere, so the test says itself what an ordinary user would find.
        let index = try #require(try ProjectIndex.openToRead(path: scratch.index, directoryIsWritable: false))
        #expect(try index.dump() == contents.nodes)
        #expect(scratch.names == ["index.sqlite"])
        #expect(Scratch.read(scratch.index) == bytes)
    }

    @Test func `a path with signs that mean something in a URI is a path all the same`() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/in%41dex?x=1#y"
        var maker = ContentsMaker(seed: 2)
        try ProjectIndex.open(path: path, access: .readWrite)?.replace(with: maker.contents(folders: 2, files: 2))
        let index = try #require(try ProjectIndex.openToRead(path: path, directoryIsWritable: false))
        #expect(try index.folders().count == 3)
        #expect(scratch.names == ["in%41dex?x=1#y"])
    }

    @Test func `an index of another version is none to a reader and is emptied for a writer`() throws {
        let scratch = try Scratch()
        let contents = try fill(scratch, seed: 3)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.writing { try $0.execute(sql: "PRAGMA user_version=99; CREATE TABLE later (a); ALTER TABLE files ADD COLUMN b") }
        #expect(try ProjectIndex.open(path: scratch.index, access: .readOnly) == nil)
        let anew = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        #expect(try anew.generation() == 0)
        #expect(try anew.load() == nil)
        #expect(try anew.folders().isEmpty)
        try anew.replace(with: contents)
        #expect(try anew.dump() == contents.nodes)
    }

    @Test func `what is no file is refused, not waited for`() throws {
        let scratch = try Scratch()
        mkfifo(scratch.path + "/fifo", 0o600)
        symlink("fifo", scratch.path + "/link")
        for name in ["/fifo", "/link", ""] {
            for access in [ProjectIndex.Access.readOnly, .readWrite] {
                let error = #expect(throws: IndexError.self) { try ProjectIndex.open(path: scratch.path + name, access: access) }
                #expect(error?.code == .unopenable)
            }
        }
    }

    @Test func `an index whose directory is gone says so`() throws {
        let scratch = try Scratch()
        let error = #expect(throws: IndexError.self) {
            try ProjectIndex.open(path: scratch.path + "/no/index", access: .readWrite)
        }
        #expect(error?.code == .unopenable)
        #expect(error?.path == scratch.path + "/no/index")
    }

    @Test func `what is no index is corrupt, and can be discarded and made anew`() throws {
        let scratch = try Scratch()
        Scratch.write(Array("This is no database, and long enough to be taken for one.".utf8), to: scratch.index)
        for access in [ProjectIndex.Access.readOnly, .readWrite] {
            let error = #expect(throws: IndexError.self) { try ProjectIndex.open(path: scratch.index, access: access) }
            #expect(error?.code == .corrupt)
        }
        Scratch.write([1], to: scratch.index + "-wal")
        try ProjectIndex.discard(path: scratch.index)
        #expect(scratch.names.isEmpty)
        try ProjectIndex.discard(path: scratch.index)
        _ = try fill(scratch, seed: 4)
    }

    @Test func `a reader sees the last finished write while another writes`() throws {
        let scratch = try Scratch()
        let contents = try fill(scratch, seed: 5)
        let writer = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        let reader = try #require(try ProjectIndex.open(path: scratch.index, access: .readOnly))
        try writer.writing { db in
            try db.execute(sql: "DELETE FROM files; DELETE FROM folder; DELETE FROM meta")
            #expect(try reader.dump() == contents.nodes)
            #expect(try reader.generation() == 1)
        }
        #expect(try reader.generation() == 0)
        #expect(try reader.load() == nil)
    }

    @Test func `readers in several tasks never see half a write`() async throws {
        let scratch = try Scratch()
        var maker = ContentsMaker(seed: 6)
        let first = maker.contents(folders: 20, files: 200)
        let second = maker.contents(folders: 20, files: 210)
        let writer = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try writer.replace(with: first)
        let path = scratch.index
        let (firstNodes, secondNodes) = (first.nodes, second.nodes)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    let reader = try #require(try ProjectIndex.open(path: path, access: .readOnly))
                    for _ in 0..<20 {
                        let contents = try #require(try reader.load())
                        #expect(contents.nodes == (contents.meta.generation % 2 == 1 ? firstNodes : secondNodes))
                    }
                }
            }
            group.addTask {
                for round in 0..<20 { try writer.replace(with: round % 2 == 0 ? second : first) }
            }
            try await group.waitForAll()
        }
        #expect(try writer.generation() == 21)
    }

    private func fill(_ scratch: Scratch, seed: UInt64) throws -> IndexContents {
        var maker = ContentsMaker(seed: seed)
        let contents = maker.contents(folders: 30, files: 300)
        let index = try #require(try ProjectIndex.open(path: scratch.index, access: .readWrite))
        try index.replace(with: contents)
        return contents
    }

    @Test(.enabled(if: Mounting.isAllowed, "needs mounts")) func `of a full disk it is said that it is full, not that it is broken`() throws {
        let scratch = try Scratch()
        try #require(mount("tmpfs", scratch.path, "tmpfs", 0, "size=1m") == 0)
        defer { umount2(scratch.path, Int32(MNT_DETACH)) }
        let contents = try fill(scratch, seed: 5)
        let filler = open(scratch.path + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let block = [UInt8](repeating: 1, count: 4096)
        while write(filler, block, block.count) > 0 {}
        close(filler)
        #expect {
            let index = try ProjectIndex.open(path: scratch.index, access: .readWrite)
            try index?.replace(with: contents)
        } throws: { error in (error as? IndexError)?.code == .full }
    }
}
