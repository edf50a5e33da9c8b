import Glibc
import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedService
import ShedTestSupport
import ShedWriting
import Testing

@testable import ShedWritingKind

/// With LibreOffice itself where it is installed; with others in its place for what it does only by a fault.
@Suite struct `What LibreOffice makes of a manuscript` {
    private static let isInstalled = ProgramPath.find("soffice", environment: [:]) != nil
    private static let hasBoth = isInstalled && ProgramPath.find("pandoc", environment: [:]) != nil

    /// A script “Sea” of one act.
    private func script() throws -> ManuscriptDesk {
        let desk = try ManuscriptDesk("script")
        let fixture = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Fixtures/manuscript/script/Whale.fountain"
        try desk.shell("mkdir 'Acts/1 The Inn'; cp '\(fixture)' 'Acts/1 The Inn/'")
        try desk.project.sync()
        return desk
    }

    /// Puts a program in the place of one, beside those that are there already.
    private func put(_ name: String, _ script: String, into desk: ManuscriptDesk) throws {
        mkdir(desk.shelf.path + "/bin", 0o755)
        try TestFile.writeProgram(script, to: "\(desk.shelf.path)/bin/\(name)")
        desk.shelf.surroundings.environment["PATH"] = desk.shelf.path + "/bin:/usr/bin:/bin"
        desk.project = try desk.shelf.reopen(desk.project)
    }

    private static let good = "printf '%%PDF of %s bytes' \"$(wc -c < input.odt)\" > input.pdf"

    @Test func `names the package where it is not installed`() throws {
        let desk = try script()
        desk.shelf.surroundings.environment["PATH"] = "/nonexistent"
        desk.project = try desk.shelf.reopen(desk.project)
        for format in [CompileProfile.Format.pdf, .docx] {
            let error = try #require(throws: ShedError.self) { try desk.compile(CompileRequest(formats: [format])) }
            #expect(error.message.contains("LibreOffice") && error.remedy.contains("apt install libreoffice-writer"))
        }
        #expect(try desk.shell("ls Script") == "")
        #expect(try desk.compile(CompileRequest(formats: [.odt])).map(\.fate) == [.made])
    }

    /// What it says and writes, and what of it is told.
    @Test(arguments: [
        ("echo 'cannot load' >&2; exit 1", "exit 1, cannot load"), ("echo 'Error: source file could not be loaded'", "source file could not be loaded"), ("exit 0", "exit 0"),
        ("printf half > input.pdf; kill -9 $$", "exit 137"), ("mkdir input.pdf", "exit 0"), ("ln -s /etc/passwd input.pdf", ""), ("exit 81", "exit 81"),
        // 10 GB, and more than is taken.
        ("exec dd if=/dev/zero of=input.pdf bs=1 count=1 seek=10G", ""), ("truncate -s 300M input.pdf", ""),
    ]) func `that fails is told, and what was there is still there`(program: String, said: String) throws {
        let desk = try script()
        try put("soffice", Self.good, into: desk)
        try desk.compile(CompileRequest(formats: [.pdf]))
        let before = try desk.shell("cat Script/Sea.pdf; stat -c '%i %Y' Script/Sea.pdf")
        try put("soffice", program, into: desk)
        desk.write("EXT. SEA - DAY\n\nMore.\n", to: "Acts/1 The Inn/02.fountain")
        let error = try #require(throws: ShedError.self) { try desk.compile(CompileRequest(formats: [.fountain, .pdf])) }
        #expect(error.message.contains("LibreOffice could not work on Sea") && (said.isEmpty || error.message.contains(said)), "\(error.message)")
        #expect(try desk.shell("cat Script/Sea.pdf; stat -c '%i %Y' Script/Sea.pdf") == before)
        #expect(try desk.shell("ls Script; find .shed -path '*/staging/*' -type f; ls | grep Rejected || true") == "Sea.pdf\n")
        #expect(try desk.shell("find '\(desk.shelf.path)' -name 'compile-*'") == "", "its directory is gone")
    }

    @Test func `that takes too long is ended, and told`() throws {
        let desk = try script()
        try put("soffice", "sleep 1000", into: desk)
        var office = try #require(Office(desk.shelf.surroundings.environment))
        office.milliseconds = 100
        let work = try DirectoryHandle(path: desk.root)
        let error = try #require(throws: ShedError.self) { try office.convert("input.odt", to: "pdf", by: "writer_pdf_Export", in: work, on: RelativePath(["Sea"])) }
        #expect(error.message.contains("took too long"))
    }

