import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

extension ProjectReader {
    /// The folder of submissions.
    /// - Throws: ``ShedError`` in a project that has none.
    package func submissionsFolder() throws(ShedError) -> RelativePath {
        if let folder = try folder(with: .submissions) { return folder }
        guard let wanted = template.folder(.submissions) else { throw ShedError(.refused, .noSubmissions, remedy: .kindsWithSubmissions) }
        let path = RelativePath([Name(wanted.name)])
        throw ShedError(.refused, .noFolderHere(path: "\(path)"), remedy: cure(ofMissing: path) ?? .kindsWithSubmissions)
    }

    /// The records of submissions, as their files say them now. A file that is as it was is not read again.
    /// - Throws: ``ShedError`` in a project that has no folder for them.
    package func submissions() throws(ShedError) -> SubmissionBook {
        let folder = try submissionsFolder()
        let state = try load()
        guard let id = state.node(at: folder) else { return SubmissionBook() }
        var files: [SubmissionReader.Candidate] = []
        var waiting = [(id: id, path: folder)]
        while let next = waiting.popLast() {
            for child in state.model.children(of: next.id) where state.stands(child) {
                guard let node = state.model.nodes[child], let name = node.place?.name else { continue }
                if node.type.isDirectory {
                    let path = next.path.appending(name)
                    if !path.isTooDeep { waiting.append((child, path)) }
                } else if SubmissionReader.mayBeRecord(name) {
                    files.append((next.path.appending(name), child))
                }
            }
        }
        files.sort { $0.path < $1.path }
        // What is only looked at was not taken in, so nothing says that a file is as it was.
        let memory = project.purpose == .change ? SubmissionMemory.read(project) : SubmissionMemory()
        var reader = SubmissionReader(root, state, folder: folder, memory: memory, now: surroundings.now())
        let book = reader.read(files)
        var fresh = reader.memory
        fresh.keep(only: Set(files.compactMap(\.id)))
        if fresh != memory { fresh.save(project) }
        return book
    }
}
