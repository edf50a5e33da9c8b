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
    /// Those of the folders that are projects of their own, in the order of their names. Their `.shed` counts as nothing.
    public var projects: [Name] = []

    fileprivate mutating func add(_ count: DirectoryHandle.Count) {
        files += count.files
        folders += count.folders
        projects += count.projects
    }
}

extension ProjectReader {
    /// Counts what goes when paths are moved or deleted, on the disk: hidden and ignored files go with their folder. The root
    /// stands for all but the sidecar. What cannot be opened counts by itself.
    public func extent(of paths: [RelativePath]) throws(ShedError) -> Extent {
        var extent = Extent()
        do throws(DiskError) {
            for path in paths.outermost {
                guard let name = path.last else {
                    for entry in try root.list(atMost: .max) where entry.name != Sidecar.name { extent.add(try root.count(entry.name)) }
                    continue
                }
                extent.add(try root.openDirectory(at: path.parent).count(name))
            }
        } catch { throw ShedError(error) }
        extent.projects.sort()
        extent.templateFolders = try templateFolders(at: paths)
        return extent
    }

    /// The folders of the template at some paths and below them, in the order of their paths.
    public func templateFolders(at paths: [RelativePath]) throws(ShedError) -> [Name] {
        let state = try load()
        var found: [NodeID] = []
        for path in paths.outermost {
            guard let top = state.node(at: path) else { continue }
            var nodes = [top]
            while let id = nodes.popLast() {
                if let role = state.model.nodes[id]?.role, role != .rejected { found.append(id) }
                for child in state.model.children(of: id) where state.stands(child) && state.model.nodes[child]?.type.isDirectory == true {
                    nodes.append(child)
                }
            }
        }
        return found.compactMap { state.model.path(of: $0) }.sorted().compactMap(\.last)
    }
}
