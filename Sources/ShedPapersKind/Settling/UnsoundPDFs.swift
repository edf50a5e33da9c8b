import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile

/// PDFs in the folder of bundles and in page groups of which nothing can be made, since something is wrong with them: as far as they
/// were looked into. They are what stood there at the adoption, or were written to later: what comes is refused instead.
struct UnsoundPDFs {
    /// In the order of their paths.
    let reports: [Report]
    /// Which they are.
    let nodes: Set<NodeID>

    /// Opens no file.
    init(_ reader: some ProjectReader) throws(ShedError) {
        let papers = try reader.papersProject
        guard try !papers.complaints().isEmpty else {
            (reports, nodes) = ([], [])
            return
        }
        let complaint = try papers.knownComplaints()
        let state = try reader.load()
        reports = state.model.nodes.values.compactMap { node in
            guard state.model.becomesPapers(node), state.stands(node.id), let path = state.model.path(of: node.id), let message = complaint(path)
            else { return nil }
            return UnsoundPDFs.report(path, node.id, message)
        }.sorted { $0.path < $1.path }
        nodes = Set(reports.compactMap(\.id))
    }

    /// Says of the first of them what is wrong and what helps.
    /// - Returns: how many there are.
    func add(to status: inout Status) -> Int {
        let told = Set(status.reports.map(\.path))
        status.reports += reports.prefix(WaitingPDFs.mostNamed).filter { !told.contains($0.path) }
        status.reports.sort { ($0.path, $0.rule.name) < ($1.path, $1.rule.name) }
        return reports.count
    }

    /// - Parameter complaint: what is wrong with it, in a sentence.
    static func report(_ path: RelativePath, _ id: NodeID?, _ complaint: String) -> Report {
        Report(rule: NotAPDF.info, path: path, id: id, words(PDFComplaints.sentence(complaint, withoutPath: path), path))
    }

    /// The complaint is in English, as it is kept.
    static func words(_ complaint: String, _ path: RelativePath) -> Message {
        .nothingCanBeMade(complaint: complaint, command: "shed accept \(ShellWord.path(path))")
    }
}

extension Model {
    /// Whether a bundle, or pages, are to be made of a PDF where it stands, at once or when a person asks for it.
    func becomesPapers(_ node: Node) -> Bool {
        guard !node.type.isDirectory, let place = node.place, place.name.hasSuffix(".pdf"), node.details?.other[PaperField.page] == nil,
            node.details?.exception != true, let folder = nodes[resolve(place.parent)]
        else { return false }
        return takesLoosePDFs(folder)
    }

    /// Whether a folder is that of bundles, or a page group in a doc.
    func takesLoosePDFs(_ folder: Node) -> Bool {
        guard let parent = folder.place.map({ resolve($0.parent) }) else { return false }
        if folder.role == .bundles { return parent == project }
        guard folder.type == .pageGroup, let docs = nodes[parent]?.place.map({ resolve($0.parent) }) else { return false }
        return nodes[docs]?.role == .docs
    }
}
