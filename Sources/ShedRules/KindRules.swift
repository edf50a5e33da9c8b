import ShedModel

/// What a kind of project says of what may stand in it: the pure half of the door through which kinds are asked.
public struct KindRules: Sendable {
    /// Placement rules that are asked before a folder's own.
    public var first: [any PlacementRule.Type] = []
    /// Placement rules that are asked after a folder's own.
    public var last: [any PlacementRule.Type] = []
    /// Every rule of the kind, in the order of the codes.
    public var all: [any Rule.Type] = []
    /// The rules on what a file holds: those that refuse additions because of their content.
    public var content: [RuleInfo] = []
    /// The rules by which things wait until they are looked into.
    public var waiting: [RuleInfo] = []
    /// Adds to the facts of a folder what the kind knows of it.
    public var complete: @Sendable (inout FolderFacts) -> Void = { _ in }
    /// What the manual says of a rule of the kind, by its name.
    public var manual: @Sendable (String) -> RuleEntry? = { _ in nil }

    public init() {}
}
