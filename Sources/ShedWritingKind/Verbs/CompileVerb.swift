import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

struct CompileVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "compile", abstract: "Make one manuscript of chapters and scenes.",
        discussion: """
            Puts the chapters of a novel, or the acts of a script, together in their order and writes the folder Novel, or Script. What it \
            writes it keeps: run again it changes nothing, and a file that was edited goes to Rejected before the new one takes its place. \
            A folder that is named is compiled into a file outside of the project. Formats are md, txt, html; docx, odt and epub where \
            pandoc is installed, pdf where LibreOffice is; and fountain for scripts. Documentation/Compiling.md describes profiles.

            With --watch it goes on, and compiles anew after each change of what goes in, until Control-C; with --json one value a line \
            is printed then.

            Exit code 1: a scene or an image that a text names is not there, or a text is refused where it stands; or what stands in the \
            place was not compiled, and so is not written over. Exit code 2: nothing was written, since something cannot be read or made.

            Example: shed compile
            Example: shed compile Collections/Spring --to html --output ../spring.html
            """)

    @Argument(help: "A folder, or the name of one in Collections, in place of the manuscript.", completion: .directory) var folder: String?
    @Option(help: ArgumentHelp("How it is made: manuscript, plain, web, book, or a file of .shed/profiles.", valueName: "name")) var profile: String?
    @Option(name: .customLong("to"), help: ArgumentHelp("The formats, with commas between them.", valueName: "formats")) var formats: String?
    @Option(name: [.long, .customShort("o")], help: ArgumentHelp("Write this file outside of the project; “-” for the standard output.", valueName: "file"), completion: .file())
    var output: String?
    @Flag(help: "Replace the file of --output if it is there.") var force = false
    @Flag(help: "Say what goes in and what does not, and why; nothing is written.") var list = false
    @Flag(help: "Go on, and compile again after each change of what goes in.") var watch = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if force, output == nil { throw ValidationError("--force is for the file of --output.") }
        if list, output != nil { throw ValidationError("--list writes nothing, so leave out --output.") }
        if watch, list || change.dryRun { throw ValidationError("--watch writes each time, so leave out --list and --dry-run.") }
        if watch, output == "-" { throw ValidationError("--watch writes a file each time, so name one with --output.") }
    }

    /// What is written elsewhere, or takes another program, is left to who asks.
    var delegation: Delegation { change.dryRun || list || watch || output != nil || folder != nil ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        if watch { return try keepCompiling(session) }
        let isOnlyShown = list || output != nil || folder != nil
        let project = try isOnlyShown ? session.openToShow() : session.openToChange(dryRun: change.dryRun)
        let reading = try project.refresh()
        var request = CompileRequest(profile: profile ?? reading.compileProfileName, formats: try chosenFormats())
        if let folder { request.folder = try session.compiledFolder(folder, in: project) }
        if list { return try show(reading.compilation(request), session) }
        if output != nil || folder != nil { return try writeOutside(&request, reading, session) }
        if session.isDelegated, try reading.needsProgramToRead(request) { try session.leaveToCaller() }
        let compilation = try reading.compilation(request)
        try requireText(compilation, session)
        if compilation.formats.contains(where: \.needsProgram) { try session.leaveToCaller() }
        let files = try reading.compile(compilation, dryRun: change.dryRun)
        say(files, compilation, in: project, session)
        return ending(compilation, session)
    }

    func chosenFormats() throws(ShedError) -> [CompileProfile.Format]? {
        guard let formats else { return nil }
        var chosen: [CompileProfile.Format] = []
        for word in formats.split(separator: ",") {
            guard let format = CompileProfile.Format(rawValue: String(word)) else {
                throw ShedError(.usage, .noFormat(name: EscapedText.escape(Array(word.utf8))), remedy: .chooseOtherFormat)
            }
            if !chosen.contains(format) { chosen.append(format) }
        }
        return chosen.isEmpty ? nil : chosen
    }

    // MARK: Elsewhere

    private func writeOutside(_ request: inout CompileRequest, _ reading: Reading, _ session: Session) throws -> Ending {
        try requireOneFormat(&request)
        let path = try place(request, reading, session)
        request.outside = path.flatMap { AbsolutePath.parent(of: $0) }
        let compilation = try reading.compilation(request)
        try requireText(compilation, session)
        guard let format = compilation.formats.first, compilation.formats.count == 1 else { throw severalFormats }
        // A place that cannot be written to is told of before the work. The file is made after it: a program that is killed while
        // LibreOffice works, which takes seconds, leaves nothing beside it.
        _ = try OutputFile(path, of: "--output", force: force, reading.project)
        let bytes = try reading.bytes(of: compilation, format)
        Interruption.point("converted")
        let target = try OutputFile(path, of: "--output", force: force, reading.project)
        if !change.dryRun { try target.write(bytes, session) }
        let facts: [(String, JSONValue)] = [
            ("format", .string(format.rawValue)), ("chapters", .integer(Int64(compilation.chapters))), ("words", .integer(Int64(compilation.words))),
        ]
        session.sayWritten(target, facts) { path in
            session.style.text(.compiled(isDryRun: change.dryRun, path: path, chapters: compilation.chapters, words: compilation.words))
        }
        return ending(compilation, session)
    }

    /// What is written elsewhere is one file, with --output or as a folder is.
    var severalFormats: ShedError { ShedError(.usage, output == nil ? .oneFormatForFolder : .oneFormatForFile, remedy: .sayToOnce) }

    /// One file has one format: the one that was asked for, or that the name of ``output`` says.
    func requireOneFormat(_ request: inout CompileRequest) throws {
        if let count = request.formats?.count, count > 1 { throw severalFormats }
        if output != nil { request.formats = [try CompileProfile.Format.format(of: output, chosen: request.formats?.first, standard: .markdown, option: "--to")] }
    }

    /// Where it is written: `nil` is the standard output. A folder goes where the person is, or beside the project if that is in it.
    func place(_ request: CompileRequest, _ reading: Reading, _ session: Session) throws -> [UInt8]? {
        if let output { return output == "-" ? nil : try resolved(session.absolute(output)) }
        let home = reading.project.home.path
        let isInside = session.base.starts(with: home + [UInt8(ascii: "/")]) || session.base == home
        let directory = isInside ? AbsolutePath.parent(of: home) ?? session.base : session.base
        let name = request.folder?.last?.bytes ?? reading.project.home.name.bytes
        let format = request.formats?.first ?? .markdown
        return AbsolutePath.joined(directory, name + Array(".\(format.rawValue)".utf8))
    }

    /// The same path without `..` and links on its way: it is printed, and paths in what is made lead on from there.
    private func resolved(_ path: [UInt8]) throws -> [UInt8] {
        guard let parts = AbsolutePath.parts(of: path) else { return path }
        return AbsolutePath.joined(try RealPath.of(parts.parent), parts.name)
    }

    // MARK: What is said

    func say(_ files: [CompiledFile], _ compilation: Compilation, in project: Project, _ session: Session) {
        if global.zero { return files.forEach { session.output.path(session.style.place($0.path)) } }
        if global.json {
            var object = JSONBuilder()
            object.add("files", .array(files.map(\.json)))
            addFacts(compilation, to: &object)
            return session.output.json(object.value)
        }
        for file in files {
            let path = session.style.path(file.path)
            if file.fate == .unchanged {
                session.say(.compiledAlready(path: path))
                continue
            }
            session.say(.compiled(isDryRun: change.dryRun, path: path, chapters: compilation.chapters, words: compilation.words))
            if file.fate == .edited {
                let reader = project.asKnown
                let place = (change.dryRun ? nil : reader.rejectedEdit(of: file.path)) ?? reader.rejectedPath
                session.note(.compiledOverEdit(isDryRun: change.dryRun, path: path, place: session.style.path(place)))
            }
        }
    }

    func addFacts(_ compilation: Compilation, to object: inout JSONBuilder) {
        object.add("profile", .string(compilation.profile.name))
        object.add("chapters", .integer(Int64(compilation.chapters)))
        object.add("words", .integer(Int64(compilation.words)))
        object.add("left", .array(compilation.left.map(\.json)))
    }

    /// Says what should have gone in and did not.
    private func ending(_ compilation: Compilation, _ session: Session) -> Ending {
        sayLeft(compilation.left, session)
        return compilation.left.contains(where: \.isFault) ? .findings : .done
    }

    func sayLeft(_ left: [LeftOut], _ session: Session) {
        let faults = left.filter(\.isFault)
        let most = 10
        if !global.json {
            for fault in faults.prefix(most) { session.note(.leftOutOfCompile(path: session.style.path(fault.path), reason: fault.words)) }
        }
        let others = left.count - min(faults.count, most)
        if others > 0, !global.json, !global.quiet { session.note(.leftOutQuietly(count: others)) }
    }

    /// Says what was left out where nothing else is there.
    private func requireText(_ compilation: Compilation, _ session: Session) throws(ShedError) {
        guard compilation.chapters == 0 else { return }
        sayLeft(compilation.left, session)
        throw ShedError(.refused, .nothingToCompile, remedy: .nothing)
    }

    private func show(_ compilation: Compilation, _ session: Session) throws(ShedError) -> Ending {
        if global.json {
            var object = JSONBuilder()
            object.add("parts", .array(compilation.files.map { file in
                var part = JSONBuilder()
                part.add("path", file.path)
                part.add("chapter", .integer(Int64(file.chapter)))
                return part.value
            }))
            addFacts(compilation, to: &object)
            session.output.json(object.value)
        } else if global.zero {
            for file in compilation.files { session.output.path(session.style.place(file.path)) }
        } else {
            var chapter = 0
            for file in compilation.files {
                if file.chapter != chapter {
                    chapter = file.chapter
                    session.output.line(session.style.heading(EscapedText.escape(Array((compilation.heading(chapter) ?? "\(chapter)").utf8))))
                }
                session.output.line("  " + session.style.path(file.path))
            }
            for left in compilation.left {
                session.output.line(session.style.faint(session.style.text(.leftOutOfCompile(path: session.style.path(left.path), reason: left.words))))
            }
        }
        guard compilation.chapters > 0 else { throw ShedError(.refused, .nothingToCompile, remedy: .nothing) }
        return compilation.left.contains(where: \.isFault) ? .findings : .done
    }
}

