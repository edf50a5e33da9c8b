import ShedModel

/// The page of a bundle that a page shows. Source: seed 004_874d967c4a34cac1.txt, Page: `currentPDFBundleID`,
/// `currentPageNumber`.
public struct PageReference: Hashable, Sendable {
    /// The bundle's ID.
    public var bundle: NodeID
    /// Of its display variant, from 1.
    public var number: Int

    public init(bundle: NodeID, number: Int) {
        self.bundle = bundle
        self.number = number
    }

    var members: [JSONObject.Member] {
        [JSONObject.Member(PaperField.bundleMember, .string(bundle.description)), JSONObject.Member("number", .integer(Int64(number)))]
    }

    /// `nil` for what no shed wrote.
    init?(_ json: JSONValue?) { self.init(json?[PaperField.bundleMember], json?["number"]) }

    /// `nil` for what no shed wrote.
    init?(_ json: CompactJSON?) { self.init(json?[PaperField.bundleMember], json?["number"]) }

    private init?(_ bundle: JSONValue?, _ number: JSONValue?) {
        guard let bundle = bundle?.string.flatMap({ NodeID($0) }), let number = number?.integer.flatMap({ Int(exactly: $0) }), number >= 1,
            number <= PageReference.mostPages
        else { return nil }
        self.init(bundle: bundle, number: number)
    }

    /// More pages than any PDF may have.
    static let mostPages = 1_000_000

    /// The operation's field that makes a page show it.
    public var field: Field { .other(PaperField.page, .object(JSONObject(members))) }
}
