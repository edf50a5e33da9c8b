import ArgumentParser
import ShedCommand
import ShedControl
import ShedMessages
import ShedModel
import ShedProject

/// A program of a few verbs, for tests.
struct SampleRoot: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sample", subcommands: [NameVerb.self, OuterVerb.self])
}

/// A verb with verbs in it.
struct OuterVerb: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "outer", subcommands: [DropVerb.self])
}

/// Prints the paths that are named or chosen.
struct NameVerb: ChangingVerb {
    static let configuration = CommandConfiguration(commandName: "name")

    @OptionGroup var paths: PathsArgument<SampleChoice>
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let edited = try paths.edit(session, in: project) { _, paths throws(ShedError) in paths }
        guard let edited else {
            session.say(PathsArgument<SampleChoice>.nothingFits)
            return .findings
        }
        for path in edited { session.output.line(path.isRoot ? "." : "\(path)") }
        return .done
    }

    static func hint(for message: String, _ words: [String]) -> String? { message.contains("--paths") ? "Error: name them" : nil }
}

/// Asks the person, then says so.
struct DropVerb: ChangingVerb {
    static let configuration = CommandConfiguration(commandName: "drop")

    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        session.output.note("to be dropped")
        try session.confirm("Dropping it")
        session.say("dropped")
        return .done
    }
}

/// The project itself, or nothing.
struct SampleChoice: PathChoice {
    @Flag var whole = false
    @Flag var none = false

    static var help: ArgumentHelp { "What to name." }
    static var nothingNamed: ShedError { ShedError(.usage, "nothing is named") }
    static var bothNamed: ShedError { ShedError(.usage, "both are named") }
    static var nothingFits: Message { .verbatim("nothing fits") }

    var isEmpty: Bool { !whole && !none }

    func paths(_ session: Session, in transaction: Transaction) throws(ShedError) -> [RelativePath] { whole ? [.root] : [] }

    func edit<Result>(
        _ paths: [RelativePath], in transaction: Transaction, _ body: () throws(ShedError) -> Result
    ) throws(ShedError) -> Result { try body() }
}

/// The kind of project `sample`.
struct SampleModule: KindModule {
    var name: String { "sample" }
    var kinds: [Kind] { [SampleModule.kind].compactMap { $0 } }
    func serves(_ template: Template) -> Bool { template.kind.raw == name }

    private static let kind = try? Kinds().kind(fromTOML: Array("""
        name = "sample"
        root = "folders"
        [[section]]
        key = "work"
        title = "Work"
        [[folder]]
        role = "draft"
        section = "work"
        accepts = "files"
        [[folder]]
        role = "ready"
        section = "work"
        accepts = "nothing"
        filling = "moves"
        """.utf8), path: "sample.toml")
}

/// What it adds: `first` is its first folder, `both` may mean two things.
struct SampleKind: KindCommands {
    var module: any KindModule { SampleModule() }

    func wordReader(_ session: Session, in project: Project) -> (any WordReader)? { Reader() }

    private struct Reader: WordReader {
        func path(_ word: String) throws(ShedError) -> RelativePath? {
            if word == "both" { throw ShedError(.usage, "“both” may mean two things") }
            return word == "first" ? RelativePath(["Draft"]) : nil
        }
    }
}

/// A project that is open in this process, in a directory of its own with a state directory.
struct Desk: WatchedProjects {
    private let directory: TemporaryDirectory
    let open: Project

    private var path: String { directory.path }

    /// - Parameter kind: of the project.
    init(_ kind: String = "sample") throws {
        directory = try TemporaryDirectory()
        let surroundings = try Surroundings(environment: Desk.environment(directory.path), kinds: KindModules([SampleModule()]))
        open = try Project.new(surroundings.kinds.kinds.kind(named: kind), named: "Poems", in: Array(directory.path.utf8), language: .english, surroundings: surroundings)
    }

    private static func environment(_ path: String) -> [String: String] {
        var environment = ["HOME": path, "SHED_STATE_DIR": path + "/state"]
        environment["TZ"] = Session.environment()["TZ"]
        return environment
    }

    // MARK: As the daemon has it

    var stateDirectory: String { path + "/state" }

    func project(containing directory: [UInt8]) throws -> Project { open }

    /// What comes of a command line.
    /// - Parameter state: the asker's state directory; `nil`: this one's.
    func ask(_ words: String..., kinds: [any KindCommands] = [], state: String? = nil) -> ControlReply {
        var environment = Desk.environment(path)
        if let state { environment["SHED_STATE_DIR"] = state }
        return carryOut(ControlRequest(arguments: words.map { Array($0.utf8) }, directory: open.home.path, environment: environment), kinds: kinds)
    }

    func carryOut(_ request: ControlRequest, kinds: [any KindCommands] = []) -> ControlReply {
        VerbHandler(Program(SampleRoot.self, kinds: kinds)).carryOut(request, self)
    }
}
