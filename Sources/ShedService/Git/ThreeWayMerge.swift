import ShedDisk

/// Puts two versions of a text together by what both were made of, as `git merge-file` does.
///
/// The texts are anybody's: git runs in a ``Cell``, in a directory of its own. No configuration, no attributes and no repository count.
public struct ThreeWayMerge: Sendable {
    /// What came of it.
    public enum Outcome: Hashable, Sendable {
        /// Nothing was changed on both sides at one place.
        case clean([UInt8])
        /// Something was, at so many places: the text with git's marks around both.
        case conflicts(Int, [UInt8])
    }

    private let git: String
    private let environment: [String: String]

    /// Longer texts are not put together, in bytes.
    public static let longest = 8 << 20
    /// In milliseconds.
    private static let patience: Int64 = 30_000

    /// - Parameter environment: the whole one of this process; nothing of git's in it counts.
    /// - Returns: `nil` where git is not installed.
    public init?(environment: [String: String]) {
        guard let git = ProgramPath.find("git", environment: environment) else { return nil }
        self.git = git
        self.environment = environment.filter { !$0.key.hasPrefix("GIT_") }.merging([
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_DIR": "/nonexistent", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C.UTF-8",
        ]) { $1 }
    }

    /// Puts them together.
    /// - Parameters:
    ///   - labels: what stands behind the marks: of ours, of what both were made of, of theirs.
    ///   - work: a directory of nobody else's, into which the three are written.
    /// - Throws: where git does not answer, or cannot put them together.
    public func merge(
        ours: [UInt8], base: [UInt8], theirs: [UInt8], labels: (ours: String, base: String, theirs: String), in work: DirectoryHandle
    ) throws(ServiceError) -> Outcome {
        let files: [(name: String, bytes: [UInt8])] = [("ours", ours), ("base", base), ("theirs", theirs)]
        do throws(DiskError) {
            for file in files { _ = try work.stage(.init(file.name), file.bytes, isDurable: false) }
        } catch { throw ServiceError(.environment, "\(error)", remedy: "Make room in shed's state directory.") }
        let words = ["--no-pager", "merge-file", "--stdout", "--diff3"]
            + [labels.ours, labels.base, labels.theirs].flatMap { ["-L", $0] } + ["--"] + files.map(\.name)
        let cell = Cell(Cell.git.limits, runnable: ProgramPath.runnable(in: environment), mayStartProcesses: Cell.isScript(git))
        let streams = ChildStreams(keepsErrorsApart: true, directory: work.descriptor)
        let ending = try ChildProcess.start(git, words, environment: environment, streams: streams, in: cell)
            .finish(milliseconds: ThreeWayMerge.patience, keeping: 4 * ThreeWayMerge.longest)
        if ending.isOutOfTime { throw ServiceError(.environment, "git did not answer within thirty seconds", remedy: "Try again when the machine is less busy.") }
        // As many conflicts, 127 at most (git-merge-file(1)); a program that could not do anything may end with one of these too.
        if ending.output.count < 4 * ThreeWayMerge.longest {
            if ending.code == 0 { return .clean(ending.output) }
            if (1...127).contains(ending.code), ThreeWayMerge.hasMarks(ending.output) { return .conflicts(Int(ending.code), ending.output) }
        }
        throw ServiceError(.environment, "git cannot put them together: \(ChildProcess.line(ending.errors))", remedy: "Compare them, and keep one.")
    }

    private static func hasMarks(_ bytes: [UInt8]) -> Bool {
        bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "<<<<<<< ".utf8) }
    }
}
