import ArgumentParser
import ShedCommand
import ShedDisk
import ShedMessages
import ShedModel
import ShedProject

/// The options by which `restore` puts back what a file held, in place of what lies in Trash.
package struct VersionChoice: EarlierContentChoice {
    @Option(help: ArgumentHelp("Let the file hold again what it held in this version of “shed versions”.", valueName: "version")) var version: String?
    @Flag(help: "With --version: make a new file of it, beside the file.") var copy = false
    @Option(help: ArgumentHelp("With --version: make a new file of it there.", valueName: "path"), completion: .file()) var to: String?

    package init() {}

    package var isEmpty: Bool { version == nil }

    /// A commit is git's to show, which may take its time.
    package var takesLong: Bool { version.map { $0.utf8.contains { !(0x30...0x39).contains($0) } } ?? false }

    package func validate(_ paths: [String], all: Bool) throws {
        guard version != nil else {
            if copy || to != nil { throw ValidationError(.versionOptionsGoTogether) }
            return
        }
        guard paths.count == 1, !all, paths.first != "-" else { throw ValidationError(.nameOneVersionedPath) }
    }

    package func restore(_ path: String, dryRun: Bool, _ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: dryRun)
        let path = try session.path(path, in: project)
        let target = try to.map { try session.path($0, in: project) }
        let reading = try project.refresh()
        let file = try reading.versionedFile(path)
        let content = try reading.versionContent(version ?? "", of: file)
        let result = copy || target != nil
            ? try made(of: content, file, to: target, dryRun: dryRun, reading, session) : try replaced(by: content, file, dryRun: dryRun, reading, session)
        session.warnOfRest(in: project)
        return result
    }

    private func replaced(by content: VersionContent, _ file: VersionedFile, dryRun: Bool, _ reading: Reading, _ session: Session) throws -> Ending {
        let shown = session.style.path(file.path)
        if !dryRun { try session.askAboutWriter(of: file.path, reading) }
        let isNews = try reading.write { transaction throws(ShedError) in try transaction.putBack(content, at: file, dryRun: dryRun) }
        let version = content.version ?? ""
        say(isNews ? .putBackVersion(isDryRun: dryRun, path: shown, version: version) : .versionIsThere(path: shown, version: version), file.path, reading, session)
        return .done
    }

    private func made(
        of content: VersionContent, _ file: VersionedFile, to wanted: RelativePath?, dryRun: Bool, _ reading: Reading, _ session: Session
    ) throws -> Ending {
        let date = String(Style.time(content.time ?? reading.project.home.surroundings.now()).prefix(10))
        let target = try reading.placeOfCopy(content, of: file, to: wanted, date: date)
        try reading.write { transaction throws(ShedError) in try transaction.copy(content, to: target, dryRun: dryRun) }
        say(.putBackVersionAs(isDryRun: dryRun, path: session.style.path(target), version: content.version ?? ""), target, reading, session)
        return .done
    }

    private func say(_ message: Message, _ path: RelativePath, _ reading: Reading, _ session: Session) {
        if session.options.zero { return session.output.path(session.style.place(path)) }
        guard session.options.json else { return session.say(message) }
        var object = JSONBuilder()
        object.add("path", path)
        object.add("id", session.id(at: path, in: reading.project))
        object.add("version", JSONValue(version))
        session.output.json(object.value)
    }
}
