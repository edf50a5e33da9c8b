import ShedDisk
import ShedModel
import ShedProject
import ShedWriting

/// The folder All as it stands on disk: links to the files of other folders.
struct AllView: LinkView {
    /// From the project's root.
    let path: RelativePath
    let handle: DirectoryHandle
    let root: DirectoryHandle
    /// The folder's node.
    let id: NodeID
    private let pieces: PieceFolders
    /// The digest at which all links were right.
    private let right: UInt64?
    /// What is known of the project, for who only looks.
    private let known: ProjectState?

    /// - Returns: `nil` where the folder is not there, or another thing than a folder: then there is no view.
    /// - Parameters:
    ///   - right: the digest at which all links were right.
    ///   - looks: whether it is only looked at, and nothing changed, as long as this is used.
    init?(_ home: ProjectHome, _ state: ProjectState, right: UInt64? = nil, looks: Bool = false) {
        guard home.template.folder(.all) != nil, let (id, path) = RoleFolders.bearer(of: .all, home, state), let handle = try? home.root.openDirectory(at: path)
        else { return nil }
        self.id = id
        self.path = path
        self.handle = handle
        root = home.root
        self.right = right
        known = looks ? state : nil
        pieces = PieceFolders(home, state)
    }

    var folders: [RelativePath] { pieces.paths }

    func target(of text: [UInt8]) -> RelativePath? { LinkText.target(of: text).flatMap { pieces.holds($0) ? $0 : nil } }

    func text(to path: RelativePath) -> [UInt8]? { LinkText.text(to: path) }

    /// Nothing but links stands there for long.
    func isTaken(_ name: Name) -> Bool { false }

    func target(_ id: NodeID, in state: ProjectState) -> LinkNames.Target? {
        state.memory.isPresent(id) ? pieces.piece(id, in: state) : nil
    }

    func targets(in state: ProjectState) -> [LinkNames.Target] {
        var found: [LinkNames.Target] = []
        var seen: Set<NodeID> = []
        var open = folders.compactMap { path in state.node(at: path).map { (id: $0, path: path) } }
        while let (id, path) = open.popLast() {
            // Each folder once: whoever wrote the sidecar may have put them in a circle.
            guard seen.insert(id).inserted, path.names.count <= RelativePath.deepest else { continue }
            for child in state.model.presentChildren(of: id) {
                guard let node = state.model.nodes[child], let name = node.place?.name else { continue }
                if node.type.isDirectory { open.append((child, path.appending(name))) }
                else if state.memory.isPresent(child) { found.append(LinkNames.Target(id: child, path: path.appending(name))) }
            }
        }
        return found
    }

    /// What a link at a path from the project's root holds; `nil` where none is.
    func text(ofLinkAt path: RelativePath) -> [UInt8]? {
        guard let name = path.last, let folder = try? root.openDirectory(at: path.parent) else { return nil }
        return try? folder.readLink(name)
    }

    func leadsAsKnown(_ name: Name) -> Bool {
        guard let known, let target = target(ofLink: name), let id = known.node(at: target) else { return false }
        return known.memory.isPresent(id)
    }

    func isRight(_ digest: UInt64) -> Bool { digest != 0 && digest == right }
}
