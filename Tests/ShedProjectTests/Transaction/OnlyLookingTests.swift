import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedProject

/// A project that was opened to be looked at.
struct `A project that is only looked at` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf(in: TestFile.quick)
        let made = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        try made.sync()
        project = try shelf.reopen(made, purpose: .look)
    }

    /// Everything that is kept of the project and of the machine's state.
    private func everything() throws -> String { try shelf.shell("find . -type f | sort | xargs -d '\\n' sha256sum; find . -type d | sort") }

    /// What writes, by name.
    private static let deeds: [(name: String, deed: @Sendable (Transaction) throws -> Void)] = [
        ("commit", { try $0.commit([Operation($0.newID(), [.type(.folder)])]) }),
        ("write", { transaction in
            let id = transaction.newID()
            try transaction.store.change { state throws(ShedError) in
                try transaction.write([Operation(id, [.type(.folder)])], into: &state)
                return .everything
            }
        }),
        ("relocate", { try $0.relocate("Draft/a.txt", to: "Ready/a.txt", expecting: nil) }),
        ("walk", { try $0.walk(.refresh()) }),
        ("reconcile", { _ = try $0.reconcile(.sync()) }),
        ("saveMeta", { try $0.saveMeta() }),
        ("note", { try $0.note([]) }),
        ("hash", { try $0.hash($0.store.unhashedFiles(), savesAll: true) }),
        ("carryOut", { transaction in
            let change = try transaction.stageChange()
            defer { transaction.discard(change) }
            try transaction.carryOut(change)
        }),
        ("putAside", { try $0.putAside("Draft/a.txt", as: "Draft/a.txt", by: "wrong-type") }),
        ("giveUpLostBatches", { _ = try $0.giveUpLostBatches() }),
        ("add", { _ = try $0.add(.file, at: "Draft/b.txt") }),
        ("rename the project", { try $0.rename(.root, to: "Other") }),
        ("delete the project", { _ = try $0.delete(permanently: true) }),
        ("remove Rejected", { try $0.removeRejectedIfEmpty(left: []) }),
        ("declare as copy", { try $0.project.declare(asCopy: true) }),
        ("declare as replica", { try $0.project.declare(asCopy: false) }),
    ]

    @Test(arguments: deeds.map(\.name)) func `writes nothing`(name: String) throws {
        let deed = try #require(Self.deeds.first { $0.name == name }).deed
        // The folder for staged changes comes with the first.
        let staged = project.asKnown
        try staged.discard(staged.stageChange())
        let before = try everything()
        let error = #expect(throws: (any Error).self) { try project.change { try deed($0) } }
        #expect((error as? DiskError)?.code == .readOnly || (error as? ShedError)?.message.contains("only looked at") == true)
        #expect(try everything() == before)
    }

    @Test func `is asked all the same which batches are lost`() throws {
        #expect(try project.giveUpLostBatches(dryRun: true).isEmpty)
    }
}
