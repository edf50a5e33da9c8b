import ShedModel
import ShedPapers
import ShedProject

/// Which pages are meant. All that is set must hold.
public struct PageQuery: Sendable {
    /// Words for tags, all of which a page must have.
    public var tags: [String] = []
    /// What must hold of its values: `Score>=4`, `State=open`, or `Score` alone for any value.
    public var values: [String] = []
    /// A doc or one of its groups.
    public var place: [UInt8]?
    /// A bundle that a page shows a page of.
    public var bundle: [UInt8]?
    /// Only pages whose files are not there, or lie in Rejected.
    public var isMissing = false

    public init() {}

    public var isEmpty: Bool { tags.isEmpty && values.isEmpty && place == nil && bundle == nil && !isMissing }
}

extension PapersView {
    /// The pages that fit, doc by doc and group by group in their order; in each group those whose files are not there come
    /// last, and behind all the pages of groups that are not there, and those that lie in Rejected.
    /// - Throws: ``ShedError`` of kind usage for a tag, variable, doc, group or bundle that is not there.
    public func pages(_ query: PageQuery) throws(ShedError) -> [Page] {
        var search = Search()
        search.marks.tags = query.tags
        search.marks.values = query.values
        try search.requireSense()
        let labels = model.labels
        let filter = try SearchLabels(search, labels)
        let bundle = try query.bundle.map { word throws(ShedError) in try self.bundle(word).id }
        let (groups, away) = try places(query)
        return (groups.flatMap { $0.pages + $0.missing } + away).filter { page in
            guard !query.isMissing || !page.stands || page.isRejected, bundle == nil || page.reference?.bundle == bundle else { return false }
            guard let filter else { return true }
            return model.nodes[page.id].map { filter.fit($0, labels) } ?? false
        }
    }

    /// The groups that are asked about, and the pages in no group that is there. Where pages are asked for that are missing, a doc
    /// or group may be missing too.
    private func places(_ query: PageQuery) throws(ShedError) -> (groups: [Group], away: [Page]) {
        let away = lost + rejected
        guard let word = query.place else { return (groups, away) }
        guard query.isMissing else { return (try place(word), []) }
        let homes = away.map(formerGroup)
        var folders: [NodeID: RelativePath] = [:]
        for home in homes {
            guard let home else { continue }
            folders[home.id] = home.path
            if let doc = model.nodes[home.id]?.place { folders[model.resolve(doc.parent)] = home.path.parent }
        }
        var found = group(word).map { (groups: [$0], path: $0.path) } ?? (try? doc(word)).map { (groups: $0.groups, path: $0.path) }
        if found == nil {
            let places = folders.sorted { $0.key < $1.key }.map { PlaceFinder.Place($0.key, $0.value) }
            found = PlaceFinder(places).choose(word).flatMap { folders[$0] }.map { (groups: [], path: $0) }
        }
        guard let found else { return (try place(word), []) }
        return (found.groups, zip(away, homes).filter { $0.1?.path.isInside(found.path) == true }.map(\.0))
    }

    /// The group that a page was in whose group is not there, or whose file lies in Rejected.
    private func formerGroup(of page: Page) -> PlaceFinder.Place? {
        guard let node = model.nodes[page.id] else { return nil }
        if page.isRejected {
            guard let rejection = node.details?.rejection, let folder = rejection.folder else { return nil }
            return PlaceFinder.Place(model.resolve(folder), rejection.origin.parent)
        }
        return node.place.map { PlaceFinder.Place(model.resolve($0.parent), page.path.parent) }
    }
}
