import ShedModel
import ShedPapers
import ShedProject

/// Finds pages by what people call them. Made once for many words: each takes a look-up where it is a path or an ID, else
/// a pass over all pages.
public struct PageFinder: Sendable {
    private let view: PapersView
    private let standing: [PapersView.Page]
    private let missing: [PapersView.Page]
    private let byID: [NodeID: PapersView.Page]
    private let byPath: [RelativePath: NodeID]

    public init(_ view: PapersView) {
        self.view = view
        let groups = view.groups
        standing = groups.flatMap(\.pages)
        missing = groups.flatMap(\.missing) + view.lost + view.rejected
        byID = Dictionary((standing + missing).map { ($0.id, $0) }) { first, _ in first }
        // What stands there comes before what did.
        byPath = Dictionary((standing + missing).map { ($0.path, $0.id) }) { first, _ in first }
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
        for pages in [standing, missing] {
            let places = pages.map { ($0.id, $0.path) }
            for suffix in ["", ".pdf"] {
                if let id = PapersView.choose(word + Array(suffix.utf8), among: places) { return byID[id] ?? pages[0] }
            }
        }
        if let page = numbered(word) { return page }
        throw PapersView.unknown(
            "page", word, among: standing.map(\.name), list: "shed page list", make: "shed page add DOC/GROUP --from BUNDLE --pages 1-3")
    }

    /// `GROUP/2`: the page with that number before its name.
    private func numbered(_ word: [UInt8]) -> PapersView.Page? {
        guard let slash = word.lastIndex(of: UInt8(ascii: "/")), let number = Int(String(decoding: word[(slash + 1)...], as: UTF8.self)) else { return nil }
        let groups = view.groups
        // A doc's name is no group's, also where another doc has a group of that name.
        guard PapersView.choose(Array(word[..<slash]), among: view.docs.map { ($0.id, $0.path) }) == nil,
            let id = PapersView.choose(Array(word[..<slash]), among: groups.map { ($0.id, $0.path) })
        else { return nil }
        return groups.first { $0.id == id }?.pages.first { OrderedName($0.name).number == number }
    }
}
