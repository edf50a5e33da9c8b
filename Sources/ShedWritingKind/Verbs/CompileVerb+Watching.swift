import Glibc
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

// `shed compile --watch`. It does its own work, also where a daemon runs: both hold the project's lock while they change something, and
// what one has compiled the other finds up to date.

extension CompileVerb {
    /// Compiles, and again after each change of what goes in, until SIGINT or SIGTERM comes. What one compilation fails with is said, and
    /// it goes on: the next change may mend it.
    func keepCompiling(_ session: Session) throws -> Ending {
        let project = try output != nil || folder != nil ? session.openToShow() : session.openToChange()
        var rounds = CompileRounds(project, try request(project, session))
        // A second signal does not wait: what was begun is finished, or taken back, by the next command.
        let follower = try ChangeFollower(project) { _exit(128 + $0) }
        if !global.json, !global.quiet, !global.zero { session.note(.compileWaits) }
        repeat {
            do {
                if let round = try next(&rounds, session) { try say(round, &rounds, session) }
            } catch let error as ShedError {
                // A signal also ends the programs that make documents, and so what they fail with then is nothing to say.
                if follower.isStopping { break }
                // What was wrong with how it was called is so each time.
                if error.kind == .usage, rounds.isFirst { throw error }
                let said = CompileRounds.Said(error)
                if said != rounds.said {
                    // Where nothing is compiled, what was left out is why.
                    if let left = rounds.leftOfNothing { sayLeft(left, session) }
                    try say(error, left: rounds.leftOfNothing, session)
                }
                if let left = rounds.leftOfNothing { rounds.left = left }
                rounds.leftOfNothing = nil
                rounds.said = said
            }
            rounds.isFirst = false
        } while try follower.next()
        return .done
    }

    private func request(_ project: Project, _ session: Session) throws -> CompileRequest {
        var request = CompileRequest(profile: profile ?? "", formats: try chosenFormats())
        if let folder { request.folder = try session.compiledFolder(folder, in: project) }
        return request
    }

    /// Compiles, where something of what goes in changed.
    /// - Returns: `nil` where nothing did.
    private func next(_ rounds: inout CompileRounds, _ session: Session) throws -> CompileRound? {
        let project = rounds.project
        // A slip in the settings is said once; the last good ones count.
        do throws(ShedError) { _ = try project.home.reloadConfiguration() } catch { try say(error, session) }
        // Each is taken back by itself.
        project.actor = session.surroundings.actor
        let reading = try project.refresh()
        var request = rounds.request
        if profile == nil { request.profile = reading.compileProfileName }
        let inputs = try reading.compileInputs(request, after: rounds.inputs)
        guard inputs != rounds.inputs else {
            // What this fails with it fails with each time.
            try sayUntaken(reading.untaken(request), &rounds, session)
            rounds.said = nil
            return nil
        }
        rounds.said = nil
        // What fails is not tried again before it is changed.
        rounds.inputs = inputs
        let isOutside = output != nil || folder != nil
        let round: CompileRound
        do {
            round = try isOutside ? writeOutside(request, reading, &rounds, session) : compile(request, reading, &rounds)
        } catch let error as ShedError where !isOutside && error.isConflict {
            // The daemon may have compiled the same in the midst of it.
            round = try compile(request, project.refresh(), &rounds)
        }
        return round
    }

    /// Compiles into the derived folder.
    private func compile(_ request: CompileRequest, _ reading: Reading, _ rounds: inout CompileRounds) throws -> CompileRound {
        let compilation = try rounds.compilation(request, reading)
        return CompileRound(compilation: compilation, files: try reading.compile(compilation, dryRun: false))
    }

    // MARK: Outside of the project

    private func writeOutside(_ request: CompileRequest, _ reading: Reading, _ rounds: inout CompileRounds, _ session: Session) throws -> CompileRound {
        var request = request
        try requireOneFormat(&request)
        guard let path = try place(request, reading, session) else { throw ShedError(.usage, .namesNoFile(option: "--output")) }
        request.outside = AbsolutePath.parent(of: path)
        let compilation = try rounds.compilation(request, reading)
        guard let format = compilation.formats.first, compilation.formats.count == 1 else { throw severalFormats }
        let bytes = try reading.bytes(of: compilation, format)
        let hash = ContentHash(of: bytes)
        let there = ExportFile.Written(path)
        // What somebody else wrote there meanwhile is no file of ours to replace.
        let isOurs = there != nil && rounds.written?.file == there
        var round = CompileRound(compilation: compilation)
        round.outside = CompileRound.Outside(path: path, format: format, size: bytes.count, fate: there == nil ? .made : .replaced)
        if isOurs, rounds.written?.hash == hash {
            round.outside?.fate = .unchanged
            return round
        }
        let target = try OutputFile(path, of: "--output", force: force, replacing: isOurs ? there : nil, reading.project)
        try target.write(bytes, session)
        rounds.written = target.written.map { ($0, hash) }
        return round
    }

