import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedSidecar
import Testing

@testable import ShedProject

/// What is deleted for good, while another device's batches say of things that they are elsewhere than they are.
@Suite struct `What is deleted for good` {
    private let shelf: Shelf
    private let project: Project
    private let trash: NodeID
    private let draft: NodeID
    private let novel: NodeID

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo all of it > Draft/novel.txt; echo rubbish > Draft/old.txt; mkdir Collections/Book; echo b > Collections/Book/b.txt")
        try project.sync()
        try project.change { try $0.trash(["Draft/old.txt"]) }
        trash = try #require(try project.id("Trash"))
        draft = try #require(try project.id("Draft"))
        novel = try #require(try project.id("Draft/novel.txt"))
    }

    /// A batch that is well formed, as another device writes it: later than all others.
    private func forge(_ operations: [Operation]) throws {
        let replica = ReplicaID(rawValue: 0xdead_beef)
        let stamp = Stamp(time: UInt64(Surroundings.clock() + 1_000) << 16, replica: replica)
        let header = Batch.Header(project: project.home.id, replica: replica, sequence: 1, parents: [])
        try project.home.sidecar.write(BatchEncoder.encode(header, operations.map { StampedOperation(stamp, $0) }))
    }

    private func place(_ name: Name, in parent: NodeID? = nil) -> Field { .place(Place(parent: parent ?? project.home.id, name: name)) }

    /// The confirmed folder is said to be where Draft is, and Draft where it is.
    private func swap() throws {
        try forge([
            Operation(trash, [place("Draft")]), Operation(draft, [place("Trash")]), Operation(novel, [place("novel.txt", in: trash)]),
        ])
    }

    private func files() throws -> String { try shelf.shell("cd 'My Poems'; find Draft Trash -type f | sort") }

    @Test func `is what stands in Trash, whatever a batch says of where Trash is`() throws {
        try swap()
        for dryRun in [true, false] {
            let error = #expect(throws: ShedError.self) { try project.change { try $0.emptyTrash(dryRun: dryRun) } }
            #expect(error?.exitCode == 1 && error?.remedy.contains("shed sync") == true, "\(String(describing: error))")
        }
        #expect(try files() == "Draft/novel.txt\nTrash/old.txt\n")
        #expect(try project.load().model.nodes[novel]?.details?.forgotten == nil)
        // Once nothing is awaited any more, things are where they are.
        try project.sync(.init(overridesWaiting: true))
        #expect(try project.change { try $0.emptyTrash() } == ["Trash/old.txt"])
        #expect(try files() == "Draft/novel.txt\n")
    }

    /// Also where nobody knows any more what was seen of it: the index is lost, and the next one begins with what the batches say.
    @Test(arguments: [false, true]) func `is not what a batch says that Trash is, once the index is lost`(isKnownFromEarlier: Bool) throws {
        if isKnownFromEarlier {
            // What an earlier shed confirmed says nothing of places; emptying notes them.
            let folder = try #require(project.home.stateFolder)
            var record = try #require(project.home.registry.stored(folder)).record
            record.shelters = try Shelters(JSONParser.parse(Array(#"{"others":[],"trash":"\#(trash)"}"#.utf8)))
            project.home.stateFolder = try project.home.registry.register(record, in: folder)
            #expect(try project.change { try $0.emptyTrash() } == ["Trash/old.txt"])
            try shelf.shell("echo rubbish > 'My Poems/Draft/old.txt'")
            try project.sync()
            try project.change { try $0.trash(["Draft/old.txt"]) }
        }
        #expect(project.home.shelters?.stands[.trash]?.name == "Trash")
        try swap()
        try shelf.shell("rm state/projects/*/index.sqlite*")
        let later = try shelf.reopen(project)
        try later.sync(.init(overridesWaiting: true))
        for dryRun in [true, false] {
            let error = #expect(throws: ShedError.self) { try later.change { try $0.emptyTrash(dryRun: dryRun) } }
            #expect(error?.exitCode == 1, "\(String(describing: error))")
        }
        #expect(try files().contains("Draft/novel.txt\n"))
    }

    @Test func `is in Trash, wherever a person has put that, and whether or not it is the same directory`() throws {
        try shelf.shell("cd 'My Poems'; mv Trash Bin")
        try project.sync()
        #expect(try project.change { try $0.emptyTrash() } == ["Bin/old.txt"])
        #expect(project.home.shelters?.stands[.trash]?.name == "Bin")
        try shelf.shell("cd 'My Poems'; mkdir x; mv Bin y; mv x Bin; rmdir y; echo b > Draft/b.txt")
        try project.sync()
        try project.change { try $0.trash(["Draft/b.txt"]) }
        try shelf.shell("rm state/projects/*/index.sqlite*")
        #expect(try shelf.reopen(project).change { try $0.emptyTrash() } == ["Bin/b.txt"])
    }

    @Test func `does not go by a path under which a batch has put something else`() throws {
        try swap()
        #expect(throws: ShedError.self) { try project.change { try $0.deletePermanently(["Trash"]) } }
        #expect(throws: ShedError.self) { try project.change { try $0.deletePermanently(["Draft/novel.txt"]) } }
        #expect(try files() == "Draft/novel.txt\nTrash/old.txt\n")
        #expect(try project.load().model.nodes[draft]?.details?.forgotten == nil)
    }

    @Test func `is not what another device has moved out of it, and still stands in it`() throws {
        let moved = try #require(try project.id("Collections/Book/b.txt"))
        try forge([Operation(moved, [place("b.txt", in: draft)])])
        #expect(throws: ShedError.self) { try project.change { try $0.deletePermanently(["Collections/Book"]) } }
        #expect(try shelf.shell("cat 'My Poems/Collections/Book/b.txt'") == "b\n")
    }

    @Test func `is not what another device has put into Trash, until it is there`() throws {
        try forge([Operation(novel, [place("novel.txt", in: trash)])])
        #expect(try project.change { try $0.emptyTrash() } == ["Trash/old.txt"])
        #expect(try files() == "Draft/novel.txt\n")
    }

    @Test func `is what a person was shown of Trash, and not what came there while they were asked`() throws {
        let shown = try project.change { transaction in
            try transaction.emptyTrash(dryRun: true).map { (path: $0, id: try? transaction.find($0).node.id) }
        }
        try shelf.shell("echo rubbish > 'My Poems/Draft/new.txt'")
        try project.sync()
        try project.change { try $0.trash(["Draft/new.txt"]) }
        #expect(try project.change { try $0.emptyTrash(of: shown) } == ["Trash/old.txt"])
        #expect(try files() == "Draft/novel.txt\nTrash/new.txt\n")
        // What has the name by now is something else.
        #expect(try project.change { try $0.emptyTrash(of: [(path: "Trash/new.txt", id: novel)]) }.isEmpty)
        #expect(try files() == "Draft/novel.txt\nTrash/new.txt\n")
    }

    @Test func `is nothing as long as what is confirmed could not be written`() throws {
        try shelf.shell("cd state/projects/*; rm record.json; mkdir record.json")
        project.home.stateFolder?.record.shelters = nil
        #expect(try project.change { try $0.emptyTrash(dryRun: true) } == ["Trash/old.txt"])
        let error = #expect(throws: ShedError.self) { try project.change { try $0.emptyTrash() } }
        #expect(error?.message.contains("nobody has confirmed") == true, "\(String(describing: error))")
        #expect(try files() == "Draft/novel.txt\nTrash/old.txt\n")
    }

    /// What a carrier makes anew under the name that another device's batch gives to Trash looks like what a person makes there. So the
    /// node's ID does not tell where the confirmed folder is, also where nothing else claims to be it, until a person says so.
    @Test func `is no folder that a person made under a name which a batch gave to Trash`() throws {
        try forge([Operation(trash, [place("Notes")])])
        try shelf.shell("cd 'My Poems'; rm -r Trash; mkdir Notes; echo precious > Notes/p.txt")
        try project.sync(.init(overridesWaiting: true))
        #expect(try project.id("Notes") == trash)
        for dryRun in [true, false] {
            let error = #expect(throws: ShedError.self) { try project.change { try $0.emptyTrash(dryRun: dryRun) } }
            #expect(error?.exitCode == 1, "\(String(describing: error))")
        }
        #expect(try shelf.shell("cat 'My Poems/Notes/p.txt'") == "precious\n")
        try project.write(after: .nothing) { transaction throws(ShedError) in try transaction.confirmShelters() }
        #expect(try project.change { try $0.emptyTrash(dryRun: true) } == ["Notes/p.txt"])
    }

    /// Another program puts another folder under the name just before it goes, and takes the name before that is put back.
    @Test(arguments: [false, true]) func `is the folder that was meant, and none that came in its place just then`(isTaken: Bool) throws {
        let path = shelf.path
        let error = #expect(throws: ShedError.self) {
            try Interruption.$visitor.withValue({ point in
                let scripts = ["on-its-way-out": "mv Book Away; mkdir Book; echo precious > Book/p.txt", "out-of-sight": isTaken ? "mkdir Book" : "true"]
                guard let script = scripts[point] else { return }
                system("cd '\(path)/My Poems/Collections' && { \(script); }")
            }) { try project.change { try $0.deletePermanently(["Collections/Book"]) } }
        }
        #expect(error != nil)
        #expect(try shelf.shell("cd 'My Poems/Collections'; cat '\(isTaken ? "Book (2)" : "Book")/p.txt' Away/b.txt; ls") == "precious\nb\nAway\nBook\n\(isTaken ? "Book (2)\n" : "")")
        #expect(try shelf.shell("find 'My Poems/.shed/staging' -mindepth 2") == "")
        try project.sync()
        #expect(try project.id("Collections/Away/b.txt") != nil)
        #expect(try project.id(isTaken ? "Collections/Book (2)/p.txt" : "Collections/Book/p.txt") != nil)
    }

    /// And the folder that it came into is gone before it is put back.
    @Test func `leaves what came in its place within the project, wherever that can be`() throws {
        let path = shelf.path
        let error = #expect(throws: ShedError.self) {
            try Interruption.$visitor.withValue({ point in
                let scripts = ["on-its-way-out": "mv Book ../../Away; mkdir Book; echo precious > Book/p.txt", "out-of-sight": "rm -r ../Collections"]
                guard let script = scripts[point] else { return }
                system("cd '\(path)/My Poems/Collections' && { \(script); }")
            }) { try project.change { try $0.deletePermanently(["Collections/Book"]) } }
        }
        #expect(error != nil)
        #expect(try shelf.shell("find 'My Poems' -name .shed -prune -o -name p.txt -exec cat {} +") == "precious\n")
        #expect(try shelf.shell("find 'My Poems/.shed/staging' -mindepth 2") == "")
    }
}
