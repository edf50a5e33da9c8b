import ShedModel
import ShedProjectTestSupport
import ShedTestSchedule
import ShedWatch
import Testing

@testable import ShedDaemon
@testable import ShedProject

/// What a daemon does when events tell of the sidecar.
@Suite(.serialized, .waitsInTurn) final class `The sidecar of a watched project` {
    private let bench: WatchedShelf
    private var shelf: Shelf { bench.shelf }
    private var watched: WatchedProject { bench.watched }
    private var project: Project { watched.project }

    init() throws {
        bench = try WatchedShelf()
        try look()
    }

    /// Takes in what happened, as after an event.
    private func look(in directories: Set<RelativePath>? = nil) throws {
        try project.walk(.daemonLook(.init(in: directories, believesVanished: true)))
    }

    /// Takes in what events tell of the sidecar.
    /// - Returns: whether it is known without a listing, and where to look then.
    private func told() throws -> (isKnown: Bool, directories: Set<RelativePath>?) {
        let directories = try watched.takeDirtyDirectories()
        return (watched.isSidecarQuiet, directories)
    }

    @Test func `is not listed after batches of its own`() throws {
        _ = try told()
        try look()
        for name in ["a", "b"] {
            let count = try project.load().batches.count
            try shelf.shell("echo \(name) > 'My Poems/Draft/\(name).txt'")
            try look(in: ["Draft"])
            #expect(try project.load().batches.count == count + 1)
            let told = try told()
            #expect(told.isKnown && told.directories != nil)
        }
    }

    @Test(arguments: [
        "cp -p $own/$batch $own/new", "rm $own/$batch", "mkdir .shed/ops/other", "mv $own .shed/ops/other", "mkdir .shed/new",
        "echo >> $own/$batch", "mv $own/$batch .shed/ops/", "cp -p $own/$batch x; mv x $own/$batch",
    ])
    func `is listed after anything else`(script: String) throws {
        _ = try told()
        try look()
        try shelf.shell("echo a > 'My Poems/Draft/a.txt'")
        try look(in: ["Draft"])
        try shelf.shell("cd 'My Poems'; own=$(echo .shed/ops/*); batch=$(ls $own | tail -n 1); \(script)")
        #expect(try !told().isKnown)
    }

    @Test func `is not listed after files that are no batches`() throws {
        _ = try told()
        try look()
        try shelf.shell("cd 'My Poems/.shed'; own=$(echo ops/*); touch settings.toml ops/.new $own/.new; rm ops/.new $own/.new")
        #expect(try told().isKnown)
    }
}
