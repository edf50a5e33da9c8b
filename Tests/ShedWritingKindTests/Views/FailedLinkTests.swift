import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedWritingKind

/// A daemon that has seen nothing happen.
private final class SeesNothing: StubChangeSource {
    var isSidecarQuiet = false

    func takeDirtyDirectories(isSecondLook: Bool) -> Set<RelativePath>? { [] }
}

/// What stands under the name that a link gets before it goes keeps it from going, whoever asks for that.
@Suite struct `A link that could not be taken away` {
    private let desk: CollectionDesk
    private static let obstacle = "All/.shed-tmp-view-Rain.txt"

    init() throws {
        desk = try CollectionDesk(["Draft/Ode.txt": "ode\n", "Draft/Rain.txt": "rain\n"])
        try desk.shell("mkdir \(Self.obstacle)")
    }

    private func links() throws -> String { try desk.shell("cd All; find . -type l | LC_ALL=C sort") }

    @Test func `goes with the next command that writes, also where nobody says that All has changed`() throws {
        let daemon = SeesNothing()
        desk.project.changeSource = daemon
        _ = try desk.project.change { try $0.trash(["Draft/Rain.txt"]) }
        #expect(try links() == "./Ode.txt\n./Rain.txt\n")
        try desk.shell("rmdir \(Self.obstacle)")
        try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        #expect(try links() == "./Ode.txt\n")
        withExtendedLifetime(daemon) {}
    }

    @Test func `of a view that was turned off goes once it can`() throws {
        try desk.shell("echo 'views = false' > .shed/settings.toml")
        try desk.shelf.reopen(desk.project).sync()
        #expect(try links() == "./Rain.txt\n")
        try desk.shell("rmdir \(Self.obstacle)")
        try desk.shelf.reopen(desk.project).sync()
        #expect(try links() == "")
    }
}

/// Of a folder that nobody may change the system says the same as of a file system that holds no links. Where it knows none such, and for
/// who may not make one, all is done at once.
@Suite struct `Links of a folder that nobody may change` {
    private let desk: CollectionDesk

    init() throws {
        desk = try CollectionDesk(["Draft/Ode.txt": "ode\n", "Draft/Rain.txt": "rain\n"], collecting: ["Draft/Ode.txt"])
    }

    private func whileFixed<Value>(_ folder: String, _ body: () throws -> Value) throws -> Value {
        try desk.shell("chattr +i '\(folder)' 2> /dev/null || true")
        defer { _ = try? desk.shell("chattr -i '\(folder)' 2> /dev/null || true") }
        return try body()
    }

    @Test func `follow with the next command that writes once it may be changed, and status says nothing of links that no disk holds`() throws {
        let status = try whileFixed("All") {
            try desk.shell("echo sea > Draft/Sea.txt; rm Draft/Rain.txt")
            try desk.project.sync()
            return try desk.project.status()
        }
        #expect(status.ofKind(LinklessView.self) == nil)
        try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        #expect(try desk.all("All") == "Ode.txt l ../Ready/Ode.txt\nSea.txt l ../Draft/Sea.txt\n")
    }

    @Test func `of a collection follow with the next command that writes once it may be changed`() throws {
        try whileFixed("Collections/Book") {
            try desk.uncollect(["Draft/Ode.txt"])
            try desk.collect(["Draft/Rain.txt"])
        }
        try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
        #expect(try desk.all() == "Rain.txt l ../../Draft/Rain.txt\n")
        #expect(try desk.members() == ["Draft/Rain.txt"])
    }

    /// Else it would be anybody's that leads nowhere, and stand there for ever.
    @Test func `that are to lead elsewhere are shed's own until they do`() throws {
        try whileFixed("Collections/Book") {
            try desk.project.change { try $0.move(["Draft/Ode.txt"], to: "Ready") }
            try desk.project.change { try $0.move(["Draft/Rain.txt"], to: "Ready") }
        }
        try desk.project.change { try $0.move(["Ready/Rain.txt"], to: "Set Aside") }
        #expect(try desk.all() == "Ode.txt l ../../Ready/Ode.txt\n")
    }
}
