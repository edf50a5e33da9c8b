import ShedExchange
import ShedMessages
import ShedModel
import ShedRules

extension ImportedProject {
    /// The IDs of the folders at its root that have a role: of each role the first, which is taken for a folder of the template.
    var idsOfRoles: [Role: NodeID] {
        var ids: [Role: NodeID] = [:]
        for node in nodes {
            guard case .folder = node.content, let role = node.role, ids[role] == nil, let id = node.id else { continue }
            ids[role] = id
        }
        return ids
    }

    /// Puts the files that the root of a new project does not take into one folder there, which is called as the source is. Where people chose
    /// the order, what stands between them comes along, so that they stay one sequence. What is ignored stays behind, and needs no folder.
    mutating func gatherFiles(by rules: ProjectRules, _ ignore: IgnoreRules) {
        let taken = nodes.indices.filter { !ImportedProject.isIgnored(nodes[$0], ignore) }
        let positions = taken.filter { ImportedProject.isRefused(nodes[$0], rules) }
        guard let first = positions.first, let last = positions.last else { return }
        let inner = isOrdered ? Set(first...last) : Set(positions)
        let gathered = taken.filter(inner.contains)
        var folder = ImportedNode(name: ImportReading.projectName(name), .folder(gathered.map { nodes[$0] }, isOrdered: isOrdered))
        if rules.template.rootFolders != .folder { folder.type = rules.template.rootFolders.rawValue }
        let isGathered = Set(gathered)
        var rest = nodes.indices.filter { !isGathered.contains($0) }.map { nodes[$0] }
        // Behind all folders of the source where there is no order: these keep their names.
        rest.insert(folder, at: isOrdered ? first : rest.count)
        nodes = rest
        notes.append(ImportNote(.importedGathered(count: gathered.count), count: gathered.count))
    }

    private static func isIgnored(_ node: ImportedNode, _ ignore: IgnoreRules) -> Bool {
        let isFolder = if case .folder = node.content { true } else { false }
        return ignore.ignores(path: RelativePath([ImportedName.possible(node.name)]), kind: isFolder ? .directory : .file)
    }

    private static func isRefused(_ node: ImportedNode, _ rules: ProjectRules) -> Bool {
        if case .folder = node.content { return false }
        let candidate = Candidate(name: ImportedName.possible(node.name), type: node.type.flatMap { NodeType(rawValue: $0) } ?? .file, provenance: .new)
        return rules.refusal(of: candidate, in: rules.factsOfRoot()) != nil
    }
}
