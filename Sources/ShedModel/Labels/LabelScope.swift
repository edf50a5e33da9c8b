/// What a tag or a variable may be given to. Open: a scope of a later version is kept, and covers nothing here.
public struct LabelScope: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public static let all = LabelScope(rawValue: "all")
    public static let folder = LabelScope(rawValue: "folder")
    public static let file = LabelScope(rawValue: "file")
    public static let record = LabelScope(rawValue: "record")

    /// The scopes that every kind of project has, unless it says otherwise, in the order in which they are named to people.
    public static let general: [LabelScope] = [.folder, .file, .record, .all]

    /// Whether nodes of a type may have what has this scope.
    public func covers(_ type: NodeType) -> Bool { self == .all || type.traits.scopes.contains(self) }
}
