import ShedMessages
import ShedModel
import ShedProject
import ShedService

/// pandoc, where it is installed, run in a cell as the programs for PDFs are: it sees what it is given and what the system has installed,
/// and no network. A document may be anybody's.
struct Pandoc {
    private let program: String
    private let environment: [String: String]
    /// Directories that it may read, and run programs of.
    private let runnable: [String]
    /// Whether it is to be ended.
    private var isStopped: @Sendable () -> Bool = { false }

    /// What one run may take, and what helps where that does not do.
    struct Bounds {
        var limits: Cell.Limits
        /// How long it may take, in milliseconds.
        var milliseconds: Int64
        /// How much it may print, in bytes.
        var output: Int
        /// What is advised where it takes too long, or prints more.
        var whenTooMuch: Message = .nothing
        /// What is advised where it fails.
        var whenFailed: Message = .nothing
    }

    /// Above them are those of a run that was ended, or had not enough memory.
    private static let codesOfFailure: ClosedRange<Int32> = 1...127

    /// - Parameter environment: ours; only `PATH` and `SHED_TOOL_PATHS` count: directories that programs may read and run besides.
    /// - Returns: `nil` where it is not installed.
    init?(_ environment: [String: String]) {
        guard let program = ProgramPath.find("pandoc", environment: environment) else { return nil }
        self.program = program
        // 1980-01-01, the first time that a ZIP file can say.
        let own = ["LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "315532800", "HOME": "/proc/self/cwd", "TMPDIR": "/proc/self/cwd"]
        self.environment = environment.filter { $0.key == "PATH" }.merging(own) { $1 }
        runnable = ProgramPath.runnable(in: environment)
    }

    /// As one that ends when this process was asked to end.
    init?(_ surroundings: Surroundings) {
        self.init(surroundings.environment)
        isStopped = surroundings.isStopping
    }

    /// That something can only be read with it, and it is not installed.
    static func missing(for path: RelativePath) -> ShedError {
        ShedError(.environment, .pandocIsMissing(path: "\(path)"), remedy: .installPackage(package: "pandoc"))
    }

    /// What came of a run that it ended itself.
    enum Outcome {
        /// What it printed.
        case printed([UInt8])
        /// It could not do anything with what it was given, and said why.
        case failed(ShedError)

        /// What it printed.
        var output: [UInt8] {
            get throws(ShedError) {
                switch self {
                case .printed(let output): return output
                case .failed(let error): throw error
                }
            }
        }
    }

    /// Runs it to its end.
    /// - Parameters:
    ///   - streams: what it reads, and the directory in which it works.
    ///   - subject: what it works on, for errors.
    /// - Returns: what it printed.
    func run(_ arguments: [String], _ streams: ChildStreams, _ bounds: Bounds, on subject: RelativePath) throws(ShedError) -> [UInt8] {
        try outcome(arguments, streams, bounds, on: subject).output
    }

    /// The same, where it counts why there is nothing.
    /// - Throws: ``ShedError`` where it did not end itself, took or printed too much, or did not begin.
    func outcome(_ arguments: [String], _ streams: ChildStreams, _ bounds: Bounds, on subject: RelativePath) throws(ShedError) -> Outcome {
        var streams = streams
        streams.keepsErrorsApart = true
        let cell = Cell(bounds.limits, runnable: runnable, mayStartProcesses: Cell.isScript(program))
        let ending: ChildProcess.Ending
        do throws(ServiceError) {
            let child = try ChildProcess.start(program, arguments, environment: environment, streams: streams, in: cell)
            ending = child.finish(milliseconds: bounds.milliseconds, keeping: bounds.output + 1, isStopped: isStopped)
        } catch { throw ShedError(.environment, error.message, remedy: error.remedy) }
        guard !ending.isOutOfTime else { throw ShedError(.environment, .pandocTookTooLong(path: "\(subject)"), remedy: bounds.whenTooMuch) }
        guard ending.code == 0, ending.output.count <= bounds.output else {
            let said = ending.code == 0 ? "it holds too much" : ChildProcess.line(ending.errors)
            let reason = said.isEmpty ? "exit \(ending.code)" : said
            let error = ShedError(.environment, .pandocFailed(path: "\(subject)", reason: reason), remedy: ending.code == 0 ? bounds.whenTooMuch : bounds.whenFailed)
            guard Pandoc.codesOfFailure.contains(ending.code) else { throw error }
            return .failed(error)
        }
        return .printed(ending.output)
    }
}
