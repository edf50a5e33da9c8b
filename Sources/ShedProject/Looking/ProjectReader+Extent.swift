import ShedDisk
import ShedModel
import ShedSidecar

/// How much stands at some paths and below them.
public struct Extent: Hashable, Sendable {
    /// Whatever is no folder.
    public var files = 0
    public var folders = 0
    /// Those of the folders that the template made, in the order of their paths.
    public var templateFolders: [Name] = []
}

extension ProjectReader {
    /// Counts what goes when paths are moved or deleted, on the disk: hidden and ignored files go with their folder. The root
    /// stands for all but the sidecar. What cannot be opened counts by itself.
    public func extent(of paths: [RelativePath]) throws(ShedError) -> Extent {
        var extent = Extent()
        do {
            var folders: [RelativePath] = []
            for path in outermost(paths) {
                guard let name = path.last, try root.openDirectory(at: path.parent).kind(of: name) != .directory else {
                    folders.append(path)
                    continue
                }
                extent.files += 1
            }
            while let folder = folders.popLast() {
                if !folder.isRoot { extent.folders += 1 }
                for entry in (try? root.openDirectory(at: folder).list(atMost: .max)) ?? [] {
                    if folder.isRoot, entry.name == Sidecar.name { continue }
                    if entry.kind == .directory { folders.append(folder.appending(entry.name)) } else { extent.files += 1 }
                }
            }
        } catch { throw ShedError(error) }
        extent.templateFolders = try templateFolders(at: paths)
        return extent
    }

    /// The folders of the template at some paths and below them, in the order of their paths.
    public func templateFolders(at paths: [RelativePath]) throws(ShedError) -> [Name] {
        let state = try load()
        var found: [RelativePath] = []
        for path in outermost(paths) {
            guard let top = state.node(at: path) else { continue }
            var nodes = [(id: top, path: path)]
            while let (id, path) = nodes.popLast() {
                if let role = state.model.nodes[id]?.role, role != .rejected { found.append(path) }
                for child in state.model.children(of: id) where state.stands(child) {
                    guard let node = state.model.nodes[child], node.type.isDirectory, let name = node.place?.name else { continue }
                    nodes.append((child, path.appending(name)))
                }
            }
        }
        return found.sorted().compactMap(\.last)
    }

    /// Each path once, without those that go with another.
    private func outermost(_ paths: [RelativePath]) -> [RelativePath] {
        var outermost: [RelativePath] = []
        // What is inside of a path comes right behind it.
        for path in paths.sorted() where outermost.last.map(path.isInside) != true { outermost.append(path) }
        return outermost
    }
}
