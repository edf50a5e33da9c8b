import ShedModel
import ShedRules

/// Where something in Rejected or in Trash came from, and why it is there.
public struct FormerPlace: Sendable {
    /// Its path; `nil` where the folder that it stood in is not known any more.
    public var path: RelativePath?
    /// For what was refused: by which rule, and when.
    public var rejection: Rejection?
    /// For what was refused: the first folder of the template that takes it.
    public var fittingFolder: RelativePath?
}

extension Listing {
    /// - Returns: `nil` for what is in neither of the two.
    public func formerPlace(of view: NodeView) -> FormerPlace? {
        guard let details = view.id.flatMap({ model.nodes[$0]?.details }) else { return nil }
        if let rejection = details.rejection {
            return FormerPlace(path: rejection.origin, rejection: rejection, fittingFolder: folder(taking: view, rejection))
        }
        return details.origin.map { FormerPlace(path: model.path(of: $0.parent)?.appending($0.name)) }
    }

    private func folder(taking view: NodeView, _ rejection: Rejection) -> RelativePath? {
        let candidate = Candidate(
            name: view.name, type: view.type, provenance: rejection.known ? .moved : .new, role: view.role,
            known: rejection.known ? view.id.flatMap { model.nodes[$0] } : nil)
        let bearers = model.roleBearers.sorted().compactMap { model.nodes[$0] }
        for folder in template.folders {
            let node = bearers.first { node in
                // Below the root where it was when the project was adopted.
                node.role == folder.role && memory.isPresent(node.id)
                    && (node.place.map { model.resolve($0.parent) } == model.project || node.details?.exception == true)
            }
            guard let node, let name = node.place?.name, node.role != .trash else { continue }
            if project.home.rules.refusal(of: candidate, in: project.home.rules.facts(of: node, label: name.escaped)) == nil { return model.path(of: node.id) }
        }
        return nil
    }
}
