extension FileCommits {
    /// A file that some commit has.
    public struct Held: Hashable, Sendable {
        /// Forty hexadecimal digits, or sixty-four.
        public var commit: String
        /// Where it stands there, below the work tree's top.
        public var path: [UInt8]
        /// Which of the endings that were asked about its name has.
        public var ending: String
    }

    /// So many endings are asked about.
    public static let mostEndings = 16

    /// The newest commits that brought files in, by how their names end: of any branch, tag or stash, and, where none of these has one, of what
    /// the reflogs still know, so also of what a rebase or an amended commit left behind.
    /// - Parameters:
    ///   - folder: below the directory; of plain names.
    ///   - endings: letters, digits, `-` and `.` alone; others, and those after the first ``mostEndings``, are passed over.
    /// - Returns: one for each ending at most, in the order of the endings.
    /// - Throws: where git does not answer, or says too much.
    public func holders(in folder: String, endings: [String]) throws(ServiceError) -> [Held] {
        func isPlain(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        let endings = Array(endings.filter { !$0.isEmpty && $0.utf8.allSatisfy(isPlain) }.prefix(FileCommits.mostEndings))
        guard !endings.isEmpty else { return [] }
        // What a branch has comes before what only a reflog knows.
        var commits = try bringing(endings, in: folder, of: ["--all"])
        func holds(_ commit: Commit, _ ending: String) -> Bool { commit.path.suffix(ending.utf8.count).elementsEqual(ending.utf8) }
        let missing = endings.filter { ending in !commits.contains { holds($0, ending) } }
        if !missing.isEmpty { commits += try bringing(missing, in: folder, of: ["--all", "--reflog", "--ignore-missing"]) }
        return endings.compactMap { ending in commits.first { holds($0, ending) }.map { Held(commit: $0.hash, path: $0.path, ending: ending) } }
    }

    /// With the full history, since a stash keeps what git did not know in a parent that nothing else has; with both sides of each merge, since
    /// a batch may have been committed by just that. Which commits of the reflogs are gone is not for us to say.
    private func bringing(_ endings: [String], in folder: String, of scope: [String]) throws(ServiceError) -> [Commit] {
        let said = try ask(["log"] + scope + [
            "--full-history", "-m", "--no-renames", "--diff-filter=A", "-O/dev/null", "--no-ext-diff", "--no-textconv", "--no-color",
            "--no-show-signature", "--no-relative", "--max-count=\(FileCommits.most)", "--name-only", "-z", "--format=%H%x09%ct%x09", "--",
        ] + endings.map { ":(glob)\(folder)/**/*\($0)" }, pathspecs: .magic)
        return FileCommits.read(said ?? [], everyPath: true)
    }

    /// What such a file holds; `nil` where it has more bytes.
    public func content(of file: Held, atMost limit: Int) throws(ServiceError) -> [UInt8]? {
        try content(Commit(hash: file.commit, time: 0, subject: [], path: file.path), atMost: limit)
    }

    /// A branch, tag or stash in which a commit is, by its full name: bytes of any origin; `nil` where there is none, as after a rebase.
    public func reference(containing commit: String) throws(ServiceError) -> [UInt8]? {
        guard FileCommits.isHash(commit) else { return nil }
        let said = try ask(["for-each-ref", "--count=1", "--contains=\(commit)", "--format=%(refname)", "refs/heads", "refs/remotes", "refs/stash", "refs/tags"])
        guard let line = said?.split(separator: UInt8(ascii: "\n")).first else { return nil }
        return Array(line)
    }
}
