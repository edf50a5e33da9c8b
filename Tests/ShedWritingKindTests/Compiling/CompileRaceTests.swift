import ShedDisk
import ShedModel
import ShedProject
import Testing

@testable import ShedWritingKind

/// Two that compile the same manuscript at once, such as a daemon and `compile --watch`.
@Suite struct `Compiling beside another` {
    /// By this `compile --watch` knows that another try may go well; what a program failed with is as it was the next time.
    @Test func `tells where what was to be replaced is not what was seen`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        let folder = try DirectoryHandle(path: desk.root + "/Novel")
        let bytes = Array("Newer.\n".utf8)
        var work = CompileWork(path: "Novel/Sea.md", format: .markdown, bytes: bytes, hash: ContentHash(of: bytes))
        (work.fate, work.evidence, work.directory) = (.replaced, try folder.evidence(of: "Sea.md"), folder)
        try desk.shell("echo 'My words.' >> Novel/Sea.md")
        let compilation = try desk.compilation()
        let stale = work
        let error = try #require(throws: ShedError.self) {
            try desk.project.write(after: .nothing) { transaction throws(ShedError) in try transaction.put([stale], of: compilation) }
        }
        #expect(error.isConflict && !ShedError(.refused, .nothingToCompile).isConflict && !ShedError(.environment, "pandoc failed").isConflict)
        #expect(desk.read("Novel/Sea.md").hasSuffix("My words.\n"))
    }

    /// What one reads, while the other compiles something newer.
    @Test(arguments: [false, true]) func `takes nothing that was compiled meanwhile for an edit, and an edit for one`(isEdited: Bool) throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        let other = try desk.shelf.reopen(desk.project)
        desk.write("A storm.\n", to: "Scenes/Cape Horn.md")
        let reading = try desk.project.refresh()
        let compilation = try reading.compilation(CompileRequest())
        desk.write("A calm.\n", to: "Scenes/Cape Horn.md")
        let theirs = try other.refresh()
        #expect(try theirs.compile(theirs.compilation(CompileRequest()), dryRun: false).map(\.fate) == [.replaced])
        #expect(desk.read("Novel/Sea.md").contains("A calm."))
        if isEdited { try desk.shell("echo 'My words.' >> Novel/Sea.md") }
        #expect(try reading.compile(compilation, dryRun: false).map(\.fate) == [isEdited ? .edited : .replaced])
        #expect(desk.read("Novel/Sea.md").contains("A storm."))
        #expect(try desk.shell("cat Rejected/* 2> /dev/null || :").contains("My words.") == isEdited)
        #expect(try desk.shell("ls").contains("Rejected") == isEdited)
        #expect(try other.refresh().compile(other.asKnown.compilation(CompileRequest()), dryRun: false).map(\.fate) == [.replaced])
    }
}
