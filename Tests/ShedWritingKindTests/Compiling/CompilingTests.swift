import Glibc
import ShedCheck
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRules
import ShedTestSupport
import ShedWriting
import Testing

@testable import ShedWritingKind

@Suite struct `Compiling a novel` {
    @Test func `puts chapters and their scenes together in their order`() throws {
        let desk = try ManuscriptDesk.withNovel()
        let files = try desk.compile()
        #expect(files.map(\.path) == ["Novel/Sea.md"] && files.map(\.fate) == [.made])
        let text = desk.read("Novel/Sea.md")
        let marks = ["# Chapter 1: Loomings", "Call me Ishmael.[^1-1]", "[^1-1]: The *outcast*", "\\#", "surf.[^2-1]", "![The Battery](../Research/battery.png)",
            "# Chapter 2: The Carpet-Bag", "started for Cape Horn", "arrived in New Bedford", "# Chapter 3: The Spouter-Inn", "## Entry", "oilpainting  \nso thoroughly", "END"]
        var rest = text[...]
        for mark in marks {
            let found = try #require(rest.firstRange(of: mark), "\(mark) is missing in \(text)")
            rest = rest[found.upperBound...]
        }
        for gone in ["status:", "Check the date", "more of the crowd", "[[", "compile"] { #expect(!text.contains(gone)) }
    }

    @Test func `changes nothing a second time, and leaves check, status and sync clean`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        let inode = try desk.shell("stat -c '%i %Y %Z' Novel/Sea.md")
        #expect(try desk.compile().map(\.fate) == [.unchanged])
        #expect(try desk.shell("stat -c '%i %Y %Z' Novel/Sea.md") == inode)
        let outcome = try desk.project.sync()
        #expect(outcome.moves.isEmpty && outcome.reports.isEmpty && outcome.changes.isEmpty)
        desk.project = try desk.shelf.reopen(desk.project)
        #expect(try !desk.project.sync().hasFindings && desk.shell("ls") .contains("Rejected") == false)
        #expect(try desk.project.find("Novel/Sea.md").node.details?.exception == true)
    }

