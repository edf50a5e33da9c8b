import ShedModel
import ShedPapers
import ShedProject

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
    /// The PDFs of which nothing is made, since they stood where they stand when the project was adopted.
    func leftPDFs() throws(ShedError) -> [Node] {
        let state = try load()
        return state.model.nodes.values.filter { node in
            node.details?.exception != true && state.model.isLeft(node) && state.stands(node.id)
        }
    }
}
