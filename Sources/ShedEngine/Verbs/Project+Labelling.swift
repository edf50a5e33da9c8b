import ShedDisk
import ShedModel

/// What a node was given, or would be.
public struct Labelling: Sendable {
    public var path: RelativePath
    public var id: NodeID
    /// Whether it was otherwise before.
    public var isChanged: Bool
}

extension Project {
    /// Gives a tag to nodes (`tag add`): to all or, where one is out of its scope, to none.
    /// - Parameter creating: whether a tag that is not there is made.
    public func addTag(_ word: String, to paths: [RelativePath], creating: Bool = false, dryRun: Bool = false) throws(ShedError) -> (tag: Tag, nodes: [Labelling]) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let standings = try findAll(paths)
        let labels = try load().model.labels
        var edit = LabelEdit()
        let tag: Tag
        if let known = try labels.knownTag(word) {
            tag = known
        } else if creating {
            tag = try makeTag(word, colour: nil, scope: .all, in: labels, &edit)
        } else {
            do throws(ShedError) { tag = try labels.tag(word) } catch {
                throw ShedError(error.kind, error.message, remedy: error.remedy + " With --create it is made.")
            }
        }
        try requireInScope(standings, tag.scope, "the tag “\(Project.shown(tag.title))”")
        let nodes = standings.map { standing in
            let has = standing.node.details?.labels.tags.contains { labels.resolve(.tag, $0) == tag.id } ?? false
            return Labelling(path: standing.path, id: standing.node.id, isChanged: !has)
        }
        let operations = nodes.filter(\.isChanged).map { Operation($0.id, [.tag(tag.id, true)]) }
        try commitLabels(edit, operations, .tagged, tag.title, standings, nodes, dryRun: dryRun)
        return (tag, nodes)
    }

    /// Takes a tag from nodes (`tag remove`).
    public func removeTag(_ word: String, from paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> (tag: Tag, nodes: [Labelling]) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let standings = try findAll(paths)
        let labels = try load().model.labels
        let tag = try labels.tag(word)
        var operations: [Operation] = []
        let nodes = standings.map { standing in
            // Under every name that it has the tag by.
            let names = (standing.node.details?.labels.tags ?? []).filter { labels.resolve(.tag, $0) == tag.id }.sorted()
            if !names.isEmpty { operations.append(Operation(standing.node.id, names.map { .tag($0, false) })) }
            return Labelling(path: standing.path, id: standing.node.id, isChanged: !names.isEmpty)
        }
        try commitLabels(LabelEdit(), operations, .untagged, tag.title, standings, nodes, dryRun: dryRun)
        return (tag, nodes)
    }

    /// Gives nodes a value of a variable (`var set`): all or, where one is out of its scope, none.
    /// - Parameter text: an integer, or one of the options.
    public func setVariable(_ word: String, to text: String, of paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> (variable: Variable, value: VariableValue, nodes: [Labelling]) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let labels = try load().model.labels
        let variable = try labels.variable(word)
        let value = try variable.value(of: text)
        let standings = try findAll(paths)
        try requireInScope(standings, variable.scope, "the variable “\(Project.shown(variable.name))”")
        let nodes = standings.map { standing in
            let old = standing.node.details.flatMap { labels.value(of: variable.id, in: $0.labels) }
            return Labelling(path: standing.path, id: standing.node.id, isChanged: old != value)
        }
        let operations = zip(standings, nodes).filter { $0.1.isChanged }.map { standing, node in
            // A value by a second name counts no more.
            Operation(node.id, [.value(variable.id, value)] + values(of: variable, standing.node, labels).filter { $0 != variable.id }.map { .value($0, nil) })
        }
        try commitLabels(LabelEdit(), operations, .valueSet, "\(variable.name)=\(value)", standings, nodes, dryRun: dryRun)
        return (variable, value, nodes)
    }

    /// Takes nodes' values of a variable away (`var unset`).
    public func unsetVariable(_ word: String, of paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> (variable: Variable, nodes: [Labelling]) {
        let hold = try acquire()
        defer { withExtendedLifetime(hold) {} }
        try takeIn()
        let labels = try load().model.labels
        let variable = try labels.variable(word)
        let standings = try findAll(paths)
        var operations: [Operation] = []
        let nodes = standings.map { standing in
            let names = values(of: variable, standing.node, labels)
            if !names.isEmpty { operations.append(Operation(standing.node.id, names.map { .value($0, nil) })) }
            return Labelling(path: standing.path, id: standing.node.id, isChanged: !names.isEmpty)
        }
        try commitLabels(LabelEdit(), operations, .valueUnset, variable.name, standings, nodes, dryRun: dryRun)
        return (variable, nodes)
    }

    /// The names of a variable by which a node has a value.
    private func values(of variable: Variable, _ node: Node, _ labels: LabelBook) -> [NodeID] {
        (node.details?.labels.values ?? [:]).keys.filter { labels.resolve(.variable, $0) == variable.id }.sorted()
    }

    private func requireInScope(_ standings: [Standing], _ scope: LabelScope, _ label: String) throws(ShedError) {
        let outside = standings.filter { !scope.covers($0.node.type) }
        guard let first = outside.first else { return }
        let path = first.path.isRoot ? "." : "\(first.path)"
        let more = outside.count > 1 ? " and \(outside.count - 1) more" : ""
        throw ShedError(
            .refused, "\(path)\(more): \(label) is for “\(Project.shown(scope.rawValue))”, and this is a \(first.node.type.rawValue) [tag-scope]",
            remedy: "Nothing was changed." + (scope == .page && [.doc, .pageGroup].contains(first.node.type) ? " --in “\(path)” means its pages." : ""))
    }

    private func commitLabels(
        _ edit: LabelEdit, _ operations: [Operation], _ event: HistoryEntry.Event, _ message: String, _ standings: [Standing],
        _ nodes: [Labelling], dryRun: Bool
    ) throws(ShedError) {
        let all = edit.operations + operations
        guard !dryRun, !all.isEmpty else { return }
        try commit(all)
        record(edit.sentences)
        record(event, zip(standings, nodes).filter { $0.1.isChanged }.map(\.0), message: message)
    }

    /// ``find(_:)`` for many paths at once, each once: a folder is looked through but once.
    func findAll(_ paths: [RelativePath]) throws(ShedError) -> [Standing] {
        let state = try load()
        var folders: [RelativePath: KnownFolder] = [:]
        var seen: Set<RelativePath> = []
        var standings: [Standing] = []
        for path in paths where seen.insert(path).inserted {
            guard let name = path.last else {
                standings.append(try find(path))
                continue
            }
            if folders[path.parent] == nil { folders[path.parent] = KnownFolder(path.parent, self, state) }
            guard let folder = folders[path.parent], let id = folder.children[name], let node = state.model.nodes[id],
                let evidence = try? folder.directory.evidence(of: name), let type = (try? folder.directory.kind(of: name))?.nodeType
            else {
                // Says what is the matter.
                standings.append(try find(path))
                continue
            }
            standings.append(Standing(path: path, node: node, evidence: evidence, type: type))
        }
        return standings
    }

    /// A folder with the nodes that are in it.
    private struct KnownFolder {
        var directory: DirectoryHandle
        var children: [Name: NodeID] = [:]

        init?(_ path: RelativePath, _ project: Project, _ state: ProjectState) {
            guard let id = path.isRoot ? project.id : project.node(at: path, state), let directory = try? project.root.openDirectory(at: path)
            else { return nil }
            self.directory = directory
            for child in state.model.children(of: id) where state.memory.isPresent(child) {
                if let name = state.model.nodes[child]?.place?.name { children[name] = child }
            }
        }
    }
}
