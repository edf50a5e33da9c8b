import ShedModel

/// What an operation says that a page shows, as it stood in the sidecar at a time: also what later operations say otherwise of.
public struct ShownPage: Sendable {
    public var page: NodeID
    public var reference: PageReference?
    /// The display variant that the page's file was made from.
    public var source: ContentHash

    /// `nil` for an operation that says nothing of a page's file.
    public init?(_ operation: Operation) {
        var (reference, source): (PageReference?, ContentHash?) = (nil, nil)
        for case .other(let name, let value) in operation.set {
            switch name {
            case PaperField.page: reference = PageReference(value)
            case PaperField.pageFile: source = value["source"]?.string.flatMap { ContentHash($0) }
            default: continue
            }
        }
        guard let source else { return nil }
        self.page = operation.id
        self.reference = reference
        self.source = source
    }
}
