import ShedModel

/// Patterns for names and paths, so arranged that what an entry costs hardly depends on how many there are: names, beginnings and
/// ends are looked up, paths of plain names by their directory, and all that is left is held against the entry at once.
///
/// All patterns that come with a project are matched here: those of a `.shedignore`, and those of the settings.
struct PatternMatcher: Sendable {
    /// A directory, as far as patterns for paths go.
    struct Place: Sendable {
        fileprivate var folder: Int
        fileprivate var states: [UInt64]
    }

    private var names = NameTable()
    private var globs: GlobAutomaton
    /// The directories that patterns of plain names lead to.
    private var folders = NameTree()
    /// What stands in each of them that a pattern names.
    private var namesInFolders = [NameTable()]
    private var paths: GlobAutomaton
    /// How many patterns there are. Their numbers are from 0.
    private(set) var count = 0
    /// Whether a pattern depends on where an entry stands.
    private(set) var needsPaths = false

    /// - Parameter mostStates: of patterns for names that are not looked up, and as many of such for paths.
    init(mostStates: Int = GlobAutomaton.mostStates) {
        globs = GlobAutomaton(most: mostStates)
        paths = GlobAutomaton(most: mostStates)
    }

    /// Adds a pattern behind the others.
    /// - Returns: whether there was room.
    @discardableResult mutating func add(_ pattern: IgnorePattern) -> Bool {
        guard place(pattern, Int32(count)) else { return false }
        count += 1
        if pattern.isAnchored { needsPaths = true }
        return true
    }

    /// How many states a pattern needs, none if it is looked up.
    static func states(of pattern: IgnorePattern) -> Int {
        guard case .glob(let last)? = pattern.parts.last else { return 0 }
        let isLookedUp = NameTable.holds(last) && pattern.parts.dropLast().allSatisfy { part in
            if case .glob(let glob) = part { Glob.literals(glob.tokens[...]) != nil } else { false }
        }
        return isLookedUp ? 0 : GlobAutomaton.states(of: pattern.parts)
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

    /// Tells the number of each pattern that an entry meets, in any order; of those that say the same, at least the last.
    /// - Parameter place: of the directory that it stands in; asked for only where a pattern needs it.
    func meet(_ name: UnsafeBufferPointer<UInt8>, isDirectory: Bool, in place: () -> Place, _ tell: (Int32) -> Void) {
        names.meet(name, isDirectory: isDirectory, tell)
        if !globs.isEmpty { globs.meet(name, isDirectory: isDirectory, from: globs.beginning, tell) }
        if needsPaths {
            let place = place()
            if place.folder >= 0 { namesInFolders[place.folder].meet(name, isDirectory: isDirectory, tell) }
            if !paths.isEmpty { paths.meet(name, isDirectory: isDirectory, from: place.states, tell) }
        }
    }

    /// The number of the last pattern that an entry meets; `nil`: it meets none.
    func last(_ name: UnsafeBufferPointer<UInt8>, isDirectory: Bool, in place: () -> Place) -> Int? {
        var last: Int32 = -1
        meet(name, isDirectory: isDirectory, in: place) { last = max(last, $0) }
        return last < 0 ? nil : Int(last)
    }
}
