import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedService

struct VersionsVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "versions",
        abstract: "Show what is kept of a file: in snapshots, and by git.",
        discussion: """
            Newest first, by the file's ID, so also from before it was renamed or moved; of a file that is gone, by its path. A \
            version is named by the number of its snapshot, or by its commit. Snapshots in which the file held the same as in the \
            one before are left out unless they have a name; --all shows them too.

            Example: shed versions Draft/Ode.txt
            """)

    @Argument(help: "The file.", completion: .file()) var path: String
    @Flag(help: "Show all snapshots that have the file.") var all = false
    @OptionGroup var global: GlobalOptions

    /// Git may take its time.
    var delegation: Delegation { .never }
    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let file = try reading.versionedFile(try session.path(path, in: project))
        let found = try reading.versions(of: file)
        let versions = found.filter { all || $0.isNews || $0.snapshot.name != nil }
        var commits: [FileCommits.Commit] = []
        do throws(ServiceError) {
            if let git = reading.gitOfUser() { commits = try reading.commits(of: file, found, by: git) }
        } catch {
            session.note(.gitSaysNothing(reason: error.message))
        }
        guard file.isThere || !file.ids.isEmpty || !versions.isEmpty || !commits.isEmpty else { throw reading.notFound(file.path) }
        let words = versions.prefix(VersionsVerb.mostCounted).map { reading.words(of: $0) }
        if global.json {
            session.output.json(json(versions, words, commits))
        } else if global.zero {
            if file.isThere { session.output.path(session.style.place(file.path)) }
        } else {
            for (position, version) in versions.enumerated() {
                print(version, words.indices.contains(position) ? words[position] : nil, file, session)
            }
            for commit in commits { print(commit, session) }
            if versions.isEmpty, commits.isEmpty {
                session.output.line(session.style.faint(session.style.text(.nothingKeptYet(path: session.style.path(file.path)))))
            }
        }
        session.warnOfRest(in: project)
        return .done
    }

    /// Of so many the words are counted.
    private static let mostCounted = 200

    private func print(_ version: FileVersion, _ words: Int?, _ file: VersionedFile, _ session: Session) {
        let style = session.style
        let extent = words.map { style.text(.words(count: $0)) } ?? SnapshotPage.size(version.file.size)
        var line = "\(version.snapshot.number)  \(Style.time(version.snapshot.time))  \(extent)"
        if let name = version.snapshot.name { line += "  \(SnapshotPage.quoted(name, style))" }
        if version.file.path != file.path { line += style.faint("  \(style.path(version.file.path))") }
        session.output.line(line)
    }

    private func print(_ commit: FileCommits.Commit, _ session: Session) {
        session.output.line("\(commit.hash.prefix(10))  \(Style.time(commit.time))  git: \(EscapedText.escape(commit.subject))")
    }

    private func json(_ versions: [FileVersion], _ words: [Int?], _ commits: [FileCommits.Commit]) -> JSONValue {
        let kept = versions.enumerated().map { position, version in
            var object = JSONBuilder()
            object.add("version", .string("\(version.snapshot.number)"))
            object.add("source", "snapshot")
            object.add("time", time: version.snapshot.time)
            object.add("name", JSONValue(version.snapshot.name))
            object.add("path", version.file.path)
            object.add("size", .integer(version.file.size))
            object.add("words", (words.indices.contains(position) ? words[position] : nil).map { .integer(Int64($0)) } ?? .null)
            object.add("hash", .string("\(version.file.hash)"))
            return object.value
        }
        let committed = commits.map { commit in
            var object = JSONBuilder()
            object.add("version", .string(String(commit.hash.prefix(10))))
            object.add("source", "git")
            object.add("time", time: commit.time)
            object.add("name", bytes: commit.subject)
            object.add("path", bytes: commit.path)
            object.add("commit", .string(commit.hash))
            return object.value
        }
        return .array(kept + committed)
    }
}

extension ProjectReader {
    /// How many words a version holds; `nil` where it is no text, is long, or its content is lost.
    func words(of version: FileVersion) -> Int? {
        let texts = [".txt", ".text", ".md", ".markdown", ".fountain"]
        guard let name = version.file.path.last, name.parts.suffix.isEmpty || texts.contains(where: name.hasSuffix), version.file.size <= 1 << 20,
            let bytes = try? content(of: version).read(at: 0, atMost: Int(version.file.size)), !bytes.contains(0)
        else { return nil }
        return WordCounter.count(bytes)
    }
}
