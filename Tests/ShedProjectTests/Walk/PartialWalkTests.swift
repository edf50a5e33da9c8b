import Glibc
import ShedCheck
import ShedModel
import ShedProjectTestSupport
import ShedReconcile
import Testing

@testable import ShedProject

/// A daemon that says of each question what it was told to say.
private final class Told: StubChangeSource {
    private var answers: [Set<RelativePath>]

    init(_ answers: Set<RelativePath>...) { self.answers = answers }

    /// What happens after the first question was answered and looked into.
    var meanwhile: () -> Void = {}
    private var isFirst = true
    var isSidecarQuiet = false

    func takeDirtyDirectories(isSecondLook: Bool) -> Set<RelativePath>? {
        if !isFirst { meanwhile() }
        isFirst = false
        return answers.isEmpty ? [] : answers.removeFirst()
    }
}

/// Walks that look at some directories only, as the daemon's do.
struct `A walk over some directories` {
    private func judging(_ directories: Set<RelativePath>) -> WalkRequest { .daemonJudging(.init(in: directories, busy: [])) }

    @Test func `takes in what changed deep in a folder that it sends home`() throws {
        let shelf = try Shelf()
        // What came into it a moment ago is no reason to wait.
        let made = try shelf.project()
        try shelf.shell("echo 'quiet = 0' > 'My Poems/.shed/settings.toml'")
        let project = try shelf.reopen(made)
        try shelf.shell("cd 'My Poems'; mkdir Collections/Book; echo a > Collections/Book/a.txt")
        try project.sync()
        try shelf.shell("cd 'My Poems'; mv Collections/Book Draft/; echo b > Draft/Book/b.txt")
        let outcome = try project.reconcile(judging([.root, "Draft", "Collections"]))
        #expect(outcome.moves.map(\.to) == ["Collections/Book"])
        _ = try project.find("Collections/Book/b.txt").node
        #expect(try shelf.reopen(project).status().isClean)
    }

    @Test func `sends to Rejected what cannot go home, since something unknown stands there`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt")
        try project.sync()
        let id = try project.find("Draft/a.txt").node.id
        try shelf.shell("cd 'My Poems'; mv Draft/a.txt Collections/; echo other > Draft/a.txt")
        // Draft was not looked at: as far as the walk knows its place is free.
        let outcome = try project.reconcile(judging([.root, "Collections"]))
        #expect(outcome.moves.map(\.to) == ["Rejected/a.txt"] && outcome.failures.isEmpty)
        #expect(try project.find("Rejected/a.txt").node.id == id)
        #expect(try shelf.shell("cd 'My Poems'; cat Draft/a.txt Rejected/a.txt") == "other\na\n")
    }

    /// It happens after the daemon has said where to look: what happened then is asked before anything is decided.
    @Test func `sees that a known file stands elsewhere, where a new one stands in its place`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt")
        try project.sync()
        let id = try project.find("Draft/a.txt").node.id
        try shelf.shell("cd 'My Poems'; mv Draft/a.txt Ready/a.txt; echo other > Draft/a.txt")
        let daemon = Told(["Draft"], ["Draft", "Ready"])
        project.changeSource = daemon
        let outcome = try project.refresh().outcome
        #expect(try project.find("Ready/a.txt").node.id == id)
        #expect(try project.find("Draft/a.txt").node.id != id)
        #expect(outcome.changes.count == 2)
    }

    @Test func `finds a folder that changed and whose parent was renamed before it was looked into`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; mkdir -p Collections/One; echo a > Collections/One/a.txt")
        try project.sync()
        let id = try project.find("Collections/One").node.id
        try shelf.shell("cd 'My Poems'; echo b > Collections/One/b.txt; mv Collections 'My Collections'")
        let daemon = Told(["Collections/One"], [.root, "My Collections"])
        project.changeSource = daemon
        _ = try project.refresh()
        #expect(try project.find("My Collections/One").node.id == id)
        _ = try project.find("My Collections/One/b.txt").node
    }

    /// The daemon says of the same folder again that it changed, since it did after it was looked at.
    @Test func `looks again into the folder that it has just looked at`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems'; echo a > Draft/a.txt")
        try project.sync()
        // As editors save: another file of the same name.
        try shelf.shell("cd 'My Poems/Draft'; echo saved > new; mv new a.txt")
        let daemon = Told(["Draft"], ["Draft"])
        project.changeSource = daemon
        daemon.meanwhile = { [path = shelf.path] in
            if let file = fopen("\(path)/My Poems/Draft/b.txt", "we") { fclose(file) }
        }
        _ = try project.refresh()
        _ = try project.find("Draft/b.txt").node
    }
}
