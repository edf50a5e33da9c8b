import Glibc
import ShedMessages
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedProject

@Suite struct `A conflict` {
    let shelf: Shelf
    let project: Project
    private let copy: RelativePath = "Draft/Ode.sync-conflict-20240131-120000-ABCDEFG.txt"
    private let original: RelativePath = "Draft/Ode.txt"

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        write("mine\n", to: original)
        write("theirs\n", to: copy)
        try project.sync()
    }

    private func write(_ text: String, to path: RelativePath) {
        TestFile.write(text, to: "\(shelf.path)/My Poems/" + String(decoding: path.bytes, as: UTF8.self))
    }

    private func text(_ path: RelativePath) throws -> String {
        try shelf.shell("cat \"My Poems/\(String(decoding: path.bytes, as: UTF8.self))\" 2>/dev/null || true")
    }

    /// What stands in Draft and Trash, with what each holds.
    private func all() throws -> [String] {
        try shelf.shell("cd 'My Poems'; find Draft Trash -type f -exec sh -c 'printf \"%s: \" \"$1\"; cat \"$1\"' sh {} \\; | LC_ALL=C sort").split(separator: "\n").map(String.init)
    }

    @discardableResult
    private func resolve(_ path: RelativePath, _ choice: ConflictChoice, dryRun: Bool = false) throws -> Resolution {
        try verb { transaction in try transaction.resolve(try transaction.conflict(at: path), keeping: choice, dryRun: dryRun) }
    }

    /// Changes the project as another run does.
    @discardableResult
    private func verb<Value>(_ body: (Transaction) throws -> Value) throws -> Value { try shelf.reopen(project).change(body) }

    private func undo() throws {
        let entry = try #require(try project.undoEntries(limit: 1).first)
        try verb { _ = try $0.undo(entry) }
    }

    private let before = ["Draft/Ode.sync-conflict-20240131-120000-ABCDEFG.txt: theirs", "Draft/Ode.txt: mine"]

    @Test(arguments: [(false, ConflictChoice.this), (true, .other)])
    func `ends with the file that was there, and the copy in Trash under its name`(isCopy: Bool, choice: ConflictChoice) throws {
        let (id, other) = (try project.id(original), try project.id(copy))
        let result = try resolve(isCopy ? copy : original, choice)
        #expect(result.path == original && !result.isRewritten && result.moves.map(\.to) == ["Trash/Ode.txt"])
        #expect(try all() == ["Draft/Ode.txt: mine", "Trash/Ode.txt: theirs"])
        #expect(try project.id(original) == id && project.id("Trash/Ode.txt") == other)
        #expect(try project.refresh().conflictCopies().isEmpty)
        try undo()
        #expect(try all() == before && project.id(original) == id && project.id(copy) == other)
    }

    @Test(arguments: [(true, ConflictChoice.this), (false, .other)])
    func `ends with what the copy held, in the place of the file, with its ID`(isCopy: Bool, choice: ConflictChoice) throws {
        let (id, other) = (try #require(try project.id(original)), try #require(try project.id(copy)))
        try project.commit([Operation(id, [.note("my ode")])])
        let result = try resolve(isCopy ? copy : original, choice)
        #expect(result.path == original && result.isRewritten && result.moves.map(\.to) == ["Trash/Ode.txt"])
        #expect(try all() == ["Draft/Ode.txt: theirs", "Trash/Ode.txt: mine"])
        #expect(try project.id(original) == id && project.id("Trash/Ode.txt") == other)
        #expect(try project.load().model.nodes[id]?.details?.note == "my ode")
        #expect(try shelf.shell("readlink 'My Poems/All/Ode.txt'") == "../Draft/Ode.txt\n")
        #expect(try project.sync().changes.isEmpty)
        try undo()
        #expect(try all() == before && project.id(original) == id && project.id(copy) == other)
    }

    /// What two known files exchange there is taken for files that changed places, unless shed has exchanged it.
    @Test func `ends so too where something carries the project and it is known what both held, and is taken back`() throws {
        try shelf.shell("mkdir 'My Poems/.stfolder'")
        for (path, text) in [(original, "mine"), (copy, "theirs")] { write((1...40).map { "\(text) \($0)\n" }.joined(), to: path) }
        try project.sync()
        let (id, other, held) = (try project.id(original), try project.id(copy), try (text(original), text(copy)))
        try resolve(copy, .this)
        #expect(try project.id(original) == id && project.id("Trash/Ode.txt") == other && text(original) == held.1)
        try undo()
        #expect(try project.id(original) == id && project.id(copy) == other && text(original) == held.0 && text(copy) == held.1)
    }

    @Test(arguments: [true, false]) func `of which one is too large to be kept loses nothing when that is taken back, nor when that is taken back again`(isCopy: Bool) throws {
        let large = String(decoding: (isCopy ? copy : original).bytes, as: UTF8.self)
        try shelf.shell("truncate -s \(UndoJournal.largest + 1) \"My Poems/\(large)\"")
        try project.sync()
        func sizes() throws -> String { try shelf.shell("cd 'My Poems'; find Draft Trash -type f -printf '%s\\n' | sort -n") }
        let all = try sizes()
        let opened = try shelf.reopen(project)
        try opened.change { transaction in try transaction.resolve(try transaction.conflict(at: copy), keeping: .this, dryRun: false) }
        #expect(opened.takeDeedNews() == [.undoLacksRoom(count: 1)])
        #expect(try sizes() == all)
        for _ in 0..<2 {
            try undo()
            #expect(try sizes() == all)
        }
    }

    @Test func `ends with both, the copy under a name like others`() throws {
        let (id, other) = (try project.id(original), try project.id(copy))
        try resolve(copy, .both)
        #expect(try all() == ["Draft/Ode (2).txt: theirs", "Draft/Ode.txt: mine"])
        #expect(try project.id(original) == id && project.id("Draft/Ode (2).txt") == other)
        #expect(try project.refresh().conflictCopies(possible: true).isEmpty)
        try undo()
        #expect(try all() == before)
    }

    @Test func `that nobody saw come is explained where both stay, until that is taken back`() throws {
        let id = try #require(try project.id(copy))
        try project.commit([Operation(id, [.unexplained(1)])])
        try resolve(copy, .both)
        #expect(try shelf.reopen(project).refresh().load().model.nodes[id]?.details?.unexplained == nil)
        try undo()
        #expect(try shelf.reopen(project).refresh().load().model.nodes[id]?.details?.unexplained == 1 && all() == before)
    }

    @Test func `of several copies is ended for the one that is named, or all are put away`() throws {
        let second: RelativePath = "Draft/Ode (conflicted copy 2024-02-01 120000).txt"
        write("hers\n", to: second)
        try project.sync()
        #expect { try resolve(original, .other) } throws: { ($0 as? ShedError)?.kind == .usage }
        try resolve(second, .this)
        #expect(try all() == ["Draft/Ode.sync-conflict-20240131-120000-ABCDEFG.txt: theirs", "Draft/Ode.txt: hers", "Trash/Ode.txt: mine"])
        write("hers again\n", to: second)
        try project.sync()
        try resolve(original, .this)
        #expect(try all() == ["Draft/Ode.txt: hers", "Trash/Ode (2).txt: hers again", "Trash/Ode (3).txt: theirs", "Trash/Ode.txt: mine"])
    }

    @Test func `of a file whose name could be a copy's is that of its own copies`() throws {
        write("other\n", to: "Draft/Ode (1).txt")
        try project.sync()
        #expect(try project.asKnown.conflict(at: "Draft/Ode (1).txt").place == original)
        write("theirs\n", to: "Draft/Ode (1).sync-conflict-20240131-120000-ABCDEFG.txt")
        try project.sync()
        let conflict = try project.asKnown.conflict(at: "Draft/Ode (1).txt")
        #expect(conflict.place == "Draft/Ode (1).txt" && !conflict.isNamedByCopy && conflict.copies.count == 1)
    }

    @Test func `whose file is gone gives the copy its name`() throws {
        let other = try project.id(copy)
        unlink("\(shelf.path)/My Poems/Draft/Ode.txt")
        try project.sync()
        #expect { try resolve(copy, .other) } throws: { ($0 as? ShedError)?.kind == .usage }
        try resolve(copy, .this)
        #expect(try all() == ["Draft/Ode.txt: theirs"] && project.id(original) == other)
    }

    @Test func `is only said in a dry run`() throws {
        for choice in ConflictChoice.allCases { #expect(try resolve(copy, choice, dryRun: true).path == original) }
        #expect(try all() == before)
        #expect(try shelf.shell("find 'My Poems/.shed' -path '*staging*' -type f | wc -l") == "0\n")
    }

    @Test func `of folders, of what lies in Trash and of nothing is not ended`() throws {
        mkdir("\(shelf.path)/My Poems/Collections/Book", 0o755)
        mkdir("\(shelf.path)/My Poems/Collections/Book.sync-conflict-20240131-120000-ABCDEFG", 0o755)
        write("x\n", to: "Draft/Lied.txt")
        try project.sync()
        for path: RelativePath in ["Collections/Book.sync-conflict-20240131-120000-ABCDEFG", "Draft/Lied.txt", "Collections"] {
            #expect(throws: ShedError.self) { try resolve(path, .this) }
        }
        try project.change { try $0.trash([copy]) }
        #expect { try resolve("Trash/Ode.sync-conflict-20240131-120000-ABCDEFG.txt", .this) } throws: { ($0 as? ShedError)?.kind == .refused }
    }

    // MARK: Meanwhile

    @Test func `of what is saved meanwhile is left alone`() throws {
        for (path, choice) in [(copy, ConflictChoice.other), (copy, .this), (original, .other), (original, .this), (copy, .both)] {
            let conflict = try project.refresh().conflict(at: path)
            write("theirs, longer\n", to: copy)
            let error = #expect(throws: ShedError.self) { try project.write(after: .nothing) { t throws(ShedError) in try t.resolve(conflict, keeping: choice) } }
            #expect(error?.kind == .refused)
            #expect(try text(copy) == "theirs, longer\n" && text(original) == "mine\n")
            write("theirs\n", to: copy)
        }
    }

    @Test func `of what is saved at the very moment keeps that, and nothing else is changed`() throws {
        let place = "\(shelf.path)/My Poems/Draft/Ode.txt"
        #expect(throws: ShedError.self) {
            try Interruption.$visitor.withValue({ if $0 == "sealed" { TestFile.write("mine, longer\n", to: place) } }) { _ = try resolve(copy, .this) }
        }
        #expect(try all() == ["Draft/Ode.sync-conflict-20240131-120000-ABCDEFG.txt: theirs", "Draft/Ode.txt: mine, longer"])
        #expect(try project.refresh().conflictCopies().count == 1)
    }

    // MARK: Putting together

    @Test func `that was put together leaves one text, and the copy in Trash`() throws {
        let id = try project.id(original)
        try verb { transaction in _ = try transaction.resolve(try transaction.conflict(at: copy), merging: Array("both\n".utf8), keepsCopy: false) }
        #expect(try all() == ["Draft/Ode.txt: both", "Trash/Ode.txt: theirs"] && project.id(original) == id)
        try undo()
        #expect(try all() == before)
        try verb { transaction in _ = try transaction.resolve(try transaction.conflict(at: original), merging: Array("<<<<<<<\n".utf8), keepsCopy: true) }
        #expect(try all() == [before[0], "Draft/Ode.txt: <<<<<<<"])
    }

    @Test func `that was put together of other texts than stand there now is left alone`() throws {
        var conflict = try project.refresh().conflict(at: copy)
        conflict.expect(original: Evidence(), copy: nil)
        #expect(throws: ShedError.self) { try project.write { t throws(ShedError) in try t.resolve(conflict, merging: [], keepsCopy: false) } }
        #expect(try all() == before)
    }
}
