import ShedDisk
import ShedProject
import ShedWriting
import Testing

@testable import ShedWritingKind

/// By this `compile --watch` knows whether there is anything to do: its own work must not be.
@Suite struct `What goes into a manuscript` {
    private let request = CompileRequest(formats: [.markdown, .html])

    /// Compiles, and says what had gone in.
    private func compiled(_ desk: ManuscriptDesk, after former: CompileInputs? = nil) throws -> CompileInputs {
        let reading = try desk.project.refresh()
        var inputs = try reading.compileInputs(request, after: former)
        let compilation = try reading.compilation(request)
        _ = try reading.compile(compilation, dryRun: false)
        inputs.note(imagesOf: compilation)
        return inputs
    }

    private func now(_ desk: ManuscriptDesk, _ former: CompileInputs) throws -> CompileInputs { try desk.project.refresh().compileInputs(request, after: former) }

    @Test func `is the same after it was compiled, and after that was edited or is gone`() throws {
        let desk = try ManuscriptDesk.withNovel()
        let first = try compiled(desk)
        #expect(try now(desk, first) == first)
        #expect(try compiled(desk, after: first) == first)
        try desk.shell("echo mine >> Novel/Sea.md; rm Novel/Sea.html; echo more > Research/notes.md")
        #expect(try now(desk, first) == first)
    }

    @Test(arguments: [
        "echo more >> 'Scenes/Cape Horn.md'", "rm 'Scenes/Cape Horn.md'", "echo words > Scenes/New.md", "mkdir Chapters/Last; echo words > Chapters/Last/a.md",
        "touch Research/battery.png", "mv Research/battery.png Research/other.png", "f=$(find Chapters -name '*.md' | head -1); cat \"$f\" > new; rm \"$f\"; mv new \"$f\"",
        "f=$(find Chapters -name '*.md' | head -1); mv \"$f\" \"${f%.md} two.md\"", "d=$(find Chapters -mindepth 1 -type d | head -1); mv \"$d\" \"$d two\"",
        "mkdir -p .shed/profiles; echo 'end = \"FIN\"' > .shed/profiles/manuscript.toml",
    ]) func `differs after any change of it`(change: String) throws {
        let desk = try ManuscriptDesk.withNovel()
        let first = try compiled(desk)
        try desk.shell(change)
        #expect(try now(desk, first) != first)
        let second = try compiled(desk, after: first)
        #expect(try now(desk, second) == second)
    }

    /// An image is known by the first compilation alone, which then reads it.
    @Test(arguments: ["echo more >> Research/battery.png", "rm Research/battery.png"])
    func `differs after a change of an image while it is compiled for the first time`(change: String) throws {
        let desk = try ManuscriptDesk.withNovel()
        let reading = try desk.project.refresh()
        var inputs = try reading.compileInputs(request, after: nil)
        let compilation = try reading.compilation(request)
        try desk.shell(change)
        inputs.note(imagesOf: compilation)
        #expect(try now(desk, inputs) != inputs)
    }

    /// Else what is saved again in the same tick of the file system's clock, after it was read, would bear the time that is known.
    @Test func `is known by times that are over`() throws {
        let desk = try ManuscriptDesk.withNovel()
        let (reading, folder) = (try desk.project.refresh(), try desk.project.home.root.openDirectory(at: "Scenes"))
        // Right after a save, and more than once: a tick is over soon.
        for round in 0..<5 {
            try folder.rewrite("Cape Horn.md", Array("# Cape Horn\n\nRound \(round).\n".utf8))
            _ = try reading.compileInputs(request, after: nil)
            #expect(try FileClock.now() > #require(try folder.evidence(of: "Cape Horn.md")).changed)
        }
    }

    @Test func `knows another profile`() throws {
        let desk = try ManuscriptDesk.withNovel()
        let first = try compiled(desk)
        #expect(try desk.project.refresh().compileInputs(CompileRequest(profile: "plain"), after: first) != first)
    }
}
