import Glibc
import ShedDisk
import ShedModel
import ShedTestSupport
import Testing

@testable import ShedSidecar

/// What the directories of batches say of themselves, so that nobody has to look at each file.
@Suite struct `The directories of batches` {
    private let directory: TemporaryDirectory
    private let sidecar: Sidecar
    private let ops: String

    init() throws {
        directory = try TemporaryDirectory()
        sidecar = try directory.sidecar()
        ops = directory.path + "/.shed/ops"
        for replica in 1...2 {
            var writer = Writer(UInt64(replica))
            for number in 1...3 { try sidecar.write(writer.encoded(Int64(number), [(node(UInt64(number)), [.note("\(replica)")])])) }
        }
    }

    /// The folders as a listing finds them, all folded; as if long ago, if asked.
    private func listed(still: Bool = false) throws -> [ListedFolder] {
        try sidecar.listing().folders.map { folder in
            var folder = folder
            folder.isWhole = true
            if still { folder.folder.changed = try directory.handle.openDirectory(at: RelativePath([Sidecar.name]).appending(folder.path)).ownEvidence().changed }
            return folder
        }
    }

    private func path(_ name: String) -> RelativePath { RelativePath(bytes: Array(name.utf8)) ?? .root }

    private func own(_ replica: UInt64) throws -> (folder: DirectoryHandle, names: [Name]) {
        let folder = try directory.handle.openDirectory(at: path(".shed/ops/\(ReplicaID(rawValue: replica))"))
        return (folder, try folder.list(atMost: 10).map(\.name).sorted())
    }

    @Test func `are the same as long as nothing is made, taken away, replaced or written to in them`() throws {
        let known = try listed()
        #expect(known.map { "\($0.path)" } == ["ops", "ops/0000000000000001", "ops/0000000000000002"])
        #expect(sidecar.standing(known, closely: true)?.map(\.folder.digest) == known.map(\.folder.digest))
        let (folder, names) = try own(2)
        let content = try folder.read(names[0], atMost: 10_000)
        let changes: [(String, () throws -> Void)] = [
            ("hidden", { try folder.write(".syncthing.tmp", [1], replacing: false) }),
            ("torn", { truncate(ops + "/0000000000000002/\(names[0])", 100) }),
            ("gone", { try folder.removeFile(names[0]) }),
            ("back", { try folder.write(names[0], content, replacing: false) }),
            ("copy", { try folder.write("copy.jsonl", content, replacing: false) }),
            ("device", { try sidecar.write({ var writer = Writer(3); return writer.encoded(1, [(node(1), [.note("3")])]) }()) }),
            ("base", { _ = try directory.handle.openDirectory(".shed").openDirectory("base", create: true) }),
            ("ops", { rename(ops, ops + "-old"); mkdir(ops, 0o755) }),
        ]
        var last = known
        for (name, change) in changes {
            try change()
            #expect((sidecar.standing(last, closely: true) != nil) == (name == "hidden"), "\(name)")
            #expect((sidecar.standing(last, closely: false) != nil) == (name == "hidden"), "\(name)")
            last = try listed()
            #expect(sidecar.standing(last, closely: true) != nil, "\(name)")
        }
    }

    @Test func `are not listed where nothing came or went for long and all is folded, unless each file is asked for`() throws {
        let known = try listed(still: true)
        let (_, names) = try own(1)
        // Only a look at each file shows that.
        truncate(ops + "/0000000000000001/\(names[0])", 100)
        #expect(sidecar.standing(known, closely: false, still: -1_000_000_000_000) == known)
        #expect(sidecar.standing(known, closely: false) == nil && sidecar.standing(known, closely: true) == nil)
        var unfolded = known
        for position in unfolded.indices { unfolded[position].isWhole = false }
        #expect(sidecar.standing(unfolded, closely: false, still: -1_000_000_000_000) == nil)
        // What came or went shows in the directory's own time.
        try own(2).folder.write("new.jsonl", [1], replacing: false)
        #expect(sidecar.standing(known, closely: false, still: -1_000_000_000_000) == nil)
    }

    @Test func `are the same after a batch of one's own, unless something else came meanwhile`() throws {
        var known = try listed()
        var writer = Writer(1)
        for number in 10...11 {
            let file = try sidecar.write(writer.encoded(Int64(number), [(node(9), [.note("more")])]))
            let position = try #require(known.firstIndex { $0.path == file.path.parent })
            known[position] = known[position].with(file.name, file.evidence)
        }
        #expect(sidecar.standing(known, closely: false) != nil)
        #expect(known[1].folder.changed == 0)
        try own(1).folder.write("other.jsonl", [1], replacing: false)
        #expect(sidecar.standing(known, closely: false) == nil)
    }

