import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedReconcile

/// What stands in the project and was not taken in: it waits, or a rule refuses it. It comes along as it stands all the same, since whoever keeps an
/// export keeps it for what stood there.
struct Untaken {
    struct Entry {
        var path: RelativePath
        var isFolder: Bool
        /// Of a folder: its permissions.
        var mode: UInt32?
        /// The known node that it is, which the model has elsewhere.
        var id: NodeID?
    }

    /// A folder before what is in it.
    var entries: [Entry] = []
    /// What is told of, and why it was not taken in; `nil` where nobody has judged it yet.
    var reasons: [RelativePath: Message?] = [:]
    /// Where known nodes stand that the model has elsewhere.
    var places: [NodeID: RelativePath] = [:]
    var files: Set<RelativePath> = []
    var folders: Set<RelativePath> = []
    /// The nodes that were seen as each file.
    var nodes: [FileIdentity: [NodeID]] = [:]
    /// What is in one and cannot come along.
    var left: [(path: RelativePath, reason: Message)] = []
    /// Links and special files in one, which are nothing that an export has.
    var odd: [(path: RelativePath, reason: Message)] = []

    mutating func add(_ entry: Entry) {
        entries.append(entry)
        if entry.isFolder { folders.insert(entry.path) } else { files.insert(entry.path) }
        if let id = entry.id { places[id] = entry.path }
    }
}

extension Exporter {
    /// Looks for what was not taken in.
    mutating func findUntaken() throws(ShedError) {
        untaken = Untaken()
        let moved = reader.project.unsettledNodes(state)
        for path in moved.keys { untaken.reasons[path] = .some(nil) }
        for report in reader.project.unresolved { untaken.reasons[report.path] = .some(report.delay == nil ? report.words : nil) }
        untaken.reasons = untaken.reasons.filter { isMeant($0.key) && !meant.contains($0.key) && !isNode($0.key) }
        let outer = Set(untaken.reasons.keys.map(outermost))
        let tops = outer.filter { !$0.ancestors.contains(where: outer.contains) }.sorted()
        guard !tops.isEmpty else { return }
        for (id, sighting) in zip(state.memory.seen.keys, state.memory.seen.values) { untaken.nodes[sighting.evidence.identity, default: []].append(id) }
        var folders: Set<RelativePath> = []
        for path in tops {
            guard let name = path.last else { continue }
            do throws(DiskError) {
                let kind = try directory(path.parent).kind(of: name)
                if kind == .file, let evidence = try directory(path.parent).evidence(of: name) {
                    untaken.add(Untaken.Entry(path: path, isFolder: false, id: known(evidence, at: path, isFolder: false, moved)))
                }
                if kind == .directory { folders.insert(path) }
            } catch {
                folder = nil
                // Gone by now: then there is nothing to have. Of all else nobody knows what it is.
                if error.code != .notFound { untaken.left.append((path, error.why)) }
            }
        }
        guard !folders.isEmpty else { return }
        let snapshot: Snapshot
        let options = Crawler.Options(threads: 1, ignore: reader.home.configuration.ignore, dirty: folders)
        do throws(DiskError) { snapshot = try Crawler.crawl(reader.root, options: options) } catch { throw ShedError(error) }
        for path in folders.sorted() { if let entry = snapshot.entry(at: path) { take(entry, of: snapshot, at: path, moved) } }
    }

    private func isMeant(_ path: RelativePath) -> Bool { order.paths.isEmpty || meant.holds(path) }

    private func isNode(_ path: RelativePath) -> Bool { path.isRoot || state.node(at: path).map(state.stands) == true }

    /// The outermost of what a path stands in, and of itself, that was not taken in.
    private func outermost(_ path: RelativePath) -> RelativePath {
        var path = path
        while !isNode(path.parent), isMeant(path.parent) { path = path.parent }
        return path
    }

