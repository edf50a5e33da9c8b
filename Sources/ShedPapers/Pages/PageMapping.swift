import ShedModel

/// Which pages of a bundle's other variants belong to the pages of its display variant, where they are not simply the
/// same. Source: seed 004_874d967c4a34cac1.txt, PDFBundle, rule 5: “Override: user-defined mapping, top-down order, extra
/// pages ignored”.
///
/// For each variant there is a list from the top down: its first entry belongs to page 1 of the display variant, and so
/// on. Pages that the list leaves out belong to none; display pages beyond its end have no counterpart.
public struct PageMapping: Hashable, Sendable {
    /// The counterparts of the display pages 1, 2, …, in order; `nil` where there is none. `display` has no list.
    public private(set) var lists: [PDFVariant: [Int?]] = [:]

    /// How long a list may be.
    public static let longest = 5_000

    public init() {}

    /// No list at all: page n belongs to page n.
    public var isEmpty: Bool { lists.isEmpty }

    /// The list of a variant; `nil` where page n belongs to page n.
    public subscript(variant: PDFVariant) -> [Int?]? {
        get { lists[variant] }
        set { if variant != .display { lists[variant] = newValue } }
    }
}

extension PageMapping {
    /// Reads a list as a person types it: as ``PageRange``, with `-` for a display page without counterpart, such as
    /// `2-4,-,6`. `=` alone means that page n belongs to page n.
    /// - Parameter count: how many pages the variant has.
    public mutating func set(_ variant: PDFVariant, _ text: String, pages count: Int) throws(PageRange.Fault) {
        guard text != "=" else {
            self[variant] = nil
            return
        }
        var list: [Int?] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if part.filter({ !$0.isWhitespace }) == "-" {
                list.append(nil)
            } else {
                list += try PageRange.parse(String(part), pages: count)
            }
            guard list.count <= PageMapping.longest else {
                throw .tooMany(PageMapping.longest)
            }
        }
        self[variant] = list
    }

    /// The list of a variant as a person types it; `=` where there is none.
    public func text(_ variant: PDFVariant) -> String {
        guard let list = self[variant] else { return "=" }
        let runs = list.split(omittingEmptySubsequences: false) { $0 == nil }
        return runs.enumerated().flatMap { position, run in
            (position == 0 ? [] : ["-"]) + (run.isEmpty ? [] : [PageRange.text(run.compactMap(\.self))])
        }.joined(separator: ",")
    }
}

extension PageMapping {
    /// `{"ocr":[2,3,null,5],"original":[1]}`: the members of the lists that there are, in the order of their names.
    public var json: JSONValue {
        let names = lists.keys.sorted { $0.rawValue < $1.rawValue }
        return .object(JSONObject(names.map { variant in
            JSONObject.Member(variant.rawValue, .array((lists[variant] ?? []).map { $0.map { .integer(Int64($0)) } ?? .null }))
        }))
    }

    /// Reads what ``json`` makes.
    /// - Returns: `nil` for anything else: other members, numbers below 1, lists that are too long.
    public init?(_ json: JSONValue) {
        guard let object = json.object else { return nil }
        for member in object.members {
            guard let variant = PDFVariant(rawValue: member.name), variant != .display, let values = member.value.array,
                values.count <= PageMapping.longest
            else { return nil }
            var list: [Int?] = []
            for value in values {
                if value == .null {
                    list.append(nil)
                } else if let page = value.integer, page >= 1, page <= Int64(PageMapping.longest) {
                    list.append(Int(page))
                } else {
                    return nil
                }
            }
            lists[variant] = list
        }
    }
}
