import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedSidecar
import Testing

@testable import ShedProject

/// Which folders this machine takes for Trash and Rejected, and whose record says so.
@Suite struct `The confirmed folders` {
    private let shelf: Shelf
    private let project: Project
    private let trash: NodeID
    private let draft: NodeID

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        try project.sync()
        trash = try #require(try project.id("Trash"))
        draft = try #require(try project.id("Draft"))
    }

    private func forge(_ operations: [Operation], in folder: String = "My Poems") throws {
        let replica = ReplicaID(rawValue: 0xdead_beef)
        let stamp = Stamp(time: UInt64(Surroundings.clock() + 1_000) << 16, replica: replica)
        let seen = try Project.open(containing: Array("\(shelf.path)/\(folder)".utf8), surroundings: shelf.surroundings, purpose: .look)
        let header = Batch.Header(project: seen.home.id, replica: replica, sequence: 1, parents: [])
        try seen.home.sidecar.write(BatchEncoder.encode(header, operations.map { StampedOperation(stamp, $0) }))
    }

    /// Draft bears the role of Trash, and what was Trash bears none.
    private var robbery: [Operation] { [Operation(trash, [.role(nil)]), Operation(draft, [.role(.trash)])] }

    /// The project is open twice, as under a daemon; a person confirms anew in the other.
    private func confirmElsewhere() throws -> Shelters {
        try forge([Operation(draft, [.role(.trash)])])
        let other = try shelf.reopen(project)
        try other.write { transaction throws(ShedError) in try transaction.confirmShelters() }
        let confirmed = try #require(other.home.shelters)
        try #require(confirmed[.trash] == trash && confirmed.others == [draft] && project.home.shelters != confirmed)
        return confirmed
    }

    @Test func `are those that another run has confirmed meanwhile`() throws {
        let confirmed = try confirmElsewhere()
        try project.write(after: .nothing) { _ throws(ShedError) in }
        #expect(project.home.shelters == confirmed)
    }

    @Test func `stay as another run has confirmed them, whatever else is written down`() throws {
        let confirmed = try confirmElsewhere()
        try project.declare(asCopy: false)
        #expect(try shelf.reopen(project, purpose: .look).home.shelters == confirmed)
        try project.rename(.root, to: "Others")
        let moved = try shelf.reopen(project, purpose: .look)
        #expect(moved.home.shelters == confirmed && moved.home.stateFolder?.record.root == project.home.path)
        #expect(moved.home.stateFolder?.record.declared == "replica")
    }

    @Test func `are not written back once the project was forgotten`() throws {
        let folder = try #require(project.home.stateFolder)
        let error = #expect(throws: ShedError.self) {
            try project.write(after: .nothing) { transaction throws(ShedError) in
                try project.home.registry.forget(folder)
                try transaction.updateKept { $0.declared = "replica" }
            }
        }
        #expect(error?.isAboutTrust == true)
        #expect(try project.home.registry.allFolders().isEmpty)
    }

    @Test func `are those that were shown, and not what came until the answer`() throws {
        try shelf.shell("cp -a 'My Poems' Clone; touch Clone/.stignore 'My Poems/.stignore'")
        let seen = try Project.open(containing: Array("\(shelf.path)/Clone".utf8), surroundings: shelf.surroundings, purpose: .look)
        let shown = try seen.asKnown.trustSummary()
        #expect(shown.shelters.first { $0.role == .trash }?.path == "Trash")
        try forge(robbery, in: "Clone")
        let trusted = try seen.trusted(as: .trust, shown: shown)
        #expect(trusted.home.shelters?[.trash] == trash)
        #expect(throws: ShedError.self) { try trusted.change { try $0.emptyTrash() } }
    }

    @Test func `are those that were shown also of a copy, which has IDs of its own`() throws {
        try shelf.shell("cp -a 'My Poems' Copy")
        let seen = try Project.open(containing: Array("\(shelf.path)/Copy".utf8), surroundings: shelf.surroundings, purpose: .look)
        let copy = try seen.trusted(as: .trust, shown: seen.asKnown.trustSummary())
        try copy.sync()
        #expect(try copy.home.id != project.home.id && copy.home.shelters?[.trash] == copy.id("Trash"))
    }

    @Test func `are the same for whatever asks`() throws {
        try forge([Operation(draft, [.role(.trash)])])
        try shelf.shell("rm -r 'My Poems/Trash'")
        try project.sync()
        let state = try project.load()
        #expect(project.asKnown.shelter(.trash, state) == nil)
        #expect(try project.asKnown.folder(with: .trash) == nil)
        // What is thrown away goes into one that is made for it.
        try project.change { try $0.trash(["Draft/a.txt"]) }
        let (made, later) = (try #require(try project.asKnown.folder(with: .trash)), try project.load())
        #expect(made != "Draft")
        #expect(project.asKnown.shelter(.trash, later)?.path == made)
    }

    // MARK: Second names

    /// Draft is Trash, by a batch that makes Trash a second name of it.
    private var renaming: [Operation] { [Operation(trash, [.alias(draft)]), Operation(draft, [.role(.trash), .accepts(.nothing)])] }

    @Test func `are not given to another folder by a second name`() throws {
        try forge(renaming)
        try project.sync()
        try shelf.shell("mkdir -p 'My Poems/Draft'; test -e 'My Poems/Draft/a.txt'")
        let summary = try shelf.reopen(project).asKnown.trustSummary()
        #expect(summary.shelters.contains { $0.role == .trash && $0.path == "Draft" && $0.isConfirmed } == false)
        #expect(throws: ShedError.self) { try project.change { try $0.emptyTrash() } }
        try shelf.shell("test -e 'My Poems/Draft/a.txt'")
    }

    /// Git brings no empty folders.
    @Test(arguments: [true, false]) func `are not given to another folder where Trash was not there when it was trusted`(isRenamed: Bool) throws {
        try shelf.shell("cp -a 'My Poems' Clone; rmdir Clone/Trash; touch Clone/.stignore 'My Poems/.stignore'")
        let clone = try shelf.trusted("Clone")
        try clone.sync()
        try #require(clone.home.shelters?[.trash] == trash && clone.home.shelters?.stands[.trash] == nil)
        // The other way round, Draft is a second name of what is to be at its place.
        let root = try #require(try clone.load().model.nodes[draft]?.place?.parent)
        let other = [Operation(draft, [.alias(trash)]), Operation(trash, [.place(Place(parent: root, name: "Draft"))])]
        try forge(isRenamed ? renaming : other, in: "Clone")
        for _ in 0..<2 {
            try clone.sync()
            try shelf.reopen(clone).write(after: .nothing) { _ throws(ShedError) in }
        }
        #expect(clone.home.shelters?.stands[.trash]?.name != "Draft")
        _ = try? clone.change { try $0.emptyTrash() }
        _ = try? shelf.reopen(clone).change { try $0.emptyTrash() }
        try shelf.shell("test -e Clone/Draft/a.txt")
    }

    @Test func `are not given to another folder as Rejected by a second name`() throws {
        try shelf.shell("echo x > 'My Poems/Collections/x.txt'")
        try project.sync(.init(overridesWaiting: true))
        let rejected = try #require(try project.id("Rejected"))
        try #require(project.home.shelters?[.rejected] == rejected)
        try forge([Operation(rejected, [.alias(draft)]), Operation(draft, [.role(.rejected)])])
        try project.sync()
        #expect(project.asKnown.shelter(.rejected, try project.load())?.path != "Draft")
        try shelf.shell("echo y > 'My Poems/Collections/y.txt'")
        try project.sync(.init(overridesWaiting: true))
        try shelf.shell("! test -e 'My Poems/Draft/y.txt' && test -e 'My Poems/Draft/a.txt'")
    }

    @Test func `are not given to another folder as Rejected by being its second name`() throws {
        try shelf.shell("echo x > 'My Poems/Collections/x.txt'")
        try project.sync(.init(overridesWaiting: true))
        let rejected = try #require(try project.id("Rejected"))
        try shelf.shell("rm 'My Poems/Rejected/x.txt'")
        try project.sync()
        try shelf.shell("! test -e 'My Poems/Rejected'")
        try forge([Operation(draft, [.alias(rejected)]), Operation(rejected, [.role(.rejected), .place(Place(parent: project.home.id, name: "Draft"))])])
        try project.sync()
        try shelf.shell("echo y > 'My Poems/Collections/y.txt'")
        try project.sync(.init(overridesWaiting: true))
        try shelf.shell("! test -e 'My Poems/Draft/y.txt' && test -e 'My Poems/Draft/a.txt'")
    }

    @Test func `are the same under a second name where they stand`() throws {
        let other = NodeID(high: 3, low: 3)
        let place = try #require(try project.load().model.nodes[trash]?.place)
        try forge([Operation(other, [.type(.folder), .role(.trash), .accepts(.nothing), .place(place)]), Operation(trash, [.alias(other)])])
        try project.sync()
        try project.change { try $0.trash(["Draft/a.txt"]) }
        #expect(try project.change { try $0.emptyTrash() } == ["Trash/a.txt"])
    }

    // MARK: Trust

    @Test func `a root without a birth time is trusted by its path and by what was written into it too`() throws {
        let root = Array("/home/ada/Poems".utf8)
        func isSure(birth: Int64, path: [UInt8] = root, inode: UInt64 = 7, isStable: Bool = true, isOther: Bool = false, isWritten: Bool) -> Bool {
            let record = ProjectRecord(
                project: trash, root: root, identity: FileIdentity(device: 1, inode: 7, birth: birth), replica: ReplicaID(rawValue: 1), machine: "m")
            var evidence = Evidence()
            (evidence.inode, evidence.birth) = (inode, birth)
            return record.isSure(of: evidence, isOther ? draft : trash, at: path, hasStableInodes: isStable) { isWritten }
        }
        let elsewhere = Array("/home/ada/Other".utf8)
        #expect(isSure(birth: 5, path: elsewhere, isWritten: false))
        #expect(isSure(birth: 0, isWritten: true))
        #expect(!isSure(birth: 0, isWritten: false))
        #expect(!isSure(birth: 0, path: elsewhere, isWritten: true))
        #expect(!isSure(birth: 0, inode: 8, isWritten: true))
        #expect(isSure(birth: 0, inode: 8, isStable: false, isWritten: true))
        #expect(!isSure(birth: 5, inode: 8, isWritten: true))
        // On a stick the number and the time are what whoever made it has chosen.
        #expect(!isSure(birth: 5, path: elsewhere, isStable: false, isWritten: false))
        #expect(isSure(birth: 5, path: elsewhere, isStable: false, isWritten: true))
        // A copy is another project, though what was written into the original stands in it too.
        #expect(!isSure(birth: 0, isOther: true, isWritten: true))
        #expect(!isSure(birth: 5, isStable: false, isOther: true, isWritten: true))
    }

    // MARK: The way up

    /// Only root can give directories away.
    @Test(.enabled(if: geteuid() == 0)) func `the way up ends where the search for a project does, by what was opened`() throws {
        try shelf.shell("mkdir -p 'My Poems/mine/inner'; chown -R 65534 'My Poems/mine'")
        let root = project.home.path
        let (mine, inner) = (root + Array("/mine".utf8), root + Array("/mine/inner".utf8))
        var way = WayUp(project.home.registry)
        // It has ended for good.
        let counted = [inner, mine, root, mine].map { way.goes(to: $0) }
        #expect(counted == [true, true, false, false] && way.end == .owner)
        guard case .none(let ended?) = try RootSearch(shelf.surroundings).find(from: inner) else {
            Issue.record("A project was found.")
            return
        }
        #expect(ended.reason == .owner && ended.path == mine && ended.passedOver == root)
        var surroundings = shelf.surroundings
        surroundings.safeDirectories = [root]
        var safe = WayUp(Registry(surroundings))
        let listed = [inner, mine, root].map { safe.goes(to: $0) }
        #expect(listed == [true, true, true])
    }
}
