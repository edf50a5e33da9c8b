import ShedModel

/// The patterns of a `.shedignore`, so arranged that what an entry costs hardly depends on how many there are: names, beginnings and
/// ends are looked up, paths of plain names by their directory, and all that is left is held against the entry at once.
struct IgnoreMatcher: Sendable {
    /// A directory, as far as patterns for paths go.
    struct Place: Sendable {
        fileprivate var folder: Int
        fileprivate var states: [UInt64]
    }

    private var names = NameTable()
    private var globs = GlobAutomaton()
    /// The directories that patterns of plain names lead to.
    private var folders = NameTree()
    /// What stands in each of them that a pattern names.
    private var namesInFolders = [NameTable()]
    private var paths = GlobAutomaton()
    private var isNegated: [Bool] = []
    /// Whether a pattern depends on where an entry stands.
    private(set) var needsPaths = false

    var count: Int { isNegated.count }

    /// Adds a pattern behind the others.
    /// - Returns: whether there was room (``GlobAutomaton/mostStates``).
    mutating func add(_ pattern: IgnorePattern) -> Bool {
        let number = Int32(count)
        guard place(pattern, number) else { return false }
        isNegated.append(pattern.isNegated)
        if pattern.isAnchored { needsPaths = true }
        return true
    }

    /// Says that all patterns are there: none is met before.
    mutating func finish() {
        globs.finish()
        paths.finish()
    }

    private mutating func place(_ pattern: IgnorePattern, _ number: Int32) -> Bool {
        guard case .glob(let last)? = pattern.parts.last else { return false }
        if !pattern.isAnchored {
            return names.add(last, number: number, isForDirectories: pattern.isForDirectories)
                || globs.add(pattern.parts, number: number, isForDirectories: pattern.isForDirectories)
        }
        if let folder = folder(of: pattern.parts.dropLast()), namesInFolders[folder].add(last, number: number, isForDirectories: pattern.isForDirectories) {
            return true
        }
        return paths.add(pattern.parts, number: number, isForDirectories: pattern.isForDirectories)
    }

    /// The folder that plain names lead to, made where it is new; `nil` where there are others among them.
    private mutating func folder(of parts: ArraySlice<IgnorePattern.Part>) -> Int? {
        var way: [Name] = []
        for part in parts {
            guard case .glob(let glob) = part, let bytes = Glob.literals(glob.tokens[...]) else { return nil }
            way.append(Name(bytes: bytes))
        }
        let folder = folders.add(way)
        while namesInFolders.count < folders.count { namesInFolders.append(NameTable()) }
        return folder
    }

    // MARK: Asking

    var root: Place { Place(folder: 0, states: paths.beginning) }

    func place(of name: Name, in parent: Place) -> Place {
        Place(
            folder: folders.children(parent.folder)[name] ?? NameTree.none,
            states: paths.isEmpty ? [] : name.bytes.withUnsafeBufferPointer { paths.entering($0, from: parent.states) })
    }

    func place(of path: RelativePath) -> Place { path.names.reduce(root) { place(of: $1, in: $0) } }

    /// Whether the last pattern that an entry meets ignores it.
    /// - Parameter place: of the directory that it stands in; asked for only where a pattern needs it.
    func ignores(_ name: UnsafeBufferPointer<UInt8>, isDirectory: Bool, in place: () -> Place) -> Bool {
        var last = names.last(name, isDirectory: isDirectory)
        if !globs.isEmpty { last = max(last, globs.last(name, isDirectory: isDirectory, from: globs.beginning)) }
        if needsPaths {
            let place = place()
            if place.folder >= 0 { last = max(last, namesInFolders[place.folder].last(name, isDirectory: isDirectory)) }
            if !paths.isEmpty { last = max(last, paths.last(name, isDirectory: isDirectory, from: place.states)) }
        }
        return last >= 0 && !isNegated[Int(last)]
    }
}
