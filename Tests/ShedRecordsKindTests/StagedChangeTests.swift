import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedRecords
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedProject
@testable import ShedRecordsKind

@Suite("A change of several files")
struct StagedChangeTests {
    let library: Library

    init() throws {
        library = try Library("Books")
        for name in ["a", "b", "c"] { library.write("{\"Title\": \"\(name)\"}\n", to: "Books/\(name).json") }
        try library.project.sync()
    }

    private func setAll(_ value: String) throws -> [ChangedRecord] {
        let records = try library.find(nil)
        return try library.reading.change(records, [.set("Shelf", value)])
    }

    private func staged() throws -> StagedChange { try library.staged() }

    private func stagingIsEmpty() throws -> Bool { try library.shell("ls -A \(library.staging)").isEmpty }

    @Test func `is there as a whole, with the IDs that were`() throws {
        let before = try ["a", "b", "c"].map { try library.record("Books/\($0)").id }
        #expect(try setAll("Old").count == 3)
        for name in ["a", "b", "c"] {
            #expect(library.read("Books/\(name).json") == "{\"Title\": \"\(name)\", \"Shelf\": \"Old\"}\n")
        }
        #expect(try ["a", "b", "c"].map { try library.record("Books/\($0)").id } == before)
        #expect(try stagingIsEmpty())
        #expect(try library.project.sync().changes.isEmpty)
    }

    @Test func `gives new files the IDs that were meant for them`() throws {
        var change = try staged()
        let id = library.reading.newID()
        change.assigned["Books/new.json"] = id
        try library.carryOut(change)
        #expect(try library.record("Books/new").id == id)
        #expect(library.read("Books/b.json") == "{\"Title\": \"other\"}\n")
        #expect(try stagingIsEmpty())
    }

    /// Each leaves the last of four targets other than it was when the change was prepared.
    @Test(arguments: [
        "echo more >> Books/c.json", "rm Books/c.json", "echo '{}' > Books/.x; mv Books/.x Books/c.json", "rm Books/c.json; mkdir Books/c.json",
        "mv Books/c.json keep; ln -s keep Books/c.json", "touch -d '2001-01-01' Books/c.json",
    ]) func `is not there at all if one file has changed meanwhile`(deed: String) throws {
        let change = try staged()
        try library.shell(deed)
        let before = try library.visible()
        let inodes = try library.shell("stat -c '%i %y' Books/a.json Books/b.json")
        #expect(throws: ShedError.self) { try library.carryOut(change) }
        #expect(try library.visible() == before)
        #expect(try library.shell("stat -c '%i %y' Books/a.json Books/b.json") == inodes)
        #expect(try stagingIsEmpty())
    }

    @Test func `is not there at all if a name is taken meanwhile`() throws {
        let change = try staged()
        library.write("mine", to: "Books/new.json")
        let before = try library.visible()
        #expect(throws: ShedError.self) { try library.carryOut(change) }
        #expect(try library.visible() == before)
        #expect(try stagingIsEmpty())
    }

