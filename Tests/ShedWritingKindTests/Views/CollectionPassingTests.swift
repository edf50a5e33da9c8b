import Glibc
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedWritingKind

@Suite struct `A file that gave way to a link in a collection` {
    private static let ode: RelativePath = "Collections/Book/Ode.txt"

    /// Has one give way to the link to Ode.
    private func desk() throws -> CollectionDesk {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("sed -i 's/.*/edited/' Collections/Book/Ode.txt")
        _ = try desk.project.refresh()
        try desk.project.sync()
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n")
        return desk
    }

    /// What is missing, by `status` and by `find`.
    private func missing(_ project: Project) throws -> [[RelativePath]] {
        var search = Search()
        search.isMissing = true
        return [try project.status(all: true).missing.compactMap(\.path), try project.listing().search(search).hits.map(\.view.path)]
    }

    @Test func `is missed by nobody`() throws {
        let desk = try desk()
        let missing = try missing(desk.project)
        withExtendedLifetime(desk) { #expect(missing == [[], []]) }
    }

    /// As `sync --now` has it.
    @Test func `is missed by nobody either where a program has its piece open to write to it, and a person wants it settled`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("sed -i 's/.*/edited/' Collections/Book/Ode.txt")
        _ = try desk.project.refresh()
        let writer = open("\(desk.shelf.path)/My Poems/Draft/Ode.txt", O_WRONLY | O_CLOEXEC)
        try #require(writer >= 0)
        defer { close(writer) }
        try desk.project.sync(.init(overridesWaiting: true))
        #expect(try desk.all() == "Ode.txt l ../../Draft/Ode.txt\nRain.txt l ../../Draft/Rain.txt\n" && desk.read("Draft/Ode.txt") == "edited\n")
        let missing = try missing(desk.project)
        withExtendedLifetime(desk) { #expect(missing == [[], []]) }
    }

    /// The link has another name then, or is gone.
    @Test(arguments: [false, true]) func `is missed by nobody either when its piece is renamed or taken out afterwards`(isTakenOut: Bool) throws {
        let desk = try desk()
        if isTakenOut { try desk.uncollect(["Draft/Ode.txt"]) } else { try desk.shell("mv Draft/Ode.txt Draft/Ballad.txt") }
        try desk.project.sync()
        #expect(try desk.all() == (isTakenOut ? "" : "Ballad.txt l ../../Draft/Ballad.txt\n") + "Rain.txt l ../../Draft/Rain.txt\n")
        let missing = try missing(desk.project)
        withExtendedLifetime(desk) { #expect(missing == [[], []]) }
    }

    /// What it held is in the piece.
    @Test(arguments: ["Draft/Copy.txt", "Collections/Book/Copy.txt"] as [RelativePath]) func `is not back where its piece is copied`(path: RelativePath) throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("sed -i 's/.*/a line that nobody else has written yet/' Collections/Book/Ode.txt")
        try desk.project.sync()
        try desk.shell("cp Draft/Ode.txt \(path)")
        let came = try desk.project.sync().changes
        #expect(came.map(\.kind) == [.added] && came.map(\.path) == [path])
        #expect(try missing(desk.project) == [[], []])
    }

    /// The next such file is the same node.
    @Test func `is a file like any other once a person has moved it elsewhere`() throws {
        let desk = try desk()
        try desk.shell("sed -i 's/.*/again/' Collections/Book/Ode.txt")
        _ = try desk.project.refresh()
        try desk.shell("mv Collections/Book/Ode.txt Draft/Mine.txt")
        try desk.project.sync()
        try desk.shell("rm Draft/Mine.txt")
        let gone = try desk.project.sync().changes
        #expect(gone.map(\.path) == ["Draft/Mine.txt"] && gone.map(\.kind) == [.removed])
        #expect(try missing(desk.project) == [["Draft/Mine.txt"], ["Draft/Mine.txt"]])
    }

    /// Before the walk was committed it stood in place of the link.
    @Test func `is told of once where the piece went in the same moment`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("rm Draft/Ode.txt Collections/Book/Ode.txt; echo another thing altogether > Collections/Book/Ode.txt")
        let came = try desk.project.sync().changes.filter { $0.path == Self.ode }
        #expect(came.map(\.kind) == [.added])
        #expect(try desk.project.sync().changes.map(\.path) == [])
        #expect(try desk.all() == "Ode.txt f \nRain.txt l ../../Draft/Rain.txt\n")
    }

