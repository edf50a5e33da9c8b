import Glibc
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// What a daemon goes by, which reads a file of settings again where its times show that it was changed.
@Suite struct `Settings that were written twice` {
    private let shelf: Shelf
    private let project: Project

    init() throws {
        shelf = try Shelf()
        project = try shelf.project()
    }

    private func write(_ text: String, to name: String) { TestFile.write(text, to: "\(shelf.path)/My Poems/\(name)") }

    /// As where the file system's clock has not gone on since they were read last.
    private func stopClock() throws { project.home.configuration.stamps = try Configuration.stamps(project.home.root) }

    @Test func `within one tick are read again, and what holds the same is no change`() throws {
        write("views = false\n", to: ".shed/settings.toml")
        #expect(try project.home.reloadConfiguration())
        write("views = true\n", to: ".shed/settings.toml")
        try stopClock()
        #expect(try project.home.reloadConfiguration())
        #expect(project.home.configuration.settings.views)
        #expect(try !project.home.reloadConfiguration())
    }

    @Test func `are ignore rules likewise`() throws {
        write("a.txt\n", to: ".shedignore")
        #expect(try project.home.reloadConfiguration())
        write("b.txt\n", to: ".shedignore")
        try stopClock()
        #expect(try project.home.reloadConfiguration())
        #expect(project.home.configuration.ignore.ignores(path: "b.txt", kind: .file))
    }

    @Test func `are read again once they can be, where that failed`() throws {
        write("views = false\n", to: ".shed/settings.toml")
        let path = "\(shelf.path)/My Poems/.shed/settings.toml"
        try shelf.shell("chmod 755 'My Poems' 'My Poems/.shed'")
        chmod(path, 0)
        #expect(throws: ShedError.self) { _ = try asNobody { try project.home.reloadConfiguration() } }
        // Whatever the file's times say then.
        #expect(project.home.configuration.stamps.isEmpty)
        chmod(path, 0o644)
        #expect(try project.home.reloadConfiguration())
        #expect(!project.home.configuration.settings.views)
    }

    @Test func `wrongly are told of once as long as they stay so`() throws {
        write("views = 1\n", to: ".shed/settings.toml")
        #expect(throws: ShedError.self) { _ = try project.home.reloadConfiguration() }
        #expect(try !project.home.reloadConfiguration())
    }
}
