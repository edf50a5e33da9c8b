import Glibc
import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

@Suite struct `A commit` {
    /// Who submits takes an error of what is in its place for done.
    @Test func `that cannot come into the index is no change whose files are in their places`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        let index = try #require(project.home.stateFolder?.index)
        let draft = try #require(try project.id("Draft"))
        // Of this thread, as the visitor is.
        nonisolated(unsafe) let store = project.store
        #expect {
            try Interruption.$visitor.withValue({ (point: String) in
                guard point == "set", (try? store.discardIndex()) != nil else { return }
                mkdir(index, 0o755)
            }) { try project.commit([Operation(draft, [.note("a")])]) }
        } throws: { error in
            guard let error = error as? ShedError else { return false }
            return error.kind == .environment && !error.isInPlace
        }
        #expect(rmdir(index) == 0)
        #expect(try shelf.reopen(project).refresh().find("Draft").node.details?.note == "a")
    }

    /// With what the last walk left nothing but that, whoever looks at digests alone would say nothing of it.
    @Test(arguments: [true, false]) func `that says that something was refused has it told, also where nothing changed on disk`(isUnexplained: Bool) throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        let rejection = Rejection(rule: "wrong-type", origin: RelativePath(["Draft", "Songs"]), folder: nil, time: 1, known: false)
        let draft = try #require(try project.id("Draft"))
        #expect(try #require(project.store.state).meta.leftover == nil)
        try project.commit([Operation(draft, [isUnexplained ? .unexplained(1) : .rejection(rejection)])])
        let index = try #require(try shelf.reopen(project, purpose: .look).store.index)
        #expect(try index.meta()?.leftover == .news)
    }
}
