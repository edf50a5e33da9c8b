import ShedModel

/// How `ls` sorts.
public enum Sorting: String, Sendable, CaseIterable {
    /// What people put in an order (``FolderOrder``) first; then the template's order, and before its Trash what people made: folders
    /// before files, in the order that the kind knows, else by name. Rejected is the last.
    case workflow
    case name
    /// Newest first.
    case modified
    /// Newest first.
    case created
    /// Largest first.
    case size
}

/// What stands in a folder, in display order.
///
/// Where each comes is worked out once, for the whole folder; a thing is looked at when it is its turn. So who goes through a whole
/// tree has the views of the folders on the way, and no others.
public struct FolderContents: RandomAccessCollection {
    private let listing: Listing
    private let folder: RelativePath
    private let places: [Listed]

    fileprivate init(_ listing: Listing, _ folder: RelativePath, _ sorting: Sorting) {
        self.listing = listing
        self.folder = folder
        places = listing.places(in: folder, sorting)
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { places.count }

    public subscript(position: Int) -> NodeView {
        let place = places[position]
        guard let link = place.link else { return listing.view(of: place.entry, path: folder.appending(place.name)) }
        var shown = listing.bare(place.entry, listing.snapshot.path(of: place.entry))
        shown.link = folder.appending(listing.snapshot.name(of: link))
        return shown
    }
}

extension Listing {
    /// What stands in a folder; nothing for a file. Costs what sorting the folder costs.
    public func contents(of path: RelativePath, sorting: Sorting = .workflow) throws(ShedError) -> FolderContents {
        guard path.isRoot || snapshot.entry(at: path).flatMap({ snapshot.entries[$0].kind.nodeType }) != nil else { throw notFound(path) }
        return FolderContents(self, path, sorting)
    }

    /// What stands in what is shown.
    public func contents(of view: NodeView, sorting: Sorting = .workflow) -> FolderContents { FolderContents(self, view.path, sorting) }

    fileprivate func places(in folder: RelativePath, _ sorting: Sorting) -> [Listed] {
        guard let directory = snapshot.directory(at: folder) else { return [] }
        var places: [Listed] = []
        var links: (any FolderView)??
        for index in snapshot.directories[directory].entries {
            switch snapshot.entries[index].kind {
            case .file, .directory: places.append(place(of: index, sorting))
            case .link:
                let known = links ?? project.kind.view(at: folder)
                links = .some(known)
                if let known, let place = place(ofLink: index, in: known, sorting) { places.append(place) }
            case .special: continue
            }
        }
        if sorting == .workflow { rank(&places) }
        return places.sorted { $0.comes(before: $1) }
    }

    private func place(of index: Int, _ sorting: Sorting) -> Listed {
        let (entry, node) = (snapshot.entries[index], node(of: index))
        var place = Listed(entry: index, name: snapshot.name(of: index), id: node?.id)
        switch sorting {
        case .workflow:
            place.isFolder = entry.kind == .directory
            place.position = FolderOrder.position(of: node?.role, in: template)
            // Types whose order the kind tells have another one.
            if let node, node.order != nil, !node.type.isOrdered { place.key = FolderOrder.key(of: node, in: model) }
        case .name: break
        case .modified: place.amount = entry.evidence.modified
        case .created: place.amount = Listing.created(node, entry.evidence)
        case .size: place.amount = entry.evidence.size
        }
        return place
    }

    /// That of the file that a link of a view stands for; `nil` for a link that leads to no file that was scanned.
    private func place(ofLink index: Int, in view: any FolderView, _ sorting: Sorting) -> Listed? {
        guard let target = view.target(ofLink: snapshot.name(of: index)), let entry = snapshot.entry(at: target), snapshot.entries[entry].kind == .file
        else { return nil }
        var place = place(of: entry, sorting)
        place.link = index
        if sorting == .workflow, view.guests != nil { place.key = place.id.flatMap(view.key) }
        return place
    }

    private func rank(_ places: inout [Listed]) {
        let nodes = places.compactMap { place -> Node? in
            guard var node = node(of: place.entry), type(of: snapshot.entries[place.entry], node).isOrdered else { return nil }
            // As it is called now: what is only looked at was not taken in.
            if let old = node.place { node.place = Place(parent: old.parent, name: place.name) }
            return node
        }
        guard !nodes.isEmpty else { return }
        let ranks = Dictionary(project.kind.inOrder(nodes, of: model).enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        for position in places.indices { places[position].rank = places[position].id.flatMap { ranks[$0] } ?? .max }
    }

    /// Names as people sort them: case aside, numbers by value, then by bytes.
    package static func naturallyPrecedes(_ left: Name, _ right: Name) -> Bool {
        let (a, b) = (NaturalKey(left), NaturalKey(right))
        return a == b ? left < right : a < b
    }
}

/// Where one thing of a folder comes among the others: what the order that was asked for does not go by is the same for all.
private struct Listed {
    /// Its own in the snapshot; for a link of a view, that of the file that it stands for.
    var entry: Int
    /// The entry of the link of a view.
    var link: Int?
    /// That of the file, also for a link.
    var name: Name
    /// The name cut up for sorting, once and not for each comparison.
    let natural: NaturalKey
    var id: NodeID?
    /// The time or size that is sorted by: the most comes first. 0 where neither is.
    var amount: Int64 = 0
    /// The place that people gave it in its folder; `nil` where they gave none, and where that order is not asked for.
    var key: OrderKey?
    /// As the template has it, what people made before Trash, Rejected last.
    var position = 0
    /// Whether it is a folder, where those come before files.
    var isFolder = false
    /// Among those of its folder whose order its kind tells; behind all of them where it has none.
    var rank = Int.max

    init(entry: Int, name: Name, id: NodeID?) {
        self.entry = entry
        self.name = name
        self.id = id
        natural = NaturalKey(name)
    }

    func comes(before other: Listed) -> Bool {
        if amount != other.amount { return amount > other.amount }
        if key != nil || other.key != nil {
            guard let first = key, let second = other.key else { return key != nil }
            if first != second { return first < second }
            if let id, let another = other.id, id != another { return id < another }
        }
        if position != other.position { return position < other.position }
        if isFolder != other.isFolder { return isFolder }
        if rank != other.rank { return rank < other.rank }
        return natural == other.natural ? name < other.name : natural < other.natural
    }
}
