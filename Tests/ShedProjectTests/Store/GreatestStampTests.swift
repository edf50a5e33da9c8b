import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedSidecar
import ShedTestSupport
import Testing

@testable import ShedProject

/// Another device's batch with stamps that a clock never gives.
@Suite struct GreatestStampTests {
    private let shelf: Shelf
    private let project: Project
    private let there: Project
    private let file: NodeID

    init() throws {
        shelf = try Shelf(in: TestFile.quick)
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo one > Draft/a.txt; echo two > Draft/b.txt; touch .stignore")
        try project.sync()
        file = try #require(try project.id("Draft/a.txt"))
        try shelf.shell("mkdir elsewhere; cp -a 'My Poems' elsewhere/")
        there = try Project.open(
            containing: Array("\(shelf.path)/elsewhere/My Poems".utf8), surroundings: shelf.elsewhere(), purpose: .change, consent: .trustAsReplica)
    }

    /// The greatest there is, and one that another can be greater than.
    static let times: [UInt64] = [.max, Stamp.greatestTime, Stamp.greatestTime - 1, UInt64(Surroundings.clock() + 10 * 86_400_000) << 16]

    /// A batch of a replica that knows of no other and whose stamps are greater than all of one time.
    private func write(_ fields: [Field], at time: UInt64, sequence: UInt64 = 1) throws {
        let replica = ReplicaID(rawValue: .max)
        let header = Batch.Header(project: project.home.id, replica: replica, sequence: sequence, parents: [])
        let stamped = StampedOperation(Stamp(time: time, replica: replica), Operation(file, fields))
        try project.home.sidecar.write(BatchEncoder.encode(header, [stamped]))
    }

    private func exchange() throws {
        let (here, there) = ("'My Poems/.shed/ops/.'", "'elsewhere/My Poems/.shed/ops/.'")
        try shelf.shell("cp -an \(here) 'elsewhere/My Poems/.shed/ops/'; cp -an \(there) 'My Poems/.shed/ops/'")
    }

    private func batches() throws -> String { try shelf.shell("cd 'My Poems/.shed/ops'; ls */*.jsonl") }

    /// Both take in what the other wrote until neither writes any more.
    private func settle() throws {
        for _ in 0..<8 {
            let before = try batches()
            for side in [project, there] {
                try side.sync(.init(overridesWaiting: true))
                try exchange()
            }
            if try batches() == before { return }
        }
        Issue.record("Eight rounds, and batches are still written.")
    }

    private func anew(_ project: Project) throws -> Model {
        try project.home.sidecar.fold(of: project.home.file, fields: shelf.surroundings.kinds.fields, now: Surroundings.clock()).result().model
    }

    @Test(arguments: times) func `two devices that find a file elsewhere than it says agree, and write no more`(time: UInt64) throws {
        try write([.place(Place(parent: try #require(try project.id("Draft")), name: "z.txt"))], at: time)
        try exchange()
        try settle()
        for side in [project, there] {
            #expect(try side.load().model.path(of: file) == "Draft/a.txt")
            #expect(try anew(side).path(of: file) == "Draft/a.txt")
            #expect(try side.load().clock.last >> 16 <= UInt64(Surroundings.clock() + HybridClock.tolerance))
        }
        // A person who moves it has the last word too, on either side, and again.
        for (side, folder, name) in [(there, "elsewhere/My Poems", "y.txt"), (project, "My Poems", "x.txt"), (project, "My Poems", "w.txt")] {
            let old = try #require(try side.load().model.path(of: file)?.last)
            try shelf.shell("mv '\(folder)/Draft/\(old)' '\(folder)/Draft/\(name)'")
            try side.sync(.init(overridesWaiting: true))
            #expect(try anew(side).path(of: file)?.last == Name(name))
            try exchange()
            try shelf.shell("cd '\(folder == "My Poems" ? "elsewhere/My Poems" : "My Poems")'; mv 'Draft/\(old)' 'Draft/\(name)'")
            try settle()
        }
        #expect(try project.load().model.nodes == there.load().model.nodes)
    }

    @Test(arguments: times) func `an edit takes, and the one after it too`(time: UInt64) throws {
        try write([.note("theirs"), .created(.max), .forgotten(nil)], at: time)
        try project.sync()
        #expect(try project.load().model.nodes[file]?.details?.note == "theirs")
        for note in ["mine", "again", "and again"] {
            try project.commit([Operation(file, [.note(note)])])
            #expect(try anew(project).nodes == project.load().model.nodes)
            #expect(try anew(project).nodes[file]?.details?.note == note)
        }
        try exchange()
        try there.sync()
        #expect(try there.load().model.nodes[file]?.details?.note == "and again")
        try there.commit([Operation(file, [.note("there")])])
        try exchange()
        try project.sync()
        #expect(try project.load().model.nodes[file]?.details?.note == "there")
        #expect(try shelf.reopen(project).load().model.nodes == anew(project).nodes)
    }

    @Test func `a name of one's own with the greatest number is no obstacle`() throws {
        let header = Batch.Header(project: project.home.id, replica: project.home.replica, sequence: UInt64(Int64.max), parents: [])
        let stamp = Stamp(time: .max, replica: project.home.replica)
        try project.home.sidecar.write(BatchEncoder.encode(header, [StampedOperation(stamp, Operation(file, [.note("theirs")]))]))
        for note in ["mine", "again"] {
            try project.commit([Operation(file, [.note(note)])])
            #expect(try anew(project).nodes[file]?.details?.note == note)
        }
    }
}
