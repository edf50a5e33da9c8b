import ShedDisk
import ShedMessages
import ShedModel
import ShedRules

/// What a node was given, or would be.
public struct Labelling: Sendable {
    public var path: RelativePath
    public var id: NodeID
    /// Whether it was otherwise before.
    public var isChanged: Bool
}

extension Transaction {
    /// Gives a tag to nodes (`tag add`): to all or, where one is out of its scope, to none.
    /// - Parameter creating: whether a tag that is not there is made.
    public func addTag(_ word: String, to paths: [RelativePath], creating: Bool = false, dryRun: Bool = false) throws(ShedError) -> (tag: Tag, nodes: [Labelling]) {
        let placed = try findAll(paths)
        let labels = try load().model.labels
        var edit = LabelEdit()
        let tag: Tag
        if let known = try labels.knownTag(word) {
            tag = known
        } else if creating {
            tag = try makeTag(word, colour: nil, scope: .all, in: labels, &edit)
        } else {
            do throws(ShedError) { tag = try labels.tag(word) } catch {
                throw ShedError(error.kind, error.words, remedy: .createMakesIt(remedy: error.advice))
            }
        }
        try requireInScope(placed, tag.scope, .tag, tag.title)
        let nodes = placed.map { placed in
            let has = placed.node.details?.labels.tags.contains { labels.resolve(.tag, $0) == tag.id } ?? false
            return Labelling(path: placed.path, id: placed.node.id, isChanged: !has)
        }
        let operations = nodes.filter(\.isChanged).map { Operation($0.id, [.tag(tag.id, true)]) }
        try commitLabels(edit, operations, .tagged, tag.title, placed, nodes, dryRun: dryRun)
        return (tag, nodes)
    }

    /// Takes a tag from nodes (`tag remove`).
    public func removeTag(_ word: String, from paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> (tag: Tag, nodes: [Labelling]) {
        let placed = try findAll(paths)
        let labels = try load().model.labels
        let tag = try labels.tag(word)
        var operations: [Operation] = []
        let nodes = placed.map { placed in
            // Under every name that it has the tag by.
            let names = (placed.node.details?.labels.tags ?? []).filter { labels.resolve(.tag, $0) == tag.id }.sorted()
            if !names.isEmpty { operations.append(Operation(placed.node.id, names.map { .tag($0, false) })) }
            return Labelling(path: placed.path, id: placed.node.id, isChanged: !names.isEmpty)
        }
        try commitLabels(LabelEdit(), operations, .untagged, tag.title, placed, nodes, dryRun: dryRun)
        return (tag, nodes)
    }

    /// Gives nodes a value of a variable (`var set`): all or, where one is out of its scope, none.
    /// - Parameter text: an integer, or one of the options.
    public func setVariable(_ word: String, to text: String, of paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> (variable: Variable, value: VariableValue, nodes: [Labelling]) {
        let labels = try load().model.labels
        let variable = try labels.variable(word)
        let value = try variable.value(of: text)
        let placed = try findAll(paths)
        try requireInScope(placed, variable.scope, .variable, variable.name)
        let nodes = placed.map { placed in
            let old = placed.node.details.flatMap { labels.value(of: variable.id, in: $0.labels) }
            return Labelling(path: placed.path, id: placed.node.id, isChanged: old != value)
        }
        let operations = zip(placed, nodes).filter { $0.1.isChanged }.map { placed, node in
            // A value by a second name counts no more.
            Operation(node.id, [.value(variable.id, value)] + values(of: variable, placed.node, labels).filter { $0 != variable.id }.map { .value($0, nil) })
        }
        try commitLabels(LabelEdit(), operations, .valueSet, "\(variable.name)=\(value)", placed, nodes, dryRun: dryRun)
        return (variable, value, nodes)
    }

    /// Takes nodes' values of a variable away (`var unset`).
    public func unsetVariable(_ word: String, of paths: [RelativePath], dryRun: Bool = false) throws(ShedError) -> (variable: Variable, nodes: [Labelling]) {
        let labels = try load().model.labels
        let variable = try labels.variable(word)
        let placed = try findAll(paths)
        var operations: [Operation] = []
        let nodes = placed.map { placed in
            let names = values(of: variable, placed.node, labels)
            if !names.isEmpty { operations.append(Operation(placed.node.id, names.map { .value($0, nil) })) }
            return Labelling(path: placed.path, id: placed.node.id, isChanged: !names.isEmpty)
        }
        try commitLabels(LabelEdit(), operations, .valueUnset, variable.name, placed, nodes, dryRun: dryRun)
        return (variable, nodes)
    }

    /// The names of a variable by which a node has a value.
    private func values(of variable: Variable, _ node: Node, _ labels: LabelBook) -> [NodeID] {
        (node.details?.labels.values ?? [:]).keys.filter { labels.resolve(.variable, $0) == variable.id }.sorted()
    }

    private func requireInScope(_ placed: [PlacedNode], _ scope: LabelScope, _ kind: LabelKind, _ name: String) throws(ShedError) {
        let outside = placed.filter { !scope.covers($0.node.type) }
        guard let first = outside.first else { return }
        let path = first.path.isRoot ? "." : "\(first.path)"
        let words = Message.outOfScope(
            path: path, more: outside.count - 1, sort: kind.sort, name: ShedError.shown(name), scope: ShedError.shown(scope.rawValue),
            type: .sort(type: first.node.type.rawValue))
        let hint = project.kind.hint(first, outOf: scope)
        throw ShedError.refused(by: TagScope.info, words, remedy: hint.map { .sentences(first: .nothingWasChanged, second: $0) } ?? .nothingWasChanged)
    }

    private func commitLabels(
        _ edit: LabelEdit, _ operations: [Operation], _ event: HistoryEntry.Event, _ message: String, _ placed: [PlacedNode],
        _ nodes: [Labelling], dryRun: Bool
    ) throws(ShedError) {
        let all = edit.operations + operations
        guard !dryRun, !all.isEmpty else { return }
        try commit(all)
        record(edit.deeds)
        record(event, zip(placed, nodes).filter { $0.1.isChanged }.map(\.0), message: message)
    }
}
