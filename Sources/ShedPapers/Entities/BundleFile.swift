import ShedModel

/// What is known of one variant of a bundle: the content that counts as it.
public struct BundleFile: Hashable, Sendable {
    public var hash: ContentHash
    /// In bytes.
    public var size: Int64
    public var pages: Int

    public init(hash: ContentHash, size: Int64, pages: Int) {
        self.hash = hash
        self.size = size
        self.pages = pages
    }

    /// `nil` for what no shed wrote.
    init?(_ json: CompactJSON?) {
        guard let json, let hash = json["hash"]?.string.flatMap({ ContentHash($0) }), let size = json["size"]?.integer, size >= 0,
            let pages = json["pages"]?.integer.flatMap({ Int(exactly: $0) }), pages >= 1, pages <= PageReference.mostPages
        else { return nil }
        self.init(hash: hash, size: size, pages: pages)
    }

    /// The operation's field for a bundle.
    public func field(_ variant: PDFVariant) -> Field {
        let json: JSONValue = ["hash": .string(hash.description), "size": .integer(size), "pages": .integer(Int64(pages))]
        return .other(PaperField.field(ofVariant: variant.rawValue), json)
    }

    /// The operation's field that says that a bundle has not the variant.
    public static func absent(_ variant: PDFVariant) -> Field { .other(PaperField.field(ofVariant: variant.rawValue), .null) }
}
