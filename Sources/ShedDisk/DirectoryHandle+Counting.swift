import CLinux
import ShedModel

extension DirectoryHandle {
    /// Counts an entry and everything in it: folders, and whatever is none. Links are not followed. A folder that cannot be read,
    /// or that another file system is mounted on, counts by itself; where something is moved meanwhile, what was seen counts.
    /// - Throws: where the entry itself cannot be looked at; `notFound`.
    public func count(_ name: Name) throws(DiskError) -> (files: Int, folders: Int) {
        guard let top = try stat(of: name) else { throw failure(.notFound, "look at", name) }
        guard EntryKind(mode: top.mode) == .directory else { return (1, 0) }
        var (files, folders) = (0, 1)
        var descent = TreeDescent(from: self, device: top.device, label: label(of: name), action: "look at", passesOver: true)
        try? descent.run(name) { directory throws(DiskError) in
            var inner: [Name] = []
            for (name, kind, _) in (try? directory.list(atMost: .max)) ?? [] {
                if kind == .directory { inner.append(name) } else { files += 1 }
            }
            folders += inner.count
            return inner
        } leave: { _, _ throws(DiskError) in
        }
        return (files, folders)
    }
}
