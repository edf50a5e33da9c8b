import ShedDisk
import ShedModel
import ShedProject
import ShedWriting

/// The folders below Collections, in which pieces may stand as links.
struct CollectionFolders {
    /// The folder Collections itself, from the project's root.
    let root: RelativePath
    private let rootID: NodeID

    /// - Returns: `nil` where the project has no such folder.
    init?(_ home: ProjectHome, _ state: ProjectState) {
        guard home.template.folder(.collections) != nil, let (id, path) = RoleFolders.bearer(of: .collections, home, state) else { return nil }
        (rootID, root) = (id, path)
    }

    /// All of them, with their paths, in no order.
    func all(in state: ProjectState) -> [(id: NodeID, path: RelativePath)] {
        var found: [(id: NodeID, path: RelativePath)] = []
        var seen: Set<NodeID> = [rootID]
        var open = [(id: rootID, path: root)]
        while let (id, path) = open.popLast() {
            guard path.names.count < RelativePath.deepest else { continue }
            for child in state.model.presentChildren(of: id) {
                // Each once: whoever wrote the sidecar may have put them in a circle.
                guard let node = state.model.nodes[child], node.type.isDirectory, state.stands(child), let name = node.place?.name,
                    seen.insert(child).inserted
                else { continue }
                found.append((child, path.appending(name)))
                open.append((child, path.appending(name)))
            }
        }
        return found
    }

    /// The one at a path; `nil` where none is.
    func folder(at path: RelativePath, in state: ProjectState) -> Node? {
        guard path.names.count > 1, path.isInside(root), let id = state.node(at: path), let node = state.model.nodes[id], node.type.isDirectory,
            state.stands(id)
        else { return nil }
        return node
    }
}

/// One of these folders as it stands on disk, with the links that belong there. It holds nothing of the state that it was made of.
struct CollectionView: LinkView {
    let id: NodeID
    let path: RelativePath
    let handle: DirectoryHandle
    /// What all that its links follow from comes to, as a number that is the same on all machines: which pieces, where, and beside what.
    let shape: UInt64
    let root: DirectoryHandle
    /// The project's absolute path.
    private let base: [UInt8]
    private let members: [NodeID: LinkNames.Target]
    private let keys: [NodeID: OrderKey]
    private let paths: Set<RelativePath>
    private let taken: Set<FoldKey>
    /// The digest at which all links were right.
    var right: UInt64?

    /// - Parameter strangers: what stands in place of links, and so takes no name from them.
    /// - Returns: `nil` where the folder cannot be opened.
    init?(_ folder: Node, _ path: RelativePath, _ home: ProjectHome, _ state: ProjectState, _ pieces: PieceFolders, strangers: Set<NodeID> = []) {
        guard let handle = try? home.root.openDirectory(at: path) else { return nil }
        (id, self.path, self.handle, root, base) = (folder.id, path, handle, home.root, home.path)
        var (members, keys): ([NodeID: LinkNames.Target], [NodeID: OrderKey]) = ([:], [:])
        var shape = LinkNames.key(of: Name(bytes: path.bytes)) &+ 1
        for item in FolderGuests.named(by: folder, in: state.model, where: { pieces.piece($0, in: state) != nil }) {
            guard let target = pieces.piece(item.id, in: state) else { continue }
            members[item.id] = target
            keys[item.id] = item.key
            shape &+= FNV([1] + "\(item.id)".utf8 + [0] + target.path.bytes).value
        }
        var taken: Set<FoldKey> = []
        for child in state.model.presentChildren(of: folder.id) where state.stands(child) && !strangers.contains(child) {
            guard let name = state.model.nodes[child]?.place?.name else { continue }
            taken.insert(FoldKey(name))
            shape &+= FNV([2] + name.bytes).value
        }
        (self.members, self.keys, self.taken) = (members, keys, taken)
        paths = Set(members.values.map(\.path))
        // 0 is said where something failed.
        self.shape = max(shape, 1)
    }

    var isEmpty: Bool { members.isEmpty }
    func shows(_ id: NodeID) -> Bool { members[id] != nil }
    func shows(anyOf ids: Set<NodeID>) -> Bool { ids.count < members.count ? ids.contains(where: shows) : members.keys.contains(where: ids.contains) }

    // MARK: Links

    func targets(in state: ProjectState) -> [LinkNames.Target] { Array(members.values) }
    func target(_ id: NodeID, in state: ProjectState) -> LinkNames.Target? { members[id] }
    func target(of text: [UInt8]) -> RelativePath? { meant(by: text).flatMap { paths.contains($0) ? $0 : nil } }

    /// The path from the root that a link here means: the one that it leads to, if it is one that a view could have; or, of one that was
    /// made for a folder further up, such as All, and was dragged here, where it leads to nothing, the one that it led to there. File
    /// managers make links of absolute paths too.
    func meant(by text: [UInt8]) -> RelativePath? {
        let depth = path.names.count
        if let target = LinkText.target(of: text, from: depth) ?? LinkText.target(of: text, below: base) { return target }
        for steps in 1..<max(1, depth) {
            guard let target = LinkText.target(of: text, from: steps) else { continue }
            let here = RelativePath(Array(path.names.prefix(depth - steps)) + target.names)
            guard let name = here.last, (try? root.openDirectory(at: here.parent).kind(of: name)) == nil else { return nil }
            return target
        }
        return nil
    }

    func text(to path: RelativePath) -> [UInt8]? { LinkText.text(to: path, from: self.path.names.count) }
    func isTaken(_ name: Name) -> Bool { taken.contains(FoldKey(name)) }

    // MARK: Looking

    /// It shows no whole folders.
    var folders: [RelativePath] { [] }
    var guests: [RelativePath]? { Array(paths) }
    func key(of id: NodeID) -> OrderKey? { keys[id] }
    func leadsAsKnown(_ name: Name) -> Bool { target(ofLink: name) != nil }
    func isRight(_ digest: UInt64) -> Bool { digest != 0 && digest == right }
}
