import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedService

/// What a file held at some time, or holds now.
struct VersionContent {
    /// Where the bytes are.
    enum Source {
        case file(ReadableFile)
        /// Of git.
        case bytes([UInt8])
    }

    var source: Source
    /// How a person names it: a snapshot's number, the beginning of a commit's hash; `nil`: the file as it is now.
    var version: String?
    /// Where it stood.
    var path: RelativePath
    /// In milliseconds since 1970; `nil` for now.
    var time: Int64?
    /// Its permissions; `nil` where nobody knows.
    var mode: UInt32?
    /// What it must hold; `nil` where any content is right.
    var expected: ContentHash?

    /// In bytes.
    var size: Int64 {
        switch source {
        case .file(let file): file.size
        case .bytes(let bytes): Int64(bytes.count)
        }
    }

    /// Costs the time of reading it.
    /// - Throws: `changed` where it is not what was kept.
    func hash() throws(DiskError) -> ContentHash {
        switch source {
        case .file(let file):
            let hash = try file.hash()
            guard expected == nil || hash == expected else { throw DiskError(.changed, action: "read", path: file.label) }
            return hash
        case .bytes(let bytes): return ContentHash(of: bytes)
        }
    }

    /// All of it; `nil` where there are more bytes.
    func bytes(atMost limit: Int) throws(DiskError) -> [UInt8]? {
        guard size <= Int64(limit) else { return nil }
        switch source {
        case .file(let file): return try file.read(at: 0, atMost: Int(size))
        case .bytes(let bytes): return bytes
        }
    }
}

extension ProjectReader {
    /// Of git's content no more is read, in bytes.
    static var largestOfGit: Int { 16 << 20 }

    /// What a word names of a file: the number of a snapshot, the name of one (of several the newest), or at least four digits of a
    /// commit's hash.
    func versionContent(_ word: String, of file: VersionedFile) throws(ShedError) -> VersionContent {
        let isNumber = word.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isNumber, let number = Int(word), number < 1 << 53, let found = try? version(number, of: file) { return try opened(found) }
        let kept = try versions(of: file)
        if let named = kept.first(where: { $0.snapshot.name == word }) { return try opened(named) }
        let unknown = ShedError(.usage, .noVersion(path: "\(file.path)", version: EscapedText.escape(Array(word.utf8))), remedy: .versionsLists)
        guard word.utf8.count >= 4, word.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }), let git = gitOfUser() else {
            throw unknown
        }
        let (commit, bytes): (FileCommits.Commit?, [UInt8]?)
        do throws(ServiceError) {
            // The beginning of one hash alone: of two nobody knows which is meant.
            let named = try commits(of: file, kept, by: git).filter { $0.hash.hasPrefix(word) }
            commit = named.count == 1 ? named.first : nil
            bytes = if let commit { try git.content(commit, atMost: Self.largestOfGit) } else { nil }
        } catch { throw ShedError(.environment, .gitSaysNothing(reason: error.message)) }
        guard let commit, let bytes else { throw unknown }
        return VersionContent(source: .bytes(bytes), version: String(commit.hash.prefix(10)), path: file.path, time: commit.time)
    }

    /// What a snapshot has of a file, opened.
    func opened(_ version: FileVersion) throws(ShedError) -> VersionContent {
        VersionContent(
            source: .file(try content(of: version)), version: "\(version.snapshot.number)", path: version.file.path, time: version.snapshot.time,
            mode: version.file.mode, expected: version.file.hash)
    }

    /// What a file holds now.
    func presentContent(of file: VersionedFile) throws(ShedError) -> VersionContent {
        guard let name = file.path.last, file.isThere else { throw notFound(file.path) }
        do throws(DiskError) {
            let opened = try root.openDirectory(at: file.path.parent).file(name)
            return VersionContent(source: .file(opened), path: file.path, mode: opened.evidence.mode & 0o777)
        } catch { throw ShedError(error) }
    }

    /// The commits of a file, the newest first. Of one that was renamed and not committed since, git knows nothing under its name: then
    /// those of the last names that snapshots have of it.
    func commits(of file: VersionedFile, _ versions: [FileVersion], by git: FileCommits) throws(ServiceError) -> [FileCommits.Commit] {
        var tried: Set<RelativePath> = []
        for path in [file.path] + versions.map(\.file.path) where tried.count < 4 && tried.insert(path).inserted {
            let commits = try git.commits(of: path.bytes)
            if !commits.isEmpty { return commits }
        }
        return []
    }

    /// Git, where the project lies in a work tree whose `.git` is the person's own.
    func gitOfUser() -> FileCommits? {
        var names = home.path.split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) }
        while !names.isEmpty {
            let path = names.flatMap { [UInt8(ascii: "/")] + $0.bytes }
            guard let directory = try? DirectoryHandle(pathBytes: path) else { return nil }
            if (try? directory.kind(of: ".git")).flatMap({ $0 }) != nil {
                guard directory.owner == surroundings.user, directory.owner(of: ".git") == surroundings.user else { return nil }
                return FileCommits(in: home.path, environment: surroundings.environment)
            }
            names.removeLast()
        }
        return nil
    }
}
