/// A path below a project's root: names, outermost first. The empty path is the root itself.
public struct RelativePath: Hashable, Comparable, Sendable {
    public var names: [Name]

    public init(_ names: [Name] = []) { self.names = names }

    /// Splits at `/`; empty parts and `.` are dropped. `nil` if a part is `..` or cannot be a name.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        var names: [Name] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            defer { start = end + 1 }
            let name = Name(bytes: Array(bytes[start..<end]))
            if name.bytes.isEmpty || name.bytes == [UInt8(ascii: ".")] { continue }
            guard name.isPossible else { return nil }
            names.append(name)
        }
        self.names = names
    }

    public static let root = RelativePath()

    /// The most folders that a file of a project stands in, one in the other: more than anybody makes by hand. Each path of a tree has
    /// all of its names, so a tree costs its depth for each of its folders.
    public static let deepest = 255
    /// The longest path that a program can name, in bytes (PATH_MAX without its NUL, path_resolution(7)).
    public static let longest = 4_095

    /// Whether it is no path that a directory is looked into at.
    public var isTooDeep: Bool {
        names.count > RelativePath.deepest || names.reduce(-1, { $0 + 1 + $1.bytes.count }) > RelativePath.longest
    }

    public var isRoot: Bool { names.isEmpty }
    public var last: Name? { names.last }
    public var parent: RelativePath { RelativePath(Array(names.dropLast())) }

    public func appending(_ name: Name) -> RelativePath { RelativePath(names + [name]) }

    public func appending(_ path: RelativePath) -> RelativePath { RelativePath(names + path.names) }

    /// Whether this path is `other` or lies below it.
    public func isInside(_ other: RelativePath) -> Bool { names.starts(with: other.names) }

    /// The names joined by `/`; `.` for the root.
    public var bytes: [UInt8] {
        guard !names.isEmpty else { return [UInt8(ascii: ".")] }
        var joined: [UInt8] = []
        joined.reserveCapacity(names.reduce(-1) { $0 + $1.bytes.count + 1 })
        for (position, name) in names.enumerated() {
            if position > 0 { joined.append(UInt8(ascii: "/")) }
            joined += name.bytes
        }
        return joined
    }

    public static func < (left: RelativePath, right: RelativePath) -> Bool {
        left.names.lexicographicallyPrecedes(right.names)
    }
}

extension RelativePath: CustomStringConvertible, ExpressibleByStringLiteral {
    /// For literals in code and tests only; anything from outside goes through ``init(bytes:)``.
    public init(stringLiteral value: String) { self = RelativePath(bytes: Array(value.utf8)) ?? .root }

    /// The path with what cannot be shown escaped; `.` for the root.
    public var description: String {
        names.isEmpty ? "." : names.map(\.escaped).joined(separator: "/")
    }

    /// Whether the path is UTF-8 throughout.
    public var isText: Bool { names.allSatisfy { $0.text != nil } }
}
