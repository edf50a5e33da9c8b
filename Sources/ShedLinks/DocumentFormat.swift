import ShedModel

/// How a document says where its links lead.
public enum DocumentFormat: Hashable, Sendable, CaseIterable {
    /// CommonMark, with the wiki links of Obsidian and zk, and HTML in it.
    case markdown
    case html
    /// Org mode.
    case org

    /// By a file's name; `nil` for what is no such document.
    public init?(_ name: Name) {
        guard let format = DocumentFormat.suffixes.first(where: { name.hasSuffix($0.suffix) })?.format else { return nil }
        self = format
    }

    private static let suffixes: [(suffix: String, format: DocumentFormat)] = [
        (".md", .markdown), (".markdown", .markdown), (".mdown", .markdown), (".mkd", .markdown), (".mdx", .markdown),
        (".html", .html), (".htm", .html), (".xhtml", .html),
        (".org", .org),
    ]

    /// What a link may leave out at the end of a name, each in ASCII with its full stop.
    public static let omissible = [".md", ".markdown", ".html", ".org"]
}
