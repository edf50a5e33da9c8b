import ShedProject
import Testing

@testable import ShedWritingKind

/// Two that compile the same manuscript at once, such as a daemon and `compile --watch`.
@Suite struct `Compiling beside another` {
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
