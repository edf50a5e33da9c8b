import ShedDisk
import ShedModel
import ShedPapers
import ShedRules

/// Bundles and page groups as they stand on disk, whether they were taken in or not, with what the model has of them.
struct StandingPapers {
    struct Bundle {
        var path: RelativePath
        var id: NodeID?
        /// Sizes in bytes.
        var files: [Name: Int64]
        var nodes: [Name: NodeID]
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
    /// PDFs in the folder of bundles, in the order of their names, with the nodes that the model has there.
    private(set) var loose: [(path: RelativePath, id: NodeID?)] = []

    private let root: DirectoryHandle
    private let ignore: IgnoreRules
    private let state: ProjectState
    private static let most = 1_000_000

    /// - Parameter root: the project's.
    init(in root: DirectoryHandle, _ state: ProjectState, ignoring ignore: IgnoreRules) throws(DiskError) {
        self.root = root
        self.state = state
        self.ignore = ignore
        for id in state.model.roleBearers.sorted() {
            guard let node = state.model.nodes[id], let role = node.role, role == .bundles || role == .docs, let place = node.place,
                state.model.resolve(place.parent) == state.model.project
            else { continue }
            let path = RelativePath([place.name])
            if role == .bundles {
                let known = nodes(in: id)
                loose += try files(in: path).keys.filter { $0.hasSuffix(".pdf") }.sorted().map { (path.appending($0), known[$0]) }
            }
            for (name, child) in try folders(in: path, id) {
                let inner = path.appending(name)
                if role == .bundles {
                    bundles.append(Bundle(path: inner, id: child, files: try files(in: inner), nodes: nodes(in: child)))
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
            .filter { $0.kind == .directory && !$0.name.isHidden && !ignore.ignores(path: path.appending($0.name), kind: .directory) }
            .map { ($0.name, known[$0.name]) }.sorted { $0.0 < $1.0 }
    }

    private func files(in path: RelativePath) throws(DiskError) -> [Name: Int64] {
        guard let directory = try opened(path) else { return [:] }
        var files: [Name: Int64] = [:]
        for entry in try directory.list(atMost: StandingPapers.most) where entry.kind == .file && !entry.name.isHidden {
            guard !ignore.ignores(path: path.appending(entry.name), kind: .file) else { continue }
            files[entry.name] = try directory.evidence(of: entry.name)?.size
        }
        return files
    }

    /// The PDFs that are not taken in yet, or did not become what they are to be, in no order.
    var waiting: [(path: RelativePath, id: NodeID?)] {
        func isNew(_ id: NodeID?) -> Bool { id.map { !state.stands($0) } ?? true }
        var waiting = loose.filter { item in
            isNew(item.id) || item.id.flatMap { state.model.nodes[$0]?.details?.exception } != true
        }
        for bundle in bundles {
            let node = bundle.id.flatMap { state.model.nodes[$0] }
            for name in bundle.files.keys where name.hasSuffix(".pdf") {
                let variant = PDFVariant.allCases.first { Name($0.fileName) == name }
                // An attachment is nothing else than a file; a variant counts once it was looked into.
                let isUnseen = variant.map { node?.bundleFile($0) == nil } ?? false
                if isNew(bundle.nodes[name]) || isUnseen { waiting.append((bundle.path.appending(name), bundle.nodes[name])) }
            }
        }
        var known: KnownPages?
        for group in groups {
            for (name, size) in group.files {
                let id = group.nodes[name]
                let node = id.flatMap { state.model.nodes[$0] }
                guard isNew(id) || node?.pageReference == nil && node?.details?.exception != true else { continue }
                let pages = known ?? KnownPages(state)
                known = pages
                let path = group.path.appending(name)
                if !pages.holds(size: size, identity: { (try? root.openDirectory(at: path.parent).evidence(of: name))?.identity }) {
                    waiting.append((path, id))
                }
            }
        }
        return waiting.map { item in isNew(item.id) ? (item.path, nil) : item }
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

/// The files of pages, to tell one that was dragged to another group, which nobody has to look into, from a new PDF.
private struct KnownPages {
    private var identities: Set<FileIdentity> = []
    /// In bytes: all there is where this machine has seen nothing.
    private var sizes: Set<Int64>?

    init(_ state: ProjectState) {
        let pages = state.model.nodes.values.filter { $0.type == .page && $0.details?.other[PaperField.page] != nil }
        if state.memory.isEmpty {
            sizes = Set(pages.compactMap { $0.pageFile?.size })
        } else {
            identities = Set(pages.compactMap { state.memory.seen[$0.id]?.evidence.identity })
        }
    }

    func holds(size: Int64, identity: () -> FileIdentity?) -> Bool {
        if let sizes { return sizes.contains(size) }
        return identity().map(identities.contains) ?? false
    }
}
