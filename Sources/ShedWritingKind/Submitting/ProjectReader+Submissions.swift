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

    /// The records of submissions, as their files say them now.
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
                let path = next.path.appending(name)
                if node.type.isDirectory {
                    if !path.isTooDeep { waiting.append((child, path)) }
                } else if SubmissionReader.mayBeRecord(name) {
                    files.append((path, child))
                }
            }
        }
        files.sort { $0.path < $1.path }
        var reader = SubmissionReader(root, state, folder: folder)
        return reader.read(files)
    }
}
