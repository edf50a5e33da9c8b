import ShedModel

/// What a git commit would contain, as git says it.
public struct StagedPaths: Sendable {
    /// The work tree's top: an absolute path.
    public var top: [UInt8]
    /// The paths that differ between the index and the last commit, relative to the top; those that were removed too.
    public var paths: [[UInt8]]

    /// How much of git's output is read, in bytes: half a million paths or so.
    private static let longest = 64 << 20
    private static let patience: Int64 = 60_000

    /// Asks git.
    ///
    /// A hook finds its repository and index by `GIT_DIR` and `GIT_INDEX_FILE`, which may be relative to the working
    /// directory; where one of them is set git is asked there, else in `directory`. The repository's configuration may be anybody's,
    /// and no program that it names is run: no monitor of the file system, no hook, none that compares or converts files, and
    /// none that would fetch objects which are missing, from wherever it says; it runs in a ``Cell`` (``Cell/git``), and
    /// is ended where it waits for what does not come (``Standstill``).
    /// - Parameters:
    ///   - directory: an absolute path.
    ///   - environment: the whole one of this process.
    public init(in directory: [UInt8], environment: [String: String]) throws(ServiceError) {
        guard let git = ProgramPath.find("git", environment: environment) else {
            throw ServiceError(.environment, "git is not installed, and --staged asks it", remedy: "Install git, or leave --staged out.")
        }
        var place: [String] = []
        if !["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"].contains(where: { environment[$0]?.isEmpty == false }) {
            guard let text = String(validating: directory, as: UTF8.self) else {
                throw ServiceError(.environment, "\(EscapedText.escape(directory)) is not UTF-8, and git cannot be asked there", remedy: "Run shed in that directory without -C.")
            }
            place = ["-C", text]
        }
        let options = place + ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "diff.ignoreSubmodules=all"]
            + Cell.gitOptions
        // The first is of git 2.39.4 and later; the second keeps older ones from it too, whatever protocols the configuration allows.
        let environment = environment.merging(["GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0"]) { $1 }
        func ask(_ words: String...) throws(ServiceError) -> [UInt8] { try StagedPaths.ask(git, options + words, environment) }
        let answer = try ask("rev-parse", "--show-toplevel")
        top = answer.last == UInt8(ascii: "\n") ? Array(answer.dropLast()) : answer
        guard top.first == UInt8(ascii: "/") else {
            throw ServiceError(.environment, "git has no work tree here", remedy: "Run shed in a git work tree, or leave --staged out.")
        }
        let list = try ask("diff", "--cached", "-O/dev/null", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", "-z", "--no-relative")
        paths = list.split(separator: 0).map(Array.init)
    }

    private static func ask(_ git: String, _ arguments: [String], _ environment: [String: String]) throws(ServiceError) -> [UInt8] {
        let ending = try ChildProcess.askGit(git, arguments, environment, milliseconds: patience, keeping: longest + 1)
        let remedy = "Run shed in a git work tree, or leave --staged out."
        if ending.isOutOfTime { throw ServiceError(.environment, "git did not answer within a minute", remedy: remedy) }
        guard ending.code == 0 else {
            throw ServiceError(.environment, "git does not say what is staged: \(ChildProcess.line(ending.errors))", remedy: remedy)
        }
        guard ending.output.count <= longest else { throw ServiceError(.environment, "too much is staged to be checked", remedy: "Leave --staged out.") }
        return ending.output
    }
}
