import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

/// PDFs that stood in the folder of bundles or in page groups when the project was adopted. They have the right to stay what they
/// are: bundles and pages are made of them once a person asks for it (`sync --convert`), or puts them into another group.
enum LeftPDFs {
    /// The fields that say so, for a project that is just being adopted.
    static func notes(adopting model: Model) -> [Operation] {
        model.nodes.values.compactMap { node in
            guard let place = node.place, place.name.hasSuffix(".pdf"), !node.type.isDirectory, let folder = model.nodes[model.resolve(place.parent)],
                folder.role == .bundles || folder.type == .pageGroup
            else { return nil }
            return Operation(node.id, [.other(PaperField.leftIn, .string(folder.id.description))])
        }.sorted { $0.id < $1.id }
    }

    /// What is said of some, and what helps, without a full stop.
    static func sentence(_ count: Int) -> String {
        count == 1
            ? "1 PDF stood here when the project was adopted, and is left as it is; “shed sync --convert” makes a bundle, or pages, of it"
            : "\(count) PDFs stood here when the project was adopted, and are left as they are; “shed sync --convert” makes bundles and pages of them"
    }
}

extension Model {
    /// Whether nothing is to be made of a PDF where it stands, since it stood there when the project was adopted.
    func isLeft(_ node: Node) -> Bool {
        guard let home = node.details?.other[PaperField.leftIn]?.value.string.flatMap({ NodeID($0) }), let place = node.place, node.pageReference == nil
        else { return false }
        return resolve(home) == resolve(place.parent)
    }
}

extension ProjectReader {
    /// What becomes of the PDFs that are left, now that a person asks for bundles and pages. Of what none can be made stays left: asked
    /// for again it would fail again, and by every `sync` in between.
    func takingUpLeftPDFs() throws(ShedError) -> TakingUp {
        var taking = TakingUp()
        let left = try leftPDFs().sorted { $0.id < $1.id }
        guard !left.isEmpty else { return taking }
        let (view, tools, reason) = (try papers(), try self.tools(), try reasonNotToSettle())
        let obstacle = missingPDFPrograms ?? reason
        let displays = Set(view.bundles.compactMap { $0.files[.display]?.hash })
        for node in left {
            guard let path = view.model.path(of: node.id) else { continue }
            if let obstacle {
                taking.staying.append(Report(rule: WaitingPDF.info, path: path, id: node.id, message: obstacle))
            } else if let report = try hindrance(to: node, at: path, view, displays, tools) {
                taking.staying.append(report)
            } else {
                taking.operations.append(Operation(node.id, [.other(PaperField.leftIn, .null)]))
            }
        }
        taking.staying.sort { $0.path < $1.path }
        return taking
    }

    /// Why no bundle, and no pages, can be made of a PDF; `nil` where they can.
    /// - Parameter displays: what the bundles show.
    private func hindrance(
        to node: Node, at path: RelativePath, _ view: PapersView, _ displays: Set<ContentHash>, _ tools: Tools
    ) throws(ShedError) -> Report? {
        let papers = try papersProject
        let content: ContentHash
        do throws(PapersError) { content = try papers.looked(at: path, tools).hash } catch {
            let complaint = self.complaint(error)
            try papers.noteComplaint(complaint, at: path)
            if let hindrance = error.hindrance(now: surroundings.now()) {
                return Report(rule: WaitingPDF.info, path: path, id: node.id, obstacle: hindrance)
            }
            guard let complaint else { return Report(rule: WaitingPDF.info, path: path, id: node.id, message: "It cannot be looked into: \(error).") }
            return UnsoundPDFs.report(path, node.id, complaint.sentence)
        }
        let isInGroup = node.place.flatMap { view.model.nodes[view.model.resolve($0.parent)] }?.type == .pageGroup
        if isInGroup, displays.contains(content) { return nil }
        guard let bundles = try folder(with: .bundles), let name = path.last else { return nil }
        let title = isInGroup ? OrderedName(name, isNumbered: view.model.writtenNumber(of: node) != nil).title : name
        do throws(ShedError) {
            try ShedError.requireBundleName(title.pdfStem)
            try mayBeMade(bundle: title.pdfStem, in: bundles)
        } catch { return Report(rule: WaitingPDF.info, path: path, id: node.id, message: error.description) }
        return nil
    }

    /// The PDFs of which nothing is made, since they stood where they stand when the project was adopted.
    func leftPDFs() throws(ShedError) -> [Node] {
        let state = try load()
        return state.model.nodes.values.filter { node in
            node.details?.exception != true && state.model.isLeft(node) && state.stands(node.id)
        }
    }
}
