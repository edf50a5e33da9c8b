import ShedExchange
import ShedMessages
import ShedModel
import ShedRules

extension ImportedProject {
    /// Puts the files that the root of a new project does not take into one folder there, which is called as the source is. Where people chose
    /// the order, what stands between them comes along, so that they stay one sequence.
    mutating func gatherFiles(by rules: ProjectRules) {
        let positions = nodes.indices.filter { ImportedProject.isRefused(nodes[$0], rules) }
        guard let first = positions.first, let last = positions.last else { return }
        let inner = isOrdered ? Set(first...last) : Set(positions)
        let gathered = nodes.indices.filter(inner.contains).map { nodes[$0] }
        var folder = ImportedNode(name: ImportReading.projectName(name), .folder(gathered, isOrdered: isOrdered))
        if rules.template.rootFolders != .folder { folder.type = rules.template.rootFolders.rawValue }
        var rest = nodes.indices.filter { !inner.contains($0) }.map { nodes[$0] }
        // Behind all folders of the source where there is no order: these keep their names.
        rest.insert(folder, at: isOrdered ? first : rest.count)
        nodes = rest
        notes.append(ImportNote(.importedGathered(count: gathered.count), count: gathered.count))
    }

    private static func isRefused(_ node: ImportedNode, _ rules: ProjectRules) -> Bool {
        if case .folder = node.content { return false }
        let candidate = Candidate(name: ImportedName.possible(node.name), type: node.type.flatMap { NodeType(rawValue: $0) } ?? .file, provenance: .new)
        return rules.refusal(of: candidate, in: rules.factsOfRoot()) != nil
    }
}
