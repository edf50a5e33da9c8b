import ShedIndex
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedSidecar
import Testing

@testable import ShedProject

/// What this device makes of batches of others, with its index and without.
@Suite struct `With batches of other devices` {
    private let shelf: Shelf
    private let project: Project
    private let draft: NodeID
    private let novel: NodeID

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo all of it, from the beginning to the end > Draft/novel.txt; printf 'grace = 0\\n' > .shed/settings.toml")
        try project.sync()
        draft = try #require(try project.id("Draft"))
        novel = try #require(try project.id("Draft/novel.txt"))
    }

    /// Writes what another device says.
    /// - Parameter knowing: whether it had folded what this one has written.
    private func forge(_ operations: [Operation], knowing: Bool, by replica: UInt64 = 0xdead_beef, after time: Int64 = 1_000) throws {
        let replica = ReplicaID(rawValue: replica)
        let stamp = Stamp(time: UInt64(Surroundings.clock() + time) << 16, replica: replica)
        let heads = try project.load().meta.fold.heads.compactMap { BatchID(bytes: $0) }
        let header = Batch.Header(project: project.home.id, replica: replica, sequence: 1, parents: knowing ? heads : [])
        try project.home.sidecar.write(BatchEncoder.encode(header, operations.map { StampedOperation(stamp, $0) }))
    }

    private func batches() throws -> Int { try project.home.sidecar.listing().batches.count }

    @Test func `what another has moved stays where it stands, and nothing is written, also after the grace and with a lost index`() throws {
        try forge([Operation(novel, [.place(Place(parent: draft, name: "book.txt"))])], knowing: true)
        let count = try batches()
        for _ in 0..<3 { try project.sync() }
        #expect(try batches() == count)
        try shelf.shell("cd 'My Poems'; mv Draft/novel.txt Draft/book.txt")
        try project.sync()
        #expect(try batches() == count && project.id("Draft/book.txt") == novel)
    }

    @Test func `what is left where another has moved something is told as long as it has no ID`() throws {
        try shelf.shell("cd 'My Poems'; printf 'grace = \"10 min\"\\n' > .shed/settings.toml; cp Draft/novel.txt Draft/book.txt; mv Draft/book.txt ..")
        let project = try shelf.reopen(project)
        try forge([Operation(novel, [.place(Place(parent: draft, name: "book.txt"))])], knowing: true)
        try project.sync()
        #expect(try shelf.reopen(project, purpose: .look).settledStatus(all: false).reports.isEmpty)
        try shelf.shell("mv book.txt 'My Poems/Draft/'")
        try project.sync()
        #expect(try project.id("Draft/book.txt") == novel)
        #expect(throws: ShedError.self) { try project.id("Draft/novel.txt") }
        let status = try shelf.reopen(project, purpose: .look).settledStatus(all: false)
        #expect(status.reports.map(\.path) == ["Draft/novel.txt"] && status.reports.map(\.rule.name) == ["carrier-arrival"])
        #expect(!status.isClean && status.changes.map(\.path) == ["Draft/novel.txt"] && status.changes.first?.id == nil)
        try project.sync(.init(overridesWaiting: true))
        #expect(try project.id("Draft/novel.txt") != nil && shelf.reopen(project, purpose: .look).settledStatus(all: false).isClean)
    }

    @Test func `a path is whom the batches have there last, and that is kept in the index`() throws {
        let other = NodeID(high: 99, low: 1)
        try forge([Operation(other, [.type(.file), .place(Place(parent: draft, name: "novel.txt"))])], knowing: true)
        #expect(try project.load().model.outplaced == [novel])
        try project.sync()
        #expect(try project.id("Draft/novel.txt") == other)
        let again = try shelf.reopen(project)
        #expect(try again.load().model.outplaced == [novel] && again.id("Draft/novel.txt") == other)
        let count = try batches()
        try again.sync()
        #expect(try batches() == count)
    }

    @Test func `a likely pair is named also where the ID of what came is a second name of another device's by now`() throws {
        let (gone, made, now) = (NodeID(high: 99, low: 1), NodeID(high: 99, low: 2), Surroundings.clock())
        let state = try project.load()
        var (meta, model, memory) = (state.meta, state.model, state.memory)
        for (id, name) in [(gone, "gone.txt"), (made, "novel.txt")] as [(NodeID, Name)] {
            model.apply(Operation(id, [.type(.file), .place(Place(parent: draft, name: name))]))
        }
        model.apply(Operation(made, [.alias(novel)]))
        memory.record(Sighting(evidence: Evidence(size: 1)), of: gone)
        memory.missing[gone] = now
        meta.pairs = [KnownPair(missing: gone, present: made, likeness: 85)]
        let pair = try #require(LikelyPair.known(meta, model, memory, since: now - 1).first)
        #expect(pair.present == novel && pair.path == "Draft/novel.txt" && pair.missing == gone)
        // What has been joined is no pair.
        model.apply(Operation(gone, [.alias(novel)]))
        #expect(LikelyPair.known(meta, model, memory, since: now - 1).isEmpty)
    }

    @Test func `an ID that both gave to one path side by side is one, and keeps what was said of either`() throws {
        let (other, tag) = (NodeID(high: 99, low: 1), NodeID(high: 99, low: 2))
        try forge([Operation(other, [.type(.file), .place(Place(parent: draft, name: "novel.txt")), .tag(tag, true)])], knowing: false)
        try project.sync()
        let model = try project.load().model
        #expect(model.resolve(other) == novel && model[novel]?.details?.labels.tags == [tag])
    }

    @Test func `a batch says what files hold, and a device that never saw one knows it by that wherever it stands`() throws {
        let fold = try project.home.sidecar.fold(of: project.home.file, now: Surroundings.clock())
        let hint = try #require(fold.result().hints[novel])
        #expect(try hint.size == 41 && project.load().model[novel]?.details?.other.isEmpty != false)
        let other = NodeID(high: 99, low: 1)
        try shelf.shell("cd 'My Poems'; echo what the other device has written, at length > Draft/moved.txt; cp Draft/moved.txt ../moved.txt; rm Draft/moved.txt")
        let text = Array("what the other device has written, at length\n".utf8)
        let hash = try #require(ContentHash("\(try shelf.shell("sha256sum moved.txt | cut -c1-64").prefix(64))"))
        try forge(
            [Operation(other, [.type(.file), .place(Place(parent: draft, name: "new.txt")), SeenContent.field(FileContent(size: Int64(text.count), hash: hash))])],
            knowing: true)
        _ = try project.load()
        try shelf.shell("mv moved.txt 'My Poems/Draft/'")
        try project.sync()
        #expect(try project.id("Draft/moved.txt") == other)
    }

    @Test func `what was read while nothing was written is said with the next batch, whatever that is of, and what was too much for one with those after`() throws {
        try shelf.shell("cd 'My Poems'; for n in $(seq 300); do echo \"poem $n, long enough to be known again\" > Draft/$n.txt; done; touch -d 2024-01-01 Draft/*")
        try project.sync()
        func said() throws -> [NodeID: FileContent] { try project.home.sidecar.fold(of: project.home.file, now: Surroundings.clock()).result().hints }
        let first = try said().count
        #expect(first < 300)
        try project.write { transaction throws(ShedError) in try transaction.commit([Operation(novel, [.note("of a tag or whatever")])]) }
        #expect(try said().count == 301)
        try shelf.shell("cd 'My Poems'; echo more >> Draft/7.txt; touch -d 2024-01-02 Draft/7.txt")
        let count = try batches()
        try project.sync()
        #expect(try batches() == count)
        let seventh = try #require(try project.id("Draft/7.txt"))
        try project.write { transaction throws(ShedError) in try transaction.commit([Operation(novel, [.note("once more")])]) }
        let text = try #require(ContentHash("\(try shelf.shell("sha256sum 'My Poems/Draft/7.txt' | cut -c1-64").prefix(64))"))
        #expect(try said()[seventh]?.hash == text)
        // Each once: by another transaction nothing is left to be said.
        let size = try shelf.shell("cd 'My Poems'; cat .shed/ops/*/* | grep -c '\"seen\"'")
        try project.write { transaction throws(ShedError) in try transaction.commit([Operation(novel, [.note("and again")])]) }
        #expect(try shelf.shell("cd 'My Poems'; cat .shed/ops/*/* | grep -c '\"seen\"'") == size)
    }

    @Test func `what a carrier brings back to where something known stood is not refused`() throws {
        let folder = NodeID(high: 99, low: 1)
        let (ready, collections) = (try #require(try project.id("Ready")), try #require(try project.id("Collections")))
        try forge([Operation(folder, [.type(.folder), .place(Place(parent: ready, name: "Part"))])], knowing: true, by: 0xdead_beef)
        try project.sync()
        try forge([Operation(folder, [.place(Place(parent: collections, name: "Part"))])], knowing: true, by: 0xdead_beee, after: 2_000)
        try shelf.shell("cd 'My Poems'; mkdir Ready/Part Ready/Other")
        try project.sync()
        #expect(try shelf.shell("cd 'My Poems'; ls Ready") == "Other\nPart\n")
        // Nobody shall wait for a batch that explains the other one.
        try project.sync(.init(overridesWaiting: true))
        #expect(try shelf.shell("cd 'My Poems'; ls Ready Rejected") == "Ready:\nPart\n\nRejected:\nOther\n")
    }
}