    /// Each file is small enough.
    @Test func `that writes too much in all is ended, and told`() throws {
        let desk = try script()
        try put("soffice", "mkdir -p in; for n in 1 2 3 4; do head -c 1000000 /dev/zero > in/$n; done; sleep 1000", into: desk)
        var office = try #require(Office(desk.shelf.surroundings.environment))
        office.mostWritten = 3 << 20
        mkdir(desk.shelf.path + "/space", 0o700)
        let work = try DirectoryHandle(path: desk.shelf.path + "/space")
        #expect(!work.holdsMore(than: office.mostWritten))
        let error = try #require(throws: ShedError.self) { try office.convert("input.odt", to: "pdf", by: "writer_pdf_Export", in: work, on: RelativePath(["Sea"])) }
        #expect(error.message.contains("it wrote more than 3 MiB"))
        #expect(work.holdsMore(than: office.mostWritten) && !work.holdsMore(than: 5_000_000))
    }

    @Test func `of a shed that was killed is removed by the next, and of one that works is not`() throws {
        let desk = try script()
        try put("soffice", Self.good, into: desk)
        try desk.compile(CompileRequest(formats: [.pdf]))
        let scratch = desk.shelf.surroundings.stateDirectory + "/work"
        try desk.shelf.shell("mkdir -p '\(scratch)/compile-left/deep' '\(scratch)/compile-busy'; echo x > '\(scratch)/compile-left/deep/x'")
        let busy = try DirectoryHandle(path: scratch + "/compile-busy")
        #expect(flock(busy.descriptor, LOCK_EX | LOCK_NB) == 0)
        desk.write("EXT. SEA - DAY\n\nMore.\n", to: "Acts/1 The Inn/02.fountain")
        try desk.compile(CompileRequest(formats: [.pdf]))
        let rest = try withExtendedLifetime(busy) { try desk.shelf.shell("ls '\(scratch)'") }
        #expect(rest == "compile-busy\n")
    }

    /// It would go on for ten minutes.
    @Test(arguments: ["pandoc", "soffice"]) func `is ended where shed was asked to end, and its directory is gone`(program: String) throws {
        let desk = try program == "pandoc" ? ManuscriptDesk.withNovel() : script()
        try put(program, "sleep 1000", into: desk)
        desk.project.home.surroundings.isStopping = { true }
        let error = try #require(throws: ShedError.self) { try desk.compile(CompileRequest(formats: [program == "pandoc" ? .docx : .pdf])) }
        #expect(error.message.contains("exit 137"), "\(error.message)")
        #expect(try desk.shell("find '\(desk.shelf.path)' -name 'compile-*'; ls Novel Script 2> /dev/null | grep Sea || true") == "")
    }

    @Test func `is begun again once where it wants that, and has nothing but what it is given`() throws {
        let desk = try script()
        let reads = { (path: String) in "cat '\(path)' > /dev/null 2>&1 && echo open || echo closed" }
        #expect(desk.read("Acts/1 The Inn/Whale.fountain").contains("INN"))
        let program = "[ -e settings ] || { mkdir settings; exit 81; }; { ls; \(reads("input.odt")); \(reads(desk.root + "/Acts/1 The Inn/Whale.fountain")); env | sed -n 's/=.*//p' | sort | tr '\\n' ' '; } > input.pdf"
        try put("soffice", program, into: desk)
        try desk.compile(CompileRequest(formats: [.pdf]))
        let said = desk.read("Script/Sea.pdf")
        #expect(said.hasPrefix("input.odt\ninput.pdf\nsettings\nopen\nclosed\n"), "\(said)")
        let names = said.split(separator: "\n").last?.split(separator: " ").filter { !["PWD", "OLDPWD", "SHLVL", "_"].contains($0) }
        #expect(names == ["HOME", "LC_ALL", "PATH", "SAL_USE_VCLPLUGIN", "TMPDIR", "TZ"])
    }

    // MARK: Documents that are read

