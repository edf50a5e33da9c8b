import ShedModel

/// The one-page PDF that was made for a page.
public struct PageFile: Hashable, Sendable {
    /// Of the file itself.
    public var hash: ContentHash
    /// In bytes.
    public var size: Int64
    /// Of the display variant that it was made from.
    public var source: ContentHash

    public init(hash: ContentHash, size: Int64, source: ContentHash) {
        self.hash = hash
        self.size = size
        self.source = source
    }

    /// `nil` for what no shed wrote.
    public init?(_ json: CompactJSON) {
        guard let hash = json["hash"]?.string.flatMap({ ContentHash($0) }), let size = json["size"]?.integer, size >= 0,
            let source = json["source"]?.string.flatMap({ ContentHash($0) })
        else { return nil }
        self.init(hash: hash, size: size, source: source)
    }

    /// The operation's field.
    public var field: Field {
        let json: JSONValue = ["hash": .string(hash.description), "size": .integer(size), "source": .string(source.description)]
        return .other(PaperField.pageFile, json)
    }
}