    @Test func `follows what changed, with the same ID`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        let id = try desk.project.id("Novel/Sea.md")
        desk.write("A storm.\n", to: "Scenes/Cape Horn.md")
        #expect(try desk.compile().map(\.fate) == [.replaced])
        #expect(desk.read("Novel/Sea.md").contains("A storm."))
        #expect(try desk.project.id("Novel/Sea.md") == id)
        try desk.shell("rm Novel/Sea.md")
        #expect(try desk.compile().map(\.fate) == [.made])
        #expect(try desk.project.id("Novel/Sea.md") == id && desk.project.sync().moves.isEmpty)
    }

    @Test func `keeps what a person wrote into the compiled file`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        try desk.shell("echo 'My words.' >> Novel/Sea.md")
        desk.write("A storm.\n", to: "Scenes/Cape Horn.md")
        #expect(try desk.compile(dryRun: true).map(\.fate) == [.edited])
        #expect(desk.read("Novel/Sea.md").contains("My words."))
        #expect(try desk.compile().map(\.fate) == [.edited])
        #expect(!desk.read("Novel/Sea.md").contains("My words.") && desk.read("Rejected/Sea.md").contains("My words."))
        let rejection = try desk.project.find("Rejected/Sea.md").node.details?.rejection
        #expect(rejection?.rule == ForeignText("edited-view") && rejection?.origin == "Novel/Sea.md")
        #expect(try desk.compile().map(\.fate) == [.unchanged])
    }

    @Test func `says at once that an edit is in Rejected, and undo brings it back`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        try desk.shell("echo 'My words.' >> Novel/Sea.md")
        desk.write("A storm.\n", to: "Scenes/Cape Horn.md")
        desk.project.actor = "compile"
        #expect(try desk.compile().map(\.fate) == [.edited])
        #expect(try desk.project.status().rejected.map(\.path) == ["Rejected/Sea.md"])
        #expect(try desk.project.check(RuleSelection(selected: [RuleWord(RejectedLeftover.info)])).map(\.path) == ["Rejected/Sea.md"])
        for (actor, words) in [("undo", "My words."), ("redo", "A storm."), ("undo", "My words.")] {
            desk.project.actor = actor
            let entry = try #require(try desk.project.lastEntry())
            #expect(try desk.project.write { transaction throws(ShedError) in try transaction.undo(entry) }.isWhole)
            #expect(desk.read("Novel/Sea.md").contains(words))
        }
        #expect(desk.read("Rejected/Sea.md").contains("My words."))
        #expect(try desk.compile().map(\.fate) == [.edited], "it is an edit as before")
    }

    /// It can be made at any time, so nobody has to know it again by what it holds; and it is large.
    @Test func `is not read once more for having been written, by no walk`() throws {
        let desk = try ManuscriptDesk.withNovel()
        for fate in [CompiledFile.Fate.made, .replaced] {
            desk.write("A storm, \(fate).\n", to: "Scenes/Cape Horn.md")
            #expect(try desk.compile().map(\.fate) == [fate])
            desk.project = try desk.shelf.reopen(desk.project)
            try desk.project.sync()
            let state = try desk.project.refresh().load()
            let (id, scene) = (try #require(state.node(at: "Novel/Sea.md")), try #require(state.node(at: "Scenes/Cape Horn.md")))
            #expect(state.memory.seen[id] != nil && state.memory.seen[id]?.hash == nil && state.memory.seen[scene]?.hash != nil)
        }
    }

    /// Says in the sidecar, as a batch from elsewhere may, that what stands there was compiled.
    private func claim(_ desk: ManuscriptDesk) throws {
        let (id, hash) = (try #require(try desk.project.id("Novel/Sea.md")), ContentHash(of: Array(desk.read("Novel/Sea.md").utf8)))
        try desk.project.write { transaction throws(ShedError) in try transaction.commit([Operation(id, [CompiledField.field(hash)])]) }
    }

    @Test func `takes a file that it wrote itself for edited, whoever says that it was compiled so`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        try desk.shell("echo 'My words.' >> Novel/Sea.md")
        try claim(desk)
        #expect(try desk.project.check(RuleSelection(selected: [RuleWord(EditedView.info)])).map(\.path) == ["Novel/Sea.md"])
        #expect(try desk.compile().map(\.fate) == [.edited])
        #expect(desk.read("Rejected/Sea.md").contains("My words.") && !desk.read("Novel/Sea.md").contains("My words."))
    }

    /// A foreign batch joins the node of the file with one of its own choosing, of which this machine noted nothing.
    @Test func `takes a file that it wrote itself for edited, whichever ID others give to its place`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        try desk.shell("echo 'My words.' >> Novel/Sea.md")
        try desk.shelf.shell("cp -a Sea Copy; touch Copy/.stignore Sea/.stignore")
        let copy = try desk.shelf.trusted("Copy", on: desk.shelf.elsewhere(), as: .trustAsReplica)
        try copy.sync()
        let state = try copy.refresh().load()
        let (id, folder) = (try #require(state.node(at: "Novel/Sea.md")), try #require(state.node(at: "Novel")))
        let other = NodeID(high: 1, low: 2)
        let hash = ContentHash(of: Array(desk.read("Novel/Sea.md").utf8))
        try copy.commit([
            Operation(other, [.type(.file), .place(Place(parent: folder, name: "Sea.md")), .exception(true), CompiledField.field(hash)]),
            Operation(id, [.alias(other)]),
        ])
        try desk.shelf.shell("cp -an Copy/.shed/ops/. Sea/.shed/ops/")
        try desk.project.sync()
        #expect(try desk.project.refresh().load().node(at: "Novel/Sea.md") == other)
        #expect(try desk.project.check(RuleSelection(selected: [RuleWord(EditedView.info)])).map(\.path) == ["Novel/Sea.md"])
        #expect(try desk.compile().map(\.fate) == [.edited])
        #expect(desk.read("Rejected/Sea.md").contains("My words.") && !desk.read("Novel/Sea.md").contains("My words."))
    }

    /// It comes as another file.
    @Test func `keeps for undo what it writes over where another device may have compiled it`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        try desk.shell("cp Novel/Sea.md new; echo 'My words.' >> new; mv new Novel/Sea.md")
        try claim(desk)
        desk.project.actor = "compile"
        #expect(try desk.compile().map(\.fate) == [.replaced])
        desk.project.actor = "undo"
        let entry = try #require(try desk.project.lastEntry())
        #expect(try desk.project.write { transaction throws(ShedError) in try transaction.undo(entry) }.isWhole)
        #expect(desk.read("Novel/Sea.md").contains("My words."))
    }

    @Test func `moves to Rejected what may be a person's and is too large for undo to keep`() throws {
        let desk = try ManuscriptDesk.withNovel()
        let request = CompileRequest(formats: [.markdown, .html])
        try desk.compile(request)
        let size = (Manuscript.largest >> 1) + 1
        let hash = ContentHash(of: [UInt8](repeating: 0, count: size))
        for path in ["Novel/Sea.md", "Novel/Sea.html"] as [RelativePath] {
            try desk.shell("truncate -s \(size) new; mv new \(path)")
            let id = try #require(try desk.project.id(path))
            try desk.project.write { transaction throws(ShedError) in try transaction.commit([Operation(id, [CompiledField.field(hash)])]) }
        }
        #expect(try desk.compile(request, dryRun: true).map(\.fate) == [.edited, .edited])
        #expect(try desk.compile(request).map(\.fate) == [.edited, .edited])
        #expect(try desk.shell("stat -c %s Rejected/*").split(separator: "\n") == ["\(size)", "\(size)"])
    }

    /// A batch of another device may come before its file.
    @Test func `knows what it wrote itself, whatever another device says that it compiled since`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile()
        let id = try #require(try desk.project.id("Novel/Sea.md"))
        try desk.project.write { transaction throws(ShedError) in try transaction.commit([Operation(id, [CompiledField.field(ContentHash(of: [1]))])]) }
        desk.write("A storm.\n", to: "Scenes/Cape Horn.md")
        try desk.shell("touch Novel/Sea.md")
        #expect(try desk.project.check(RuleSelection(selected: [RuleWord(EditedView.info)])).isEmpty)
        #expect(try desk.compile().map(\.fate) == [.replaced])
    }

    @Test func `writes in the language of the project`() throws {
        let desk = try ManuscriptDesk()
        desk.write("Worte.\n", to: "Chapters/Meer/a.md")
        desk.write("language = \"de\"\n", to: ".shed/settings.toml")
        desk.project = try desk.shelf.reopen(desk.project)
        try desk.project.sync()
        try desk.compile()
        #expect(desk.read("Novel/Sea.md").contains("# Kapitel 1: Meer") && desk.read("Novel/Sea.md").contains("etwa 1 Wörter"))
    }

    @Test func `writes over nothing that it has not made`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("mine\n", to: "Novel/Sea.md")
        #expect(throws: ShedError.self) { try desk.compile() }
        try desk.shell("rm Novel/Sea.md; ln -s /etc/passwd Novel/Sea.md")
        #expect(throws: ShedError.self) { try desk.compile() }
        try desk.shell("rm Novel/Sea.md; mkdir Novel/Sea.md")
        #expect(throws: ShedError.self) { try desk.compile() }
    }

    @Test func `follows the order that people gave`() throws {
        let desk = try ManuscriptDesk.withNovel()
        let last = try #require(try desk.project.id("Chapters/03 The Spouter-Inn"))
        try desk.project.commit([Operation(last, [.order(OrderKey.first)])])
        #expect(try desk.compilation().files.map(\.path).first == "Chapters/03 The Spouter-Inn/01 Entry.md")
    }

    @Test func `leaves out what a profile or a file says, and says why`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("leave-out = [\"02 Painting*\"]\nauthor = \"Ann\"\nto = [\"txt\", \"html\"]\n", to: ".shed/profiles/mine.toml")
        desk.write("---\ncompile: false\n---\nNot yet.\n", to: "Chapters/01 Loomings/03 Later.md")
        desk.write("x", to: "Chapters/01 Loomings/map.png")
        try desk.project.sync()
        let compilation = try desk.compilation(CompileRequest(profile: "mine"))
        #expect(Set(compilation.left.map(\.word)) == ["profile", "front-matter", "no-text"])
        #expect(try desk.compile(CompileRequest(profile: "mine")).map(\.path) == ["Novel/Sea.txt", "Novel/Sea.html"])
        #expect(!desk.read("Novel/Sea.txt").contains("Not yet") && desk.read("Novel/Sea.html").contains("<address>Ann"))
        #expect(try desk.project.refresh().compileProfiles() == ["book", "manuscript", "mine", "plain", "web"])
    }

    @Test(arguments: ["../mine", "/etc/passwd", "none", "", "a/b", "."]) func `takes no profile from elsewhere`(name: String) throws {
        let desk = try ManuscriptDesk.withNovel()
        #expect(throws: ShedError.self) { try desk.compilation(CompileRequest(profile: name)) }
    }

    @Test func `says where a profile is wrong`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("author = \"A\"\nfilter = \"rm -rf /\"\n", to: ".shed/profiles/mine.toml")
        let error = try #require(throws: ShedError.self) { try desk.compilation(CompileRequest(profile: "mine")) }
        #expect(error.message.contains("line 2") && error.message.contains("filter"))
        try desk.shell("head -c 10000000 /dev/zero | tr '\\0' '#' > .shed/profiles/mine.toml")
        #expect(throws: ShedError.self) { try desk.compilation(CompileRequest(profile: "mine")) }
        try desk.shell("rm .shed/profiles/mine.toml; ln -s /etc/passwd .shed/profiles/mine.toml")
        #expect(throws: ShedError.self) { try desk.compilation(CompileRequest(profile: "mine")) }
    }

    @Test func `tells of scenes that are not there or go in circles, and ends`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("[[Gone]]\n\n[[A]]\n\n[[01 Self]]\n", to: "Chapters/01 Loomings/01 Self.md")
        desk.write("a\n\n[[B]]\n", to: "Scenes/A.md")
        desk.write("b\n\n[[a.md]]\n", to: "Scenes/B.md")
        try desk.project.sync()
        let compilation = try desk.compilation()
        #expect(compilation.left.map(\.word) == ["scene-missing", "scene-missing", "scene-within-itself"])
        // A line that names none stays as it is.
        try desk.compile()
        #expect(desk.read("Novel/Sea.md").contains("[[Gone]]"))
    }

    @Test func `does not grow without end by scenes within scenes`() throws {
        let desk = try ManuscriptDesk.withNovel()
        for number in 0..<15 { desk.write(String(repeating: "[[S\(number + 1)]]\n\n", count: 10), to: "Scenes/S\(number).md") }
        desk.write("x\n", to: "Scenes/S15.md")
        desk.write("[[S0]]\n", to: "Chapters/01 Loomings/00.md")
        try desk.project.sync()
        #expect(throws: ShedError.self) { try desk.compilation() }
    }

    @Test func `follows no link, and reads no image from elsewhere`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.shell("ln -s /etc Chapters/00; ln -s /etc/passwd 'Chapters/01 Loomings/00.md'; ln -s /etc/passwd Research/secret.png")
        desk.write("![a](../../../../etc/passwd) ![b](../../Research/secret.png) ![c](../../.shed/x.png)\n", to: "Chapters/01 Loomings/03.md")
        try desk.project.sync()
        let compilation = try desk.compilation()
        #expect(!compilation.files.contains { $0.path.last == "00.md" })
        #expect(Set(compilation.left.map(\.word)) == ["image-outside", "image-missing"])
        try desk.compile()
        #expect(!desk.read("Novel/Sea.md").contains("root:"))
        // A chapter that becomes a link after it was taken in is not read, and nothing is made without it.
        try desk.shell("rm 'Chapters/01 Loomings/03.md'; ln -s /etc/passwd 'Chapters/01 Loomings/03.md'")
        #expect(throws: ShedError.self) { try desk.project.asKnown.compilation(CompileRequest()) }
    }

    @Test func `bears names that are no text or have control characters`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.shell("mkdir \"$(printf 'Chapters/04 a\\033[31m\\nb')\"; echo x > \"$(printf 'Chapters/04 a\\033[31m\\nb/c\\377.md')\"")
        try desk.project.sync()
        try desk.compile(CompileRequest(formats: [.markdown, .html, .text]))
        for ending in ["md", "html", "txt"] { #expect(!desk.read("Novel/Sea.\(ending)").contains("\u{1b}")) }
    }

    @Test func `of a folder reads its files, and leads images on from where it is put`() throws {
        let desk = try ManuscriptDesk.withNovel()
        var request = CompileRequest(folder: "Chapters/01 Loomings", profile: "plain", formats: [.markdown])
        request.outside = Array("\(desk.shelf.path)/out".utf8)
        let reading = try desk.project.refresh()
        let text = String(decoding: try reading.bytes(of: reading.compilation(request), .markdown), as: UTF8.self)
        #expect(text.contains("Ishmael") && text.contains("![The Battery](../Sea/Research/battery.png)"))
        #expect(throws: ShedError.self) { try reading.compilation(CompileRequest(folder: "Nowhere")) }
        let poems = try desk.shelf.project("poetry", named: "Poems")
        #expect(throws: ShedError.self) { try poems.refresh().compilation(CompileRequest()) }
    }

    @Test func `says in tree that nothing was compiled yet, and then no more`() throws {
        let desk = try ManuscriptDesk()
        let view = try desk.project.listing(of: "Novel", depth: 1).view(at: "Novel")
        let emptiness = try #require(CompileProject.emptiness(of: view, desk.project.strings))
        #expect(emptiness.isEmpty && emptiness.text.contains("shed compile"))
        desk.write("x\n", to: "Chapters/One/a.md")
        try desk.project.sync()
        try desk.compile()
        #expect(CompileProject.emptiness(of: try desk.project.listing(of: "Novel", depth: 1).view(at: "Novel"), desk.project.strings)?.isEmpty == false)
    }
}

