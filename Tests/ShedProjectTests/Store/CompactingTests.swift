import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import ShedTestSupport
import ShedThreads
import Testing

@testable import ShedIndex
@testable import ShedProject

/// A daemon to which nothing happens.
private final class Quiet: StubChangeSource {
    var isSidecarQuiet = true

    func takeDirtyDirectories(isSecondLook: Bool) -> Set<RelativePath>? { [] }
}

@Suite struct `Batches that are put together` {
    private let shelf: Shelf
    private let project: Project
    private static let day: Int64 = 86_400_000

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; for i in 1 2 3; do echo $i > Draft/$i.txt; done")
        try project.sync()
        let id = try #require(try project.id("Draft/1.txt"))
        for number in 0..<80 { try project.commit([Operation(id, [.note("\(number)")])]) }
    }

    private func compact(after days: Int64, dryRun: Bool = false, in other: Project? = nil) throws -> Compacted {
        let project = other ?? project
        let now = project.home.surroundings.now
        defer { project.home.surroundings.now = now }
        project.home.surroundings.now = { now() + days * Self.day }
        return try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.compact(dryRun: dryRun) }
    }

    /// What all that stands in a sidecar says, at a time at which all of it is past.
    private func facts(of folder: String = "My Poems") throws -> FoldFacts {
        let sidecar = try Sidecar(DirectoryHandle(path: "\(shelf.path)/\(folder)"))
        let files = try #require(sidecar.files(try sidecar.listing(), of: project.home.file))
        return FoldFacts(files.fold(of: project.home.file, fields: project.home.surroundings.kinds.fields, now: project.home.surroundings.now() + 1_000 * Self.day))
    }

    private func batches() throws -> Int { try project.home.sidecar.listing().batches.count }

    /// The project is the same to who has it open, to who opens it with the index, and to who folds it anew.
    private func expectSame(_ before: FoldFacts, _ model: Model) throws {
        #expect(try facts().differences(from: before) == [])
        #expect(try project.load().model.nodes == model.nodes && project.store.isUpToDate)
        let looking = try shelf.reopen(project, purpose: .look)
        #expect(try looking.load().model.nodes == model.nodes && looking.load().incomplete.isEmpty)
        #expect(try looking.settledStatus(all: false).isClean)
    }

    @Test func `have their fold kept, however few bases they stand in`() throws {
        let id = try #require(try project.id("Draft/1.txt"))
        for number in 80..<140 { try project.commit([Operation(id, [.note("\(number)")])]) }
        _ = try compact(after: 2)
        _ = try compact(after: 20)
        #expect(try batches() < 10)
        let state = try #require(project.home.stateFolder).path
        try shelf.shell("rm -f '\(state)'/index.sqlite* '\(state)/fold'")
        try shelf.reopen(project).sync()
        #expect(access(state + "/fold", F_OK) == 0)
    }

    @Test(arguments: [false, true]) func `leave it known which fold is kept, so that what another device says next is added to that`(isWatched: Bool) throws {
        let id = try #require(try project.id("Draft/1.txt"))
        for number in 80..<140 { try project.commit([Operation(id, [.note("\(number)")])]) }
        let state = try #require(project.home.stateFolder).path
        // All are folded, and that is kept.
        try shelf.shell("rm '\(state)'/index.sqlite*")
        let again = try shelf.reopen(project)
        try again.sync()
        #expect(access(state + "/fold", F_OK) == 0)
        // Who watches is told what comes, and does not look.
        let quiet = Quiet()
        if isWatched { again.changeSource = quiet }
        #expect(try compact(after: 2, in: again).batches > 130)
        withExtendedLifetime(quiet) { again.changeSource = nil }
        let device = ReplicaID(rawValue: 7)
        let parents = try again.load().meta.fold.heads.compactMap { BatchID(bytes: $0) }
        let header = Batch.Header(project: project.home.id, replica: device, sequence: 1, parents: parents)
        let stamp = Stamp(time: UInt64(project.home.surroundings.now()) << 16, replica: device)
        try project.home.sidecar.write(BatchEncoder.encode(header, [StampedOperation(stamp, Operation(id, [.note("theirs")]))]))
        let loaded = try shelf.reopen(project, purpose: .look).load()
        #expect(loaded.batches.isPart && loaded.batches.count == 1 && loaded.incomplete.isEmpty)
        #expect(loaded.model.nodes[id]?.details?.note == "theirs")
        let folded = try project.home.sidecar.fold(of: project.home.file, fields: project.home.surroundings.kinds.fields, now: project.home.surroundings.now())
        #expect(loaded.model.nodes == folded.result().model.nodes)
    }

    @Test func `stay until two bases have stood for them for two weeks, and say the same then`() throws {
        let (before, model, count) = (try facts(), try project.load().model, try batches())
        #expect(try compact(after: 0).isNothing)
        #expect(try compact(after: 2, dryRun: true).batches == count && project.home.sidecar.listing().bases.isEmpty)
        #expect(try compact(after: 2).batches == count)
        #expect(try project.home.sidecar.listing().bases.count == 2 && batches() == count)
        try expectSame(before, model)
        #expect(try compact(after: 13).isNothing)
        // The newest one stays.
        let done = try compact(after: 16)
        #expect(try done.dropped.count == count - 1 && done.freed > 0 && batches() == 1)
        try expectSame(before, model)
        #expect(try compact(after: 40).isNothing)
        // It goes on from there.
        let id = try #require(try project.id("Draft/2.txt"))
        try project.commit([Operation(id, [.note("later")])])
        #expect(try project.load().incomplete.isEmpty && project.load().model.nodes[id]?.details?.note == "later")
    }

    @Test func `are whole wherever that is interrupted`() throws {
        let (before, nodes, path) = (try facts(), try project.load().model.nodes, shelf.path)
        let copies = Lock(0)
        let visitor: @Sendable (String) -> Void = { name in
            guard name == "base-written" || name == "batch-dropped" else { return }
            let number = copies.withLock { count in
                count += 1
                return count
            }
            // Of many that go alike some are enough.
            if number < 6 || number % 20 == 0 { system("mkdir -p '\(path)/\(number)'; cp -a '\(path)/My Poems/.shed' '\(path)/\(number)/.shed'") }
        }
        try Interruption.$visitor.withValue(visitor) {
            _ = try compact(after: 2)
            _ = try compact(after: 17)
        }
        let count = copies.withLock { $0 }
        #expect(count == 2 + 81)
        for number in 1...count where number < 6 || number % 20 == 0 {
            #expect(try facts(of: "\(number)").differences(from: before) == [], "\(number)")
        }
        // Who was interrupted before the index was saved folds anew, and goes on.
        try shelf.shell("rm -r 'My Poems/.shed'; cp -a 4/.shed 'My Poems/.shed'")
        let again = try shelf.reopen(project)
        #expect(try again.load().model.nodes == nodes)
    }

    @Test func `that go before the base has come are missed, and nothing is once it comes`() throws {
        let before = try facts()
        _ = try compact(after: 2)
        _ = try compact(after: 17)
        try shelf.shell("cp -a 'My Poems' Other; mv Other/.shed/base bases")
        let sidecar = try Sidecar(DirectoryHandle(path: "\(shelf.path)/Other"))
        #expect(try sidecar.fold(of: project.home.file, now: project.home.surroundings.now()).isIncomplete)
        try shelf.shell("mkdir Other/.shed/base; cp $(ls -d bases/* | head -n 1) Other/.shed/base")
        #expect(try facts(of: "Other").differences(from: before) == [])
    }

    @Test func `tell of their writer as before, also where nothing but bases is left`() throws {
        _ = try compact(after: 2)
        _ = try compact(after: 17)
        func others() throws -> FoldSummary {
            try Project.open(containing: project.home.path, surroundings: shelf.elsewhere(), purpose: .look).load().meta.fold
        }
        let before = try others()
        #expect(before.hasOtherReplicas && before.lastOfOthers ?? 0 > 0)
        // To this machine they are its own, and it goes on under its ID.
        try shelf.shell("rm state/projects/*/index.sqlite*")
        let again = try shelf.reopen(project)
        #expect(try !again.load().hasOtherReplicas && again.load().meta.fold.sharedReplica == nil)
        let id = try #require(try again.id("Draft/1.txt"))
        try again.commit([Operation(id, [.note("later")])])
        #expect(again.home.replica == project.home.replica && again.home.stateFolder?.record.former == [])
        try shelf.shell("rm 'My Poems'/.shed/ops/*/*")
        let bare = try others()
        #expect(bare.hasOtherReplicas && bare.lastOfOthers == before.lastOfOthers)
    }

    @Test func `are left alone while the sidecar is not whole`() throws {
        try shelf.shell("cd 'My Poems/.shed/ops'; mv \"$(ls -d */* | sed -n 40p)\" ../../../kept")
        let count = try batches()
        let done = try compact(after: 2)
        #expect(try done.isNothing && done.hindrance == .notWhole && batches() == count)
    }

    @Test func `stay where a carrier takes a base away before they go`() throws {
        let count = try batches()
        _ = try compact(after: 2)
        let script = "rm \"$(ls -d '\(shelf.path)/My Poems/.shed/base'/* | head -n 1)\""
        let visitor: @Sendable (String) -> Void = { if $0 == "dropping" { system(script) } }
        let done = try Interruption.$visitor.withValue(visitor) { try compact(after: 17) }
        #expect(try done.dropped.isEmpty && done.hindrance == .notWhole && batches() == count)
        #expect(try project.load().incomplete.isEmpty)
    }

    @Test func `are left alone while somebody else writes under the same ID`() throws {
        let count = try batches()
        _ = try project.load()
        project.store.changeMeta { $0.fold.sharedReplica = project.home.replica }
        let done = try compact(after: 2)
        #expect(try done.isNothing && done.hindrance == .shared && batches() == count && project.home.sidecar.listing().bases.isEmpty)
    }

    @Test func `are looked through once a day, when enough have gathered`() throws {
        #expect(project.isCompactionDue)
        let due = { try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.compactIfDue() } }
        #expect(try due() != nil)
        #expect(try due() == nil && !project.isCompactionDue)
        #expect(try !shelf.reopen(project, purpose: .look).isCompactionDue)
    }

    /// A daemon has many idle moments.
    @Test func `are not read again and again where that fails`() throws {
        try shelf.shell("echo > 'My Poems/.shed/base'")
        #expect(throws: ShedError.self) { try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.compactIfDue() } }
        try shelf.shell("rm 'My Poems/.shed/base'")
        #expect(!project.isCompactionDue)
        let now = project.home.surroundings.now
        project.home.surroundings.now = { now() + 3_700_000 }
        #expect(project.isCompactionDue)
    }
}
