import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel
import ShedRules
import ShedSidecar

/// The files beside those of people that go with a whole project: what it ignores, its template and settings, and what its kind keeps in `.shed`.
/// Batches are none of them, nor is who the project is: an import begins a history of its own.
struct KeptFiles {
    private let folders: [KeptFolder]
    private static let ignore = RelativePath([".shedignore"])
    static let settings = RelativePath([Sidecar.name, Sidecar.settingsName])
    static let template = RelativePath([Sidecar.name, Sidecar.templateName])
    /// So many are looked at in one folder.
    private static let most = 1_000_000

    init(of module: (any KindModule)?) { folders = module?.keptFolders ?? [] }

    /// What of them is there.
    struct Found {
        /// In the order of the folders, and then of their names.
        fileprivate(set) var paths: [RelativePath] = []
        /// What cannot be looked at, so that nobody knows what is in it, and why: a clause.
        fileprivate(set) var left: [(path: RelativePath, reason: Message)] = []
        /// Links and special files that stand there, and what they are: a clause.
        fileprivate(set) var odd: [(path: RelativePath, reason: Message)] = []

        fileprivate mutating func add(_ path: RelativePath, _ kind: EntryKind?) {
            switch kind {
            case .file: paths.append(path)
            case .link: odd.append((path, .isSymbolicLink))
            case .special: odd.append((path, .isSpecialFile))
            case .directory, nil: break
            }
        }
    }

    /// Those that are there. Only what is not there is none: of what cannot be looked at that is said.
    func found(in root: DirectoryHandle) -> Found {
        var found = Found()
        for path in [KeptFiles.ignore, KeptFiles.settings, KeptFiles.template] {
            do throws(DiskError) { found.add(path, try root.openDirectory(at: path.parent).kind(of: path.last ?? "")) } catch {
                if error.code != .notFound { found.left.append((path, error.why)) }
            }
        }
        for folder in folders {
            let path = RelativePath([Sidecar.name, folder.name])
            do throws(DiskError) {
                let entries = try root.openDirectory(at: path).list(atMost: KeptFiles.most).filter { !$0.name.isHidden }
                for entry in entries.sorted(by: { $0.name < $1.name }) { found.add(path.appending(entry.name), entry.kind) }
            } catch { if error.code != .notFound { found.left.append((path, error.why)) } }
        }
        return found
    }

    /// Where one stands in an export.
    static func place(of path: RelativePath) -> RelativePath { RelativePath([ExportManifest.kept]).appending(path) }

    /// A file that is there, and where it is to stand in what it comes into.
    struct Standing {
        var path: RelativePath
        /// What it is about; `nil`: all of the project.
        var node: NodeID?
        var target: RelativePath
    }

    /// Of those that were found: what is about a folder is called by the ID that this has now: in a copied project it may still bear that of before.
    func standing(_ paths: [RelativePath], of file: ProjectFile, isKnown: (NodeID) -> Bool) -> [Standing] {
        var taken = Set(paths)
        return paths.map { path in
            guard let id = node(of: path) else { return Standing(path: path, target: path) }
            guard !isKnown(id), let known = file.meanings(of: id).first(where: isKnown), let target = self.path(of: path, about: known),
                taken.insert(target).inserted
            else { return Standing(path: path, node: id, target: path) }
            return Standing(path: path, node: known, target: target)
        }
    }

    private func folder(of path: RelativePath) -> KeptFolder? {
        guard path.names.count == 3, path.names[0] == Sidecar.name else { return nil }
        return folders.first { $0.name == path.names[1] }
    }

    /// Whether some of the files in a folder of the sidecar go with a part of a project.
    func isOfParts(_ path: RelativePath) -> Bool {
        folders.contains { ($0.nodeSuffix != nil || $0.contents != nil) && path == RelativePath([Sidecar.name, $0.name]) }
    }

    /// The content that a file is about; `nil` for one that is about none.
    func content(of path: RelativePath) -> ContentHash? {
        guard let folder = folder(of: path), folder.contents != nil else { return nil }
        return path.last?.text.flatMap { ContentHash(String($0.prefix(64))) }
    }

