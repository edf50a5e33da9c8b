import ShedModel
import ShedProjectTestSupport
import ShedSidecar
import ShedTestSupport
import Testing

@testable import ShedProject

/// A file was moved, and what a carrier has brought stands at its old place: what batches and other files say of whether its writer knew of
/// the move. This device's clock is three hours behind, so that files are younger than what it says, and older than their birth.
@Suite struct `What is brought to the old place of a file` {
    private let shelf: Shelf
    private let project: Project
    private let draft: NodeID
    private let ode: NodeID
    private let first: [BatchID]
    private static let (poem, edited, form) = (text(), text(3), text(5))

    private static func text(_ changed: Int = 0) -> String { (1...12).map { "\($0 == changed ? "LINE" : "line") \($0) of the ode, which goes on\n" }.joined() }

    init() throws {
        shelf = try Shelf(now: { Surroundings.clock() - 180 * 60_000 })
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; mkdir .stfolder; printf 'grace = 0\\n' > .shed/settings.toml")
        try Self.write(Self.poem, to: "Draft/Ode.txt", before: 240, in: shelf)
        try project.sync()
        draft = try #require(try project.id("Draft"))
        ode = try #require(try project.id("Draft/Ode.txt"))
        first = try project.load().meta.fold.heads.compactMap { BatchID(bytes: $0) }
    }

    /// Writes a file.
    /// - Parameter minutes: before now, when it was last written to.
    private static func write(_ text: String, to path: String, before minutes: Int, in shelf: Shelf) throws {
        TestFile.write(text, to: "\(shelf.path)/My Poems/\(path)")
        try shelf.shell("touch -d '\(minutes) minutes ago' 'My Poems/\(path)'")
    }

    private func bring(_ text: String = Self.edited, before minutes: Int) throws {
        try Self.write(text, to: "Draft/Ode.txt", before: minutes, in: shelf)
        try project.sync(.init(overridesWaiting: true))
    }

    private func move() throws {
        try shelf.shell("mv 'My Poems/Draft/Ode.txt' 'My Poems/Ready/'")
        try project.sync()
    }

    /// Writes what another device says.
    /// - Parameters:
    ///   - minutes: before now, when it said so.
    ///   - parents: what it had folded; `nil`: all that this one has.
    @discardableResult
    private func forge(_ operations: [Operation], before minutes: Int64, by replica: UInt64 = 0xdead_beef, sequence: UInt64 = 1, knowing parents: [BatchID]? = nil) throws -> BatchID {
        let replica = ReplicaID(rawValue: replica)
        let stamp = Stamp(time: UInt64(Surroundings.clock() - minutes * 60_000) << 16, replica: replica)
        let heads = try parents ?? project.load().meta.fold.heads.compactMap { BatchID(bytes: $0) }
        let header = Batch.Header(project: project.home.id, replica: replica, sequence: sequence, parents: heads)
        let encoded = BatchEncoder.encode(header, operations.map { StampedOperation(stamp, $0) })
        try project.home.sidecar.write(encoded)
        return encoded.batch.id
    }

    private var note: [Operation] { [Operation(draft, [.note("what they are about")])] }

    private func told() throws -> [String] { try project.asKnown.oldPlaces(since: .min).edits.map { "\($0.edit.path) of \($0.moved.path)" } }

    private let pair = ["Draft/Ode.txt of Ready/Ode.txt"]

    // MARK: Who knew

    @Test func `is no version of it where the other devices had said before that they knew of the move`() throws {
        try move()
        try forge(note, before: 120)
        try bring(before: 60)
        #expect(try told().isEmpty)
    }

    @Test func `is one where another device said so only later, has not, or is one of two`() throws {
        try move()
        try bring(before: 60)
        try forge(note, before: 90, knowing: first)
        try project.sync()
        #expect(try told() == pair)
        try forge(note, before: 30, sequence: 2)
        try project.sync()
        #expect(try told() == pair)
        try forge(note, before: 100, by: 0xbeef)
        try project.sync()
        #expect(try told() == pair)
    }

    @Test(arguments: [(60, true), (110, false)]) func `is told on a third device where who made its ID had not known of the move since it was written`(unaware: Int, isTold: Bool) throws {
        let ready = try #require(try project.id("Ready"))
        let moved = try forge([Operation(ode, [.place(Place(parent: ready, name: "Ode.txt"))])], before: 120, by: 0xaaaa)
        let other = try forge(note, before: Int64(unaware), by: 0xbbbb, knowing: first)
        try move()
        try Self.write(Self.edited, to: "Draft/Ode.txt", before: 90, in: shelf)
        let made = Operation(NodeID(high: 99, low: 1), [.type(.file), .place(Place(parent: draft, name: "Ode.txt"))])
        try forge([made], before: 30, by: 0xbbbb, sequence: 2, knowing: [moved, other])
        try project.sync(.init(overridesWaiting: true))
        #expect(try project.id("Draft/Ode.txt") == made.id && project.id("Ready/Ode.txt") == ode)
        #expect(try told() == (isTold ? pair : []))
    }

    // MARK: What it is a copy of

    @Test func `is no version of it where it is a copy of a like file, with its time`() throws {
        try Self.write(Self.form, to: "Draft/Form.txt", before: 200, in: shelf)
        try project.sync()
        try move()
        try shelf.shell("cd 'My Poems'; cp -p Draft/Form.txt Draft/Ode.txt")
        try forge(note, before: 10, knowing: first)
        try project.sync()
        #expect(try project.id("Draft/Ode.txt") != nil && told().isEmpty)
    }

    @Test func `is none either where the like file was said to hold that before the move, whatever it holds now`() throws {
        try Self.write(Self.form, to: "Draft/Form.txt", before: 200, in: shelf)
        try project.sync()
        let form = try #require(try project.id("Draft/Form.txt"))
        let hash = try project.home.root.openDirectory(at: "Draft").file("Form.txt").hash()
        try forge([Operation(form, [SeenContent.field(FileContent(size: Int64(Self.form.utf8.count), hash: hash))])], before: 170, knowing: first)
        try project.sync()
        try move()
        try shelf.shell("cd 'My Poems'; cp -p Draft/Form.txt Draft/Ode.txt")
        try Self.write(Self.form + "more\n", to: "Draft/Form.txt", before: 1, in: shelf)
        try project.sync()
        #expect(try project.id("Draft/Ode.txt") != nil && told().isEmpty)
    }

    @Test func `is none where it is older than what was moved, and than that it stood there`() throws {
        try move()
        try bring(before: 300)
        try forge(note, before: 10, knowing: first)
        try project.sync()
        #expect(try told().isEmpty)
        // Not where it is older than that it stood there, but younger than its text.
        try bring(before: 200)
        #expect(try told() == pair)
    }

    @Test func `is one where a copy of it was brought along with it`() throws {
        try move()
        try Self.write(Self.edited, to: "Draft/Ode.txt", before: 60, in: shelf)
        try shelf.shell("cd 'My Poems'; cp -p Draft/Ode.txt Draft/Copy.txt")
        try forge(note, before: 10, knowing: first)
        try project.sync(.init(overridesWaiting: true))
        #expect(try told() == pair)
    }
}
