import Glibc
import ShedDisk
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
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

    @Test func `a deed that waits to be taken back stays`() throws {
        for number in 1...2 {
            _ = try writer()
            try keep(150 << 20, in: number)
        }
        TestFile.write("1", to: shelf.path + "/deed")
        try writer().makeRoom(for: [150 << 20])
        #expect(try journal.numbers() == [1, 3])
    }

    @Test func `what is gone on with stays meanwhile, although it is not the newest`() throws {
        for number in 1...3 {
            _ = try writer()
            try keep(80 << 20, in: number)
        }
        try UndoWriter(journal, number: 1, by: "undo", undoes: 2, now: Surroundings.clock).makeRoom(for: [150 << 20])
        #expect(try journal.numbers() == [1, 2])
    }

    @Test func `what was not done after all leaves no entry, and its number is free`() throws {
        let first = try writer()
        try writer().remove()
        #expect(try journal.numbers() == [first.number])
        #expect(try writer().number == first.number + 1)
    }

    @Test func `an entry that ended before its first step is not listed, and not the last thing that was done`() throws {
        let project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        try project.sync()
        _ = try project.change { try $0.move(["Draft/a.txt"], to: "Ready") }
        let done = try #require(try project.lastEntry()).number
        let journal = try #require(project.undo.journal)
        // As a process leaves it that was killed then.
        let number = try UndoWriter(journal, by: "rm", undoes: nil, now: { Surroundings.clock() }).number
        let numbers = try journal.numbers()
        #expect(number == done + 1 && numbers.last == number)
        let again = try shelf.reopen(project)
        let (listed, last, own) = (try again.undoEntries(limit: 1), try again.lastEntry(), try again.lastOwnEntry())
        #expect(listed.map(\.number) == [done] && last?.number == done && own?.number == done)
        // What a later shed may have written of it is not passed over.
        try shelf.shell("echo '{\"do\":\"later\"}' >> '\(journal.path)/\(number)'")
        let later = try again.lastEntry()
        #expect(try again.undoEntries(limit: 1).map(\.number) == [number] && later?.number == number)
    }

    @Test func `what tells a moved file from another one is read as it was written, and an older entry without it too`() throws {
        let file = MovedFile(identity: FileIdentity(device: 1, inode: 2, birth: 3), sketch: ContentSketch(of: Array("one line\n".utf8)))
        let step = UndoStep.moved(.init(node: NodeID(high: 1, low: 1), file: file, from: "a", folder: NodeID(high: 1, low: 2), to: "b"))
        #expect(UndoStep(step.json) == step)
        let earlier: JSONValue = ["do": "move", "from": .string(Base64.encode(Array("a".utf8))), "to": .string(Base64.encode(Array("b".utf8)))]
        #expect(UndoStep(earlier) == .moved(.init(node: nil, file: MovedFile(identity: nil, sketch: nil), from: "a", folder: nil, to: "b")))
    }

    @Test(arguments: [Int64.min, .max, 1 << 54]) func `a time that nobody can reckon with is none`(time: Int64) throws {
        #expect(UndoStep(["do": "make", "path": .string(Base64.encode(Array("a".utf8))), "time": .integer(time)]) == nil)
        let head: JSONValue = ["format": 1, "time": .integer(time), "by": "test", "user": 0]
        let isNone = UndoEntry(number: 1, lines: [head.compact[...]]) == nil
        #expect(isNone)
        let good = UndoEntry.head(at: 1, by: "test", undoes: nil).compact
        #expect(UndoEntry(number: 1, lines: [good[...], UndoEntry.goingOn(at: time).compact[...]])?.resumed == nil)
    }

    @Test func `what somebody says of steps stands for them, as long as one of them was done`() throws {
        let head = UndoEntry.head(at: 1, by: "test", undoes: nil).compact
        let words = Message.wordTargetSet(isDryRun: false, path: "Draft", count: 5)
        let step = UndoStep.made(.init(path: "Draft/a.txt", isFolder: false, time: 1)).json.compact
        let lines = [head[...], UndoEntry.saying(words, of: 2).compact[...], step[...], step[...]]
        #expect(UndoEntry(number: 1, lines: lines)?.summary(in: Model(project: NodeID(high: 1, low: 1))).english == "Draft has a target of 5 words now")
        #expect(UndoEntry(number: 1, lines: lines + [UndoEntry.notDone([1]).compact[...]])?.words == [words])
        let undone = UndoEntry(number: 1, lines: lines + [UndoEntry.notDone([1, 2]).compact[...]])
        #expect(undone?.words == [] && undone?.steps.isEmpty == true)
        // Whatever stands there: a number that nobody can count on, and words that nobody knows.
        for count in [Int.min, 0, .max] { #expect(UndoEntry(number: 1, lines: [head[...], UndoEntry.saying(words, of: count).compact[...], step[...]])?.words == []) }
        let unknown: JSONValue = ["do": "say", "steps": 1, "words": ["says": "nothing()", "with": []]]
        #expect(UndoEntry(number: 1, lines: [head[...], unknown.compact[...], step[...]])?.words == [])
    }

    @Test func `a file with a number that nobody can count on from is no entry`() throws {
        _ = try writer()
        try shelf.shell("cp undo/1 undo/9223372036854775807")
        #expect(try journal.numbers() == [1])
        #expect(try writer().number == 2)
    }

    @Test func `a move that failed is written down anew when it is tried again`() throws {
        let project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        try project.sync()
        try project.write { transaction throws(ShedError) in
            var placed = try transaction.find("Draft/a.txt")
            let evidence = placed.evidence
            placed.evidence.inode += 1
            try transaction.carryOut([(placed, "Ready/a.txt")], .init(), leavesFailed: true)
            #expect(transaction.notedMoves.isEmpty)
            project.undo.close()
            placed.evidence = evidence
            try transaction.carryOut([(placed, "Ready/a.txt")], .init())
        }
        let moves = try project.undoEntries(limit: 10).map { $0.steps.count { if case .moved = $0 { true } else { false } } }
        #expect(moves == [1], "and what failed is not there")
    }

    /// As an editor does that watches its file.
    @Test func `what went back and was saved anew at once is not said to be left`() throws {
        let project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        try project.sync()
        try project.write { transaction throws(ShedError) in _ = try transaction.move(["Draft/a.txt"], to: "Ready") }
        let entry = try #require(try project.lastEntry())
        let undone = try Interruption.$visitor.withValue({ [path = shelf.path + "/My Poems"] point in
            guard point == "undone" else { return }
            TestFile.write("more\n", to: "\(path)/Draft/new")
            rename("\(path)/Draft/new", "\(path)/Draft/a.txt")
        }) { try project.write { transaction throws(ShedError) in try transaction.undo(entry) } }
        #expect(undone.things.map(\.deed) == [.moved])
        #expect(undone.things.map(\.path) == ["Draft/a.txt"])
    }

    @Test func `why an entry cannot be written is said as it is`() throws {
        try #require(mkdir(shelf.path + "/undo", 0o700) == 0 && mkdir(shelf.path + "/undo/1", 0o700) == 0)
        let error = try #require(throws: DiskError.self) { try writer() }
        #expect(error.code == .notFile || error.errno == EISDIR, "\(error)")
        try #require(rmdir(shelf.path + "/undo/1") == 0 && symlink("elsewhere", shelf.path + "/undo/1") == 0)
        #expect(try #require(throws: DiskError.self) { try writer() }.errno == ELOOP)
    }

    @Test func `one that is gone on with says when, and heads are read without what follows`() throws {
        let first = try UndoWriter(journal, by: "undo", undoes: 1, now: { 1_000 })
        try first.write([.removed("a", nil)])
        let again = try UndoWriter(journal, number: first.number, by: "undo", undoes: 1, now: { 2_000 })
        try again.finish()
        let entry = try #require(try journal.entry(first.number))
        #expect(entry.time == 1_000 && entry.resumed == 2_000 && entry.steps == [.removed("a", nil)] && !entry.isInterrupted)
        let head = try #require(try journal.newest(of: 1, where: \.isOwn))
        #expect(head.number == first.number && head.steps.isEmpty)
        #expect(try journal.newest(of: 50, where: { $0.actor == "other" }) == nil)
    }

    @Test func `what was not done is taken out, also of one that is gone on with`() throws {
        func steps(_ number: Int) throws -> [UndoStep] { try #require(try journal.entry(number)).steps }
        let first = try UndoWriter(journal, by: "undo", undoes: 1, now: { 1_000 })
        let noted = try first.write([.removed("a", nil), .removed("b", nil), .removed("c", nil)])
        first.retract([noted[1].line])
        let more = try first.write([.removed("d", nil)])
        #expect(try steps(first.number) == [.removed("a", nil), .removed("c", nil), .removed("d", nil)])
        first.retract([noted[0].line, noted[2].line])
        #expect(try steps(first.number) == [.removed("d", nil)] && !first.isEmpty)
        let again = try UndoWriter(journal, number: first.number, by: "undo", undoes: 1, now: { 2_000 })
        again.retract(Set(try again.write([.removed("e", nil)]).map(\.line)))
        try again.write([.removed("f", nil)])
        #expect(try steps(first.number) == [.removed("d", nil), .removed("f", nil)])
        #expect(!again.isEmpty, "what was written down before stays")
        first.retract(Set(more.map(\.line)))
        #expect(first.isEmpty, "nothing of its own is left")
    }

    @Test func `what is more than can be written down cannot be taken back, and comes to its end`() throws {
        let writer = try UndoWriter(journal, by: "test", undoes: 7, now: Surroundings.clock)
        // So large that one more line is too much.
        try #require(truncate(shelf.path + "/undo/\(writer.number)", off_t(UndoJournal.largest) - 10) == 0)
        try writer.write([.removed(RelativePath(["Draft", "a"]), nil)])
        try writer.write([.removed(RelativePath(["Draft", "b"]), nil)])
        try writer.finish()
        let bytes = try #require(try journal.bytes(of: writer.number)).suffix(4_096).split(separator: UInt8(ascii: "\n"))
        #expect(bytes.count == 3, "what is left of the hole, the reason and the end, and nothing of the second")
        #expect(String(decoding: bytes.suffix(2).joined(), as: UTF8.self).contains("did more at once than can be written down"))
        #expect(String(decoding: bytes.last ?? [], as: UTF8.self) == #"{"do":"end"}"#)
    }

    @Test(arguments: [-10, 3_000]) func `what is taken out of a full entry makes it none that cannot be taken back`(beyond: Int) throws {
        let writer = try UndoWriter(journal, by: "test", undoes: nil, now: Surroundings.clock)
        let noted = try writer.write([.removed("a", nil), .removed("b", nil)])
        // There is no room for one more line, or just for that one.
        try #require(truncate(shelf.path + "/undo/\(writer.number)", off_t(UndoJournal.largest + Int64(beyond))) == 0)
        writer.retract([noted[1].line])
        try writer.finish()
        let entry = try #require(try journal.entry(writer.number))
        #expect(entry.obstacle == nil && entry.isFinished)
        #expect(entry.steps == (beyond < 0 ? [.removed("a", nil)] : [.removed("a", nil), .removed("b", nil)]))
    }

    /// The descriptor of this process for a file.
    private func descriptor(of path: String) -> Int32? {
        (3..<4_096).first { number in
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
            return count > 0 && buffer.prefix(count).elementsEqual(path.utf8)
        }
    }

    @Test func `an entry that could not be made durable is written no more, and takes out no line that it did not count`() throws {
        let writer = try UndoWriter(journal, by: "test", undoes: nil, now: Surroundings.clock)
        let noted = try writer.write([.removed("a", nil), .removed("b", nil)])
        let path = shelf.path + "/undo/\(writer.number)"
        let number = try #require(descriptor(of: path))
        // A pipe takes what is written, and cannot be synced.
        var ends: [Int32] = [0, 0]
        let own = dup(number)
        try #require(own >= 0 && pipe(&ends) == 0 && dup2(ends[1], number) == number)
        let error = try #require(throws: DiskError.self) { try writer.write([.removed("c", nil)]) }
        try #require(dup2(own, number) == number)
        for end in ends + [own] { close(end) }
        #expect(try #require(throws: DiskError.self) { try writer.write([.removed("d", nil)]) } == error)
        writer.retract([noted[1].line])
        #expect(try #require(try journal.entry(writer.number)).steps == [.removed("a", nil), .removed("b", nil)])
        #expect(!writer.isEmpty, "what is left out here is found never done")
        try writer.finish()
        #expect(try #require(try journal.entry(writer.number)).isFinished)
    }
}
