import ShedExchange
import ShedMessages
import ShedModel
import ShedRules

extension ImportedProject {
    /// Puts the files that the root of a new project does not take into one folder there, which is called as the source is. Where people chose
    /// the order, what stands between them comes along, so that they stay one sequence. What is ignored stays behind, and needs no folder.
    /// - Parameter kept: of the kind that the project is to be of.
    mutating func gatherFiles(by rules: ProjectRules, _ ignore: IgnoreRules, _ kept: KeptFiles) {
        let taken = nodes.indices.filter { !ImportedProject.isIgnored(nodes[$0], ignore) }
        let positions = taken.filter { ImportedProject.isRefused(nodes[$0], rules) }
        guard let first = positions.first, let last = positions.last else { return }
        let inner = isOrdered ? Set(first...last) : Set(positions)
        let gathered = taken.filter(inner.contains)
        var folder = ImportedNode(name: ImportReading.projectName(name), .folder(gathered.map { nodes[$0] }, isOrdered: isOrdered))
        if rules.template.rootFolders != .folder { folder.type = rules.template.rootFolders.rawValue }
        folder.id = folderTheyStoodIn(gathered, kept)
        let isGathered = Set(gathered)
        var rest = nodes.indices.filter { !isGathered.contains($0) }.map { nodes[$0] }
        // Behind all folders of the source where there is no order: these keep their names.
        rest.insert(folder, at: isOrdered ? first : rest.count)
        let things = gathered.prefix(ImportNote.mostThings).map { ImportNote.Thing(nodes[$0].source, .verbatim(EscapedText.beginning("\(nodes[$0].name)"))) }
        nodes = rest
        // That it is all of the root, the words say: nobody needs to read their names.
        notes.append(ImportNote(.importedGathered(count: gathered.count), count: gathered.count, things: things, named: 1))
    }

    /// The folder in which some files stood that came without it, where the sidecar says in a file of its own what is in it; `nil` where that
    /// cannot be told. What it says goes on being true of the folder in which they stand now.
    private func folderTheyStoodIn(_ positions: [Int], _ kept: KeptFiles) -> NodeID? {
        guard !keptOfNodes.isEmpty else { return nil }
        let known = Set(nodes.withInner.compactMap(\.id))
        let others = Set(keptOfNodes.compactMap { kept.node(of: $0.path) }).subtracting(known).subtracting([id].compactMap(\.self))
        let folders = Set(positions.map { nodes[$0].source?.parent })
        return others.count == 1 && folders.count == 1 && folders.first != .some(nil) ? others.first : nil
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
