import ShedMessages
import ShedModel
import ShedProject

extension Session {
    /// Asks before a file is to hold something else that somebody may write to.
    /// - Throws: ``ShedError`` where that is not confirmed.
    package func askAboutWriter(of path: RelativePath, _ reading: some ProjectReader) throws {
        if let use = reading.writer(of: path) { try ask(about: use, of: path) }
    }

    /// The same before files get back what they held.
    package func askAboutWriter(ofFilesRewrittenBy entry: UndoEntry, in project: Project) throws {
        guard entry.rewritesFiles, let (path, use) = try project.refresh().writer(ofFilesRewrittenBy: entry) else { return }
        try ask(about: use, of: path)
    }

    private func ask(about use: FileUse, of path: RelativePath) throws {
        let shown = style.path(path)
        switch use {
        case .process(let user): try confirm(.writingBesideWriter(program: EscapedText.escape(user.name), process: Int(user.process), path: shown))
        case .lock(let name): try confirm(.writingOverOpenFile(path: shown, lock: name.escaped))
        }
    }
}
