import ShedDisk
import ShedModel

/// Bundles and page groups as they stand on disk, whether they were taken in or not, with what the model has of them.
struct StandingPapers {
    struct Bundle {
        var path: RelativePath
        var id: NodeID?
        /// Sizes in bytes.
        var files: [Name: Int64]
    }

    struct Group {
        var path: RelativePath
        var id: NodeID?
        /// PDFs, with their sizes in bytes.
        var files: [Name: Int64]
        var nodes: [Name: NodeID]
    }

    /// In the order of their names.
    private(set) var bundles: [Bundle] = []
    /// In the order of their paths.
    private(set) var groups: [Group] = []

    private let root: DirectoryHandle
    private let ignore: (RelativePath, EntryKind) -> Bool
    private let state: ProjectState
    private static let most = 1_000_000

    init(_ project: Project, _ state: ProjectState) throws(DiskError) {
        root = project.root
        self.state = state
        let rules = project.ignore
        ignore = { rules.ignores(path: $0, kind: $1) }
        for id in state.model.roleBearers.sorted() {
            guard let node = state.model.nodes[id], let role = node.role, role == .bundles || role == .docs, let place = node.place,
                state.model.resolve(place.parent) == state.model.project
            else { continue }
            let path = RelativePath([place.name])
            for (name, child) in try folders(in: path, id) {
                let inner = path.appending(name)
                if role == .bundles {
                    bundles.append(Bundle(path: inner, id: child, files: try files(in: inner)))
                } else {
                    for (name, group) in try folders(in: inner, child) {
                        let place = inner.appending(name)
                        groups.append(Group(path: place, id: group, files: try files(in: place).filter { $0.key.hasSuffix(".pdf") }, nodes: nodes(in: group)))
                    }
                }
            }
        }
    }

    private func folders(in path: RelativePath, _ id: NodeID?) throws(DiskError) -> [(Name, NodeID?)] {
        guard let directory = try opened(path) else { return [] }
        let known = nodes(in: id)
        return try directory.list(atMost: StandingPapers.most)
            .filter { $0.kind == .directory && !$0.name.isHidden && !ignore(path.appending($0.name), .directory) }
            .map { ($0.name, known[$0.name]) }.sorted { $0.0 < $1.0 }
    }

    private func files(in path: RelativePath) throws(DiskError) -> [Name: Int64] {
        guard let directory = try opened(path) else { return [:] }
        var files: [Name: Int64] = [:]
        for entry in try directory.list(atMost: StandingPapers.most) where entry.kind == .file && !entry.name.isHidden {
            guard !ignore(path.appending(entry.name), .file) else { continue }
            files[entry.name] = try directory.evidence(of: entry.name)?.size
        }
        return files
    }

    /// - Returns: `nil` for one that is not there or cannot be read, which is another rule's.
    private func opened(_ path: RelativePath) throws(DiskError) -> DirectoryHandle? {
        do throws(DiskError) { return try root.openDirectory(at: path) } catch {
            guard [.notFound, .notDirectory, .isLink, .notPermitted].contains(error.code) else { throw error }
            return nil
        }
    }

    /// What the model has in a folder, by name: of several of one name, one that stands.
    private func nodes(in folder: NodeID?) -> [Name: NodeID] {
        guard let folder else { return [:] }
        var found: [Name: NodeID] = [:]
        for child in state.model.children(of: folder) {
            guard let name = state.model.nodes[child]?.place?.name else { continue }
            if let other = found[name], state.stands(other) || !state.stands(child) { continue }
            found[name] = child
        }
        return found
    }
}
