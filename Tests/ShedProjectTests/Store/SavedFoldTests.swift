import Glibc
import ShedIndex
import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject
@testable import ShedSidecar

/// What is kept beside the index, so that another device's batch costs what it says and not what there is.
@Suite struct `A fold kept beside the index` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; for i in $(seq 5); do echo $i > Draft/$i.txt; done")
        try project.sync()
    }

    private var sidecar: Sidecar { project.home.sidecar }

    private func kept() throws -> String { try #require(project.home.stateFolder).path + "/fold" }

    /// What all that is there folds to.
    private func folded() throws -> Folded {
        try sidecar.fold(of: project.home.file, fields: project.home.surroundings.kinds.fields, now: project.home.surroundings.now()).result()
    }

    /// Writes batches as another device does that has folded all that is there.
    private func write(_ count: Int, from first: Int = 0, note: String = "") throws {
        let id = try #require(try project.id("Draft/1.txt"))
        var parents = try sidecar.fold(of: project.home.file, now: project.home.surroundings.now()).heads
        for number in first..<first + count {
            let header = Batch.Header(project: project.home.id, replica: ReplicaID(rawValue: 7), sequence: UInt64(number + 1), parents: parents)
            let time = UInt64(project.home.surroundings.now() - 60_000 + Int64(number)) << 16
            let stamped = StampedOperation(Stamp(time: time, replica: ReplicaID(rawValue: 7)), Operation(id, [.note("\(note)\(number)")]))
            let batch = BatchEncoder.encode(header, [stamped])
            try sidecar.write(batch)
            parents = [batch.batch.id]
        }
    }

    /// Changes a byte of what is folded, so that who reads it finds it torn; who looks at the file alone does not see that.
    private func spoil() throws {
        let file = try #require(try sidecar.listing().batches.first { $0.replicaDirectory == Name("0000000000000007") })
        let path = "\(shelf.path)/My Poems/.shed/\(file.path)"
        var before = stat()
        try #require(stat(path, &before) == 0)
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(pwrite(descriptor, "}", 1, 100) == 1)
        var times = [before.st_atim, before.st_mtim]
        #expect(futimens(descriptor, &times) == 0)
    }

    @Test func `has what came since added to it, and nothing else is read`() throws {
        try write(200)
        try project.sync()
        #expect(access(try kept(), F_OK) == 0)
        try write(1, from: 200, note: "last ")
        let expected = try folded().model.nodes
        #expect(try shelf.reopen(project, purpose: .look).load().model.nodes == expected)
        try spoil()
        // The one that is spoiled is not read.
        let looking = try shelf.reopen(project, purpose: .look)
        let state = try looking.load()
        #expect(state.incomplete.isEmpty && state.model.nodes == expected)
        #expect(state.model.nodes.values.contains { $0.details?.note == "last 200" })
        #expect(state.batches.isPart && state.batches.count == 1)
        #expect(try looking.store.allBatches(state).count == sidecar.listing().batches.count)
        // Without what was kept, all are.
        #expect(unlink(try kept()) == 0)
        #expect(try !shelf.reopen(project, purpose: .look).load().incomplete.isEmpty)
    }

    @Test func `is gone on with after batches of one's own, of which those are read that are not in it`() throws {
        try write(200)
        try project.sync()
        let again = try shelf.reopen(project)
        let id = try #require(try again.id("Draft/2.txt"))
        try again.commit([Operation(id, [.note("own")])])
        try write(3, from: 200, note: "more ")
        let expected = try folded().model.nodes
        // Neither are other files read, nor is the list of the batches.
        try spoil()
        let looking = try shelf.reopen(project, purpose: .look)
        #expect(try looking.load().batches.isPart && looking.load().model.nodes == expected)
        // Once that is in the index, what comes later is added to all of it.
        let taking = try shelf.reopen(project)
        try taking.sync()
        #expect(try taking.load().meta.fold.unkept.paths.count == 4)
        try write(1, from: 203, note: "last ")
        let last = try shelf.reopen(project, purpose: .look).load()
        #expect(last.batches.isPart && last.incomplete.isEmpty)
        #expect(last.model.nodes.values.contains { $0.details?.note == "last 203" })
        #expect(last.model.nodes.values.contains { $0.details?.note == "own" })
    }

    @Test func `is not gone on with where another folded what it lacks`() throws {
        try write(200)
        try project.sync()
        try write(1, from: 200)
        // Another shed folds that, and does not say which batches the fold lacks.
        let again = try shelf.reopen(project)
        _ = try again.change { transaction in
            transaction.store.changeMeta { $0.fold.unkept = UnkeptBatches() }
            try transaction.commit([Operation(try #require(try again.id("Draft/2.txt")), [.note("own")])])
        }
        try write(1, from: 201, note: "last ")
        let expected = try folded().model.nodes
        #expect(try shelf.reopen(project, purpose: .look).load().model.nodes == expected)
    }

    @Test func `is not used where a batch of it is gone, or it is damaged`() throws {
        try write(200)
        try project.sync()
        try write(1, from: 200)
        for change in ["rm $(ls .shed/ops/0000000000000007/* | head -n 1)", "truncate -s -9 '\(try kept())'", "echo x > '\(try kept())'"] {
            try shelf.shell("cd 'My Poems'; \(change)")
            let state = try shelf.reopen(project, purpose: .look).load()
            #expect(try state.model.nodes == folded().model.nodes, "\(change)")
            // The second batch names the first.
            #expect(!state.incomplete.isEmpty, "\(change)")
        }
    }

    @Test func `is none where little was read, or nothing may be written`() throws {
        try write(20)
        try project.sync()
        #expect(access(try kept(), F_OK) != 0)
        try write(200, from: 20)
        _ = try shelf.reopen(project, purpose: .look).load()
        #expect(access(try kept(), F_OK) != 0)
    }

    @Test func `is folded once by who has no index`() throws {
        let looking = try Project.open(containing: project.home.path, surroundings: shelf.elsewhere(), purpose: .look)
        _ = try looking.load()
        let generation = looking.store.generation
        _ = try looking.load()
        #expect(looking.store.generation == generation)
        // What comes meanwhile is seen all the same.
        try write(1, note: "new ")
        #expect(try looking.load().model.nodes.values.contains { $0.details?.note == "new 0" })
    }
}
