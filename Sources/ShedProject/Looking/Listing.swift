import ShedModel
import ShedReconcile

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

    /// The node at a path. What stands in a folder: ``contents(of:sorting:)``.
    public func view(at path: RelativePath) throws(ShedError) -> NodeView {
        if path.isRoot { return counted(rootView(), directory: 0) }
        guard let index = snapshot.entry(at: path), snapshot.entries[index].kind.nodeType != nil else {
            throw notFound(path)
        }
        return view(of: index, path: path)
    }

    func view(of index: Int, path: RelativePath) -> NodeView {
        let directory = Int(snapshot.entries[index].directory)
        let view = bare(index, path)
        return directory >= 0 ? counted(view, directory: directory) : view
    }

    /// The view of an entry without what stands in it.
    func bare(_ index: Int, _ path: RelativePath) -> NodeView {
        let entry = snapshot.entries[index]
        let node = node(of: index)
        let folder = node?.role.flatMap(template.folder)
        let type = type(of: entry, node)
        var view = NodeView(
            id: node?.id, type: type, path: path, name: snapshot.name(of: index), parent: parent(of: entry),
            role: node?.role, symbol: folder?.symbol, section: folder?.section,
            accepts: type.isDirectory ? node?.accepts ?? folder?.accepts ?? .files : nil,
            times: Listing.times(node, entry.evidence), size: entry.evidence.size,
            counts: NodeView.Counts(words: words.flatMap { entry.directory >= 0 ? $0.directories[Int(entry.directory)] : $0.files[index] }))
        if let folder { view.badge = folder.badge }
        return node.map { labelled(view, $0) } ?? view
    }

    /// What is known of an entry of the snapshot; `nil` for what has no ID yet.
    func node(of index: Int) -> Node? { binding[index].flatMap { model.nodes[$0] } }

    /// What an entry is: as it is known, as long as that is a folder or a file like what stands there.
    func type(of entry: Snapshot.Entry, _ node: Node?) -> NodeType {
        let type = entry.kind.nodeType ?? .file
        guard let known = node?.type, known.isDirectory == type.isDirectory else { return type }
        return known
    }

    /// What has no ID yet has the time of the file.
    static func created(_ node: Node?, _ evidence: Evidence) -> Int64 {
        guard let node, node.created != 0 else { return evidence.birth }
        return Nanoseconds.of(milliseconds: node.created)
    }

    static func times(_ node: Node?, _ evidence: Evidence) -> NodeView.Times {
        let updated = node.flatMap { $0.updated > 0 && $0.type.showsUpdate ? Nanoseconds.of(milliseconds: $0.updated) : nil }
        return NodeView.Times(created: created(node, evidence), updated: updated, modified: evidence.modified)
    }

    /// The view with the node's tags and values.
    func labelled(_ view: NodeView, _ node: Node) -> NodeView {
        guard node.hasDetails, let labels = node.details?.labels, !labels.isEmpty else { return view }
        var view = view
        view.labels = NodeView.Labels(tags: model.labels.tags(of: labels), values: model.labels.values(of: labels))
        return view
    }

    private func parent(of entry: Snapshot.Entry) -> NodeID? {
        entry.parent == 0 ? model.project : binding[Int(snapshot.directories[Int(entry.parent)].entry)]
    }

    /// The view of a folder with how much stands in it.
    private func counted(_ view: NodeView, directory: Int) -> NodeView {
        var view = view
        var links: (any FolderView)??
        for index in snapshot.directories[directory].entries {
            switch snapshot.entries[index].kind {
            case .file: view.counts.files += 1
            case .directory: view.counts.folders += 1
            case .link:
                let known = links ?? project.kind.view(at: view.path)
                links = .some(known)
                if let known, known.guests == nil || known.target(ofLink: snapshot.name(of: index)) != nil { view.counts.files += 1 }
            case .special: continue
            }
        }
        return view
    }

    private func rootView() -> NodeView {
        let node = model.nodes[model.project]
        let view = NodeView(
            id: model.project, type: .project, path: .root, name: project.home.name, accepts: template.root,
            times: NodeView.Times(created: Nanoseconds.of(milliseconds: project.home.file.created), modified: snapshot.root.modified), size: 0,
            counts: NodeView.Counts(words: words?.directories[0]),
            project: NodeView.ProjectFacts(kind: project.home.kindName, details: node?.details?.note ?? ""))
        return node.map { labelled(view, $0) } ?? view
    }
}
