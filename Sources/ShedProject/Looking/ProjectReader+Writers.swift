import ShedDisk
import ShedModel

extension ProjectReader {
    /// Who may write to a file that is to hold something else: a process that has it open for that, or an editor, by the lock or swap file that
    /// it has put beside it. What such a one writes is lost, or replaces what the file is to hold.
    /// - Returns: `nil` where nobody is seen.
    public func writer(of path: RelativePath) -> FileUse? {
        if let root = project.home.currentPath, let user = OpenPaths(below: root, of: [path], onlyWriters: true).user(of: path) { return .process(user) }
        var locks = EditorLocks(below: root)
        return locks.lock(of: path, isFolder: false)?.last.map(FileUse.lock)
    }
}
