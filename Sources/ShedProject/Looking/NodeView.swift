import ShedDisk
import ShedModel
import ShedReconcile

/// A node as it is shown: the shape of `show --json` (Documentation/JSON.md).
public struct NodeView: Sendable {
    public var id: NodeID?
    public var type: NodeType
    public var path: RelativePath
    public var name: Name
    public var parent: NodeID?
    public var role: Role?
    public var symbol: String?
    public var section: ForeignText?
    public var accepts: Accepts?
    /// When the ID was made; of what has none, the file's birth. Nanoseconds since 1970; 0 where that is not known.
    public var created: Int64
    /// When anything of it last changed in the sidecar, in nanoseconds since 1970, for types that show it.
    public var updated: Int64?
    /// Nanoseconds since 1970.
    public var modified: Int64
    /// In bytes.
    public var size: Int64
    /// Direct children.
    public var files: Int
    public var folders: Int
    /// Of a text, or of all texts below a folder; `nil` where there is none, or where they were not counted
    /// (``Listing/counted(below:)``).
    public var words: Int?
    /// In the order of their titles.
    public var tags: [Tag] = []
    /// In the order of their names.
    public var values: [(variable: Variable, value: VariableValue)] = []
    /// For the project: its kind and free text.
    public var projectKind: ForeignText?
    public var details: String?
    /// The link of a view that it is shown for; `path` is the file's own.
    public var link: RelativePath?
    /// In display order; empty unless a tree was asked for.
    public var children: [NodeView]
    /// The position in a listing: as the template has it, what people made before Trash, Rejected last.
    var order: Int
    /// The place among those of its folder whose order its kind tells; behind all of them where it has none.
    var rank = Int.max
    /// The place that people gave it in its folder; `nil` where they gave none.
    public internal(set) var key: OrderKey?
}

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

/// A project as it is on disk, with what is known of it: for looking at.
public struct Listing {
    let snapshot: Snapshot
    let binding: [NodeID?]
    let model: Model
    /// What was seen before, and what is missing since when.
    let memory: Memory
    /// What is missing since this scan.
    let vanished: [NodeID]
    let template: Template
    let project: Project
    /// `nil` where nobody asked.
    public internal(set) var words: WordCounts?

    /// - Parameter binding: the node of each entry of the snapshot.
    init(_ snapshot: Snapshot, _ binding: [NodeID?], vanished: [NodeID] = [], model: Model, memory: Memory, project: Project) {
        self.snapshot = snapshot
        self.binding = binding
        self.vanished = vanished
        self.model = model
        self.memory = memory
        self.project = project
        template = project.home.template
    }

    /// The node at a path, with its children to a depth.
    public func view(at path: RelativePath, depth: Int = 0, sorting: Sorting = .workflow) throws(ShedError) -> NodeView {
        if path.isRoot { return directoryView(0, entry: nil, path: path, depth: depth, sorting) }
        guard let index = snapshot.entry(at: path), snapshot.entries[index].kind.nodeType != nil else {
            throw notFound(path)
        }
        return view(of: index, path: path, depth: depth, sorting)
    }

    func view(of index: Int, path: RelativePath, depth: Int, _ sorting: Sorting) -> NodeView {
        let entry = snapshot.entries[index]
        if entry.directory >= 0 { return directoryView(Int(entry.directory), entry: index, path: path, depth: depth, sorting) }
        return bare(index, path)
    }

    private func bare(_ index: Int, _ path: RelativePath) -> NodeView {
        let entry = snapshot.entries[index]
        let id = binding[index].flatMap { model.nodes[$0] == nil ? nil : $0 }
        let node = id.flatMap { model.nodes[$0] }
        let folder = node?.role.flatMap(template.folder)
        var type = entry.kind.nodeType ?? .file
        if let known = node?.type, known.isDirectory == type.isDirectory { type = known }
        let view = NodeView(
            id: id, type: type, path: path, name: snapshot.name(of: index), parent: parent(of: entry),
            role: node?.role, symbol: folder?.symbol, section: folder?.section,
            accepts: type.isDirectory ? node?.accepts ?? folder?.accepts ?? .files : nil,
            created: Listing.created(node, entry.evidence), updated: Listing.updated(node), modified: entry.evidence.modified, size: entry.evidence.size, files: 0, folders: 0,
            words: words.flatMap { entry.directory >= 0 ? $0.directories[Int(entry.directory)] : $0.files[index] },
            projectKind: nil, details: nil, children: [],
            order: FolderOrder.position(of: node?.role, in: template))
        return node.map { labelled(placed(view, $0), $0) } ?? view
    }

    /// The view with its place in an order that people chose; types whose order the kind tells have another one.
    private func placed(_ view: NodeView, _ node: Node) -> NodeView {
        guard node.order != nil, !node.type.isOrdered else { return view }
        var view = view
        view.key = FolderOrder.key(of: node, in: model)
        return view
    }

    /// What has no ID yet has the time of the file.
    static func created(_ node: Node?, _ evidence: Evidence) -> Int64 {
        guard let node, node.created != 0 else { return evidence.birth }
        return Nanoseconds.of(milliseconds: node.created)
    }

