import CLinux
import ShedModel

extension DirectoryHandle {
    /// What stands in a folder, and below it.
    public struct Count: Hashable, Sendable {
        /// Whatever is no folder.
        public var files = 0
        public var folders = 0
        /// Those of the folders that are roots of projects, by their names.
        public var projects: [Name] = []

        public init(files: Int = 0, folders: Int = 0, projects: [Name] = []) {
            self.files = files
            self.folders = folders
            self.projects = projects
        }
    }

    /// Counts an entry and everything in it: folders, and whatever is none. Links are not followed. A folder that cannot be read,
    /// or that another file system is mounted on, counts by itself; where something is moved meanwhile, what was seen counts. Of a
    /// project its `.shed` does not count.
    /// - Throws: where the entry itself cannot be looked at; `notFound`.
    public func count(_ name: Name) throws(DiskError) -> Count {
        guard let top = try stat(of: name) else { throw failure(.notFound, "look at", name) }
        guard EntryKind(mode: top.mode) == .directory else { return Count(files: 1) }
        var count = Count(folders: 1)
        if holdsProject(in: name) { count.projects.append(name) }
        var descent = TreeDescent(from: self, device: top.device, label: label(of: name), action: "look at", passesOver: true)
        try? descent.run(name) { directory throws(DiskError) in
            var inner: [Name] = []
            let isProject = directory.holdsProject
            for (name, kind, _) in (try? directory.list(atMost: .max)) ?? [] {
                if isProject, name == ".shed" { continue }
                if kind == .directory { inner.append(name) } else { count.files += 1 }
            }
            count.folders += inner.count
            count.projects += inner.filter(directory.holdsProject(in:))
            return inner
        } leave: { _, _ throws(DiskError) in
        }
        return count
    }

    /// Whether a directory in this one is the root of a project.
    private func holdsProject(in name: Name) -> Bool { (try? openDirectory(name))?.holdsProject == true }
}