    /// The contents about which files go with what has some fields.
    func contents(of fields: some Sequence<[String: JSONValue]>, isThere: (NodeID) -> Bool) -> Set<ContentHash> {
        // Two folders ask the same.
        guard let named = folders.lazy.compactMap(\.contents).first else { return [] }
        return fields.reduce(into: []) { $0.formUnion(named($1, isThere)) }
    }

    /// What a file is about; `nil` for one that is about no folder.
    func node(of path: RelativePath) -> NodeID? { folder(of: path).flatMap { folder in path.last.flatMap(folder.node) } }

    /// Where a file is to stand that is about a folder, where that has another ID.
    func path(of path: RelativePath, about node: NodeID) -> RelativePath? { folder(of: path)?.name(of: node).map(path.parent.appending) }

    /// Whether a name at the root is one of those, or of the folder in which the others are.
    static func isBeside(_ name: Name) -> Bool { name == Sidecar.name || name == ignore.last }

    /// What a new project ignores that is made of an import.
    static func ignoreRules(of imported: ImportedProject, _ tree: any SourceTree) throws(ShedError) -> IgnoreRules {
        guard imported.isWhole, let own = imported.kept.first(where: { $0.path == ignore }) else { return IgnoreRules() }
        var bytes: [UInt8] = []
        // One byte more tells the rules that there is more.
        _ = try ImportWork.read(own.content, from: tree) { piece in bytes += piece.prefix(IgnoreRules.longestFile + 1 - bytes.count) }
        return IgnoreRules(shedignore: bytes)
    }

    /// Whether shed goes by what a file says, as by settings: whoever imports it from elsewhere is to look at it.
    func isGoneBy(_ path: RelativePath) -> Bool {
        path == KeptFiles.ignore || path.names.count == 3 && folders.contains { $0.isGoneBy && $0.name == path.names[1] }
    }

    /// The permissions of a file that comes along; `nil` for what is no such file.
    func mode(of path: RelativePath) -> UInt32? {
        if [KeptFiles.ignore, KeptFiles.settings, KeptFiles.template].contains(path) { return 0o644 }
        guard path.names.count == 3, path.names[0] == Sidecar.name, path.last?.isHidden == false else { return nil }
        return folders.first { $0.name == path.names[1] }.map { $0.isReadOnly ? 0o444 : 0o644 }
    }
}

/// A folder of `.shed/` whose files go with a whole project where that is exported.
public struct KeptFolder: Sendable {
    public let name: Name
    /// Whether nobody is to write into its files.
    public let isReadOnly: Bool
    /// Whether shed goes by what they say, as by settings.
    public let isGoneBy: Bool
    /// Where each is about a folder of the project, and goes with that where a part is exported: what stands behind the ID by which it is called.
    public let nodeSuffix: String?
    /// Where each is about a content, by whose SHA-256 its name begins: the contents that what has some fields needs, as far as what it names is
    /// there. Their files go with it where a part is exported.
    public let contents: Contents?

    public typealias Contents = @Sendable (_ fields: [String: JSONValue], _ isThere: (NodeID) -> Bool) -> Set<ContentHash>

    public init(_ name: Name, isReadOnly: Bool = false, isGoneBy: Bool = false, nodeSuffix: String? = nil, contents: Contents? = nil) {
        (self.name, self.isReadOnly, self.isGoneBy, self.nodeSuffix, self.contents) = (name, isReadOnly, isGoneBy, nodeSuffix, contents)
    }

    /// What a file is about.
    func node(of name: Name) -> NodeID? {
        guard let nodeSuffix, let text = name.text, text.hasSuffix(nodeSuffix) else { return nil }
        return NodeID(String(text.dropLast(nodeSuffix.count)))
    }

    /// What the file is called that is about a folder.
    func name(of node: NodeID) -> Name? { nodeSuffix.map { Name("\(node)\($0)") } }
}
