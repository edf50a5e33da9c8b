import ShedCommand
import ShedExchange
import ShedMessages
import ShedModel
import ShedProject

/// How it is said what an import brings, and what it does not.
struct ImportPage {
    private let session: Session
    private let global: GlobalOptions
    private let reading: ImportReading
    /// So many notes are shown.
    private static let most = 30

    init(_ session: Session, _ global: GlobalOptions, _ reading: ImportReading) {
        (self.session, self.global, self.reading) = (session, global, reading)
    }

    /// - Parameters:
    ///   - path: where it is, or would be, as it can be shown.
    ///   - isLast: whether nothing follows for programs.
    ///   - isTold: whether the notes were told before.
    ///   - project: the new one.
    func show(_ result: ProjectImportResult, at path: String, dryRun: Bool, isLast: Bool = true, isTold: Bool = false, project: Project? = nil) {
        if global.json {
            if isLast { session.output.json(json(result, dryRun, project)) }
            return
        }
        if global.zero {
            guard isLast else { return }
            if let project { return session.output.path(project.home.path) }
            return result.paths.forEach { session.output.path(session.style.place($0)) }
        }
        session.say(.importedProject(isDryRun: dryRun, title: reading.title, files: result.files, folders: result.folders, path: path))
        if result.versions > 0 { session.say(.importedVersions(count: result.versions)) }
        guard !isTold else { return }
        for note in result.notes.prefix(ImportPage.most) {
            let words = note.told(isWhole: global.verbose)
            session.note(note.path.map { .about(subject: EscapedText.beginning("\($0)"), text: words) } ?? words)
        }
        if result.notes.count > ImportPage.most { session.note(.importNoteMore(count: result.notes.count - ImportPage.most)) }
    }

    private func json(_ result: ProjectImportResult, _ dryRun: Bool, _ project: Project?) -> JSONValue {
        var object = JSONBuilder()
        object.add("source", .string(result.source))
        object.add("dryRun", .bool(dryRun))
        object.add("project", bytes: project?.home.path)
        object.add("id", project?.home.id)
        object.add("files", .integer(Int64(result.files)))
        object.add("folders", .integer(Int64(result.folders)))
        object.add("size", .integer(result.size))
        object.add("versions", .integer(Int64(result.versions)))
        object.add("paths", .array(result.paths.map { .string("\($0)") }))
        object.add("notes", .array(result.notes.map { note in
            var item = JSONBuilder()
            item.add("path", note.path)
            item.add("message", .string(note.words.english))
            item.add("count", .integer(Int64(note.count)))
            item.add("things", .array(note.things.map { thing in
                var named = JSONBuilder()
                named.add("path", thing.path)
                named.add("name", JSONValue(thing.words?.english))
                named.add("to", thing.to)
                return named.value
            }))
            return item.value
        }))
        return object.value
    }
}