    @Test func `alone are listed again in which something came`() throws {
        var known = try listed()
        #expect(sidecar.changes(since: known, closely: false)?.isNone == true)
        var writer = Writer(2)
        let file = try sidecar.write(writer.encoded(20, [(node(2), [.note("new")])]))
        var changes = try #require(sidecar.changes(since: known, closely: false))
        #expect(changes.listed.map { "\($0.folder)" } == ["ops/0000000000000002"] && changes.added.isEmpty)
        #expect(changes.listed.first?.files.count == 4 && changes.listed.first?.files.contains(file) == true)
        #expect(sidecar.standing(changes.folders, closely: true) != nil)
        known = changes.folders
        // A device that is new, whose directory makes that of all change.
        var other = Writer(3)
        let first = try sidecar.write(other.encoded(1, [(node(1), [.note("3")])]))
        changes = try #require(sidecar.changes(since: known, closely: false))
        #expect(changes.listed.map { "\($0.folder)" } == ["ops"] && changes.listed.allSatisfy(\.files.isEmpty) && changes.added == [first])
        #expect(sidecar.standing(changes.folders, closely: true)?.count == 4)
        // What is no file, what is gone, or another directory: all is to be listed.
        _ = try own(1).folder.openDirectory("deep", create: true)
        #expect(sidecar.changes(since: changes.folders, closely: false) == nil)
        #expect(rmdir(ops + "/0000000000000001/deep") == 0)
        #expect(rename(ops + "/0000000000000001", ops + "/0000000000000009") == 0)
        #expect(sidecar.changes(since: changes.folders, closely: false) == nil)
    }

    @Test func `with many files are known by names, and what came last by its name`() throws {
        let (folder, _) = try own(1)
        let shared = try folder.list(atMost: 10)[0].name
        for number in 0...Sidecar.mostLookedAt { #expect(link(ops + "/0000000000000001/\(shared)", ops + "/0000000000000001/0000000000000000-\(number).jsonl") == 0) }
        let known = try listed()
        #expect(known.allSatisfy { $0.names != 0 })
        #expect(sidecar.standing(known, closely: true) != nil)
        var writer = Writer(1)
        var written: [BatchFile] = []
        for number in 4...6 { written.append(try sidecar.write(writer.encoded(Int64(number), [(node(1), [.note("late")])]))) }
        let changes = try #require(sidecar.changes(since: known, closely: false))
        #expect(changes.listed.isEmpty && Set(changes.added) == Set(written))
        #expect(sidecar.standing(changes.folders, closely: true)?.map(\.folder.digest) == (try listed().map(\.folder.digest)))
        #expect(changes.folders.map(\.names) == (try listed().map(\.names)))
        // One that does not sort last makes all of them be looked at.
        try folder.write("00.jsonl", [1], replacing: false)
        #expect(sidecar.changes(since: changes.folders, closely: false)?.listed.first?.files.count == Sidecar.mostLookedAt + 8)
        // So does one that is gone, and one that another was put in place of.
        let all = try listed()
        let replica = ops + "/0000000000000001"
        try folder.write("new", [1], replacing: false)
        #expect(rename(replica + "/new", replica + "/00.jsonl") == 0)
        #expect(sidecar.changes(since: all, closely: false)?.isNone == false)
        try folder.removeFile("00.jsonl")
        #expect(sidecar.standing(all, closely: false) == nil)
    }

    @Test func `with some hundred files are known by names too, unless each file is asked for`() throws {
        let (folder, names) = try own(1)
        for number in 0...Sidecar.mostLookedAtInPassing { #expect(link(ops + "/0000000000000001/\(names[0])", ops + "/0000000000000001/0000000000000000-\(number).jsonl") == 0) }
        let known = try listed()
        #expect(sidecar.standing(known, closely: false)?.map(\.names) == known.map(\.names))
        // Only a look at each file shows that.
        truncate(ops + "/0000000000000001/\(names[1])", 100)
        #expect(sidecar.standing(known, closely: false) != nil && sidecar.standing(known, closely: true) == nil)
        try folder.removeFile(names[1])
        #expect(sidecar.standing(known, closely: false) == nil)
    }

    @Test func `with many files are not listed again in which nothing came or went, however short that was ago`() throws {
        let (folder, names) = try own(1)
        for number in 0...Sidecar.mostLookedAtInPassing { #expect(link(ops + "/0000000000000001/\(names[0])", ops + "/0000000000000001/0000000000000000-\(number).jsonl") == 0) }
        var known = try listed(still: true)
        // What a listing would show: that names were not asked is to be seen by that alone.
        let position = try #require(known.firstIndex { $0.path == path("ops/0000000000000001") })
        known[position].names ^= 1
        #expect(sidecar.standing(known, closely: false)?[position] == known[position])
        #expect(sidecar.standing(known, closely: true)?[position] != known[position])
        // Where the directory's time says nothing, or how many there are is not known, they are asked.
        var unsure = known
        unsure[position].folder.changed = 0
        #expect(sidecar.standing(unsure, closely: false)?[position].names != unsure[position].names)
        unsure = known
        unsure[position].count = 0
        #expect(sidecar.standing(unsure, closely: false)?[position].count == names.count + Sidecar.mostLookedAtInPassing + 1)
        try folder.removeFile(names[1])
        #expect(sidecar.standing(known, closely: false) == nil)
    }

    @Test func `say nothing where none is known`() throws {
        #expect(sidecar.standing([], closely: false) == nil)
        #expect(sidecar.standing(try listed().filter { $0.path != "ops" }, closely: false) == nil)
    }
}
