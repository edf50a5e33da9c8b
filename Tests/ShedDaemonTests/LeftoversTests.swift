import Glibc
import ShedProject
import ShedProjectTestSupport
import ShedTestSchedule
import Testing

@testable import ShedDaemon

/// What writers that were killed have left in the state directory.
@Suite(.waitsForPrograms) struct `What was on its way into the state directory` {
    /// The names of what is left of that, after a sweep.
    private func swept(_ shelf: Shelf, in folder: String) throws -> [String] {
        Leftovers.sweep(shelf.surroundings, Registry(shelf.surroundings))
        return try shelf.shell("ls -A '\(folder)' | grep tmp || true").split(separator: "\n").map(String.init)
    }

    @Test func `goes a minute after a file was written, wherever it has been since`() throws {
        let shelf = try Shelf()
        _ = try shelf.project()
        for folder in ["state", "state/projects", try shelf.shell("echo -n state/projects/*")] {
            // Renaming it and changing its permissions makes it no younger.
            try shelf.shell("cd \(folder); touch .shed-tmp-new tmp; touch -d '2 minutes ago' .shed-tmp-old tmp-old; chmod 600 .shed-tmp-old")
            #expect(try swept(shelf, in: folder) == [".shed-tmp-new", "tmp", "tmp-old"])
        }
    }

    @Test func `goes a minute after a folder of a project got its name, however old it is`() throws {
        let shelf = try Shelf()
        _ = try shelf.project()
        // On the way out of the registry a folder keeps its times but the one of the change.
        try shelf.shell("cd state/projects; mkdir -p .shed-tmp-x/kept; touch -d '1 hour ago' .shed-tmp-x; mkdir ../.shed-tmp-y; for folder in */; do mkdir ${folder}.shed-tmp-z; done")
        #expect(try swept(shelf, in: "state/projects") == [".shed-tmp-x"])
        shelf.surroundings.now = { Surroundings.clock() + 61_000 }
        #expect(try swept(shelf, in: "state/projects") == [])
        // Elsewhere nobody makes such folders.
        #expect(try swept(shelf, in: "state") == [".shed-tmp-y"])
        #expect(try shelf.shell("ls -A state/projects/* | grep tmp") == ".shed-tmp-z\n")
    }

    /// Whoever works in one holds its lock, as the daemon's own programs do.
    @Test func `goes a minute after nothing was made any more in a directory in which a program worked, and nobody holds it`() throws {
        let shelf = try Shelf()
        _ = try shelf.project()
        try shelf.shell("mkdir -p state/work; cd state/work; mkdir -p compile-left/settings/deep shed-work-left compile-held elsewhere; echo x > compile-left/settings/deep/x; ln -s ../../elsewhere link")
        let held = open(shelf.path + "/state/work/compile-held", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(held) }
        try #require(flock(held, LOCK_EX | LOCK_NB) == 0)
        func rest() throws -> String {
            Leftovers.sweep(shelf.surroundings, Registry(shelf.surroundings))
            return try shelf.shell("ls state/work")
        }
        #expect(try rest() == "compile-held\ncompile-left\nelsewhere\nlink\nshed-work-left\n", "they may have been made just now")
        shelf.surroundings.now = { Surroundings.clock() + 61_000 }
        #expect(try rest() == "compile-held\nlink\n")
    }
}
