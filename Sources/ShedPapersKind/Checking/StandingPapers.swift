import ShedModel
import ShedPapers
import ShedProject
import ShedRules

/// Bundles and page groups as a scan found them, whether they were taken in or not, with what the model has of them.
struct StandingPapers {
    struct Bundle {
        var path: RelativePath
        var id: NodeID?
        /// Whether what is in it could be read.
        var isRead: Bool
        var files: [Name: Evidence]
        var nodes: [Name: NodeID]
    }

    struct Group {
        var path: RelativePath
        var id: NodeID?
        /// Whether what is in it could be read.
        var isRead: Bool
        /// In the order of their names.
        var pages: [Page]
    }

    /// A PDF in a page group.
    struct Page {
        var name: Name
        var evidence: Evidence
        /// The node that the model has there.
        var node: Node?
        var reference: PageReference?
    }

    /// In the order of their names.
    private(set) var bundles: [Bundle] = []
    /// In the order of their paths.
    private(set) var groups: [Group] = []
    /// PDFs in the folder of bundles, in the order of their names, with the nodes that the model has there.
    private(set) var loose: [(path: RelativePath, id: NodeID?)] = []

    private let snapshot: Snapshot
    private let state: ProjectState

    /// - Parameter snapshot: a whole scan, with evidence.
    init(_ snapshot: Snapshot, _ state: ProjectState) {
        self.snapshot = snapshot
        self.state = state
        for id in state.model.roleBearers.sorted() {
            guard let node = state.model.nodes[id], let role = node.role, role == .bundles || role == .docs, let place = node.place,
                state.model.resolve(place.parent) == state.model.project, let folder = directory(place.name, in: 0)
            else { continue }
            let path = RelativePath([place.name])
            if role == .bundles { addBundles(in: folder, id, at: path) } else { addGroups(in: folder, id, at: path) }
        }
    }

    private mutating func addBundles(in folder: Int, _ id: NodeID, at path: RelativePath) {
        let known = nodes(in: id)
        loose += pdfs(in: folder).map { (path.appending($0.name), known[$0.name]) }
        for (name, directory, bundle) in folders(in: folder, id) {
            bundles.append(
                Bundle(path: path.appending(name), id: bundle, isRead: isRead(directory), files: files(in: directory), nodes: nodes(in: bundle)))
        }
    }

    private mutating func addGroups(in folder: Int, _ id: NodeID, at path: RelativePath) {
        for (doc, directory, docID) in folders(in: folder, id) {
            for (name, directory, group) in folders(in: directory, docID) {
                let path = path.appending(doc).appending(name)
                groups.append(Group(path: path, id: group, isRead: isRead(directory), pages: pages(in: directory, group)))
            }
        }
    }

    // MARK: The scan

    private func directory(_ name: Name, in directory: Int) -> Int? {
        guard let entry = snapshot.entry(named: name, in: directory), case let found = snapshot.entries[entry].directory, found >= 0 else { return nil }
        return Int(found)
    }

    private func isRead(_ directory: Int) -> Bool { snapshot.directories[directory].state == .read }

    private func folders(in directory: Int, _ id: NodeID?) -> [(name: Name, directory: Int, id: NodeID?)] {
        let known = nodes(in: id)
        return snapshot.sortedEntries(of: directory).compactMap { entry in
            guard case let folder = snapshot.entries[entry].directory, folder >= 0, case let name = snapshot.name(of: entry) else { return nil }
            return (name, Int(folder), known[name])
        }
    }

    private func files(in directory: Int) -> [Name: Evidence] {
        var files: [Name: Evidence] = [:]
        for entry in snapshot.directories[directory].entries where snapshot.entries[entry].kind == .file {
            files[snapshot.name(of: entry)] = snapshot.entries[entry].evidence
        }
        return files
    }

    /// In the order of their names.
    private func pdfs(in directory: Int) -> [(name: Name, evidence: Evidence)] {
        snapshot.sortedEntries(of: directory).compactMap { entry in
            guard snapshot.entries[entry].kind == .file, case let name = snapshot.name(of: entry), name.hasSuffix(".pdf") else { return nil }
            return (name, snapshot.entries[entry].evidence)
        }
    }

    private func pages(in directory: Int, _ id: NodeID?) -> [Page] {
        let known = nodes(in: id)
        return pdfs(in: directory).map { pdf in
            let node = known[pdf.name].flatMap { state.model.nodes[$0] }
            return Page(name: pdf.name, evidence: pdf.evidence, node: node, reference: node?.pageReference)
        }
    }

    // MARK: What is not taken in

    /// The PDFs that are not taken in yet, or did not become what they are to be, in no order.
    var waiting: [(path: RelativePath, id: NodeID?)] {
        func isNew(_ id: NodeID?) -> Bool { id.map { !state.stands($0) } ?? true }
        var waiting = loose.filter { item in
            guard let node = item.id.flatMap({ state.model.nodes[$0] }), !isNew(item.id) else { return true }
            return node.details?.exception != true && !state.model.isLeft(node)
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
            for page in group.pages {
                if let node = page.node, !isNew(node.id), page.reference != nil || node.details?.exception == true || state.model.isLeft(node) { continue }
                let pages = known ?? KnownPages(state)
                known = pages
                if !pages.hold(page.evidence) { waiting.append((group.path.appending(page.name), page.node?.id)) }
            }
        }
        return waiting.map { item in isNew(item.id) ? (item.path, nil) : item }
    }

    /// The PDFs that are left as they stood at the adoption, in the order of their paths.
    var left: [(path: RelativePath, id: NodeID)] {
        func isLeft(_ node: Node?) -> Bool {
            node.map { $0.details?.exception != true && state.model.isLeft($0) && state.stands($0.id) } ?? false
        }
        var left: [(path: RelativePath, id: NodeID)] = []
        for item in loose {
            if let id = item.id, isLeft(state.model.nodes[id]) { left.append((item.path, id)) }
        }
        for group in groups {
            // What became a page is left no longer, and of such are nearly all.
            for page in group.pages where page.reference == nil && isLeft(page.node) {
                if let id = page.node?.id { left.append((group.path.appending(page.name), id)) }
            }
        }
        return left.sorted { $0.path < $1.path }
    }

    /// What the model has in a folder, by name: of several of one name, one that stands.
    private func nodes(in folder: NodeID?) -> [Name: NodeID] {
        guard let folder else { return [:] }
        let children = state.model.children(of: folder)
        var found: [Name: NodeID] = Dictionary(minimumCapacity: children.count)
        for child in children {
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

    func hold(_ evidence: Evidence) -> Bool { sizes?.contains(evidence.size) ?? identities.contains(evidence.identity) }
}
