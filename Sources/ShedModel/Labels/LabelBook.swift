/// All labels of a project: what the sidecar has of them, and what that comes to.
///
/// What it comes to is a function of the records alone, so that the same operations in any order give the same:
///
/// 1. A label that an operation calls a second name of an older one of its kind is that one. Of a younger one it cannot
///    be, so that no circle arises.
/// 2. What has no name yet, or was deleted, is not shown; but a deleted group is while a tag stands in it, which another
///    device may have put there meanwhile.
/// 3. Of labels whose names are the same regardless of case and normalisation (tags: in one group) the oldest is the one,
///    the others are second names of it: ``found``. Whoever changes labels writes that down for good.
public struct LabelBook: Sendable {
    /// As the sidecar has them.
    public private(set) var records: [LabelKey: LabelRecord] = [:]
    public private(set) var groups: [NodeID: TagGroup] = [:]
    public private(set) var tags: [NodeID: Tag] = [:]
    public private(set) var variables: [NodeID: Variable] = [:]
    /// Second names that no operation says, of labels that bear the same name.
    public private(set) var found: [LabelKey: NodeID] = [:]
    /// All second names, each with the label itself.
    private var targets: [LabelKey: NodeID] = [:]
    /// Variables with their second names, oldest first.
    private var namesOfVariables: [NodeID: [NodeID]] = [:]

    public init() {}

    public init(_ records: some Sequence<LabelRecord>) {
        for record in records { self.records[record.key] = record }
        settle()
    }

    /// Whether no label was ever made.
    public var isEmpty: Bool { records.isEmpty }

    /// The label that an ID stands for.
    public func resolve(_ kind: LabelKind, _ id: NodeID) -> NodeID { targets[LabelKey(kind, id)] ?? id }

    /// Applies an operation on a label.
    public mutating func apply(_ operation: Operation, at stamp: Stamp) { apply([(operation, stamp)]) }

    /// Applies operations on labels; those on nodes are passed over.
    public mutating func apply(_ operations: [(operation: Operation, stamp: Stamp)]) {
        for (operation, stamp) in operations {
            guard let kind = operation.label else { continue }
            let key = LabelKey(kind, operation.id)
            var record = records.removeValue(forKey: key) ?? LabelRecord(key, first: stamp, last: stamp)
            record.note(stamp)
            for case .other(let name, let value) in operation.set where LabelField.takes(value, as: name) { record.set(name, value) }
            records[key] = record
        }
        settle()
    }

    // MARK: What it comes to

    private mutating func settle() {
        (groups, tags, variables, found, targets) = ([:], [:], [:], [:], [:])
        let ordered = records.values.sorted { $0.isOlder(than: $1) }
        for record in ordered {
            guard let alias = record.alias, let target = records[LabelKey(record.key.kind, alias)], target.isOlder(than: record) else { continue }
            // The older one has been followed to its end before.
            targets[record.key] = targets[target.key] ?? target.key.id
        }
        let own = ordered.filter { targets[$0.key] == nil && $0.name != nil }
        let tags = own.filter { $0.key.kind == .tag && !$0.isDeleted }
        let used = Set(tags.compactMap(\.group).map { resolve(.group, $0) })
        settleGroups(own.filter { $0.key.kind == .group && (!$0.isDeleted || used.contains($0.key.id)) })
        settleTags(tags)
        settleVariables(own.filter { $0.key.kind == .variable && !$0.isDeleted && $0.fields[LabelField.type] != nil })
        // A second name of one that turned out to be one itself.
        for (key, target) in targets { targets[key] = found[LabelKey(key.kind, target)] ?? target }
        namesOfVariables = [:]
        for record in ordered where record.key.kind == .variable {
            namesOfVariables[resolve(.variable, record.key.id), default: []].append(record.key.id)
        }
    }

    private mutating func join(_ key: LabelKey, to target: NodeID) {
        found[key] = target
        targets[key] = target
    }

    private mutating func settleGroups(_ records: [LabelRecord]) {
        var named: [FoldKey: NodeID] = [:]
        for record in records {
            let (id, name) = (record.key.id, record.name ?? "")
            if let older = named[LabelName.key(name)] {
                join(record.key, to: older)
            } else {
                named[LabelName.key(name)] = id
                groups[id] = TagGroup(id: id, name: name, created: record.first.milliseconds, updated: record.last.milliseconds)
            }
        }
    }

    /// A tag's name in its group.
    private struct TagKey: Hashable {
        var group: NodeID?
        var name: FoldKey
    }

