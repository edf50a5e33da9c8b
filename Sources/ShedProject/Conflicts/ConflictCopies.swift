import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

/// A file or folder that a sync program or git has put beside the one that it conflicts with.
public struct ConflictedCopy: Sendable {
    /// One of the two.
    public struct Side: Hashable, Sendable {
        public var path: RelativePath
        /// `nil` where it has none yet.
        public var id: NodeID?
        public var isFolder: Bool
        /// In bytes; of a folder without meaning.
        public var size: Int64
        /// When its content was last changed, in milliseconds since 1970.
        public var modified: Int64
    }

    public var copy: Side
    /// What it is a copy of; `nil` where nothing of such a name stands beside it.
    public var original: Side?
    /// Where that would stand; `nil` where the name of the copy does not tell.
    public var place: RelativePath?
    public var maker: ConflictName.Maker
    /// Whether people and other programs give such names too.
    public var isPossible: Bool
    /// Whether they hold something else; `nil` where that was not compared.
    public var differs: Bool?
    /// Where nothing of that name stands beside it, some files elsewhere that have it: what it is a copy of may have been moved.
    public var namesakes: [RelativePath] = []
}

extension Change {
    /// Whether a sync program has just put a conflict copy there, by a name that nobody else gives. One in Trash or Rejected is none.
    public var isNewConflictCopy: Bool {
        func isOne(_ path: RelativePath?) -> Bool { path?.last.flatMap { ConflictName($0) }?.certainty == .byName }
        return (kind == .added || kind == .moved) && !isAside && isOne(path) && !isOne(from)
    }
}

/// What stands in a folder, for who looks for what a conflict copy is a copy of.
struct ConflictFolder {
    /// Names that differ in case or Unicode form alone. A folder may hold tens of thousands of such: two of them answer every question.
    private struct Alike {
        var first: Name
        var second: Name?
    }

    /// The names of files, or those of folders.
    private struct Names {
        private var all: Set<Name> = []
        private var alike: [FoldKey: Alike] = [:]

        mutating func insert(_ name: Name) {
            guard all.insert(name).inserted else { return }
            let key = FoldKey(name)
            guard let known = alike[key] else { return alike[key] = Alike(first: name) }
            if known.second == nil { alike[key]?.second = name }
        }

        /// The name itself before one that is like it.
        func standing(_ name: Name, besides copy: Name) -> Name? {
            if name != copy, all.contains(name) { return name }
            guard let alike = alike[FoldKey(name)] else { return nil }
            return alike.first == copy ? alike.second : alike.first
        }
    }

    private var files = Names()
    private var folders = Names()

    init(_ children: [(name: Name, isFolder: Bool)]) {
        for child in children { if child.isFolder { folders.insert(child.name) } else { files.insert(child.name) } }
    }

    /// A copy can be one of a copy: so far that is followed.
    private static let deepest = 8

    /// What a name is a copy of here: the name that stands here, where there is one, and else the likeliest.
    /// - Returns: `nil` where it is no copy's name, or nothing stands here that makes it one.
    func reading(of name: Name, isFolder: Bool, possible: Bool) -> (name: ConflictName, original: Name?, likeliest: Name?)? {
        guard let read = ConflictName(name), possible || read.certainty != .possible else { return nil }
        let names = isFolder ? folders : files
        var wanted = read.originals
        // A name that has two readings has twice as many with each step, most of them the same.
        var seen: Set<Name> = []
        for _ in 0..<ConflictFolder.deepest {
            if let original = wanted.lazy.compactMap({ names.standing($0, besides: name) }).first { return (read, original, original) }
            guard read.certainty == .byName else { return nil }
            wanted = wanted.flatMap { ConflictName($0)?.originals ?? [] }.filter { seen.insert($0).inserted }
            if wanted.isEmpty { break }
        }
        return (read, nil, read.originals.first.map(ConflictFolder.plain))
    }

    /// A name without all that makes it one of a copy.
    static func plain(_ name: Name) -> Name {
        var plain = name
        for _ in 0..<deepest {
            guard let read = ConflictName(plain), read.certainty != .possible, let next = read.originals.first else { break }
            plain = next
        }
        return plain
    }
}

extension Reading {
    /// The conflict copies of the project, in the order of their paths: not those in Trash, which a person threw away, nor those in Rejected.
    /// Links of a view are none. What has come and could not be taken in, as where a batch is torn, counts too.
    /// - Parameter possible: whether names count too that people and other programs give, such as `Ode (1).txt` beside `Ode.txt`.
    public func conflictCopies(possible: Bool = false) throws(ShedError) -> [ConflictedCopy] {
        var waiting: [RelativePath: [(name: Name, isFolder: Bool)]] = [:]
        for change in outcome.unsettled where (change.kind == .added || change.kind == .moved) && !change.isAside {
            if let name = change.path.last { waiting[change.path.parent, default: []].append((name, change.type.isDirectory)) }
        }
        return compared(try withNamesakes(standingCopies(possible: possible, besides: waiting)))
    }
}

extension ProjectReader {
    /// So many files of one name are told.
    private static var mostNamesakes: Int { 3 }