@Suite struct `Compiling in idle moments` {
    @Test func `makes each file anew by the profile that a person made it by`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("[compile]\nauto = true\n", to: ".shed/settings.toml")
        desk.project = try desk.shelf.reopen(desk.project)
        let requests = [CompileRequest(profile: "web", formats: [.html]), CompileRequest(formats: [.markdown])]
        for request in requests { try desk.compile(request) }
        desk.write("Call me.\n", to: "Chapters/01 Loomings/01 Ishmael.md")
        desk.project.kind.noteIdleWork(after: try desk.project.sync(), isWhole: false, isJudged: true)
        for _ in 0..<100 where desk.project.kind.hasIdleWork { try desk.project.kind.doIdleWork(nil) }
        for name in ["Novel/Sea.html", "Novel/Sea.md"] { #expect(desk.read(name).contains("Call me.")) }
        for request in requests { #expect(try desk.compile(request).map(\.fate) == [.unchanged]) }
    }

    /// A document may be anybody's, and reading it may take long.
    @Test(arguments: ["Chapters/01 Loomings/03.docx", "Chapters/01 Loomings/04 Slow.doc", "Scenes/Slow.rtf"]) func `runs no program to read a document`(document: String) throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("[compile]\nauto = true\n", to: ".shed/settings.toml")
        mkdir(desk.shelf.path + "/bin", 0o755)
        try TestFile.writeProgram("echo Words.", to: "\(desk.shelf.path)/bin/pandoc")
        try TestFile.writeProgram("echo other > input.docx", to: "\(desk.shelf.path)/bin/soffice")
        desk.shelf.surroundings.environment["PATH"] = desk.shelf.path + "/bin:/usr/bin:/bin"
        desk.project = try desk.shelf.reopen(desk.project)
        try desk.compile()
        desk.write("x", to: document)
        desk.write("Call me.\n", to: "Chapters/01 Loomings/01 Ishmael.md")
        desk.project.kind.noteIdleWork(after: try desk.project.sync(), isWhole: false, isJudged: true)
        for _ in 0..<100 where desk.project.kind.hasIdleWork { try desk.project.kind.doIdleWork(nil) }
        #expect(!desk.read("Novel/Sea.md").contains("Call me."))
        try desk.compile()
        #expect(desk.read("Novel/Sea.md").contains("Call me."), "who asks gets it")
    }
}

