import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import ShedTestSupport
import Testing

@testable import ShedProject

/// Two devices that know different things for a while, and between which what carries files carries links too: were each to set right what
/// the other made, they would do so without end.
@Suite struct `Links in All that a sync engine carries` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
        try shelf.shell("cd 'My Poems'; touch .stignore; mkdir Draft/Songs Collections/Book; echo one > Draft/Songs/1.txt; echo ode > Draft/Ode.txt")
        try project.change { _ = try $0.allow(.both, in: "Draft") }
        try project.sync()
    }

    private func all() throws -> String { try shelf.shell("cd 'My Poems/All' && find . -mindepth 1 -printf '%f %l\\n' | LC_ALL=C sort") }

    /// As a daemon does; it has watched all along.
    private func look() throws -> Outcome { try project.reconcile(.daemonLook(.init(in: [.root, "Ready", "Draft", "Collections", "Collections/Book", "All"], believesVanished: true))) }

    @Test func `one that leads nowhere, since its file waits elsewhere, is not made again`() throws {
        try shelf.shell("cd 'My Poems'; mv Draft/Songs Collections/Book/; rm All/1.txt")
        #expect(try look().reports.map(\.path) == ["Collections/Book/Songs"])
        #expect(try all() == "Ode.txt ../Draft/Ode.txt\n")
        #expect(try project.reconcile(.sync()).reports.map(\.path) == ["Collections/Book/Songs"])
        #expect(try all() == "Ode.txt ../Draft/Ode.txt\n")
    }
}
