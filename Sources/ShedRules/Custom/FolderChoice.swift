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
        for folder in 0..<tree.folderCount {
            let parent = tree.parent(ofFolder: folder)
            isChosen[folder] = includesBelow && parent >= 0 && isChosen[parent] || contains(folder, tree)
            if isChosen[folder], tree.isJudged(folder: folder) { folders.append(folder) }
        }
        return folders
    }

    private func contains(_ folder: Int, _ tree: some FolderTree) -> Bool {
        if let roles {
            guard let role = tree.role(ofFolder: folder), roles.contains(role) else { return false }
        }
        guard let paths else { return true }
        let path = tree.path(ofFolder: folder)
        return paths.contains { $0.matches(path, isDirectory: true) }
    }
}
