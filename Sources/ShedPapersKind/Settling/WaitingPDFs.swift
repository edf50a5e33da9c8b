import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile

/// PDFs that are not yet what is to be made of them.
struct WaitingPDFs {
    /// So many are named, each by itself.
    static let mostNamed = 10

    private let reader: any ProjectReader
    private let state: ProjectState

    init(_ reader: some ProjectReader) throws(ShedError) {
        self.reader = reader
        state = try reader.load()
    }

    /// Those that were taken in, in no order: verbs for papers do that, and `sync` or a daemon the rest. No file is opened.
    func known() throws(ShedError) -> [(path: RelativePath, id: NodeID?)] {
        let complaint = try reader.papersProject.knownComplaints()
        return state.model.nodes.values.compactMap { node in
            guard !node.type.isDirectory, let place = node.place, place.name.hasSuffix(".pdf"), node.details?.other[PaperField.page] == nil,
                let folder = state.model.nodes[state.model.resolve(place.parent)], waits(node, named: place.name, in: folder), state.stands(node.id),
                let path = state.model.path(of: node.id)
            else { return nil }
            // What was looked into and is no PDF is said to be none.
            return folder.type == .bundle && complaint(path) != nil ? nil : (path, node.id)
        }
    }

    private func waits(_ node: Node, named name: Name, in folder: Node) -> Bool {
        if folder.type == .bundle {
            guard isIn(.bundles, folder), let variant = PDFVariant.allCases.first(where: { Name($0.fileName) == name }) else { return false }
            guard let known = folder.bundleFile(variant) else { return true }
            guard let sighting = state.memory.seen[node.id] else { return false }
            return sighting.evidence.size != known.size || sighting.hash.map { $0 != known.hash } == true
        }
        guard node.details?.exception != true, !state.model.isLeft(node) else { return false }
        if folder.role == .bundles { return folder.place.map { state.model.resolve($0.parent) } == state.model.project }
        return folder.type == .pageGroup && parent(of: folder).map { isIn(.docs, $0) } == true
    }

    private func parent(of node: Node) -> Node? { node.place.flatMap { state.model.nodes[state.model.resolve($0.parent)] } }

    private func isIn(_ role: Role, _ node: Node) -> Bool { parent(of: node)?.role == role }

    /// Those among some changes that nobody has taken in.
    func added(by changes: [Change]) throws(ShedError) -> [(path: RelativePath, id: NodeID?)] {
        let (bundles, docs) = (try reader.folder(with: .bundles), try reader.folder(with: .docs))
        let variants = Set(PDFVariant.allCases.map { Name($0.fileName) })
        return changes.filter { change in
            guard change.kind == .added, !change.type.isDirectory, let name = change.path.last, name.hasSuffix(".pdf") else { return false }
            let folder = change.path.parent
            return folder == bundles || (folder.parent == bundles && variants.contains(name)) || (!folder.parent.isRoot && folder.parent.parent == docs)
        }.map { ($0.path, $0.id) }
    }
}

extension PapersProject {
    /// Says of PDFs that wait that they do, and what helps: of the first by themselves.
    /// - Returns: how many there are.
    func addWaiting(to status: inout Status) throws(ShedError) -> Int {
        let pdfs = try WaitingPDFs(reader)
        let told = Set(status.reports.map(\.path)).union(status.wouldMove.map(\.from))
        var waiting = try pdfs.known() + pdfs.added(by: status.changes)
        waiting.removeAll { told.contains($0.path) }
        guard !waiting.isEmpty else { return 0 }
        let reason = try reader.reasonNotToSettle()
        let message = reader.missingPDFPrograms ?? reason ?? WaitingPDF.message
        waiting.sort { $0.path < $1.path }
        status.reports += waiting.prefix(WaitingPDFs.mostNamed).map { Report(rule: WaitingPDF.info, path: $0.path, id: $0.id, message: message) }
        status.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
        return waiting.count
    }
}