    private mutating func take(_ top: Int, of snapshot: Snapshot, at path: RelativePath, _ moved: [RelativePath: NodeID]) {
        var open = [(entry: top, path: path)]
        while let (index, path) = open.popLast() {
            let entry = snapshot.entries[index]
            guard entry.kind.nodeType != nil else {
                untaken.odd.append((path, entry.kind == .link ? .isSymbolicLink : .isSpecialFile))
                continue
            }
            let id = known(entry.evidence, at: path, isFolder: entry.kind == .directory, moved)
            untaken.add(Untaken.Entry(path: path, isFolder: entry.kind == .directory, mode: entry.evidence.mode & 0o777, id: id))
            guard entry.kind == .directory, entry.directory >= 0 else { continue }
            switch snapshot.directories[Int(entry.directory)].state {
            case .read, .partial:
                open += snapshot.sortedEntries(of: Int(entry.directory)).reversed().map { ($0, path.appending(snapshot.name(of: $0))) }
            case .foreign: untaken.left.append((path, .apartFolder))
            case .tooDeep: untaken.left.append((path, .tooDeepFolder(most: RelativePath.deepest)))
            case .unreadable: untaken.left.append((path, reason(at: path)))
            }
        }
    }

    /// The known node that stands there: one that the last walk says was moved there, or, in a folder that nobody knows, the one that was seen as this
    /// file and is not at its own place.
    private func known(_ evidence: Evidence, at path: RelativePath, isFolder: Bool, _ moved: [RelativePath: NodeID]) -> NodeID? {
        if let id = reader.project.unsettledNode(at: path, moved, state) { return id }
        // Without birth times another file may have got its number.
        guard evidence.identity.birth != 0 else { return nil }
        let nodes = (untaken.nodes[evidence.identity] ?? []).filter { id in
            guard let node = state.model.nodes[id], node.type.isDirectory == isFolder, state.stands(id), let own = state.model.path(of: id) else { return false }
            return !stands(evidence, at: own)
        }
        return nodes.count == 1 ? nodes.first : nil
    }

    private func stands(_ evidence: Evidence, at path: RelativePath) -> Bool {
        guard let name = path.last, let there = try? reader.root.openDirectory(at: path.parent).evidence(of: name) else { return false }
        return there.identity == evidence.identity
    }

    /// Why a folder cannot be read.
    private func reason(at path: RelativePath) -> Message {
        do throws(DiskError) {
            _ = try reader.root.openDirectory(at: path).list(atMost: 1)
            return DiskError(.changed, action: "read", path: "\(path)").why
        } catch { return error.why }
    }

    /// Whether a node that is to be told of at a path stands elsewhere, and is told of there.
    func isElsewhere(_ id: NodeID, than path: RelativePath) -> Bool { untaken.places[id].map { $0 != path } ?? false }

    /// Adds what was not taken in, and says so. It has an ID in the export alone, if it is nothing that is known.
    mutating func addUntaken() throws(ShedError) {
        guard !untaken.entries.isEmpty else { return }
        var ids = Set(manifest.nodes.map(\.id))
        var folders: [RelativePath: NodeID] = [:]
        for node in manifest.nodes where node.content == nil { folders[node.path] = node.id }
        for entry in untaken.entries {
            var node = entry.id.flatMap { state.model.nodes[$0] }
            if let found = node, found.type.isDirectory != entry.isFolder || !ids.insert(found.id).inserted { node = nil }
            var exported = node.map { self.exported($0, at: entry.path) }
                ?? ExportedNode(id: reader.newID(), type: (entry.isFolder ? NodeType.folder : .file).rawValue, path: entry.path)
            exported.parent = folders[entry.path.parent]
            // Where it comes back, it is not to be refused for standing where it stood here.
            if node == nil || untaken.reasons[entry.path] != nil { exported.state.isException = true }
            if exported.parent == nil, !entry.path.parent.isRoot { try makeParents(of: ExportManifest.place(of: entry.path)) }
            guard entry.isFolder else {
                try add(file: node, exported)
                continue
            }
            exported.mode = entry.mode
            result.folders += 1
            manifest.nodes.append(exported)
            folders[entry.path] = exported.id
            try make(ExportManifest.place(of: entry.path), mode: exported.mode)
        }
        result.left += untaken.left
        result.odd += untaken.odd
        let here = untaken.files.union(untaken.folders).subtracting(result.left.map(\.path))
        for (path, reason) in untaken.reasons.sorted(by: { $0.key < $1.key }) where here.contains(path) {
            if !path.ancestors.contains(where: { untaken.reasons.index(forKey: $0) != nil }) { result.untaken.append((path, reason)) }
        }
    }
}