    /// Another device's batch can give the mark, and a place in a collection, to anything.
    @Test func `is none where only the sidecar says so of a file that is missed`() throws {
        let desk = try CollectionDesk(["Draft/Ode.txt": "ode\n", "Draft/Big.txt": "big\n"], collecting: ["Draft/Ode.txt"])
        let state = try desk.project.refresh().load()
        let (big, book) = (try #require(state.node(at: "Draft/Big.txt")), try #require(state.node(at: CollectionDesk.book)))
        try desk.shell("rm Draft/Big.txt")
        try desk.project.sync()
        try desk.project.commit([Operation(big, [.other(CollectionsProject.passingField, .bool(true)), .place(Place(parent: book, name: "Big.txt"))])])
        #expect(try missing(desk.project) == [["Collections/Book/Big.txt"], ["Collections/Book/Big.txt"]])
    }

    /// It is the same node.
    @Test func `is a file like any other when a person puts one of its name there after the piece has left`() throws {
        let desk = try desk()
        try desk.uncollect(["Draft/Ode.txt"])
        try desk.shell("echo mine > Collections/Book/Ode.txt")
        #expect(try desk.project.sync().changes.map(\.path) == [Self.ode])
        try desk.shell("rm Collections/Book/Ode.txt")
        let gone = try desk.project.sync().changes
        #expect(gone.map(\.path) == [Self.ode] && gone.map(\.kind) == [.removed])
        #expect(try desk.shell("cat ../state/projects/*/history* | grep removed | grep -c Book/Ode.txt") == "1\n")
        #expect(try missing(desk.project) == [[Self.ode], [Self.ode]])
        // Also where another device's batch gives it the mark again.
        let id = try #require(gone.first?.id)
        try desk.project.commit([Operation(id, [.other(CollectionsProject.passingField, .bool(true))])])
        #expect(try missing(desk.project) == [[Self.ode], [Self.ode]])
    }
}

@Suite struct `A file in place of a link of which nothing is decided yet` {
    private static let ode: RelativePath = "Collections/Book/Ode.txt"

    @Test(arguments: [["Draft/Ode.txt"], ["Draft/Ode.txt", "Draft/Rain.txt"]] as [[RelativePath]])
    func `is told of when its link goes first`(pieces: [RelativePath]) throws {
        let desk = try CollectionDesk(collecting: pieces)
        try desk.shell("sed -i 's/.*/edited/' Collections/Book/Ode.txt")
        _ = try desk.project.refresh()
        try desk.uncollect(["Draft/Ode.txt"])
        let came = try desk.project.sync().changes
        #expect(came.map(\.path) == [Self.ode] && came.map(\.kind) == [.added])
        #expect(try desk.project.sync().changes.isEmpty)
        #expect(try desk.shell("cat ../state/projects/*/history* | grep added | grep -c Book/Ode.txt") == "1\n")
        #expect(try desk.read("Collections/Book/Ode.txt") == "edited\n")
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
    }

    @Test func `is told of when its folder is no collection any more`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        try desk.shell("sed -i 's/.*/edited/' Collections/Book/Ode.txt")
        _ = try desk.project.refresh()
        try desk.project.change { _ = try $0.trash([CollectionDesk.book]) }
        #expect(try desk.shell("cat ../state/projects/*/history* | grep added | grep -c Trash/Book/Ode.txt") == "1\n")
        #expect(try desk.read("Trash/Book/Ode.txt") == "edited\n")
    }

    @Test(arguments: [".~lock.Ode.txt#", "~$Ode.txt"]) func `is left for an editor's lock, which is named to who watches the project`(lock: String) throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt"])
        try desk.shell("sed -i 's/.*/edited/' Collections/Book/Ode.txt; : > 'Collections/Book/\(lock)'")
        let outcome = try desk.project.judge([CollectionDesk.book], at: Surroundings.clock() + 600_000)
        #expect(outcome.locked == [Self.ode: Name(lock)] && outcome.explained.isEmpty)
        #expect(try desk.read("Draft/Ode.txt") == "ode\n")
        try desk.shell("rm 'Collections/Book/\(lock)'")
        #expect(try desk.project.judge([CollectionDesk.book], at: Surroundings.clock() + 600_000).locked.isEmpty)
        #expect(try desk.read("Draft/Ode.txt") == "edited\n")
    }
}

@Suite struct `A link that a person made or took away, in JSON` {
    @Test func `has the bytes of names that are not UTF-8`() {
        let bytes: [UInt8] = [0x42, 0xff]
        let line = HandMadeLinks.Line(deed: .putIn, folder: RelativePath(["Collections", Name(bytes: bytes)]), path: RelativePath(["Draft", Name(bytes: bytes)]))
        #expect(line.json["folderBytes"]?.string != nil && line.json["pathBytes"]?.string != nil)
        let whole = HandMadeLinks.Line(deed: .setAnew, folder: "Collections/Book", count: 2).json
        #expect(whole["folder"]?.string == "Collections/Book" && whole["folderBytes"] == nil && whole["path"] == .null)
    }
}
