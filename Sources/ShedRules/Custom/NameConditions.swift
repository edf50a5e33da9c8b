import ShedModel

/// What the names in a folder must be like.
public struct NameConditions: Sendable {
    /// Which entries ``names``, ``forbidden`` and ``styles`` are for.
    public var type = EntryChoice.both
    /// Extensions that files may have, without the full stop, case aside; an empty one for files without. `nil`: any.
    public var extensions: [String]?
    /// A name must match one of these; empty: any.
    public var names: [NamePattern] = []
    /// A name must match none of these.
    public var forbidden: [NamePattern] = []
    /// The name without its extension must be written in one of these; empty: in any.
    public var styles: [CaseStyle] = []
    /// Nothing else may stand here: patterns, each for folders alone or for both. `nil`: anything may.
    public var allowed: [(pattern: NamePattern, isFolder: Bool)]?

    public init() {}

    /// Whether nothing is asked.
    public var isEmpty: Bool { extensions == nil && names.isEmpty && forbidden.isEmpty && styles.isEmpty && allowed == nil }
}