    /// Tells of copies without an original which files have its name.
    fileprivate func withNamesakes(_ found: [ConflictedCopy]) throws(ShedError) -> [ConflictedCopy] {
        let wanted = Set(found.lazy.filter { $0.original == nil && !$0.copy.isFolder }.compactMap { $0.place?.last })
        guard !wanted.isEmpty else { return found }
        let state = try load()
        let shelters = Shelters.roles.compactMap { folder(with: $0, state) }
        var bearers: [Name: [RelativePath]] = [:]
        for node in state.model.nodes.values where !node.type.isDirectory && state.stands(node.id) {
            guard let name = node.place?.name, wanted.contains(name), let path = state.model.path(of: node.id), !shelters.contains(where: path.isInside) else { continue }
            bearers[name, default: []].append(path)
        }
        return found.map { item in
            var item = item
            if item.original == nil, !item.copy.isFolder, let name = item.place?.last { item.namesakes = Array((bearers[name] ?? []).sorted().prefix(Self.mostNamesakes)) }
            return item
        }
    }

    /// How many there are; none is read. Where the last walk left nothing to be said there is none, and no name is looked at.
    func countConflictCopies() throws(ShedError) -> Int { try load().meta.leftover == nil ? 0 : standingCopies(possible: false).count }

    /// - Parameter waiting: what stands in a folder besides what is known.
    func standingCopies(possible: Bool, besides waiting: [RelativePath: [(name: Name, isFolder: Bool)]] = [:]) throws(ShedError) -> [ConflictedCopy] {
        let state = try load()
        var found: [ConflictedCopy] = []
        var open: [(id: NodeID, path: RelativePath)] = [(id, .root)]
        var seen: Set<NodeID> = [id]
        while let (folder, path) = open.popLast() {
            var children: [(id: NodeID?, name: Name, isFolder: Bool)] = []
            var isSuspect = false
            for child in state.model.children(of: folder) where state.stands(child) {
                guard let node = state.model.nodes[child], let name = node.place?.name, seen.insert(child).inserted else { continue }
                children.append((child, name, node.type.isDirectory))
                isSuspect = isSuspect || ConflictName(name) != nil
                if node.type.isDirectory, !(path.isRoot && node.role.map(Shelters.roles.contains) ?? false) { open.append((child, path.appending(name))) }
            }
            if let more = waiting[path] {
                let known = Set(children.map(\.name))
                for child in more where !known.contains(child.name) {
                    children.append((nil, child.name, child.isFolder))
                    isSuspect = isSuspect || ConflictName(child.name) != nil
                }
            }
            guard isSuspect, let directory = try? root.openDirectory(at: path) else { continue }
            let here = ConflictFolder(children.map { ($0.name, $0.isFolder) })
            let ids = Dictionary(children.compactMap { child in child.id.map { (child.name, $0) } }) { first, _ in first }
            for child in children {
                guard let read = here.reading(of: child.name, isFolder: child.isFolder, possible: possible),
                    let copy = side(child.name, child.id, in: path, directory)
                else { continue }
                let linked = read.original == nil ? file(ofLinks: read.name, in: path, state) : nil
                let original = read.original.flatMap { side($0, ids[$0], in: path, directory) } ?? linked.map { side($0) }
                found.append(ConflictedCopy(
                    copy: copy, original: original, place: linked?.path ?? read.likeliest.map(path.appending), maker: read.name.maker, isPossible: read.name.certainty == .possible))
            }
        }
        return found.sorted { $0.copy.path < $1.copy.path }
    }

    /// The file that a link of a view is for, where the name of what stands beside says that it is a copy of that.
    func file(ofLinks read: ConflictName, in folder: RelativePath, _ state: ProjectState) -> PlacedNode? {
        read.originals.lazy.compactMap { name in self.project.target(ofLink: folder.appending(name)) }.first.flatMap { try? self.find($0, state) }
    }

    func side(_ placed: PlacedNode) -> ConflictedCopy.Side {
        ConflictedCopy.Side(
            path: placed.path, id: isProvisional(placed.node.id) ? nil : placed.node.id, isFolder: placed.type.isDirectory, size: placed.evidence.size,
            modified: placed.evidence.modified / 1_000_000)
    }

    private func side(_ name: Name, _ id: NodeID?, in folder: RelativePath, _ directory: DirectoryHandle) -> ConflictedCopy.Side? {
        guard let evidence = try? directory.evidence(of: name), let kind = try? directory.kind(of: name), kind == .file || kind == .directory else { return nil }
        return ConflictedCopy.Side(
            path: folder.appending(name), id: id.flatMap { isProvisional($0) ? nil : $0 }, isFolder: kind == .directory, size: evidence.size,
            modified: evidence.modified / 1_000_000)
    }

    /// So much is read for it, in bytes.
    private var mostCompared: Int64 { 4 << 30 }

    /// Says of each whether the two differ: files of one size are read, as long as that is not too much.
    fileprivate func compared(_ found: [ConflictedCopy]) -> [ConflictedCopy] {
        var room = mostCompared
        return found.map { item in
            var item = item
            guard let original = item.original, !item.copy.isFolder, !original.isFolder else { return item }
            if original.size != item.copy.size {
                item.differs = true
            } else if original.size <= room / 2 {
                room -= 2 * original.size
                item.differs = hash(at: original.path).flatMap { first in hash(at: item.copy.path).map { $0 != first } }
            }
            return item
        }
    }

    private func hash(at path: RelativePath) -> ContentHash? {
        path.last.flatMap { name in try? root.openDirectory(at: path.parent).file(name).hash() }
    }
}
