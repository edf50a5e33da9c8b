import ShedProjectTestSupport
import Testing

@testable import ShedProject

/// By which what is kept of an open project is known.
@Suite struct `The opening of a project` {
    /// The address of the one that is let go is likely to be the next one's.
    @Test func `is never another one's, also after the project is gone`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        var seen: Set<OpenedProject> = [project.opened]
        for _ in 0..<20 { seen.insert(try shelf.reopen(project).opened) }
        #expect(seen.count == 21)
    }
}
