import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedWritingKind

/// A daemon that has seen nothing happen.
private final class SeesNothing: ChangeSource {
    func takeDirtyDirectories(isSecondLook: Bool) -> Set<RelativePath>? { [] }
    func note(_ outcome: Outcome, scanned: Set<RelativePath>?, isJudged: Bool) {}

    var isSidecarQuiet = false
    var since: Int64 { 0 }
    var sightings: WatchSightings { WatchSightings() }
    var unresolved: [Report] { [] }
    var unsettled: [Change] { [] }
    var health: WatchHealth { WatchHealth() }
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
