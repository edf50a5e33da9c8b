import ShedModel

/// Which folders a custom rule is for.
public struct FolderChoice: Sendable {
    /// Folders with one of these roles; `nil`: whatever the role.
    public var roles: [Role]?
    /// Folders whose path matches one of these; `nil`: whatever the path.
    public var paths: [PathPattern]?
    /// Whether also all folders below a chosen one are meant.
    public var includesBelow: Bool

    public init(roles: [Role]? = nil, paths: [PathPattern]? = nil, includesBelow: Bool = false) {
        self.roles = roles
        self.paths = paths
        self.includesBelow = includesBelow
    }

    /// Whether every folder is meant.
    var isEverything: Bool { roles == nil && paths == nil }

    /// The chosen folders that are judged, in the tree's order.
    func folders(in tree: some FolderTree) -> [Int] {
        var isChosen = [Bool](repeating: false, count: tree.folderCount)
        var folders: [Int] = []
        var paths = self.paths.map(FolderPaths.init)
        for folder in 0..<tree.folderCount {
            let parent = tree.parent(ofFolder: folder)
            isChosen[folder] = includesBelow && parent >= 0 && isChosen[parent] || contains(folder, tree, &paths)
            if isChosen[folder], tree.isJudged(folder: folder) { folders.append(folder) }
        }
        return folders
    }

    private func contains(_ folder: Int, _ tree: some FolderTree, _ paths: inout FolderPaths?) -> Bool {
        if let roles {
            guard let role = tree.role(ofFolder: folder), roles.contains(role) else { return false }
        }
        return paths?.contain(folder, tree) ?? true
    }
}

/// Patterns for folders, held against many folders of a tree.
private struct FolderPaths {
    private var patterns = PatternSet()
    /// Where a pattern needs it, the place of each folder that was asked about or that such a one stands in: what stands in it costs its
    /// own name only.
    private var places: [Int: PatternSet.Place] = [:]

    init(_ paths: [PathPattern]) {
        for path in paths { _ = patterns.add(path) }
        patterns.finish()
        places[0] = patterns.top
    }

    mutating func contain(_ folder: Int, _ tree: some FolderTree) -> Bool {
        guard folder > 0, let name = tree.path(ofFolder: folder).last else { return patterns.containsRoot }
        return patterns.contains(name, in: patterns.needsPaths ? place(of: tree.parent(ofFolder: folder), tree) : patterns.top)
    }

    private mutating func place(of folder: Int, _ tree: some FolderTree) -> PatternSet.Place {
        // The folders on the way whose place is not known yet, innermost first.
        var way: [Int] = []
        var folder = folder
        while places[folder] == nil, folder > 0 {
            way.append(folder)
            folder = tree.parent(ofFolder: folder)
        }
        var place = places[folder] ?? patterns.top
        for folder in way.reversed() {
            if let name = tree.path(ofFolder: folder).last { place = patterns.place(of: name, in: place) }
            places[folder] = place
        }
        return place
    }
}
