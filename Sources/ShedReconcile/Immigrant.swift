import ShedModel

/// A node that came from another project.
public struct Immigrant: Hashable, Sendable {
    /// A tag by its name, as it was called there.
    public struct TagName: Hashable, Sendable {
        /// `nil` for a tag in no group.
        public var group: String?
        public var name: String

        public init(group: String?, name: String) {
            self.group = group
            self.name = name
        }
    }

    public var id: NodeID
    public var type: NodeType
    /// The other project.
    public var project: NodeID
    /// When its ID was made, in milliseconds since 1970; 0 where that is not known.
    public var created: Int64
    /// Its fields that travel.
    public var details: NodeDetails?
    /// Its tags there. The IDs of labels mean nothing in another project.
    public var tags: [TagName]
    /// Its values there, by the variables' names.
    public var values: [String: VariableValue]

    public init(
        id: NodeID, type: NodeType, project: NodeID, created: Int64 = 0, details: NodeDetails? = nil, tags: [TagName] = [],
        values: [String: VariableValue] = [:]
    ) {
        self.id = id
        self.type = type
        self.project = project
        self.created = created
        self.details = details
        self.tags = tags
        self.values = values
    }

    /// What it brings along: tags that there are here too, by group and name, and values of variables of the same names
    /// (Documentation/Identity.md). What there is nothing for stays with the other project, which keeps what it knew of the node.
    func fields(in labels: LabelBook, of traits: FieldTraits) -> [Field] {
        var fields: [Field] = created == 0 ? [] : [.created(created)]
        if let note = details?.note { fields.append(.note(note)) }
        for (name, value) in (details?.other ?? [:]).sorted(by: { $0.key < $1.key }) where LabelField.label(ofField: name) == nil && StandingRight.folder(ofField: name) == nil && name != FormerRole.name && !traits.staysBehind(name) {
            fields.append(.other(name, value.value))
        }
        var known: Set<NodeID> = []
        for tag in tags {
            let group = tag.group.map { labels.group(named: $0) }
            // A group that is not here has no tags here.
            if case .some(nil) = group { continue }
            guard let found = labels.tag(named: tag.name, in: group??.id), known.insert(found.id).inserted else { continue }
            fields.append(.tag(found.id, true))
        }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let variable = labels.variable(named: name), known.insert(variable.id).inserted else { continue }
            fields.append(.value(variable.id, value))
        }
        return fields
    }
}
