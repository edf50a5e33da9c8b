import ShedDisk
import ShedModel
import ShedProject
import ShedWriting

/// The folder All as it stands on disk: links to the files of other folders.
struct AllView: FolderView {
    /// From the project's root.
    let path: RelativePath
    let handle: DirectoryHandle
    private let root: DirectoryHandle
    /// The folder's node.
    let id: NodeID
    let folders: [RelativePath]
    /// The names of these folders at the root.
    private let names: Set<Name>
    /// The digest at which all links were right.
    private let right: UInt64?
    /// What is known of the project, for who only looks.
    private let known: ProjectState?

    /// - Returns: `nil` where the folder is not there, or another thing than a folder: then there is no view.
    /// - Parameters:
    ///   - right: the digest at which all links were right.
    ///   - looks: whether it is only looked at, and nothing changed, as long as this is used.
    init?(_ home: ProjectHome, _ state: ProjectState, right: UInt64? = nil, looks: Bool = false) {
        guard home.template.folder(.all) != nil, let (id, path) = AllView.bearer(of: .all, home, state), let handle = try? home.root.openDirectory(at: path)
        else { return nil }
        self.id = id
        self.path = path
        self.handle = handle
        root = home.root
        self.right = right
        known = looks ? state : nil
        folders = Role.shownInAll.compactMap { AllView.bearer(of: $0, home, state)?.path }
        names = Set(folders.compactMap(\.last))
    }

    /// The folder at the root that bears a role; of several the one with the first ID.
    private static func bearer(of role: Role, _ home: ProjectHome, _ state: ProjectState) -> (id: NodeID, path: RelativePath)? {
        for id in state.model.roleBearers.sorted() {
            guard let node = state.model.nodes[id], node.role == role, let place = node.place, state.model.resolve(place.parent) == home.id,
                (try? home.root.kind(of: place.name)) == .directory
            else { continue }
            return (id, RelativePath([place.name]))
        }
        return nil
    }

    /// Whether a path is one that the view shows: of something in one of its folders.
    func shows(_ path: RelativePath) -> Bool { path.names.count > 1 && path.names.first.map(names.contains) == true }

    func target(ofLink name: Name) -> RelativePath? { (try? handle.readLink(name)).flatMap(target) }

    /// The path that a link's text leads to, if it is one of the view's sort.
    func target(of text: [UInt8]) -> RelativePath? { LinkText.target(of: text).flatMap { shows($0) ? $0 : nil } }

    /// What a link at a path from the project's root holds; `nil` where none is.
    func text(ofLinkAt path: RelativePath) -> [UInt8]? {
        guard let name = path.last, let folder = try? root.openDirectory(at: path.parent) else { return nil }
        return try? folder.readLink(name)
    }

    /// The file at a path from the project's root; `nil` where none is.
    func file(at path: RelativePath) -> StandingFile? {
        guard let name = path.last, let folder = try? root.openDirectory(at: path.parent) else { return nil }
        return StandingFile(folder, name)
    }

    func leadsAsKnown(_ name: Name) -> Bool {
        guard let known, let target = target(ofLink: name), let id = known.node(at: target) else { return false }
        return known.memory.isPresent(id)
    }

    func isRight(_ digest: UInt64) -> Bool { digest != 0 && digest == right }
}
