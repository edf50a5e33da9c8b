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
        search.tags = query.tags
        search.values = query.values
        try search.requireSense()
        let labels = model.labels
        let filter = try SearchLabels(search, labels)
        let bundle = try query.bundle.map { word throws(ShedError) in try self.bundle(word).id }
        let groups = try query.place.map { word throws(ShedError) in try place(word) } ?? groups
        let lost = query.place == nil ? lost + rejected : []
        return (groups.flatMap { $0.pages + $0.missing } + lost).filter { page in
            guard !query.isMissing || !page.stands || page.isRejected, bundle == nil || page.reference?.bundle == bundle else { return false }
            guard let filter else { return true }
            return model.nodes[page.id].map { filter.fit($0, labels) } ?? false
        }
    }
}
