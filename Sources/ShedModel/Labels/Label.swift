/// A group of tags.
public struct TagGroup: Hashable, Sendable {
    public var id: NodeID
    public var name: String
    /// Milliseconds since 1970 in UTC.
    public var created: Int64
    /// When it was last changed, in milliseconds since 1970 in UTC.
    public var updated: Int64

    public init(id: NodeID, name: String, created: Int64, updated: Int64) {
        self.id = id
        self.name = name
        self.created = created
        self.updated = updated
    }
}

/// A word that nodes can have.
public struct Tag: Hashable, Sendable {
    public var id: NodeID
    public var name: String
    /// `nil` where it stands in no group.
    public var group: NodeID?
    public var colour: Colour?
    public var scope: LabelScope
    /// `group/name`, or the name where there is no group.
    public var title: String
    /// Milliseconds since 1970 in UTC.
    public var created: Int64
    /// When it was last changed, in milliseconds since 1970 in UTC.
    public var updated: Int64

    public init(
        id: NodeID, name: String, group: NodeID?, colour: Colour?, scope: LabelScope, title: String, created: Int64, updated: Int64
    ) {
        self.id = id
        self.name = name
        self.group = group
        self.colour = colour
        self.scope = scope
        self.title = title
        self.created = created
        self.updated = updated
    }
}

/// A field with a value that nodes can have.
public struct Variable: Hashable, Sendable {
    public var id: NodeID
    public var name: String
    public var type: VariableType
    /// What a variable of the type list may be, in the order in which they were given.
    public var options: [String]
    public var scope: LabelScope
    /// Milliseconds since 1970 in UTC.
    public var created: Int64
    /// When it was last changed, in milliseconds since 1970 in UTC.
    public var updated: Int64

    public init(
        id: NodeID, name: String, type: VariableType, options: [String], scope: LabelScope, created: Int64, updated: Int64
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.options = options
        self.scope = scope
        self.created = created
        self.updated = updated
    }

    /// What is wrong with a value, in one sentence; `nil` if nothing is.
    public func complaint(about value: VariableValue) -> String? {
        switch (type, value) {
        case (.integer, .integer): nil
        case (.integer, .option(let text)): "“\(EscapedText.escape(Array(text.utf8)))” is no integer."
        case (.list, .option(let text)) where options.contains(text): nil
        case (.list, _): "“\(EscapedText.escape(Array(value.description.utf8)))” is none of its options."
        }
    }
}