    private mutating func settleTags(_ records: [LabelRecord]) {
        var named: [TagKey: NodeID] = [:]
        for record in records {
            let (id, name) = (record.key.id, record.name ?? "")
            let explicit = record.group.map { resolve(.group, $0) }
            let group = explicit.map { resolve(.group, $0) }
            // A group that is not known yet is a group all the same.
            let key = TagKey(group: group, name: LabelName.key(name))
            if let older = named[key] {
                join(record.key, to: older)
                continue
            }
            named[key] = id
            let shown = group.flatMap { groups[$0] }
            tags[id] = Tag(
                id: id, name: name, group: shown?.id, colour: record.fields[LabelField.colour]?.string.flatMap { Colour(hexadecimal: $0) },
                scope: LabelScope(rawValue: record.fields[LabelField.scope]?.string ?? LabelScope.all.rawValue),
                title: shown.map { "\($0.name)/\(name)" } ?? name, created: record.first.milliseconds, updated: record.last.milliseconds)
        }
    }

    private mutating func settleVariables(_ records: [LabelRecord]) {
        var named: [FoldKey: NodeID] = [:]
        // The options of the lists that more than one record is of.
        var known: [NodeID: Set<String>] = [:]
        for record in records {
            let (id, name) = (record.key.id, record.name ?? "")
            let options = record.fields[LabelField.options].flatMap(LabelField.texts) ?? []
            if let older = named[LabelName.key(name)] {
                join(record.key, to: older)
                // What either device allows, both do, until a person says otherwise.
                guard let variable = variables[older], variable.type == .list else { continue }
                var seen = known[older] ?? Set(variable.options)
                for option in options where seen.count < LabelField.mostOptions && seen.insert(option).inserted {
                    variables[older]?.options.append(option)
                }
                known[older] = seen
                continue
            }
            named[LabelName.key(name)] = id
            variables[id] = Variable(
                id: id, name: name, type: record.fields[LabelField.type]?.string.flatMap(VariableType.init) ?? .integer, options: options,
                scope: LabelScope(rawValue: record.fields[LabelField.scope]?.string ?? LabelScope.all.rawValue),
                created: record.first.milliseconds, updated: record.last.milliseconds)
        }
    }
}

extension LabelBook {
    // MARK: Asking

    /// The tags that a node has, in the order of their titles.
    public func tags(of labels: NodeLabels) -> [Tag] {
        guard !labels.tags.isEmpty else { return [] }
        return Set(labels.tags.map { resolve(.tag, $0) }).compactMap { tags[$0] }.sorted { $0.comes(before: $1) }
    }

    /// The variables of which a node has a value, with it, in the order of their names.
    ///
    /// Of several values by several IDs of one variable that of the oldest ID counts.
    public func values(of labels: NodeLabels) -> [(variable: Variable, value: VariableValue)] {
        guard !labels.values.isEmpty else { return [] }
        return Set(labels.values.keys.map { resolve(.variable, $0) }).compactMap { id -> (variable: Variable, value: VariableValue)? in
            guard let variable = variables[id], let value = value(of: id, in: labels) else { return nil }
            return (variable, value)
        }.sorted { $0.variable.name != $1.variable.name ? $0.variable.name < $1.variable.name : $0.variable.id < $1.variable.id }
    }

    /// A node's value of a variable.
    public func value(of variable: NodeID, in labels: NodeLabels) -> VariableValue? {
        for id in namesOfVariables[variable] ?? [variable] {
            if let value = labels.values[id] { return value }
        }
        return nil
    }

    public func group(named name: String) -> TagGroup? {
        let key = LabelName.key(name)
        return sortedGroups.first { LabelName.key($0.name) == key }
    }

    /// - Parameter group: `nil` for a tag in no group.
    public func tag(named name: String, in group: NodeID?) -> Tag? {
        return tags(named: name).first { $0.group == group }
    }

    /// The tags of a name, in whatever group, in the order of their titles.
    public func tags(named name: String) -> [Tag] {
        let key = LabelName.key(name)
        return tags.values.filter { LabelName.key($0.name) == key }.sorted { $0.comes(before: $1) }
    }

    public func variable(named name: String) -> Variable? {
        let key = LabelName.key(name)
        return sortedVariables.first { LabelName.key($0.name) == key }
    }

    public var sortedGroups: [TagGroup] { groups.values.sorted { $0.name != $1.name ? $0.name < $1.name : $0.id < $1.id } }
    public var sortedTags: [Tag] { tags.values.sorted { $0.comes(before: $1) } }
    public var sortedVariables: [Variable] { variables.values.sorted { $0.name != $1.name ? $0.name < $1.name : $0.id < $1.id } }
    /// In the order of kind and ID: the same records give the same.
    public var sortedRecords: [LabelRecord] { records.values.sorted { $0.key < $1.key } }
}

extension Tag {
    /// The order for people: by title.
    func comes(before other: Tag) -> Bool { title != other.title ? title < other.title : id < other.id }
}
