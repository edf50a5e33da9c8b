import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile

/// PDFs that are not yet what is to be made of them, or not any more what was made.
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
            return complaint(path) != nil ? nil : (path, node.id)
        }
    }

    private func waits(_ node: Node, named name: Name, in folder: Node) -> Bool {
        if folder.type == .bundle {
            guard isIn(.bundles, folder), let variant = PDFVariant.allCases.first(where: { Name($0.fileName) == name }) else { return false }
            guard let known = folder.bundleFile(variant) else { return true }
            guard let sighting = state.memory.seen[node.id] else { return false }
            return sighting.evidence.size != known.size || sighting.hash.map { $0 != known.hash } == true
        }
        return node.details?.exception != true && !state.model.isLeft(node) && state.model.takesLoosePDFs(folder)
    }

    private func parent(of node: Node) -> Node? { node.place.flatMap { state.model.nodes[state.model.resolve($0.parent)] } }

    private func isIn(_ role: Role, _ node: Node) -> Bool { parent(of: node)?.role == role }

    /// Those among some changes that nobody has taken in.
    func brought(by changes: [Change]) throws(ShedError) -> [(path: RelativePath, id: NodeID?)] {
        let (bundles, docs) = (try reader.folder(with: .bundles), try reader.folder(with: .docs))
        let variants = Set(PDFVariant.allCases.map { Name($0.fileName) })
        return changes.filter { change in
            guard !change.type.isDirectory, let name = change.path.last, name.hasSuffix(".pdf") else { return false }
            let folder = change.path.parent
            if change.kind == .modified {
                return folder.parent == bundles && PDFVariant.allCases.contains { Name($0.fileName) == name && isOther(change, than: bundle(at: folder)?.bundleFile($0)?.size) }
            }
            guard change.kind == .added, !change.isCarried else { return false }
            return folder == bundles || (folder.parent == bundles && variants.contains(name)) || (!folder.parent.isRoot && folder.parent.parent == docs)
        }.map { ($0.path, $0.id) }
    }

    // MARK: Pages

    /// Page files that were written into, which nobody has judged yet, in no order: by what was last seen of them, and of those that
    /// some changes name by their sizes now. No file is opened.
    func editedPages(_ changes: [Change]) -> [(path: RelativePath, id: NodeID?)] {
        var edited: [NodeID: RelativePath] = [:]
        for node in state.model.nodes.values where node.type == .page {
            guard let made = node.pageFileText, let sighting = state.memory.seen[node.id],
                made["size"]?.integer.map({ $0 != sighting.evidence.size }) == true || sighting.hash.map({ made["hash"]?.string != $0.description }) == true,
                state.stands(node.id), canBeMade(node), let path = state.model.path(of: node.id)
            else { continue }
            edited[node.id] = path
        }
        for change in changes where change.kind == .modified {
            guard let id = change.id, edited[id] == nil, let node = state.model.nodes[id], node.type == .page,
                isOther(change, than: node.pageFile?.size), canBeMade(node)
            else { continue }
            edited[id] = change.path
        }
        return edited.map { ($0.value, $0.key) }
    }

    /// Whether a page's file is made anew where it is another one: it shows a page of a bundle that is there.
    private func canBeMade(_ page: Node) -> Bool {
        guard let group = parent(of: page), group.type == .pageGroup, parent(of: group).map({ isIn(.docs, $0) }) == true,
            let reference = page.pageReference, case let bundle = state.model.resolve(reference.bundle), state.stands(bundle),
            let display = state.model.nodes[bundle]?.bundleFile(.display)
        else { return false }
        return reference.number <= display.pages
    }

    private func bundle(at path: RelativePath) -> Node? { state.node(at: path).flatMap { state.model.nodes[$0] } }

    /// Whether what changed is of another size now.
    private func isOther(_ change: Change, than size: Int64?) -> Bool {
        guard let size, let name = change.path.last, let evidence = try? reader.root.openDirectory(at: change.path.parent).evidence(of: name) else { return false }
        return evidence.size != size
    }
}

extension PapersProject {
    /// Says of PDFs that wait, and of page files that were written into, that they do, and what becomes of them: of the first by
    /// themselves.
    /// - Returns: how many there are of both.
    func addWaiting(to status: inout Status) throws(ShedError) -> (waiting: Int, edited: Int) {
        let pdfs = try WaitingPDFs(reader)
        let told = Set(status.reports.map(\.path)).union(status.wouldMove.map(\.from))
        var waiting = try pdfs.known() + pdfs.brought(by: status.changes)
        waiting.removeAll { told.contains($0.path) }
        var edited = pdfs.editedPages(status.changes)
        edited.removeAll { told.contains($0.path) }
        guard !waiting.isEmpty || !edited.isEmpty else { return (0, 0) }
        let reason = try reader.reasonNotToSettle()
        let obstacle = reader.missingPDFPrograms ?? reason
        waiting.sort { $0.path < $1.path }
        edited.sort { $0.path < $1.path }
        let strange = try reader.strangenesses(of: waiting.prefix(WaitingPDFs.mostNamed).map(\.path))
        status.reports += waiting.prefix(WaitingPDFs.mostNamed).map { pdf in
            guard obstacle == nil, let message = strange[pdf.path] else {
                return Report(rule: WaitingPDF.info, path: pdf.path, id: pdf.id, message: obstacle ?? WaitingPDF.message)
            }
            return Report(rule: BundleInUse.info, path: pdf.path, id: pdf.id, message: message)
        }
        status.reports += edited.prefix(WaitingPDFs.mostNamed).map {
            Report(rule: EditedPage.info, path: $0.path, id: $0.id, message: obstacle.map { "\(EditedPage.message) \($0)" } ?? EditedPage.messageOfWaiting)
        }
        status.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
        return (waiting.count, edited.count)
    }
}
