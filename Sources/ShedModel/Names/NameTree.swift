/// Paths of directories as a tree of their names, by which a walk can follow them down; each directory has a number, the root 0. What
/// is known of one its user keeps by that. Flat, because a path can have more parts than a stack has room for.
public struct NameTree: Sendable {
    /// The number of a directory that is not in it.
    public static let none = -1

    private var children: [[Name: Int]] = [[:]]

    public init() {}

    /// How many directories there are; their numbers are below it.
    public var count: Int { children.count }

    /// The number of a directory, made with those above it where it is new.
    /// - Parameter names: the way to it from the root.
    public mutating func add(_ names: some Sequence<Name>) -> Int {
        var current = 0
        for name in names {
            if let next = children[current][name] {
                current = next
            } else {
                children[current][name] = children.count
                current = children.count
                children.append([:])
            }
        }
        return current
    }

    /// What stands in a directory, by its name.
    /// - Parameter directory: a number, or ``none``.
    public func children(_ directory: Int) -> [Name: Int] { directory >= 0 ? children[directory] : [:] }
}