extension Session {
    /// The folder that a word means: one at that path, else one of that name in Collections.
    func compiledFolder(_ word: String, in project: Project) throws(ShedError) -> RelativePath {
        let paths = try collectionPaths(word, in: project)
        let reading = project.asKnown
        if let found = paths.first(where: { (try? reading.find($0)) != nil }) { return found }
        let profiles = try reading.compileProfiles()
        do throws(ShedError) { return try reading.find(paths[0]).path } catch {
            var error = error
            if profiles.contains(word) { error.advice = .profileIsOption(name: word) }
            throw error
        }
    }
}

extension CompileProfile.Format: FileFormat {
    package var fileExtensions: [String] { self == .markdown ? ["md", "markdown"] : self == .html ? ["html", "htm"] : [rawValue] }
}

extension CompiledFile {
    /// An element of `files` in `compile --json`.
    var json: JSONValue { CompiledFile.json(path.bytes, format, fate, size: size) }

    static func json(_ path: [UInt8], _ format: CompileProfile.Format, _ fate: Fate, size: Int) -> JSONValue {
        var object = JSONBuilder()
        object.add("path", bytes: path)
        object.add("format", .string(format.rawValue))
        object.add("fate", .string(fate.rawValue))
        object.add("size", .integer(Int64(size)))
        return object.value
    }
}

extension LeftOut {
    /// An element of `left` in `compile --json`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("path", path)
        object.add("reason", .string(word))
        object.add("message", .string(words.english))
        return object.value
    }
}
