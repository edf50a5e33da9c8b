import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import Testing

@testable import ShedProject

/// Under which ID a root writes: as long as that is this machine's alone, and under another one as soon as it is not.
@Suite struct `The ID under which a root writes` {
    private let shelf: Shelf
    private let project: Project
    private let first: ReplicaID

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        try project.sync()
        try shelf.shell("echo b > 'My Poems/Draft/b.txt'")
        try project.sync()
        first = project.home.replica
    }

    /// Does something as another run would, so that a batch is written.
    @discardableResult
    private func write(_ name: String) throws -> Project {
        try shelf.shell("echo \(name) > 'My Poems/Draft/\(name).txt'")
        let again = try shelf.reopen(project)
        try again.sync()
        return again
    }

    private func record(_ project: Project? = nil) throws -> ProjectRecord {
        let folder = try #require((project ?? self.project).home.stateFolder)
        return try #require(project?.home.registry.stored(folder) ?? self.project.home.registry.stored(folder)).record
    }

    private func change(_ change: (inout ProjectRecord) -> Void) throws {
        let folder = try #require(project.home.stateFolder)
        var record = try record()
        change(&record)
        _ = try project.home.registry.register(record, in: folder)
    }

    /// A batch that a clone of this machine writes: under the same ID, with the number after the last.
    @discardableResult
    private func cloneWrites(_ note: String, after count: UInt64 = 1) throws -> BatchID {
        let folder = try #require(project.home.stateFolder)
        let last = try #require(WrittenNoteFile(in: folder).read()).note.sequence
        let file = try #require(try project.id("Draft/a.txt"))
        let header = Batch.Header(project: project.home.id, replica: first, sequence: last + count, parents: [])
        let stamp = Stamp(time: UInt64(project.home.surroundings.now()) << 16, replica: first)
        let encoded = BatchEncoder.encode(header, [StampedOperation(stamp, Operation(file, [.note(note)]))])
        try project.home.sidecar.write(encoded)
        return encoded.batch.id
    }

    /// All numbers that were given under an ID, twice where there is a fork.
    private func numbers(of replica: ReplicaID) throws -> [UInt64] {
        try project.home.sidecar.listing().batches.compactMap { file in
            guard case .success(let batch) = project.home.sidecar.read(file, of: project.home.file), batch.header.replica == replica else { return nil }
            return batch.header.sequence
        }.sorted()
    }

    @Test func `stays the same from run to run, and after the root was moved or renamed, or its index lost`() throws {
        #expect(try write("c").home.replica == first)
        try shelf.shell("mkdir Other; mv 'My Poems' Other/Verse; rm state/projects/*/index.sqlite*; echo d > Other/Verse/Draft/d.txt")
        let moved = try Project.open(containing: Array("\(shelf.path)/Other/Verse".utf8), surroundings: shelf.surroundings, purpose: .change)
        try moved.sync()
        #expect(moved.home.replica == first && moved.home.stateFolder?.record.former == [])
        let numbers = try moved.home.sidecar.listing().batches.count
        #expect(Set(try moved.load().batches.all.map(\.id)).count == numbers)
    }

    @Test func `is given up before anything is written, where a clone has written under it`() throws {
        let theirs = try cloneWrites("theirs")
        let again = try write("c")
        #expect(again.home.replica != first)
        #expect(try again.id("Draft/a.txt").flatMap { try again.load().model.nodes[$0]?.details?.note } == "theirs")
        // No number was given twice, and nothing of theirs is lost.
        let numbers = try numbers(of: first)
        #expect(Set(numbers).count == numbers.count)
        #expect(try again.home.sidecar.listing().batches.contains { BatchName.id(in: $0.name) == theirs })
        let former = try #require(try record(again).former.last)
        #expect(former.replica == first && former.reason == .batches && former.sequence + 1 == numbers.last)
        #expect(again.takeReplicaNews().map(\.english).first?.contains("writes under a new ID") == true && again.takeReplicaNews().isEmpty)
        #expect(try shelf.shell("cat state/projects/*/history.jsonl").contains("\"event\":\"device\""))
        // And once only.
        #expect(try write("d").home.replica == again.home.replica)
    }

    @Test func `is given up where both wrote under one number, and both batches count`() throws {
        try cloneWrites("theirs", after: 0)
        let again = try write("c")
        #expect(again.home.replica != first)
        let forks = try again.asKnown.devices().devices.flatMap(\.forks)
        #expect(forks.count == 1 && forks.first?.batches.count == 2)
        let fresh = try Project.open(containing: project.home.path, surroundings: try shelf.elsewhere(), purpose: .look)
        #expect(try fresh.load().model.nodes == again.load().model.nodes)
    }

    @Test func `is given up by a process that has the project open, and by every other that has`() throws {
        let (one, two) = (try shelf.reopen(project), try shelf.reopen(project))
        _ = try (one.load(), two.load())
        try cloneWrites("theirs")
        try shelf.shell("echo c > 'My Poems/Draft/c.txt'")
        try one.sync()
        try shelf.shell("echo d > 'My Poems/Draft/d.txt'")
        try two.sync()
        #expect(one.home.replica != first && two.home.replica == one.home.replica)
        #expect(try record().former.count == 1)
        #expect(try numbers(of: one.home.replica).count >= 2)
    }

    @Test func `is not given up by who only looks`() throws {
        try cloneWrites("theirs")
        let seen = try shelf.reopen(project, purpose: .look)
        _ = try (seen.load(), seen.asKnown.devices())
        #expect(try record().replica == first)
    }

    @Test func `is given up where an older state directory was put back, and no number is given twice`() throws {
        try shelf.shell("cp -a state older")
        try write("c")
        try write("d")
        try shelf.shell("rm -r state; mv older state")
        let again = try write("e")
        #expect(again.home.replica != first)
        let numbers = try numbers(of: first)
        #expect(Set(numbers).count == numbers.count)
        let reason = try record(again).former.last?.reason
        #expect(reason == .state || reason == .batches)
    }

    @Test func `stays where the state directory was moved to another disk, with all that it knew`() throws {
        try shelf.shell("cp -a state moved; rm -r state; mv moved state")
        #expect(try write("c").home.replica == first)
        #expect(try write("d").home.replica == first)
    }

    @Test(.enabled(if: Births.areKept, "needs birth times")) func `is given up where a copied state directory knows a batch that is not there`() throws {
        try shelf.shell("cp -a state moved; rm -r state; mv moved state; cd 'My Poems/.shed/ops'; rm $(ls -d */* | tail -n 1)")
        let again = try write("c")
        #expect(again.home.replica != first)
        #expect(try record(again).former.last?.reason == .state)
    }

    @Test func `is given up on another machine, and on another file system`() throws {
        try change { $0.machine = "another" }
        let second = try write("c")
        #expect(second.home.replica != first)
        #expect(try record(second).former.map(\.reason) == [.machine])
        guard second.home.root.lastingFileSystem != nil else { return }
        try change { $0.fileSystem = 1 }
        let third = try write("d")
        #expect(third.home.replica != second.home.replica)
        #expect(try record(third).former.map(\.reason) == [.machine, .fileSystem])
        #expect(try write("e").home.replica == third.home.replica)
    }

    @Test func `stays where a file system says nothing lasting, or where that was not known before`() throws {
        try change { $0.fileSystem = nil }
        #expect(try write("c").home.replica == first)
        #expect(try record().fileSystem == project.home.root.lastingFileSystem)
    }

    @Test func `stays with a state directory of before, in which nothing was noted`() throws {
        try shelf.shell("rm state/projects/*/written")
        #expect(try write("c").home.replica == first)
        try shelf.shell("for f in state/projects/*/written; do echo torn > $f; done")
        #expect(try write("d").home.replica == first)
    }

    @Test func `takes what was begun under the former along`() throws {
        var staged = try project.asKnown.stageChange()
        try staged.write(Array("staged\n".utf8), to: "Draft/staged.txt")
        var change = staged
        try project.change { try $0.prepare(&change) }
        try self.change { $0.machine = "another" }
        let again = try write("c")
        #expect(again.home.replica != first && again.home.leftChanges().isEmpty)
        #expect(try shelf.shell("cat 'My Poems/Draft/staged.txt'; ls -A 'My Poems/.shed/staging/\(first)' state/projects/*/staged | grep -c - || true") == "staged\n0\n")
        #expect(try again.id("Draft/staged.txt") != nil)
    }

    @Test func `is not another device's once it was given up, for who asks whether others write`() throws {
        try change { $0.machine = "another" }
        let again = try write("c")
        try shelf.shell("rm state/projects/*/index.sqlite*")
        #expect(try !shelf.reopen(again).load().hasOtherReplicas)
    }
}

/// Whether the file system of the tests keeps birth times.
private enum Births {
    static let areKept: Bool = ((try? DirectoryHandle(path: "/tmp").ownEvidence())?.birth ?? 0) != 0
}
