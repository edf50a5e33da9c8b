import CLinux
import ShedModel

extension DirectoryHandle {
    /// Whether it is the root of a project: whether it holds `.shed/project.json`, a file. A `.shed` without one makes no project, for
    /// a scan as for the search upward.
    public var holdsProject: Bool { DirectoryHandle.holdsProject(descriptor) }

    /// The same of an open directory. Scan, search and watcher ask this one.
    package static func holdsProject(_ descriptor: Int32) -> Bool {
        let sidecar = shed_open(descriptor, ".shed", openFlags | shed_flag_path(), 0)
        guard sidecar >= 0 else { return false }
        defer { _ = shed_close(sidecar) }
        var stat = shed_stat()
        return shed_statx(sidecar, "project.json", &stat) == 0 && EntryKind(mode: stat.mode) == .file
    }
}
