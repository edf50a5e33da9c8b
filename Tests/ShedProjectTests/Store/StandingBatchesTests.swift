import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import Testing

@testable import ShedIndex
@testable import ShedProject

@Suite struct `Batches that stand as they were` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        for name in ["one", "two"] {
            try shelf.shell("cd 'My Poems'; echo \(name) > Draft/\(name).txt")
            try project.sync()
        }
    }

    /// The project as one who writes has it open.
    private func reopened() throws -> Project {
        let again = try shelf.reopen(project)
        _ = try again.store.writableIndex()
        return again
    }

    /// What the index has of them is what is there.
    private func expectWhole(_ count: Int) throws {
        let (meta, batches) = try #require(try ProjectIndex.open(path: try project.store.writableIndex().path, access: .readOnly)?.metaAndBatches())
        let listing = try project.home.sidecar.listing()
        #expect(batches.count == count && listing.batches.count == count)
        #expect(project.store.isFolded(listing, in: meta, batches))
    }

    @Test func `are not read, nor is their list, and what is written is added to it`() throws {
        let count = try project.home.sidecar.listing().batches.count
        let looking = try shelf.reopen(project, purpose: .look)
        #expect(try looking.load().batches.isPart && looking.load().model.nodes == project.load().model.nodes)
        let again = try reopened()
        let id = try #require(try again.id("Draft/one.txt"))
        #expect(try again.load().batches.isPart)
        try again.commit([Operation(id, [.note("first")])])
        try expectWhole(count + 1)
        // What wrote it goes on.
        try again.commit([Operation(id, [.note("second")])])
        #expect(again.store.isUpToDate)
        try expectWhole(count + 2)
        #expect(try shelf.reopen(project, purpose: .look).load().model.nodes[id]?.details?.note == "second")
        #expect(try shelf.reopen(project, purpose: .look).settledStatus(all: false).isClean)
    }

    @Test func `are not read by one who is going to change the project, and looks before it has the lock`() throws {
        let again = try shelf.reopen(project)
        #expect(try again.load().batches.isPart)
        // Writing goes on from there.
        let id = try #require(try again.id("Draft/one.txt"))
        let count = try again.home.sidecar.listing().batches.count
        try again.commit([Operation(id, [.note("first")])])
        try expectWhole(count + 1)
    }

    @Test func `are not read after an adoption, which has written them`() throws {
        try shelf.shell("mkdir Old; for i in $(seq 30); do echo $i > Old/$i.txt; done")
        let adopted = try Adoption(
            of: Array("\(shelf.path)/Old".utf8), kind: shelf.surroundings.kinds.kinds.kind(named: "poetry"), language: .english,
            surroundings: shelf.surroundings
        ).perform()
        for purpose in [Project.Purpose.look, .change] {
            let again = try shelf.reopen(adopted, purpose: purpose)
            #expect(try again.load().batches.isPart)
            #expect(try again.load().meta.saysAll)
        }
    }

    @Test func `are read where the index is damaged, which one without the lock leaves as it is`() throws {
        let index = try project.store.writableIndex().path
        project.store.forget()
        let again = try shelf.reopen(project)
        let nodes = try project.load().model.nodes
        try shelf.shell("cp '\(index)' before; head -c 100000 /dev/urandom > '\(index)'; rm -f '\(index)'-*; cp '\(index)' damaged")
        #expect(try again.load().model.nodes == nodes)
        try shelf.shell("cmp '\(index)' damaged")
        let id = try #require(try again.id("Draft/one.txt"))
        try again.commit([Operation(id, [.note("first")])])
        #expect(try shelf.reopen(project, purpose: .look).load().model.nodes[id]?.details?.note == "first")
    }

    @Test func `are not taken from an index that was read without the lock, where another stands in its place by then`() throws {
        let again = try shelf.reopen(project)
        let one = try #require(try again.id("Draft/one.txt"))
        try project.store.discardIndex()
        try shelf.shell("echo three > 'My Poems/Draft/three.txt'")
        try project.sync()
        let three = try #require(try project.id("Draft/three.txt"))
        try again.commit([Operation(one, [.note("first")])])
        let state = try shelf.reopen(project, purpose: .look).load()
        #expect(state.model.nodes[one]?.details?.note == "first" && state.memory.seen[three] != nil)
    }

    @Test func `are read where something came or went, or a file was changed in its place`() throws {
        for change in ["touch $(echo ops/*)/x.jsonl", "rm ops/*/x.jsonl; mkdir ops/0123456789abcdef", "mkdir base; touch base/x", "f=$(ls ops/*/*.jsonl | head -n 1); truncate -s -9 $f"] {
            try shelf.shell("cd 'My Poems/.shed'; \(change)")
            let looking = try shelf.reopen(project, purpose: .look)
            #expect(try !looking.load().batches.isPart, "\(change)")
            #expect(try looking.load().incomplete.isEmpty != change.contains("truncate"), "\(change)")
        }
    }

    @Test func `whose list is asked for are completed from the index`() throws {
        let again = try reopened()
        #expect(try again.load().batches.isPart)
        let paths = try again.home.sidecar.listing().batches.map(\.path)
        #expect(again.store.isUpToDate(at: paths))
        #expect(try !again.load().batches.isPart && again.load().batches.count == paths.count)
    }
}
