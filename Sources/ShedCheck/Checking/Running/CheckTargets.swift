import ShedDisk
import ShedModel
import ShedProject

/// One project that a check is to look at, and which part of it.
public struct CheckTarget: Sendable {
    /// An absolute path without links.
    public var root: [UInt8]
    /// Paths in it; the root for the whole.
    public var paths: [RelativePath]

    /// Whether all of the project is looked at.
    public var isWhole: Bool { paths.contains(.root) }
}

/// What paths, each in some project or above several, come to.
public struct CheckTargets: Sendable {
    /// In the order of the roots' bytes.
    public private(set) var targets: [CheckTarget] = []
    /// Whether several projects were asked for: more than one, or all below a directory.
    public private(set) var isMany = false
    /// What was not looked into, a sentence each.
    public private(set) var notes: [String] = []
    private let registry: Registry

    /// - Parameters:
    ///   - paths: as they are given; the project around the base where there are none.
    ///   - base: the directory that relative paths begin in: an absolute path without links.
    ///   - registry: knows which directories were projects.
    /// - Throws: ``ShedError`` of kind usage for a path where nothing is, or that has no project around or below it.
    public init(_ paths: [[UInt8]], base: [UInt8], _ registry: Registry) throws(ShedError) {
        self.registry = registry
        if paths.isEmpty { try add(PathReader.names(of: base), shown: base, isWhole: true) }
        for path in paths {
            guard !path.isEmpty else { throw PathReader.empty }
            try add(PathReader.names(of: PathReader.absolute(path, base: base)), shown: path)
        }
        targets.sort { $0.root.lexicographicallyPrecedes($1.root) }
        isMany = isMany || targets.count > 1
    }

    /// - Parameter isWhole: whether all of the project is meant that the directory is in.
    private mutating func add(_ parts: [[UInt8]], shown: [UInt8], isWhole: Bool = false) throws(ShedError) {
        // By the text, so that no link inside of a project is followed; the nearest directory with a sidecar counts, as far as the way
        // up is the person's own.
        var way = WayUp(registry)
        for length in stride(from: parts.count, through: 0, by: -1) {
            let place = PathReader.joined(parts[..<length])
            guard way.goes(to: place), let directory = try? DirectoryHandle(pathBytes: place), (try? directory.kind(of: ".shed")) == .directory
            else { continue }
            let path = isWhole ? RelativePath.root : RelativePath(parts[length...].map { Name(bytes: $0) })
            try requireThere(path, in: directory, shown)
            return add(try RealPath.of(PathReader.joined(parts[..<length])), path)
        }
        let directory = try RealPath.of(PathReader.joined(parts[...]))
        do throws(DiskError) { _ = try DirectoryHandle(pathBytes: directory) } catch {
            guard error.code == .notDirectory else { throw ShedError(error) }
            throw ShedError(.usage, "\(EscapedText.escape(shown)) is in no shed project", remedy: "Name a project, something in one, or a directory with projects in it.")
        }
        let search = try ProjectSearch(below: directory)
        guard !search.roots.isEmpty else {
            throw ShedError.noProject(around: directory, shown: directory, further: ", and there is none below it", registry)
        }
        notes += search.notes
        isMany = true
        for root in search.roots { add(root, .root) }
    }

    /// Follows what was renamed in a project.
    mutating func follow(_ mendings: [Mending], in root: [UInt8]) {
        guard let position = targets.firstIndex(where: { $0.root == root }) else { return }
        targets[position].paths = targets[position].paths.map { path in
            // The longest says where the folders above are, too.
            let met = mendings.filter { path.isInside($0.from) }.max { $0.from.names.count < $1.from.names.count }
            guard let met else { return path }
            // A folder that was removed: what is above it.
            guard let to = met.to else { return met.from.parent }
            return RelativePath(to.names + path.names.dropFirst(met.from.names.count))
        }
    }

    private func requireThere(_ path: RelativePath, in root: DirectoryHandle, _ shown: [UInt8]) throws(ShedError) {
        guard let name = path.last else { return }
        let kind = (try? root.openDirectory(at: path.parent)).flatMap { try? $0.kind(of: name) }
        guard kind != nil else { throw ShedError(.usage, "\(EscapedText.escape(shown)): there is no such file or folder", remedy: "Check the path.") }
    }

    private mutating func add(_ root: [UInt8], _ path: RelativePath) {
        if let position = targets.firstIndex(where: { $0.root == root }) {
            targets[position].paths.append(path)
        } else {
            targets.append(CheckTarget(root: root, paths: [path]))
        }
    }
}
