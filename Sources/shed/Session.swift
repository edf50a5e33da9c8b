import ArgumentParser
import Glibc
import ShedControl
import ShedDisk
import ShedEngine
import ShedModel

/// A verb of the command line: opened, performed, printed.
protocol Verb: ParsableCommand {
    var global: GlobalOptions { get }

    /// Whether a daemon carries it out. ``perform(_:)`` then runs in the daemon's process: it reads no terminal and prints
    /// through the session only.
    var delegation: Delegation { get }

    /// Whether it needs shed's state directory, or only uses it where it can.
    var requiresState: Bool { get }
    /// Its name in the history.
    static var actor: String? { get }

    /// Does what the verb is for. The session's output is written afterwards.
    func perform(_ session: Session) throws -> Ending
}

/// How a verb ends when there was no error.
enum Ending {
    /// Exit code 0.
    case done
    /// Exit code 1.
    case findings
}

extension Verb {
    var delegation: Delegation { .never }
    var requiresState: Bool { true }

    static var actor: String? { configuration.commandName }

    mutating func run() throws {
        if let exitCode = try Delegate.carryOut(self, words: RawArguments.read().map(RawArguments.bytes)) {
            if exitCode != 0 { throw ExitCode(exitCode) }
            return
        }
        let session = try Session(global, verb: Self.actor, requiresState: requiresState)
        let ending: Ending
        do { ending = try perform(session) } catch {
            // What was done before the error is said before it.
            try session.output.flush()
            throw error
        }
        try session.output.flush()
        if ending == .findings { throw ExitCode(1) }
    }
}

/// What a verb works with: where it is, how it prints.
struct Session {
    let options: GlobalOptions
    let surroundings: Surroundings
    /// The working directory, or what `-C` names: an absolute path without links.
    let base: [UInt8]
    let style: Style
    let output: Output
    /// The projects of the daemon that carries the verb out for somebody; `nil` where the verb does its own work.
    private let watched: Daemon.Projects?

    /// - Parameter verb: whose name the history is to say.
    init(_ options: GlobalOptions, verb: String?, requiresState: Bool = true) throws(ShedError) {
        self.options = options
        let environment = Session.environment()
        var surroundings = try Surroundings(environment: environment, requiresState: requiresState)
        if let verb { surroundings.actor = verb == WatchVerb.configuration.commandName ? "daemon" : verb }
        self.surroundings = surroundings
        style = Style(options, environment: environment, isTerminal: isatty(STDOUT_FILENO) == 1)
        base = try RealPath.of(options.directory.map(RawArguments.bytes) ?? [UInt8(ascii: ".")])
        output = Output()
        watched = nil
    }

    /// The session of somebody else, whose verb the daemon carries out.
    /// - Throws: ``Daemon/Declined`` where it is better done elsewhere.
    init(_ options: GlobalOptions, verb: String?, for request: ControlRequest, _ projects: Daemon.Projects) throws {
        self.options = options
        var surroundings = try Surroundings(environment: request.environment)
        if let verb { surroundings.actor = verb }
        self.surroundings = surroundings
        guard surroundings.stateDirectory == projects.stateDirectory else { throw Daemon.Declined(reason: "the state directories differ") }
        guard request.environment["TZ"] == Session.environment()["TZ"] else { throw Daemon.Declined(reason: "the time zones differ") }
        style = Style(options, environment: request.environment, isTerminal: request.isTerminal)
        let directory = options.directory.map { PathArgument.absolute(RawArguments.bytes(of: $0), base: request.directory) }
        base = try RealPath.of(directory ?? request.directory)
        // What is no directory is said by the one who asked.
        guard (try? DirectoryHandle(pathBytes: base)) != nil else { throw Daemon.Declined(reason: "no directory") }
        output = Output(isSent: true)
        watched = projects
    }

    /// The variables that shed heeds.
    static func environment() -> [String: String] {
        let names = [
            "SHED_STATE_DIR", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "HOME", "LC_ALL", "LC_MESSAGES", "LANG",
            "NO_COLOR", "TERM", "EDITOR", "VISUAL", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "TZ", "JOURNAL_STREAM", "PATH", "TESSDATA_PREFIX",
        ]
        var environment: [String: String] = [:]
        for name in names { environment[name] = getenv(name).map { String(cString: $0) } }
        return environment
    }

    // MARK: Projects

    /// The project that is worked in. A dry run leaves no trace.
    func openToChange(dryRun: Bool = false) throws -> Project {
        if let watched {
            let project = try watched.project(containing: base)
            project.surroundings.actor = surroundings.actor
            return project
        }
        return try Project.open(containing: base, surroundings: surroundings, purpose: dryRun ? .look : .change)
    }

    /// The project that is worked in, to be looked at: what changed is taken in where it can be.
    func openToShow() throws -> Project {
        do { return try openToChange() } catch let error as ShedError where error.kind == .environment {
            return try openToChange(dryRun: true)
        }
    }

    /// The project whose root a DIR argument is, to be looked at.
    func openRoot(_ directory: String) throws(ShedError) -> Project {
        let path = try RealPath.of(absolute(directory))
        // Only looked at, so that a directory inside a project registers nothing.
        let project = try Project.open(containing: path, surroundings: surroundings, purpose: .look)
        guard project.rootPath == path else {
            throw ShedError(
                .usage, "\(EscapedText.escape(path)) is inside the project \(EscapedText.escape(project.rootPath)), not a project itself",
                remedy: "Name the project's own directory.")
        }
        return project
    }

    func absolute(_ argument: String) -> [UInt8] { PathArgument.absolute(RawArguments.bytes(of: argument), base: base) }

    func path(_ argument: String, in project: Project) throws(ShedError) -> RelativePath {
        try PathArgument.resolve(argument, base: base, root: project.rootPath)
    }

    func paths(_ arguments: [String], in project: Project) throws(ShedError) -> [RelativePath] {
        var paths: [RelativePath] = []
        for argument in arguments {
            let path = try path(argument, in: project)
            if !paths.contains(path) { paths.append(path) }
        }
        return paths
    }

    /// A name that an argument gives.
    func name(_ argument: String) -> Name { Name(bytes: RawArguments.bytes(of: argument)) }

    /// A text that an argument gives.
    func text(_ argument: String, of option: String) throws(ShedError) -> String {
        guard let text = String(validating: RawArguments.bytes(of: argument), as: UTF8.self) else {
            throw ShedError(.usage, "\(option) is not UTF-8", remedy: "Give it as UTF-8 text.")
        }
        return text
    }

    /// Leaves what takes long to whoever asked for it, where the daemon carries the verb out.
    func leaveToCaller() throws {
        if watched != nil { throw Daemon.Declined(reason: "it takes long") }
    }

    // MARK: Asking

    /// Asks the person, unless `--yes` answers.
    /// - Throws: ``ShedError`` where there is nobody to ask, or the answer is no.
    func confirm(_ question: String) throws {
        if options.yes { return }
        if watched != nil { throw Question(text: question) }
        try output.flush()
        try Confirmation.ask(question)
    }
}
