import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import Testing

@testable import ShedIndex
@testable import ShedProject

@Suite struct `What is saved into the index` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; for i in $(seq 50); do echo $i > Draft/$i.txt; done")
        try project.sync()
    }

    /// Writes batches, and the index once at the end.
    private func write(batches count: Int) throws {
        let id = try #require(try project.id("Draft/1.txt"))
        try project.write(after: .nothing) { transaction throws(ShedError) in
            try project.store.change { state throws(ShedError) in
                for number in 0..<count { try transaction.write([Operation(id, [.note("\(number)")])], into: &state) }
                try project.store.save(&state, touching: [id], by: transaction.access)
                return .everything
            }
        }
    }

    /// How many bytes go into the index's log.
    private func written(_ body: () throws -> Void) throws -> Int {
        let index = try project.store.writableIndex()
        #expect(try index.checkpoint())
        try body()
        return ProjectIndex.size(of: index.path + "-wal")
    }

    @Test func `costs the same after 2,000 batches as after 20`() throws {
        let id = try #require(try project.id("Draft/1.txt"))
        func measure(_ name: String) throws -> [Int] {
            [
                try written { try project.commit([Operation(id, [.note(name)])]) },
                try written {
                    try shelf.shell("cd 'My Poems/Draft'; echo more >> 2.txt; mkdir ../Collections/\(name)")
                    try project.walk(.daemonLook(.init(in: ["Draft", "Collections"], believesVanished: true)))
                },
            ]
        }
        try write(batches: 20)
        let few = try measure("few")
        try write(batches: 2_000)
        let many = try measure("many")
        for (few, many) in zip(few, many) { #expect(many <= few + 4 * (ProjectIndex.pageSize + 24) && few > 0) }
        #expect(try project.load().batches.count > 2_020)
        #expect(try shelf.reopen(project, purpose: .look).settledStatus(all: false).isClean)
    }

    @Test func `is nothing where nothing changed`() throws {
        let generation = try project.store.writableIndex().generation()
        let ids = Array(try project.load().model.nodes.keys)
        #expect(try written {
            try project.write(after: .nothing) { transaction throws(ShedError) in
                try transaction.saveMeta()
                try project.store.change { state throws(ShedError) in
                    try project.store.save(&state, touching: ids, by: transaction.access)
                    return .everything
                }
            }
        } == 0)
        #expect(try project.load().meta.generation == generation)
        #expect(try project.store.writableIndex().generation() == generation)
    }

    /// What is kept in memory is what a look into the index would find, without that look.
    @Test func `is what is kept in memory`() throws {
        func compare(_ step: String) throws {
            let stored = try #require(try ProjectIndex.open(path: try project.store.writableIndex().path, access: .readOnly)?.load())
            let state = try project.load()
            #expect(stored.meta == state.meta, "\(step)")
            #expect(stored.batches == state.batches && state.batches.unsaved.isEmpty, "\(step)")
            #expect(stored.model.nodes == state.model.nodes && stored.model.labels.records == state.model.labels.records, "\(step)")
            #expect(stored.memory.seen == state.memory.seen && stored.memory.missing == state.memory.missing, "\(step)")
        }
        try compare("made")
        for step in [
            "mkdir Collections/Book; mv Draft/3.txt Collections/Book", "echo x > stray.txt", "mv Draft/4.txt Ready/", "rm Draft/5.txt",
            "mv Collections/Book Draft/Book", "echo more >> Draft/6.txt; cp -p Draft/7.txt Draft/copy.txt",
        ] {
            try shelf.shell("cd 'My Poems'; \(step)")
            try project.sync()
            try compare(step)
        }
        try project.write { transaction throws(ShedError) in _ = try transaction.makeTag("open", colour: nil, scope: nil) }
        try compare("tag")
        let unhashed = project.store.unhashedFiles()
        _ = try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.hash(unhashed, savesAll: true) }
        try compare("hashes")
        let missing = try #require(try project.settledStatus(all: true).missing.first?.id)
        try shelf.shell("cd 'My Poems'; echo new > Draft/again.txt")
        try project.write { transaction throws(ShedError) in try transaction.relink("Draft/again.txt", to: missing) }
        try compare("alias")
        // Another device's batch, and one that got lost.
        try shelf.shell("cp -a 'My Poems' Copy; touch Copy/.stignore 'My Poems/.stignore'")
        let copy = try shelf.trusted("Copy", on: shelf.elsewhere(), as: .trustAsReplica)
        try copy.sync()
        try shelf.shell("mv Copy/Draft/8.txt Copy/Research/")
        try copy.sync()
        try shelf.shell("cp -an Copy/.shed/ops/. 'My Poems/.shed/ops/'")
        try project.sync()
        try compare("another device")
        #expect(try project.load().meta.fold.hasOtherReplicas && !project.load().meta.unsettled.incomingMoves.isEmpty)
        try shelf.shell("cd 'My Poems/.shed/ops'; rm \"$(ls -d */* | sed -n 3p)\"")
        try project.sync(.init(overridesWaiting: true))
        try compare("lost")
        #expect(try !project.load().meta.fold.gaps.waived.isEmpty)
    }

    @Test func `of an earlier version is taken over, and files that moved meanwhile keep their IDs`() throws {
        let id = try project.id("Draft/1.txt")
        try project.write { transaction throws(ShedError) in _ = try transaction.makeTag("open", colour: nil, scope: nil) }
        try write(batches: 5)
        try project.store.writableIndex().makeEarlier()
        let (batches, seen) = (try project.load().batches, try project.load().memory.seen)
        // Only what was seen of it can say that.
        try shelf.shell("cd 'My Poems'; rm Draft/2.txt; mv Draft/1.txt Research/other.txt")
        #expect(try shelf.reopen(project, purpose: .look).settledStatus(all: false).changes.contains { $0.kind == .moved && $0.id == id })
        let again = try shelf.reopen(project)
        try again.store.writableIndex()
        #expect(try again.store.allBatches(again.load()) == batches)
        #expect(try again.load().memory.seen == seen)
        #expect(try again.load().wasIndexed && again.load().digests.count > 1)
        try again.sync()
        #expect(try again.id("Research/other.txt") == id)
    }

    /// An index of an earlier version does not say when IDs were made, or was folded by other rules; what it remembers of the disk counts all
    /// the same.
    @Test(arguments: ["dated", "fold-rules"])
    func `without dates, or of other rules, is folded anew, with the same dates as before`(key: String) throws {
        let id = try project.id("Draft/1.txt")
        try write(batches: 3)
        let state = try project.load()
        try project.store.writableIndex().queue.write { try $0.execute(sql: "DELETE FROM meta WHERE key = '\(key)'") }
        #expect(try shelf.reopen(project, purpose: .look).store.metaIfFolded() == nil || key == "dated")
        try shelf.shell("cd 'My Poems'; rm Draft/2.txt; mv Draft/1.txt Research/other.txt")
        #expect(try shelf.reopen(project, purpose: .look).settledStatus(all: false).changes.contains { $0.kind == .moved && $0.id == id })
        let again = try shelf.reopen(project)
        try again.store.writableIndex()
        #expect(try again.load().model.nodes == state.model.nodes)
        #expect(try again.load().memory.seen == state.memory.seen)
        try again.sync()
        #expect(try again.id("Research/other.txt") == id)
        let meta = try #require(try ProjectIndex.open(path: try again.store.writableIndex().path, access: .readOnly)?.load()?.meta)
        #expect(meta.isDated && meta.fold.rules == Fold.rules)
    }

    /// What is kept in memory while a project is open is what a fold of all batches gives.
    @Test func `is what a fold gives, dates too`() throws {
        for step in ["mv Draft/4.txt Ready/", "echo x > stray.txt", "mkdir -p Collections/Book; mv Draft/5.txt Collections/Book", "rm Draft/7.txt"] {
            try shelf.shell("cd 'My Poems'; \(step)")
            try project.sync()
        }
        try write(batches: 2)
        let state = try project.load()
        let folded = try project.home.sidecar.fold(of: project.home.file, fields: project.home.surroundings.kinds.fields, now: project.home.surroundings.now())
        #expect(folded.result().model.nodes == state.model.nodes)
        let node = try #require(try project.id("Draft/1.txt").flatMap { state.model.nodes[$0] })
        #expect(node.created > 0 && node.updated >= node.created)
    }
}

