import ShedModel
import ShedPapers
import ShedProject

/// Finds pages by what people call them. Made once for many words.
public struct PageFinder: Sendable {
    private let standing: [PapersView.Page]
    private let missing: [PapersView.Page]
    private let byID: [NodeID: PapersView.Page]
    private let byPath: [RelativePath: NodeID]
    /// Of those that stand, by their group's ID and the number before their names.
    private let byNumber: [NodeID: [Int: NodeID]]
    private let docPlaces: PlaceFinder
    private let groupPlaces: PlaceFinder
    private let standingPlaces: PlaceFinder
    private let missingPlaces: PlaceFinder

    public init(_ view: PapersView) {
        let groups = view.groups
        standing = groups.flatMap(\.pages)
        missing = groups.flatMap(\.missing) + view.lost + view.rejected
        byID = Dictionary((standing + missing).map { ($0.id, $0) }) { first, _ in first }
        // What stands there comes before what did.
        byPath = Dictionary((standing + missing).map { ($0.path, $0.id) }) { first, _ in first }
        byNumber = Dictionary(groups.map { group in
            (group.id, Dictionary(group.pages.compactMap { page in page.orderNumber.map { ($0, page.id) } }) { first, _ in first })
        }) { first, _ in first }
        docPlaces = PlaceFinder(view.docs.map(\.finderPlace))
        groupPlaces = PlaceFinder(groups.map(\.finderPlace))
        standingPlaces = PlaceFinder(groups.flatMap { group in group.pages.map { $0.finderPlace(in: group) } })
        missingPlaces = PlaceFinder(
            groups.flatMap { group in group.missing.map { $0.finderPlace(in: group) } } + (view.lost + view.rejected).map { $0.finderPlace(in: nil) })
    }

    /// All pages, doc by doc in their order; those whose files are not there behind the others.
    public var pages: [PapersView.Page] { standing + missing }

    public func page(_ id: NodeID) -> PapersView.Page? { byID[id] }

    public func page(at path: RelativePath) -> PapersView.Page? { byPath[path].flatMap { byID[$0] } }

    /// The page that a word means: its path from the root or from the folder of docs, with or without `.pdf`; the group's
    /// path and its number there (`Finals/Integration/2`); its name where only one page bears it; its ID.
    /// - Throws: ``ShedError`` of kind usage where there is none, with the nearest name.
    public func page(_ word: [UInt8]) throws(ShedError) -> PapersView.Page {
        if let id = NodeID(String(decoding: word, as: UTF8.self)), let page = byID[id] { return page }
        if let path = RelativePath(bytes: word), let page = page(at: path) { return page }
        for places in [standingPlaces, missingPlaces] {
            for suffix in ["", ".pdf"] {
                if let page = places.choose(word + Array(suffix.utf8)).flatMap({ byID[$0] }) { return page }
            }
        }
        if let page = numbered(word) { return page }
        throw PapersView.unknown(
            "page", word, among: standing.map(\.name), list: "shed page list", make: "shed page add DOC/GROUP --from BUNDLE --pages 1-3")
    }

    /// `GROUP/2`: the page with that number before its name.
    private func numbered(_ word: [UInt8]) -> PapersView.Page? {
        guard let slash = word.lastIndex(of: UInt8(ascii: "/")), let number = Int(String(decoding: word[(slash + 1)...], as: UTF8.self)) else { return nil }
        // A doc's name is no group's, also where another doc has a group of that name.
        guard docPlaces.choose(Array(word[..<slash])) == nil, let group = groupPlaces.choose(Array(word[..<slash])) else { return nil }
        return byNumber[group]?[number].flatMap { byID[$0] }
    }
}
