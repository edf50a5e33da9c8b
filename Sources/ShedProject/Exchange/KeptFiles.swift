import ShedDisk
import ShedExchange
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

    /// Those that are there, in the order of the folders, and then of their names.
    func paths(in root: DirectoryHandle) -> [RelativePath] {
        var paths = [KeptFiles.ignore, KeptFiles.settings, KeptFiles.template].filter { path in
            let kind = path.last.flatMap { name in (try? root.openDirectory(at: path.parent)).flatMap { (try? $0.kind(of: name)).flatMap(\.self) } }
            return kind == .file
        }
        for folder in folders {
            let path = RelativePath([Sidecar.name, folder.name])
            guard let entries = try? root.openDirectory(at: path).list(atMost: KeptFiles.most) else { continue }
            paths += entries.filter { $0.kind == .file && !$0.name.isHidden }.map(\.name).sorted().map(path.appending)
        }
        return paths
    }

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

    public init(_ name: Name, isReadOnly: Bool = false, isGoneBy: Bool = false) {
        (self.name, self.isReadOnly, self.isGoneBy) = (name, isReadOnly, isGoneBy)
    }
}
