import ShedModel
import ShedPapers

/// Which contents have a protected copy, since pages and their versions need them, or bundles whose pages are there: found in
/// one pass over the model, quicker than the view of all papers.
struct PaperNeeds {
    /// A content that pages need, and where to say so.
    struct Need {
        var path: RelativePath
        var id: NodeID
        var what: String
        /// In bytes, where it is known.
        var size: Int64?
    }

    private(set) var needs: [ContentHash: Need] = [:]

    /// The same texts stand in many pages; each is read once.
    private var ids: [String: NodeID] = [:]
    private var contents: [String: ContentHash] = [:]

    /// - Parameter stands: whether a node is where the model has it.
    init(_ model: Model, stands: (NodeID) -> Bool) {
        var bundles: Set<NodeID> = []
        // A bundle that comes back is to be whole, and it comes back while a page of it is there.
        var inUse: Set<NodeID> = []
        // For each content the page with the least ID, so that the same model gives the same.
        var pages: [ContentHash: NodeID] = [:]
        for node in model.nodes.values where node.isPage {
            guard node.place != nil, let details = node.details, details.forgotten == nil else { continue }
            let isThere = stands(node.id)
            for (name, value) in details.other {
                let (isPage, isFile) = (name == PaperField.page, name == PaperField.pageFile)
                guard isPage || isFile || PaperField.version(ofField: name) != nil else { continue }
                if !isFile, let id = value[PaperField.bundleMember]?.string.flatMap({ id($0) }) {
                    bundles.insert(model.resolve(id))
                    if isThere { inUse.insert(model.resolve(id)) }
                }
                if !isPage, let content = value["source"]?.string.flatMap({ content($0) }) {
                    pages[content] = min(pages[content] ?? node.id, node.id)
                }
            }
        }
        for id in bundles.sorted() {
            guard let node = model.nodes[id], let path = model.path(of: id) else { continue }
            for variant in inUse.contains(id) ? PDFVariant.allCases : [.display] {
                guard let file = node.bundleFile(variant), needs[file.hash] == nil else { continue }
                needs[file.hash] = Need(path: path, id: id, what: variant.fileName, size: file.size)
            }
        }
        for (content, page) in pages where needs[content] == nil {
            guard let path = model.path(of: page) else { continue }
            needs[content] = Need(path: path, id: page, what: "an older state of its bundle", size: nil)
        }
    }

    private mutating func id(_ text: String) -> NodeID? {
        if let known = ids[text] { return known }
        let id = NodeID(text)
        ids[text] = id
        return id
    }

    private mutating func content(_ text: String) -> ContentHash? {
        if let known = contents[text] { return known }
        let content = ContentHash(text)
        contents[text] = content
        return content
    }
}
