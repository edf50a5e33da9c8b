/// What a tag or a variable may be given to. Open: a scope of a later version is kept, and covers nothing here.
public struct LabelScope: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    public static let all = LabelScope(rawValue: "all")
    public static let folder = LabelScope(rawValue: "folder")
    public static let file = LabelScope(rawValue: "file")
    public static let record = LabelScope(rawValue: "record")
    public static let bundle = LabelScope(rawValue: "pdfBundle")
    public static let doc = LabelScope(rawValue: "doc")
    public static let pageGroup = LabelScope(rawValue: "pageGroup")
    public static let page = LabelScope(rawValue: "page")
    /// Docs, their page groups and their pages.
    public static let docAndBelow = LabelScope(rawValue: "docAndBelow")

    /// The types that each scope covers, as words of ``NodeType``. Words, since a type is in here before it is anywhere else.
    private static let covered: [LabelScope: Set<String>] = [
        .folder: ["folder", "collection"], .file: ["file"], .record: ["record"], .bundle: ["bundle"], .doc: ["doc"],
        .pageGroup: ["pageGroup"], .page: ["page"], .docAndBelow: ["doc", "pageGroup", "page"],
    ]

    /// Whether nodes of a type may have what has this scope.
    public func covers(_ type: NodeType) -> Bool {
        self == .all || LabelScope.covered[self]?.contains(type.rawValue) == true
    }

    /// The scopes that a kind of project has, in the order in which they are named to people.
    public static func offered(in kind: String) -> [LabelScope] {
        kind == "papers" ? [.bundle, .doc, .pageGroup, .page, .docAndBelow, .all] : [.folder, .file, .record, .all]
    }
}