    /// What pandoc cannot read, it reads of what LibreOffice made of it.
    @Test(arguments: [("docx", "odt"), ("odt", "docx"), ("rtf", "docx"), ("doc", "docx")]) func `is read where pandoc cannot read the original`(ending: String, other: String) throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.shell("printf original > 'Chapters/01 Loomings/03.\(ending)'")
        try put("pandoc", "grep -q other input.\(other) 2> /dev/null && echo 'Words of the other.' || { echo 'cannot' >&2; exit 1; }", into: desk)
        try put("soffice", "grep -q original input.\(ending) && echo other > input.\(other)", into: desk)
        try desk.project.sync()
        try desk.compile()
        #expect(desk.read("Novel/Sea.md").contains("Words of the other."))
        try put("soffice", "exit 1", into: desk)
        let error = try #require(throws: ShedError.self) { try desk.compile() }
        #expect(error.message.contains("LibreOffice could not work on") && (ending == "doc" || error.message.contains("pandoc could not work on") && error.message.contains("cannot;")), "\(error.message)")
    }

    /// Such as by a signal, for memory or time: another way would take more of it.
    @Test func `is not asked where pandoc was ended`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.shell("printf original > 'Chapters/01 Loomings/03.docx'")
        try put("pandoc", "kill -9 $$", into: desk)
        try put("soffice", "echo other > input.odt", into: desk)
        try desk.project.sync()
        let error = try #require(throws: ShedError.self) { try desk.compile() }
        #expect(error.message.contains("pandoc could not work on") && error.message.contains("137") && !error.message.contains("LibreOffice"), "\(error.message)")
    }

    @Test func `is asked for by name where an old document cannot be read without it`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("old", to: "Chapters/01 Loomings/03.doc")
        try desk.project.sync()
        desk.shelf.surroundings.environment["PATH"] = "/nonexistent"
        desk.project = try desk.shelf.reopen(desk.project)
        let error = try #require(throws: ShedError.self) { try desk.compile() }
        #expect(error.message.contains("03.doc") && error.message.contains("LibreOffice"))
    }

    // MARK: Itself

    // Each start of it costs seconds of a processor: in a short run it makes two PDFs of a manuscript and one of a script, and reads a document.

    private static func has(_ programs: String...) -> Bool { programs.allSatisfy { ProgramPath.find($0, environment: [:]) != nil } }

    private func expect(_ words: [String], in path: String, _ desk: ManuscriptDesk) throws {
        let text = try desk.shell("pdftotext -layout '\(path)' -")
        for words in words { #expect(text.contains(words), "\(words) is missing in \(text)") }
    }

    @Test(.enabled(if: hasBoth)) func `a manuscript is the same each time`() throws {
        let desk = try ManuscriptDesk.withNovel()
        #expect(try desk.compile(CompileRequest(formats: [.pdf])).map(\.fate) == [.made])
        #expect(try desk.compile(CompileRequest(formats: [.pdf])).map(\.fate) == [.unchanged])
        #expect(try desk.project.sync().moves.isEmpty)
    }

    @Test(.enabled(if: ShortRun.isWhole && hasBoth && has("pdftotext", "pdfimages"))) func `a manuscript has its notes and images`() throws {
        let desk = try ManuscriptDesk.withNovel()
        try desk.compile(CompileRequest(formats: [.pdf]))
        try expect(["Chapter 1: Loomings", "Ishmael.1", "Chapter 3: The Spouter-Inn", "END"], in: "Novel/Sea.pdf", desk)
        #expect(try desk.shell("pdfimages -list Novel/Sea.pdf | grep -c image") != "0\n")
    }

    private func longScript() throws -> ManuscriptDesk {
        let desk = try script()
        desk.write("EXT. SEA - DAY\n\nQUEEQUEG\nSpeakee.\n", to: "Acts/1 The Inn/b.fountain")
        try desk.project.sync()
        return desk
    }

    @Test(.enabled(if: ShortRun.isWhole && isInstalled), arguments: [CompileProfile.Format.pdf, .docx]) func `a script is the same each time`(format: CompileProfile.Format) throws {
        let desk = try longScript()
        #expect(try desk.compile(CompileRequest(formats: [format])).map(\.fate) == [.made])
        #expect(try desk.compile(CompileRequest(formats: [format])).map(\.fate) == [.unchanged])
        #expect(try desk.project.sync().moves.isEmpty)
    }

    @Test(.enabled(if: isInstalled && has("pdftotext"))) func `a script is laid out page by page`() throws {
        let desk = try longScript()
        #expect(try desk.compile(CompileRequest(formats: [.pdf])).map(\.fate) == [.made])
        try expect(["SEA\n", "INT. SPOUTER-INN - NIGHT\n", "CUT TO:\n", "THE END"], in: "Script/Sea.pdf", desk)
        // From the left edge, in points: who speaks alone 3.7 inches, what they say 2.5; of two who speak at once, half a page apart.
        for (word, place) in [("INT.", 108), ("QUEEQUEG", 266.4), ("Speakee.", 180), ("LANDLORD", 180), ("ISHMAEL", 396), ("With", 324)] {
            let line = try desk.shell("pdftotext -bbox Script/Sea.pdf - | grep -F '>\(word)<'")
            let found = line.split(separator: "\"").dropFirst().first.flatMap { Double($0) }
            #expect(found.map { abs($0 - place) < 1 } == true, "\(word): \(line)")
        }
    }

    /// It looks into a file for what it is: many that end with `.doc` are rich text.
    @Test(.enabled(if: hasBoth)) func `documents are read that pandoc has no reader for`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("{\\rtf1\\ansi Old {\\b words}.\\par}\n", to: "Chapters/01 Loomings/03.doc")
        try desk.project.sync()
        try desk.compile()
        #expect(desk.read("Novel/Sea.md").contains("Old **words**."))
    }

    @Test(.enabled(if: ShortRun.isWhole && hasBoth)) func `old documents of Word are read`() throws {
        let desk = try ManuscriptDesk.withNovel()
        desk.write("{\\rtf1\\ansi Old {\\b words}.\\par}\n", to: "Research/old.rtf")
        try desk.shell("soffice -env:UserInstallation=file://$PWD/../settings --headless --convert-to 'doc:MS Word 97' --outdir 'Chapters/01 Loomings' Research/old.rtf > /dev/null 2>&1")
        try desk.project.sync()
        try desk.compile()
        #expect(desk.read("Novel/Sea.md").contains("Old **words**."))
    }
}
