import ShedDisk
import ShedModel
import ShedProject
import ShedWriting

/// A folder of a project that is filled with links to files of others, as it stands on disk.
protocol LinkView: FolderView {
    /// The folder's node.
    var id: NodeID { get }
    /// From the project's root.
    var path: RelativePath { get }
    var handle: DirectoryHandle { get }
    /// The project's.
    var root: DirectoryHandle { get }

    /// All that it shows.
    func targets(in state: ProjectState) -> [LinkNames.Target]
    /// A node as it shows it; `nil` for one that it does not show.
    func target(_ id: NodeID, in state: ProjectState) -> LinkNames.Target?
    /// The path that a link's text leads to, if that is one of the view's.
    func target(of text: [UInt8]) -> RelativePath?
    /// What a link to a path holds; `nil` where none can.
    func text(to path: RelativePath) -> [UInt8]?
    /// Whether what stands in the folder itself has a name.
    func isTaken(_ name: Name) -> Bool
}

extension LinkView {
    func target(ofLink name: Name) -> RelativePath? { (try? handle.readLink(name)).flatMap(target) }

    /// What stands in the folder, if that can be told.
    func entries() -> [(name: Name, kind: EntryKind, inode: UInt64)]? { handle.viewEntries() }

    /// The file at a path from the project's root; `nil` where none is.
    func file(at path: RelativePath) -> StandingFile? {
        guard let name = path.last, let folder = try? root.openDirectory(at: path.parent) else { return nil }
        return StandingFile(folder, name)
    }

    /// The view's record of a link to a file.
    func record(of target: LinkNames.Target, _ key: UInt64, _ name: Name?) -> LinkBook.Record {
        let text = text(to: target.path)
        return LinkBook.Record(id: target.id, key: key, seen: nil, name: text == nil ? nil : name, text: text ?? [])
    }

    /// The links to all of these, which are all that there are.
    /// - Parameter known: links as they were; of a file that is where it was the group of names is known.
    func links(to targets: [LinkNames.Target], known: [NodeID: LinkBook.Record]) -> [NodeID: LinkBook.Record] {
        var groups: [UInt64: [LinkNames.Target]] = [:]
        for target in targets {
            let old = known[target.id].flatMap { $0.text == text(to: target.path) ? $0.key : nil }
            groups[old ?? LinkNames.key(of: target.name), default: []].append(target)
        }
        var links: [NodeID: LinkBook.Record] = [:]
        links.reserveCapacity(targets.count)
        for (key, group) in groups {
            let names = LinkNames.names(of: group, isTaken: isTaken) { groups[LinkNames.key(of: $0)] != nil }
            for target in group { links[target.id] = record(of: target, key, names[target.id]) }
        }
        return links
    }

    /// The links as they are to be, by their names, with how their files were when they were last seen.
    /// - Parameters:
    ///   - records: what is known of the links.
    ///   - wanted: those names alone; `nil`: all.
    func links(lastSeenIn records: [LinkBook.Record], named wanted: Set<Name>? = nil, _ state: ProjectState) -> [Name: LinkBook.Record] {
        let known = Dictionary(records.lazy.filter { !$0.isStranger }.map { ($0.id, $0) }) { $1 }
        var links: [Name: LinkBook.Record] = [:]
        for var link in self.links(to: targets(in: state), known: known).values {
            guard let name = link.name, wanted?.contains(name) != false else { continue }
            if let old = known[link.id], old.name == name, old.text == link.text { link.seen = old.seen }
            links[name] = link
        }
        return links
    }
}

/// The folders of a project that bear roles.
enum RoleFolders {
    /// The folder at the root that bears a role; of several the one with the first ID.
    static func bearer(of role: Role, _ home: ProjectHome, _ state: ProjectState) -> (id: NodeID, path: RelativePath)? {
        for id in state.model.roleBearers.sorted() {
            guard let node = state.model.nodes[id], node.role == role, let place = node.place, state.model.resolve(place.parent) == home.id,
                (try? home.root.kind(of: place.name)) == .directory
            else { continue }
            return (id, RelativePath([place.name]))
        }
        return nil
    }
}

/// The folders whose files are pieces: All shows them, and they may stand in collections.
struct PieceFolders {
    /// At the project's root, in the template's order.
    let paths: [RelativePath]
    private let names: Set<Name>

    init(_ home: ProjectHome, _ state: ProjectState) {
        paths = Role.shownInAll.compactMap { RoleFolders.bearer(of: $0, home, state)?.path }
        names = Set(paths.compactMap(\.last))
    }

    /// Whether a path is one of something in one of them.
    func holds(_ path: RelativePath) -> Bool { path.names.count > 1 && path.names.first.map(names.contains) == true }

    /// A node that is a piece and stands there; `nil` for every other one.
    func piece(_ id: NodeID, in state: ProjectState) -> LinkNames.Target? {
        guard let node = state.model.nodes[id], !node.type.isDirectory, state.stands(id), let path = state.model.path(of: id), holds(path) else { return nil }
        return LinkNames.Target(id: id, path: path)
    }
}

extension DirectoryHandle {
    /// What stands in the folder of a view, if that can be told: of ten million entries at most.
    func viewEntries() -> [(name: Name, kind: EntryKind, inode: UInt64)]? { try? list(atMost: 10_000_000) }
}
