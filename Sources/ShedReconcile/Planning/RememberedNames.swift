import ShedModel

/// Who bore which name at the last scan. Each folder is looked through once, however much is asked about it.
struct RememberedNames {
    let model: Model
    let memory: Memory
    /// Files that have vanished; made when first asked for.
    private var vanished: [Name: [NodeID]]?
    /// What was there, by folder and by what makes names collide.
    private var folders: [NodeID: [FoldKey: [NodeID]]] = [:]

    init(_ model: Model, _ memory: Memory) {
        self.model = model
        self.memory = memory
    }

    /// The files of a name among nodes that have vanished, which are the same each time.
    mutating func files(named name: Name, among nodes: Set<NodeID>) -> [NodeID] {
        if let vanished { return vanished[name] ?? [] }
        var files: [Name: [NodeID]] = [:]
        for id in nodes {
            guard let node = model.nodes[id], !node.type.isDirectory, let name = node.place?.name else { continue }
            files[name, default: []].append(id)
        }
        vanished = files
        return files[name] ?? []
    }

    /// The nodes that were there in a folder under a name that would collide with this one.
    mutating func nodes(alike name: Name, in folder: NodeID) -> [NodeID] {
        if let known = folders[folder] { return known[FoldKey(name)] ?? [] }
        var names: [FoldKey: [NodeID]] = [:]
        for child in model.presentChildren(of: folder) where memory.isPresent(child) {
            if let name = model.nodes[child]?.place?.name { names[FoldKey(name), default: []].append(child) }
        }
        folders[folder] = names
        return names[FoldKey(name)] ?? []
    }
}
