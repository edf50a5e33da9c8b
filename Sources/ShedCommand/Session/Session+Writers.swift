import ShedMessages
import ShedModel
import ShedProject

extension Session {
    /// Asks before a file is to hold something else that somebody may write to.
    /// - Throws: ``ShedError`` where that is not confirmed.
    package func askAboutWriter(of path: RelativePath, _ reading: some ProjectReader) throws {
        let shown = style.path(path)
        switch reading.writer(of: path) {
        case .process(let user)?: try confirm(.writingBesideWriter(program: EscapedText.escape(user.name), process: Int(user.process), path: shown))
        case .lock(let name)?: try confirm(.writingOverOpenFile(path: shown, lock: name.escaped))
        case nil: break
        }
    }
}