    // MARK: What is said

    private func say(_ round: CompileRound, _ rounds: inout CompileRounds, _ session: Session) throws(ShedError) {
        if global.json {
            var object = event("compiled", session)
            object.add("files", .array(round.outside.map { [$0.json] } ?? round.files.map(\.json)))
            addFacts(round.compilation, to: &object)
            session.output.jsonLine(object.value)
        } else if let outside = round.outside {
            let path = EscapedText.escape(outside.path)
            if global.zero { session.output.path(outside.path) }
            session.say(outside.fate == .unchanged ? .compiledAlready(path: path)
                : .compiled(isDryRun: false, path: path, chapters: round.compilation.chapters, words: round.compilation.words))
        } else {
            say(round.files, round.compilation, in: rounds.project, session)
        }
        try session.output.flush()
        // What was said of the last one, or since, is true of this one too.
        if Set(round.compilation.left) != Set(rounds.left) { sayLeft(round.compilation.left, session) }
        rounds.left = round.compilation.left
    }

    /// Says at once which texts have come that do not go in, where nothing else is another than it was.
    private func sayUntaken(_ untaken: [LeftOut], _ rounds: inout CompileRounds, _ session: Session) throws(ShedError) {
        let known = Set(rounds.left)
        let new = untaken.filter { !known.contains($0) }
        rounds.left = rounds.left.filter { !$0.isUntaken } + untaken
        guard !new.isEmpty else { return }
        guard global.json else { return sayLeft(new, session) }
        var object = event("left", session)
        object.add("left", .array(new.map(\.json)))
        session.output.jsonLine(object.value)
        try session.output.flush()
    }

    /// - Parameter left: what was left out, where that is why.
    private func say(_ error: ShedError, left: [LeftOut]? = nil, _ session: Session) throws(ShedError) {
        guard global.json else { return session.warn(of: error) }
        var object = event("failed", session)
        object.add("message", .string("\(error)"))
        if let left { object.add("left", .array(left.map(\.json))) }
        session.output.jsonLine(object.value)
        try session.output.flush()
    }

    private func event(_ name: String, _ session: Session) -> JSONBuilder {
        var object = JSONBuilder()
        object.add("event", .string(name))
        object.add("time", time: session.surroundings.now())
        return object
    }
}

/// What is kept between one compilation and the next.
private struct CompileRounds {
    let project: Project
    /// As it was asked for.
    let request: CompileRequest
    var isFirst = true
    /// The error that was said last, as long as nothing could be asked for since.
    var said: Said?
    /// What went in the last time, also where that failed.
    var inputs: CompileInputs?
    /// The file outside of the project as it was written the last time.
    var written: (file: ExportFile.Written, hash: ContentHash)?
    /// What is known to have been said of what was left out.
    var left: [LeftOut] = []
    /// What was left out where that left nothing to compile, as long as it was not said.
    var leftOfNothing: [LeftOut]?

    init(_ project: Project, _ request: CompileRequest) { (self.project, self.request) = (project, request) }

    /// What makes one error another than the next.
    struct Said: Equatable {
        let kind: ShedError.Kind
        let words: Message
        let line: Int?

        init(_ error: ShedError) { (kind, words, line) = (error.kind, error.words, error.line) }
    }

    /// Reads what goes in, and takes note of the images in it, before they are read.
    mutating func compilation(_ request: CompileRequest, _ reading: Reading) throws(ShedError) -> Compilation {
        let compilation = try reading.compilation(request)
        inputs?.note(imagesOf: compilation)
        guard compilation.chapters > 0 else {
            leftOfNothing = compilation.left
            throw ShedError(.refused, .nothingToCompile, remedy: .nothing)
        }
        return compilation
    }
}

/// What one compilation came to.
private struct CompileRound {
    struct Outside {
        /// Absolute.
        var path: [UInt8]
        var format: CompileProfile.Format
        /// In bytes.
        var size: Int
        var fate: CompiledFile.Fate

        /// An element of `files` in `compile --watch --json`.
        var json: JSONValue { CompiledFile.json(path, format, fate, size: size) }
    }

    let compilation: Compilation
    /// In the derived folder.
    var files: [CompiledFile] = []
    var outside: Outside?
}
