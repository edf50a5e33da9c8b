import ShedDisk
import ShedModel

extension ProjectReader {
    /// Who may write to a file that is to hold something else: a process that has it open for that, or an editor, by the lock or swap file that
    /// it has put beside it. What such a one writes is lost, or replaces what the file is to hold.
    /// - Returns: `nil` where nobody is seen.
    public func writer(of path: RelativePath) -> FileUse? { writer(of: [path])?.use }

    /// The same of files that get back what they held when an entry of the undo journal is taken back.
    public func writer(ofFilesRewrittenBy entry: UndoEntry) throws(ShedError) -> (path: RelativePath, use: FileUse)? {
        let model = try load().model
        return writer(of: entry.replacements.map { file in file.node.flatMap { model.path(of: $0) } ?? file.path })
    }

    /// Of the first file that has one. Processes are gone through once for all.
    private func writer(of paths: [RelativePath]) -> (path: RelativePath, use: FileUse)? {
        if let root = project.home.currentPath {
            let open = OpenPaths(below: root, of: paths, onlyWriters: true)
            for path in paths { if let user = open.user(of: path) { return (path, .process(user)) } }
        }
        var locks = EditorLocks(below: root)
        for path in paths { if let lock = locks.lock(of: path, isFolder: false)?.last { return (path, .lock(lock)) } }
        return nil
    }
}