    /// Its folder is open all the while.
    @Test func `is not there at all if its folder is moved out of the project meanwhile, and nothing of it is outside`() throws {
        let change = try staged()
        let before = try library.shell("cat Books/*.json")
        let work = library.shelf.path
        #expect(throws: ShedError.self) {
            try Interruption.$visitor.withValue({ point in
                if point == "placed" { rename("\(work)/Library/Books", "\(work)/outside") }
            }) { try library.carryOut(change) }
        }
        #expect(try library.shell("ls ../outside; cat ../outside/*.json") == "a.json\nb.json\nc.json\n" + before)
        #expect(try stagingIsEmpty())
    }

    @Test func `is not there at all if the folder is moved away into which it puts a folder`() throws {
        var change = try library.project.refresh().stageChange()
        try change.write(Array("{}\n".utf8), into: change.makeFolder(for: "Books/Sub"), as: "new.json")
        let work = library.shelf.path
        #expect(throws: ShedError.self) {
            try Interruption.$visitor.withValue({ point in
                if point == "placed" { rename("\(work)/Library/Books", "\(work)/outside") }
            }) { try library.carryOut(change) }
        }
        #expect(try library.shell("ls ../outside") == "a.json\nb.json\nc.json\n")
        #expect(try stagingIsEmpty())
    }

    @Test func `is not there at all if its folder is gone, or a link stands for it`() throws {
        for deed in ["mv Books Shelf", "mv Shelf Books; mv Books ../outside; ln -s ../outside Books"] {
            if deed.hasPrefix("mv Shelf") { try library.shell("mv Shelf Books") }
            let change = try staged()
            try library.shell(deed.hasPrefix("mv Shelf") ? String(deed.dropFirst("mv Shelf Books; ".count)) : deed)
            let before = try library.shell("cat Shelf/* ../outside/* 2>/dev/null || true")
            #expect(throws: ShedError.self) { try library.carryOut(change) }
            #expect(try library.shell("cat Shelf/* ../outside/* 2>/dev/null || true") == before)
            #expect(try stagingIsEmpty())
        }
    }

    @Test func `what somebody saved in a file that is taken back stays`() throws {
        var change = try staged()
        try change.seal(in: library.project.home.root)
        // As far as an interrupted process came: the first two are in their places.
        let books = try library.project.home.root.openDirectory("Books")
        for entry in change.entries.prefix(2) {
            let name = try #require(entry.target.last)
            if entry.replaced == nil {
                try change.folder.directory.rename(entry.name, to: books, as: name, expecting: entry.identity)
            } else {
                try change.folder.directory.exchange(entry.name, with: books, name, expecting: entry.identity)
            }
        }
        try library.shell("echo mine >> Books/a.json; echo hers >> Books/c.json")
        var left = change
        #expect(try !left.finish(in: library.project.home.root))
        // Only edits of the newer texts stand where files were replaced: nothing is left over.
        #expect(change.stranded(in: library.project.home.root).isEmpty)
        try library.project.write(after: .nothing) { transaction throws(ShedError) in try transaction.clear(change, keeping: []) }
        #expect(library.read("Books/a.json") == "{\"Title\": \"other\"}\nmine\n")
        #expect(library.read("Books/b.json") == "{\"Title\": \"b\"}\n")
        #expect(library.read("Books/c.json") == "{\"Title\": \"c\"}\nhers\n")
        #expect(try library.shell("ls Books") == "a.json\nb.json\nc.json\n")
        change = try staged()
        library.reading.discard(change)
        #expect(try stagingIsEmpty())
    }

    /// What a person has confirmed over a file that is open holds also for who finishes it.
    @Test(arguments: [true, false]) func `over a file that is open is finished where that was decided, and taken back where it was not`(overrides: Bool) throws {
        let pen = open("\(library.root)/Books/a.json", O_WRONLY)
        try #require(pen >= 0)
        defer { close(pen) }
        var change = try staged()
        change.overridesWriters = overrides
        try change.seal(in: library.project.home.root)
        guard case .change(var left) = try StagedChange.abandoned(change.folder, StagingSeals(in: #require(library.project.home.stateFolder))) else {
            Issue.record("it is not known")
            return
        }
        #expect(try left.finish(in: library.project.home.root) == overrides)
        #expect(library.read("Books/a.json") == "{\"Title\": \"\(overrides ? "other" : "a")\"}\n")
        try library.project.write(after: .nothing) { transaction throws(ShedError) in try transaction.clear(left, keeping: []) }
        #expect(try stagingIsEmpty())
    }

    /// Killed between two exchanges; then an editor saves one of the new texts by rename, and the change cannot be finished.
    @Test func `that is taken back leaves the ID with what stands in its place, and the old text beside`() throws {
        let id = try library.record("Books/a").id
        var change = try staged()
        try change.seal(in: library.project.home.root)
        let books = try library.project.home.root.openDirectory("Books")
        for entry in change.entries.prefix(2) {
            guard let replaced = entry.replaced else { continue }
            try change.folder.directory.exchange(
                entry.name, with: books, try #require(entry.target.last), expecting: entry.identity, otherExpecting: replaced.identity)
        }
        try library.shell("echo '{\"Title\": \"mine\"}' > .x; mv .x Books/a.json; echo hers >> Books/c.json")
        var left = change
        #expect(try !left.finish(in: library.project.home.root))
        // What a kill at that moment would find on the disk: the text twice, never not at all.
        let root = library.root
        try Interruption.$visitor.withValue({ if $0 == "given" { _ = try? Shelf.copy(root, to: root + "-killed") } }) {
            try library.project.write(after: .nothing) { transaction throws(ShedError) in
                try transaction.clear(change, keeping: change.stranded(in: library.project.home.root), isTakenBack: true)
            }
        }
        #expect(TestFile.read(root + "-killed/a.json") == Array("{\"Title\": \"a\"}\n".utf8))
        // Who asked is told where it is.
        #expect(library.project.takeDeedNews().map(\.english) == ["what Books/a.json held before is kept: it was put at a.json"])
        #expect(try library.shell("grep -rl '\"a\"' '\(root)-killed/.shed/staging' | wc -l") == "1\n")
        try library.project.sync()
        #expect(try library.record("Books/a").id == id)
        #expect(library.read("Books/a.json") == "{\"Title\": \"mine\"}\n")
        #expect(try library.shell("grep -rl '\"a\"' . --include='a*.json' | grep -c Rejected") == "1\n")
        #expect(try stagingIsEmpty())
    }

    /// An editor saves over one new text by rename while another file changes, so that all is taken back.
    @Test func `that was not made tells where it put the old text of a file that was saved over`() throws {
        let change = try staged()
        let root = library.root
        let placed = Lock(0)
        #expect(throws: ShedError.self) {
            try Interruption.$visitor.withValue({ point in
                // After the new file and the first that replaces one.
                guard point == "placed", placed.withLock({ $0 += 1; return $0 }) == 2 else { return }
                TestFile.write("{\"Title\": \"mine\"}\n", to: root + "/.x")
                rename(root + "/.x", root + "/Books/a.json")
                TestFile.write("{\"Title\": \"hers, and longer\"}\n", to: root + "/Books/c.json")
            }) { try library.carryOut(change) }
        }
        #expect(library.read("Books/a.json") == "{\"Title\": \"mine\"}\n")
        #expect(library.read("a.json") == "{\"Title\": \"a\"}\n")
        #expect(library.project.takeDeedNews().map(\.english) == ["what Books/a.json held before is kept: it was put at a.json"])
    }

    /// An editor saves one of the files just before it is exchanged, too late to be seen before.
    @Test(arguments: ["echo mine >> Books/c.json", "touch -d '2001-01-01' Books/c.json"]) func `is taken back where a file was saved at that very moment`(deed: String) throws {
        let ids = try ["a", "b", "c"].map { try library.record("Books/\($0)").id }
        let change = try staged()
        let root = library.root
        let looks = Lock(0)
        #expect(throws: ShedError.self) {
            try Interruption.$visitor.withValue({ point in
                // The third of those that replace a file.
                guard point == "looked", looks.withLock({ $0 += 1; return $0 }) == 3 else { return }
                _ = try? Run("/bin/sh", ["-c", deed].map { Array($0.utf8) }, environment: [], in: root, output: root + ".out", errors: root + ".err").wait()
            }) { try library.carryOut(change) }
        }
        #expect(library.read("Books/a.json") == "{\"Title\": \"a\"}\n")
        #expect(library.read("Books/c.json") == "{\"Title\": \"c\"}\n" + (deed.hasPrefix("echo") ? "mine\n" : ""))
        #expect(try ["a", "b", "c"].map { try library.record("Books/\($0)").id } == ids)
        #expect(try library.shell("ls *.json Rejected 2>/dev/null || true").isEmpty)
        #expect(try stagingIsEmpty())
    }

    /// A program opens one of the files just before it is exchanged, and writes to it when all is done.
    @Test func `keeps what a program opened at that very moment`() throws {
        let change = try staged()
        let root = library.root
        let (looks, opened) = (Lock(0), Lock<Int32>(-1))
        defer { close(opened.withLock { $0 }) }
        try Interruption.$visitor.withValue({ point in
            guard point == "looked", looks.withLock({ $0 += 1; return $0 }) == 3 else { return }
            opened.withLock { $0 = open(root + "/Books/c.json", O_WRONLY | O_APPEND | O_CLOEXEC) }
        }) { try library.carryOut(change) }
        #expect(library.read("Books/c.json") == "{\"Title\": \"other\"}\n")
        #expect(write(opened.withLock { $0 }, "mine\n", 5) == 5)
        let kept = try library.shell("grep -rl mine . --include='c*.json'").split(separator: "\n")
        #expect(kept.count == 1 && TestFile.read("\(root)/\(kept.first ?? "")") == Array("{\"Title\": \"c\"}\nmine\n".utf8))
        #expect(try stagingIsEmpty())
    }

    @Test func `whose seal is longer than any is not of this machine, and in nobody's way`() throws {
        var change = try staged()
        try change.seal(in: library.project.home.root)
        let state = try #require(library.project.home.stateFolder).path
        TestFile.write(String(repeating: "x", count: 300), to: "\(state)/staged/\(change.folder.name)")
        let folder = library.staging + "/\(change.folder.name)"
        // Another folder, which no process holds.
        try library.shell("cp -a \(folder) \(folder)x; rm -r \(folder); mv \(folder)x \(folder)")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(project.home.leftChanges().map(\.isForeign) == [true])
    }

    @Test func `stays where it is, and in nobody's way, where its journal was altered`() throws {
        var change = try staged()
        try change.seal(in: library.project.home.root)
        let folder = library.staging + "/\(change.folder.name)"
        // Longer than any journal is believed to be. Another folder, which no process holds.
        try library.shell("cp -a \(folder) \(folder)x; rm -r \(folder); mv \(folder)x \(folder); truncate -s 2G \(folder)/journal")
        let before = try library.shell("ls \(folder)")
        let project = try library.shelf.reopen(library.project)
        try project.sync()
        #expect(try library.shell("ls \(folder)") == before)
        #expect(project.home.leftChanges().map(\.isForeign) == [true])
        try library.shell("rm -r \(folder)")
        try project.sync()
        #expect(project.home.leftChanges().isEmpty)
    }

    @Test func `files keep their permissions and attributes`() throws {
        try library.shell("chmod 640 Books/a.json; chmod 444 Books/b.json; printf x > Books/c.json; printf '{}' > Books/c.json")
        let path = library.root + "/Books/a.json"
        try #require(setAttribute(path, "user.shed.test", "blue", 4, 0) == 0, "the file system of /tmp has no user attributes")
        _ = try setAll("Old")
        #expect(try library.shell("stat -c %a Books/a.json Books/b.json") == "640\n444\n")
        var value = [UInt8](repeating: 0, count: 16)
        let count = getAttribute(path, "user.shed.test", &value, value.count)
        #expect(count == 4 && value.prefix(4).elementsEqual("blue".utf8))
        #expect(library.read("Books/a.json").contains("Old"))
    }

    @Test func `a dry run writes nothing at all`() throws {
        let look = try library.shelf.reopen(library.project, purpose: .look).refresh()
        let before = try library.shell("find . | sort; find . -type f | sort | xargs sha256sum")
        let records = try look.records(in: look.collection(Array("Books".utf8)))
        #expect(try look.change(records, [.set("Shelf", "Old")], dryRun: true).count { $0.isChanged } == 3)
        #expect(try library.shell("find . | sort; find . -type f | sort | xargs sha256sum") == before)
    }
}

/// setxattr(2) and getxattr(2), which Swift's Glibc leaves out.
@_silgen_name("setxattr")
private func setAttribute(_ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer, _ size: Int, _ flags: Int32) -> Int32

@_silgen_name("getxattr")
private func getAttribute(_ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer, _ size: Int) -> Int

extension Shelf {
    /// Copies a folder with all that is in it.
    fileprivate static func copy(_ from: String, to: String) throws -> RunResult {
        try Run("/bin/cp", ["-a", from, to].map { Array($0.utf8) }, environment: [], in: "/", output: to + ".out", errors: to + ".err").wait()
    }
}
