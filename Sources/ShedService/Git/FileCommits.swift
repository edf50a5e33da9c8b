/// The commits in which git has a file, as git says it; read-only, and nothing of it is shed's to keep.
///
/// The repository's configuration may be anybody's, and no program that it names is run: no pager, no hook, no monitor of the file
/// system, none that compares, converts or signs, and none that would fetch what is missing. Where `.git` is another user's, git is not
/// asked at all. It runs in a ``Cell``: it reads what we may and writes nothing, starts no program, reaches no network, and takes no more
/// memory than it may, whatever file without an end the repository names or has a link to. Where it waits for what does not come, as for a
/// pipe in place of a file, it is ended (``Standstill``), and asked no more: all that is asked of one of these has ten seconds.
public struct FileCommits: Sendable {
    /// One of them.
    public struct Commit: Hashable, Sendable {
        /// Forty hexadecimal digits, or sixty-four.
        public var hash: String
        /// In milliseconds since 1970.
        public var time: Int64
        /// The first line of its message, as somebody wrote it: bytes of any origin.
        public var subject: [UInt8]
        /// Where the file stood, below the work tree's top.
        public var path: [UInt8]
    }

    private let git: String
    private let directory: String
    private let environment: [String: String]
    /// When git has had its time, in milliseconds.
    private let end: Int64

    /// So many commits at most, the newest ones.
    public static let most = 200
    /// Of what git says, in bytes.
    static let longest = 4 << 20
    /// How long git may take for all that it is asked, in milliseconds.
    public static let patience: Int64 = 10_000

    /// - Parameters:
    ///   - directory: an absolute path within the work tree.
    ///   - environment: the whole one of this process; nothing of git's in it counts.
    ///   - patience: how long git may take for all that it is asked, in milliseconds.
    /// - Returns: `nil` where git is not installed, or the path is no text.
    public init?(in directory: [UInt8], environment: [String: String], patience: Int64 = FileCommits.patience) {
        guard let git = ProgramPath.find("git", environment: environment), let text = String(validating: directory, as: UTF8.self) else { return nil }
        self.git = git
        self.directory = text
        self.end = ChildProcess.now() + patience
        self.environment = environment.filter { !$0.key.hasPrefix("GIT_") }.merging([
            "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_REPLACE_OBJECTS": "1",
            "LC_ALL": "C.UTF-8",
        ]) { $1 }
    }

    /// How git takes paths: as they are, or with its wildcards.
    enum Pathspecs: String { case literal = "--literal-pathspecs", magic = "--noglob-pathspecs" }

    /// What stands before each of git's verbs.
    private static let options = [
        "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
        "-c", "protocol.allow=never", "-c", "core.attributesFile=/dev/null", "-c", "log.showSignature=false", "-c", "log.mailmap=false",
        "-c", "diff.ignoreSubmodules=all", "-c", "core.commitGraph=false",
    ] + Cell.gitOptions

    /// The newest commits that have changed a file, through its renames.
    /// - Parameter path: below the directory.
    /// - Returns: none where git does not track it.
    /// - Throws: where git does not answer, or says too much.
    public func commits(of path: [UInt8]) throws(ServiceError) -> [Commit] {
        guard let text = String(validating: path, as: UTF8.self) else { return [] }
        let said = try ask([
            "log", "--follow", "-O/dev/null", "--no-ext-diff", "--no-textconv", "--no-color", "--no-show-signature", "--no-relative",
            "--max-count=\(FileCommits.most)", "--name-only", "-z", "--format=%H%x09%ct%x09%s", "--", text,
        ])
        return FileCommits.read(said ?? [])
    }

    /// What a file held in a commit; `nil` where it is not there, or has more bytes.
    public func content(_ commit: Commit, atMost limit: Int) throws(ServiceError) -> [UInt8]? {
        guard FileCommits.isHash(commit.hash), let path = String(validating: commit.path, as: UTF8.self) else { return nil }
        return try ask(["cat-file", "blob", "\(commit.hash):\(path)"], keeping: limit)
    }

    /// What a file holds in git's index: during a merge that is not ended what both sides were made of, else what is staged.
    /// - Parameter path: below the directory.
    /// - Returns: `nil` where it is not there, or has more bytes.
    public func indexed(_ path: [UInt8], atMost limit: Int) throws(ServiceError) -> [UInt8]? {
        guard let text = String(validating: path, as: UTF8.self) else { return nil }
        for stage in [1, 0] { if let bytes = try ask(["cat-file", "blob", ":\(stage):./\(text)"], keeping: limit) { return bytes } }
        return nil
    }

    /// - Returns: `nil` where git ends with an error, or says more than is kept.
    func ask(_ words: [String], keeping limit: Int = longest, pathspecs: Pathspecs = .literal) throws(ServiceError) -> [UInt8]? {
        let late = ServiceError(.environment, "git did not answer within ten seconds", remedy: "Try again when the machine is less busy.")
        let rest = end - ChildProcess.now()
        guard rest > 0 else { throw late }
        let ending = try ChildProcess.askGit(git, ["-C", directory, pathspecs.rawValue] + FileCommits.options + words, environment, milliseconds: rest, keeping: limit + 1)
        if ending.isOutOfTime { throw late }
        return ending.code == 0 && ending.output.count <= limit ? ending.output : nil
    }

    /// Reads what `log` says: for each commit a line and its paths, each ended by NUL, a line feed before the first path.
    /// - Parameter everyPath: whether each path makes one; else the first of a commit counts.
    static func read(_ bytes: [UInt8], everyPath: Bool = false) -> [Commit] {
        var commits: [Commit] = []
        for part in bytes.split(separator: 0) {
            if part.first == UInt8(ascii: "\n") {
                if let last = commits.indices.last, commits[last].path.isEmpty { commits[last].path = Array(part.dropFirst()) }
                continue
            }
            let fields = part.split(separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false)
            if everyPath, fields.count == 1, let last = commits.last, !last.path.isEmpty {
                commits.append(Commit(hash: last.hash, time: last.time, subject: [], path: Array(part)))
                continue
            }
            guard fields.count == 3, let hash = String(validating: fields[0], as: UTF8.self), isHash(hash),
                let seconds = String(validating: fields[1], as: UTF8.self).flatMap({ Int64($0) }), (0...253_402_300_799).contains(seconds)
            else { continue }
            commits.append(Commit(hash: hash, time: seconds * 1_000, subject: Array(fields[2].prefix(500)), path: []))
        }
        return commits.filter { !$0.path.isEmpty }
    }

    static func isHash(_ text: String) -> Bool {
        [40, 64].contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