    static func updated(_ node: Node?) -> Int64? {
        guard let node, node.updated > 0, node.type.showsUpdate else { return nil }
        return Nanoseconds.of(milliseconds: node.updated)
    }

    /// The view with the node's tags and values.
    func labelled(_ view: NodeView, _ node: Node) -> NodeView {
        guard node.hasDetails, let labels = node.details?.labels, !labels.isEmpty else { return view }
        var view = view
        view.tags = model.labels.tags(of: labels)
        view.values = model.labels.values(of: labels)
        return view
    }

    private func parent(of entry: Snapshot.Entry) -> NodeID? {
        entry.parent == 0 ? model.project : binding[Int(snapshot.directories[Int(entry.parent)].entry)]
    }

    private func directoryView(_ directory: Int, entry: Int?, path: RelativePath, depth: Int, _ sorting: Sorting) -> NodeView {
        var view = entry.map { bare($0, path) } ?? rootView()
        var links: (any FolderView)??
        for index in snapshot.directories[directory].entries {
            switch snapshot.entries[index].kind {
            case .file: view.files += 1
            case .directory: view.folders += 1
            case .link:
                let known = links ?? project.kind.view(at: path)
                links = .some(known)
                guard let known, known.guests == nil || known.target(ofLink: snapshot.name(of: index)) != nil else { continue }
                view.files += 1
                if depth > 0, let child = self.view(ofLink: index, in: known, path) { view.children.append(child) }
                continue
            case .special: continue
            }
            guard depth > 0 else { continue }
            view.children.append(self.view(of: index, path: path.appending(snapshot.name(of: index)), depth: depth - 1, sorting))
        }
        if sorting == .workflow { rank(&view.children) }
        view.children = Listing.sorted(view.children, sorting)
        return view
    }

    /// The file that a link of a view stands for; `nil` for a link that leads to no file that was scanned.
    private func view(ofLink index: Int, in view: any FolderView, _ folder: RelativePath) -> NodeView? {
        let name = snapshot.name(of: index)
        guard let target = view.target(ofLink: name), let entry = snapshot.entry(at: target), snapshot.entries[entry].kind == .file else { return nil }
        var shown = bare(entry, target)
        shown.link = folder.appending(name)
        if view.guests != nil { shown.key = shown.id.flatMap(view.key) }
        return shown
    }

    private func rank(_ views: inout [NodeView]) {
        let nodes = views.compactMap { view -> Node? in
            guard view.type.isOrdered, var node = view.id.flatMap({ model.nodes[$0] }) else { return nil }
            // As it is called now: what is only looked at was not taken in.
            if let place = node.place { node.place = Place(parent: place.parent, name: view.name) }
            return node
        }
        guard !nodes.isEmpty else { return }
        let ranks = Dictionary(project.kind.inOrder(nodes, of: model).enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        for position in views.indices { views[position].rank = views[position].id.flatMap { ranks[$0] } ?? .max }
    }

    private func rootView() -> NodeView {
        let evidence = snapshot.root
        let view = NodeView(
            id: model.project, type: .project, path: .root, name: project.home.name, parent: nil, role: nil, symbol: nil,
            section: nil, accepts: template.root, created: Nanoseconds.of(milliseconds: project.home.file.created), modified: evidence.modified,
            size: 0, files: 0, folders: 0, words: words?.directories[0], projectKind: project.home.file.kind,
            details: model.nodes[model.project]?.details?.note ?? "", children: [], order: 0)
        return model.nodes[model.project].map { labelled(view, $0) } ?? view
    }

    /// Each name is cut into its key once, and not once for each comparison.
    private static func sorted(_ views: [NodeView], _ sorting: Sorting) -> [NodeView] {
        let keys = views.map { NaturalKey($0.name) }
        return views.indices.sorted { left, right in
            if let isBefore = comes(views[left], before: views[right], sorting) { return isBefore }
            return keys[left] == keys[right] ? views[left].name < views[right].name : keys[left] < keys[right]
        }.map { views[$0] }
    }

    /// - Returns: `nil` where their names tell.
    private static func comes(_ left: NodeView, before right: NodeView, _ sorting: Sorting) -> Bool? {
        switch sorting {
        case .modified where left.modified != right.modified: return left.modified > right.modified
        case .created where left.created != right.created: return left.created > right.created
        case .size where left.size != right.size: return left.size > right.size
        case .workflow:
            if left.key != nil || right.key != nil {
                guard let first = left.key, let second = right.key else { return left.key != nil }
                if first != second { return first < second }
                if let one = left.id, let other = right.id, one != other { return one < other }
            }
            if left.order != right.order { return left.order < right.order }
            if left.type.isDirectory != right.type.isDirectory { return left.type.isDirectory }
            if left.rank != right.rank { return left.rank < right.rank }
        default: break
        }
        return nil
    }

    /// Names as people sort them: case aside, numbers by value, then by bytes.
    package static func naturallyPrecedes(_ left: Name, _ right: Name) -> Bool {
        let (a, b) = (NaturalKey(left), NaturalKey(right))
        return a == b ? left < right : a < b
    }
}
