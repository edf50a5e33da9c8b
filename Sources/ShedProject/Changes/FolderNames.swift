import ShedDisk
import ShedModel

/// The names in folders, as they are on the disk: each folder is listed once, for many questions before anything changes.
package struct FolderNames {
    private let root: DirectoryHandle
    /// Those that are known to be looked into.
    package var entered = EnteredFolders()
    private var folders: [RelativePath: [FoldKey: [Name]]] = [:]

    package init(_ root: DirectoryHandle) { self.root = root }

    /// The names in a folder that could not stand beside this one, itself among them.
    mutating func alike(_ name: Name, in folder: RelativePath) throws(DiskError) -> [Name] {
        if let known = folders[folder] { return known[FoldKey(name)] ?? [] }
        var names: [FoldKey: [Name]] = [:]
        for entry in try root.openDirectory(at: folder).list(atMost: 1_000_000) { names[FoldKey(entry.name), default: []].append(entry.name) }
        folders[folder] = names
        return names[FoldKey(name)] ?? []
    }
}
