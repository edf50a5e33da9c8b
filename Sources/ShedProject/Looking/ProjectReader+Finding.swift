import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedRules

/// A node where it stands on disk.
public struct PlacedNode: Sendable {
    public var path: RelativePath
    public var node: Node
    public var evidence: Evidence
    public var type: NodeType

    package init(path: RelativePath, node: Node, evidence: Evidence, type: NodeType) {
        self.path = path
        self.node = node
        self.evidence = evidence
        self.type = type
    }
}

extension ProjectReader {
    /// The node at a path.
    public func find(_ path: RelativePath) throws(ShedError) -> PlacedNode { try find(path, load()) }

    /// The same by a state that was loaded, for many paths.
    package func find(_ path: RelativePath, _ state: ProjectState) throws(ShedError) -> PlacedNode {
        guard let name = path.last else {
            let node = state.model.nodes[id] ?? Node(id: id, type: .project)
            do throws(DiskError) { return PlacedNode(path: path, node: node, evidence: try root.ownEvidence(), type: .project) } catch {
                throw ShedError(error)
            }
        }
        do {
            let directory = try root.openDirectory(at: path.parent)
            guard let evidence = try directory.evidence(of: name), let kind = try directory.kind(of: name) else {
                throw notFound(path)
            }
            guard let type = kind.nodeType, let id = state.node(at: path), let node = state.model.nodes[id] else {
                throw ShedError(.refused, .hasNoID(path: "\(path)"), remedy: .whyNoID)
            }
            return PlacedNode(path: path, node: node, evidence: evidence, type: type)
        } catch let error as DiskError where [.notFound, .notDirectory].contains(error.code) {
            throw notFound(path)
        } catch { throw ShedError(error) }
    }

    /// The same for many paths at once, each once: a folder is looked through but once. Also what was moved there and not taken in: it
    /// keeps its ID wherever it goes from there.
    func findAll(_ paths: [RelativePath]) throws(ShedError) -> [PlacedNode] {
        let state = try load()
        var folders: [RelativePath: KnownFolder] = [:]
        var seen: Set<RelativePath> = []
        var found: [PlacedNode] = []
        var moved: [RelativePath: NodeID]?
        for path in paths where seen.insert(path).inserted {
            guard let name = path.last else {
                found.append(try find(path, state))
                continue
            }
            if folders[path.parent] == nil { folders[path.parent] = KnownFolder(path.parent, root, state) }
            guard let folder = folders[path.parent], let id = folder.children[name], let node = state.model.nodes[id],
                let evidence = try? folder.directory.evidence(of: name), let type = (try? folder.directory.kind(of: name))?.nodeType
            else {
                let known = moved ?? project.unsettledNodes(state)
                moved = known
                // Else says what is the matter.
                if let placed = unsettled(at: path, known, state) { found.append(placed) } else { found.append(try find(path, state)) }
                continue
            }
            found.append(PlacedNode(path: path, node: node, evidence: evidence, type: type))
        }
        return found
    }

    /// What was moved to a path and not taken in there.
    /// - Parameter moved: all that was.
    private func unsettled(at path: RelativePath, _ moved: [RelativePath: NodeID], _ state: ProjectState) -> PlacedNode? {
        guard let name = path.last, state.node(at: path) == nil, let id = project.unsettledNode(at: path, moved, state), let node = state.model.nodes[id],
            let directory = try? root.openDirectory(at: path.parent), let evidence = try? directory.evidence(of: name),
            let type = (try? directory.kind(of: name))?.nodeType
        else { return nil }
        return PlacedNode(path: path, node: node, evidence: evidence, type: type)
    }

    /// The path of the folder that has a role, if it stands at the root. Of those that claim to be Trash or Rejected, the one that this
    /// machine takes for it (``shelter(_:_:)``).
    public func folder(with role: Role) throws(ShedError) -> RelativePath? { folder(with: role, try load()) }

    /// The same by a state that was loaded.
    package func folder(with role: Role, _ state: ProjectState) -> RelativePath? {
        (Shelters.roles.contains(role) ? shelter(role, state) : bearers(of: role, state).first)?.path
    }

    /// A folder, as the rules see it.
    package func facts(of folder: PlacedNode) throws(ShedError) -> FolderFacts { facts(of: folder, try load()) }

    /// The same by a state that was loaded.
    func facts(of folder: PlacedNode, _ state: ProjectState) -> FolderFacts {
        if folder.path.isRoot { return home.rules.factsOfRoot() }
        let top = folder.path.names.first.flatMap { state.node(at: RelativePath([$0])) }.flatMap { state.model.nodes[$0] }
        let label = folder.path.last?.escaped ?? "."
        if let role = top?.role, role == .trash || role == .rejected { return home.rules.factsOfShelter(label: label) }
        return home.rules.facts(of: folder.node, label: label)
    }

    /// Whether anything stands at a path on the disk, known or not.
    public func hasEntry(at path: RelativePath) -> Bool {
        guard let name = path.last else { return true }
        return (try? root.openDirectory(at: path.parent).kind(of: name)) != nil
    }

    /// The names in a folder, as far as they can collide.
    package func names(in folder: RelativePath) throws(ShedError) -> Set<FoldKey> {
        do throws(DiskError) { return Set(try root.openDirectory(at: folder).list(atMost: 10_000_000).map { FoldKey($0.name) }) } catch {
            throw ShedError(error)
        }
    }

    /// The first of `name`, `name (2)`, … that is free in a folder.
    package func freeName(_ name: Name, in folder: RelativePath, isFile: Bool) throws(ShedError) -> Name {
        FreeNames(besides: try names(in: folder)).free(name, keepsSuffix: isFile)
    }
}

extension Project {
    /// The known nodes that were moved and not taken in, by where they stand, as the last walks said.
    func unsettledNodes(_ state: ProjectState) -> [RelativePath: NodeID] {
        let changes = (changeSource?.unsettled ?? []).lazy.filter { $0.kind != .removed }.compactMap { change in change.id.map { (change.path, $0) } }
        let reports = unresolved.lazy.compactMap { report in report.id.map { (report.path, $0) } }
        let known = (Array(changes) + Array(reports)).filter { path, id in state.model.nodes[id] != nil && state.node(at: path) == nil }
        return Dictionary(known, uniquingKeysWith: { first, _ in first })
    }

    /// The one of them that stands at a path, or what the model has in it by the names that follow.
    func unsettledNode(at path: RelativePath, _ moved: [RelativePath: NodeID], _ state: ProjectState) -> NodeID? {
        guard !moved.isEmpty, let top = ([path] + path.ancestors.reversed()).first(where: { moved[$0] != nil }) else { return nil }
        return path.names.dropFirst(top.names.count).reduce(moved[top]) { folder, name in
            folder.flatMap { state.model.children(of: $0, named: name).first(where: state.memory.isPresent) }
        }
    }
}

/// A folder with the nodes that are in it.
private struct KnownFolder {
    var directory: DirectoryHandle
    var children: [Name: NodeID] = [:]

    init?(_ path: RelativePath, _ root: DirectoryHandle, _ state: ProjectState) {
        guard let id = state.node(at: path), let directory = try? root.openDirectory(at: path) else { return nil }
        self.directory = directory
        for child in state.model.children(of: id) where state.memory.isPresent(child) {
            if let name = state.model.nodes[child]?.place?.name { children[name] = state.memory.node(named: name, in: id, state.model) ?? child }
        }
    }
}
