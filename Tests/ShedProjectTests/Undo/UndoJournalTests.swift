import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

/// Which entries of the journal go, and which stay.
@Suite struct `The undo journal` {
    let shelf: Shelf
    let journal: UndoJournal

    init() throws {
        shelf = try Shelf()
        journal = UndoJournal(path: shelf.path + "/undo")
    }

    private func writer(undoes: Int? = nil, at time: Int64 = Surroundings.clock()) throws -> UndoWriter {
        let writer = try UndoWriter(journal, by: "test", undoes: undoes, now: { time })
        try writer.write([.final(.init(reason: "did something", words: nil))])
        return writer
    }

    /// Lets an entry keep so much, in a file with nothing in it.
    private func keep(_ bytes: Int64, in number: Int) throws {
        let folder = shelf.path + "/undo/\(number).kept"
        try #require(mkdir(folder, 0o700) == 0)
        let file = open(folder + "/0", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        defer { close(file) }
        try #require(ftruncate(file, off_t(bytes)) == 0)
    }

    @Test func `the oldest make room for what is about to be kept`() throws {
        for number in 1...3 {
            _ = try writer()
            try keep(80 << 20, in: number)
        }
        try writer().makeRoom(for: [100 << 20])
        #expect(try journal.numbers() == [3, 4])
    }

    @Test func `what is too large to be kept makes nothing go`() throws {
        for _ in 1...3 { _ = try writer() }
        try writer().makeRoom(for: [UndoJournal.largest + 1, 1 << 40, 10])
        #expect(try journal.numbers() == [1, 2, 3, 4])
    }

    @Test func `what is being taken back stays meanwhile`() throws {
        for number in 1...2 {
            _ = try writer()
            try keep(120 << 20, in: number)
        }
        try writer(undoes: 1).makeRoom(for: [150 << 20])
        #expect(try journal.numbers() == [1, 3])
        // Also where it is older than all are kept.
        _ = try writer(undoes: 1, at: Surroundings.clock() + 2 * UndoJournal.longest)
        #expect(try journal.numbers() == [1, 4])
    }

    @Test func `what was not done after all leaves no entry, and its number is free`() throws {
        let first = try writer()
        try writer().remove()
        #expect(try journal.numbers() == [first.number])
        #expect(try writer().number == first.number + 1)
    }

    @Test func `what is more than can be written down cannot be taken back, and comes to its end`() throws {
        let writer = try UndoWriter(journal, by: "test", undoes: 7, now: Surroundings.clock)
        // So large that one more line is too much.
        try #require(truncate(shelf.path + "/undo/\(writer.number)", off_t(UndoJournal.largest) - 10) == 0)
        try writer.write([.removed(RelativePath(["Draft", "a"]), nil)])
        try writer.write([.removed(RelativePath(["Draft", "b"]), nil)])
        try writer.finish()
        let bytes = try #require(try journal.bytes(of: writer.number)).suffix(300).split(separator: UInt8(ascii: "\n"))
        #expect(bytes.count == 3 || bytes.count == 2, "the reason and the end, and nothing of the second")
        #expect(String(decoding: bytes.suffix(2).joined(), as: UTF8.self).contains("did more at once than can be written down"))
        #expect(String(decoding: bytes.last ?? [], as: UTF8.self) == #"{"do":"end"}"#)
    }
}