@Suite struct `Compiling a script` {
    @Test func `joins the acts as Fountain, and lays them out`() throws {
        let desk = try ManuscriptDesk("script")
        let fixture = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Fixtures/manuscript/script/Whale.fountain"
        try desk.shell("mkdir 'Acts/1 The Inn'; cp '\(fixture)' 'Acts/1 The Inn/'")
        desk.write("EXT. SEA - DAY\n\nA whale. [[Ask a sailor.]]\n", to: "Acts/2 The Sea/01.fountain")
        try desk.project.sync()
        #expect(try desk.compile().map(\.path) == ["Script/Sea.fountain"])
        let text = desk.read("Script/Sea.fountain")
        #expect(text.contains("# Act 1: The Inn\n") && text.contains("INT. SPOUTER-INN - NIGHT #1#") && text.contains("EXT. SEA - DAY") && !text.contains("Ask a sailor") && !text.contains("Cut: the bar"))
        #expect(try desk.compile(CompileRequest(formats: [.html, .text])).count == 2)
        #expect(desk.read("Script/Sea.html").contains("<div class=\"dual\">"))
        #expect(try desk.project.sync().moves.isEmpty)
        #expect(throws: ShedError.self) { try desk.compilation(CompileRequest(formats: [.epub])) }
    }

    @Test func `is for scripts alone`() throws {
        let desk = try ManuscriptDesk.withNovel()
        #expect(throws: ShedError.self) { try desk.compilation(CompileRequest(formats: [.fountain])) }
    }
}
