import ShedModel

/// Patterns that are held against a name or a path all at once, and each that is met is told. What one name costs grows with its
/// length, and with the efforts of all patterns together (``PathPattern/effort``) by a 64th of a step each.
///
/// A path is what stands there, a folder or not; what lies below one that meets a pattern does not meet it.
public struct PatternSet: Sendable {
    /// A folder, as far as the patterns go.
    public struct Place: Sendable {
        fileprivate var known: PatternMatcher.Place
    }

    /// What a pattern says, however it is written.
    private struct Sense: Hashable {
        var parts: [[Glob.Token]?]
        var isAnchored: Bool
    }

    // Whoever reads patterns bounds them.
    private var matcher = PatternMatcher(mostStates: .max)
    private var numbers: [Sense: Int] = [:]
    /// The number of `.`.
    private var root: Int?
    /// The number of each pattern, by that of the matcher.
    private var given: [Int] = []
    /// How many different patterns there are. Their numbers are from 0.
    public private(set) var count = 0

    public init() {}

    /// Whether a pattern depends on where something stands. If not, places are all alike.
    public var needsPaths: Bool { matcher.needsPaths }

    /// Adds a pattern.
    /// - Returns: its number, which patterns have in common that say the same.
    public mutating func add(_ pattern: PathPattern) -> Int {
        if let pattern = pattern.pattern { return add(pattern) }
        if let root { return root }
        root = count
        count += 1
        return count - 1
    }

    /// The same for names, wherever they are.
    public mutating func add(_ pattern: NamePattern) -> Int { add(pattern.pattern()) }

    private mutating func add(_ pattern: IgnorePattern) -> Int {
        let sense = Sense(
            parts: pattern.parts.map { part in if case .glob(let glob) = part { glob.tokens } else { nil } }, isAnchored: pattern.isAnchored)
        if let known = numbers[sense] { return known }
        matcher.add(pattern)
        numbers[sense] = count
        given.append(count)
        count += 1
        return count - 1
    }

    /// Says that all patterns are there: none is met before.
    public mutating func finish() { matcher.finish() }

    // MARK: Asking

    /// The project's root.
    public var top: Place { Place(known: matcher.root) }

    public func place(of name: Name, in parent: Place) -> Place { Place(known: matcher.place(of: name, in: parent.known)) }

    /// Costs the length of the path.
    public func place(of path: RelativePath) -> Place { Place(known: matcher.place(of: path)) }

    /// Tells the number of each pattern that something meets, once and in any order.
    /// - Parameter place: of the folder that it stands in.
    public func meet(_ name: Name, in place: Place, _ tell: (Int) -> Void) {
        name.bytes.withUnsafeBufferPointer { bytes in matcher.meet(bytes, isDirectory: true, in: { place.known }) { tell(given[Int($0)]) } }
    }

    /// The same of the project's root.
    public func meetRoot(_ tell: (Int) -> Void) { if let root { tell(root) } }

    /// Whether something meets a pattern.
    public func contains(_ name: Name, in place: Place) -> Bool {
        name.bytes.withUnsafeBufferPointer { matcher.last($0, isDirectory: true, in: { place.known }) } != nil
    }

    /// Whether the project's root does.
    public var containsRoot: Bool { root != nil }
}
