import ShedModel

/// Finds the links of a document. Costs what the document is long, whatever stands in it.
public enum LinkFinder {
    /// A document with more links is not looked into: of one that is mended none is left out.
    public static let most = 100_000
    /// A larger document is not looked into, in bytes.
    public static let largest = 8 << 20

    /// The links that lead to paths beside the document or to nodes, in their order. Bytes that are no UTF-8 are bytes like others.
    ///
    /// Sources: CommonMark 0.31.2; HTML, 13.2.5; Org Syntax, “Links”.
    public static func links(in document: [UInt8], as format: DocumentFormat) -> [DocumentLink] { found(in: document, as: format) ?? [] }

    /// The same; `nil` of a document that is not looked into (``most``, ``largest``).
    public static func found(in document: [UInt8], as format: DocumentFormat) -> [DocumentLink]? {
        guard document.count <= largest else { return nil }
        var found = FoundLinks(document)
        switch format {
        case .markdown: MarkdownBlocks(document).forEach { passage in MarkdownInlines(document, passage).find(&found) }
        case .html: HTMLLinks.find(in: document, document.startIndex..<document.endIndex, &found)
        case .org: OrgLinks.find(in: document, &found)
        }
        guard found.links.count <= most else { return nil }
        // Elsewhere than beside the document, where it says so.
        return found.hasBase ? found.links.filter { if case .node = $0.target { true } else { false } } : found.links
    }
}

/// What was found so far.
struct FoundLinks {
    private let document: [UInt8]
    private(set) var links: [DocumentLink] = []
    /// Whether the document names another place than its own as the one that its links begin at (`<base>`).
    var hasBase = false

    init(_ document: [UInt8]) { self.document = document }

    mutating func add(_ range: Range<Int>, _ form: DocumentLink.Form) {
        guard links.count <= LinkFinder.most, let link = DocumentLink(in: document, at: range, form) else { return }
        links.append(link)
    }
}