extension ProjectIndex {
    /// Makes the file one of version 1: all batches in one row, the rest of what has rows of its own in a row of loose keys.
    fileprivate func makeEarlier() throws {
        let (meta, batches) = try #require(try metaAndBatches())
        try queue.write { db in
            func write(_ key: String, _ body: (inout ByteWriter) -> Void) throws {
                var writer = ByteWriter()
                Packet.begin(&writer)
                body(&writer)
                Packet.seal(&writer, key: PacketKey(meta: key))
                try db.makeStatement(sql: "INSERT INTO meta (key, value) VALUES (?, ?)").run(.text(key), .bytes(writer.written))
            }
            try write("batches") { writer in
                writer.count(batches.count)
                for batch in batches.all {
                    let names = batch.path.names.suffix(2)
                    for name in names { writer.text(name.bytes) }
                    writer.signed(batch.size)
                    writer.signed(batch.modified)
                    writer.fixed(batch.inode)
                    writer.text(batch.id)
                }
            }
            try write("extra") { writer in
                writer.count(1)
                writer.text("sequence")
                writer.text("\(meta.fold.sequence)")
            }
            try db.execute(
                sql: """
                    DELETE FROM meta WHERE key IN ('fold', 'doubled', 'gaps', 'leftover', 'kind-data');
                    DROP TABLE batch; PRAGMA user_version=1
                    """)
        }
    }
}
