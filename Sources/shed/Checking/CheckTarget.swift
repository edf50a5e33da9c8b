import ShedDisk
import ShedEngine
import ShedModel

/// One project that `check` is to look at, and which part of it.
struct CheckTarget {
    /// An absolute path without links.
    var root: [UInt8]
    /// Paths in it; the root for the whole.
    var paths: [RelativePath]
}

/// What the PATHs of `check` come to.
struct CheckTargets {
    /// In the order of the roots' bytes.
    private(set) var targets: [CheckTarget] = []
    /// Whether several projects were asked for: more than one, or all below a directory.
    private(set) var isMany = false
    /// What was not looked into, a sentence each.
    private(set) var notes: [String] = []

    /// - Parameters:
    ///   - paths: as argument-parser gives them; the working directory where there are none.
    ///   - base: an absolute path without links.
    init(_ paths: [String], base: [UInt8]) throws(ShedError) {
        if paths.isEmpty { try add(PathArgument.normalised(base), shown: base, isWhole: true) }
        for path in paths {
            let bytes = RawArguments.bytes(of: path)
            guard !bytes.isEmpty else { throw ShedError(.usage, "a path is empty", remedy: "“.” is the directory you are in.") }
            try add(PathArgument.normalised(PathArgument.absolute(bytes, base: base)), shown: bytes)
        }
        targets.sort { $0.root.lexicographicallyPrecedes($1.root) }
        isMany = isMany || targets.count > 1
    }

    /// - Parameter isWhole: whether all of the project is meant that the directory is in.
    private mutating func add(_ parts: [[UInt8]], shown: [UInt8], isWhole: Bool = false) throws(ShedError) {
        // By the text, so that no link inside of a project is followed; the nearest directory with a sidecar counts.
        for length in stride(from: parts.count, through: 0, by: -1) {
            guard let directory = try? DirectoryHandle(pathBytes: CheckTargets.joined(parts[..<length])),
                (try? directory.kind(of: ".shed")) == .directory
            else { continue }
            let path = isWhole ? RelativePath.root : RelativePath(parts[length...].map { Name(bytes: $0) })
            try requireThere(path, in: directory, shown)
            return add(try RealPath.of(CheckTargets.joined(parts[..<length])), path)
        }
        let directory = try RealPath.of(CheckTargets.joined(parts[...]))
        do throws(DiskError) { _ = try DirectoryHandle(pathBytes: directory) } catch {
            guard error.code == .notDirectory else { throw ShedError(error) }
            throw ShedError(.usage, "\(EscapedText.escape(shown)) is in no shed project", remedy: "Name a project, something in one, or a directory with projects in it.")
        }
        let search = try ProjectSearch(below: directory)
        guard !search.roots.isEmpty else {
            throw ShedError(
                .usage, "\(EscapedText.escape(directory)) is in no shed project, and there is none below it",
                remedy: "“shed new” makes a project, “shed adopt” makes one of an existing folder, -C names another directory.")
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

    private static func joined(_ parts: ArraySlice<[UInt8]>) -> [UInt8] {
        parts.isEmpty ? [UInt8(ascii: "/")] : parts.flatMap { [UInt8(ascii: "/")] + $0 }
    }
}
