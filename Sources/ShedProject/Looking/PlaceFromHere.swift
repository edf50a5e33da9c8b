import ShedModel

/// Paths from the directory that a program was started in: there an editor, a CI system or another program looks for them.
public struct PlaceFromHere: Sendable {
    private let here: [[UInt8]]

    /// - Parameter here: an absolute path without links.
    public init(_ here: [UInt8]) { self.here = here.split(separator: UInt8(ascii: "/")).map(Array.init) }

    /// What paths of one project begin with, seen from here.
    public struct Start: Sendable {
        /// Names from here to the root; `nil` where here is inside of the root.
        fileprivate let prefix: [UInt8]?
        /// The names of here below the root, where it is inside.
        fileprivate let inside: [[UInt8]]

        /// The path from here, with `..` where here is inside of the root.
        /// - Parameter path: below the root.
        public func place(of path: RelativePath) -> [UInt8] {
            if let prefix {
                if path.isRoot { return prefix.isEmpty ? [UInt8(ascii: ".")] : prefix }
                return prefix.isEmpty ? path.bytes : prefix.last == UInt8(ascii: "/") ? prefix + path.bytes : prefix + [UInt8(ascii: "/")] + path.bytes
            }
            let parts = path.names.map(\.bytes)
            let shared = zip(parts, inside).prefix { $0 == $1 }.count
            let steps = [[UInt8]](repeating: Array("..".utf8), count: inside.count - shared) + parts[shared...]
            return steps.isEmpty ? [UInt8(ascii: ".")] : Array(steps.joined(separator: [UInt8(ascii: "/")]))
        }

        /// The same as another program takes it: no option and no command of a runner, however it begins.
        public func word(of path: RelativePath) -> [UInt8] { PlaceFromHere.word(place(of: path)) }

        /// Whether paths from here are those from the root.
        public var isRoot: Bool { prefix?.isEmpty == true }
    }

    /// A path as another program takes it: with `./` before a dash at its beginning, which would make it an option, and before two
    /// colons, which would make the line that it begins a command of a runner (``RunnerCommand``).
    public static func word(_ place: [UInt8]) -> [UInt8] {
        let isMisread = place.first == UInt8(ascii: "-") || RunnerCommand.colons(atBeginningOf: place) != nil
        return isMisread ? Array("./".utf8) + place : place
    }

    /// How paths of a project begin: from here where one is in the other, else they are absolute.
    /// - Parameter root: an absolute path without links.
    public func start(at root: [UInt8]) -> Start {
        let slash = UInt8(ascii: "/")
        let parts = root.split(separator: slash).map(Array.init)
        if parts.starts(with: here) { return Start(prefix: Array(parts[here.count...].joined(separator: [slash])), inside: []) }
        if here.starts(with: parts) { return Start(prefix: nil, inside: Array(here[parts.count...])) }
        return Start(prefix: [slash] + Array(parts.joined(separator: [slash])), inside: [])
    }

    /// The path from here, with `..` where here is inside of the root, else the absolute path.
    /// - Parameters:
    ///   - path: below the root.
    ///   - root: an absolute path without links.
    public func place(of path: RelativePath, in root: [UInt8]) -> [UInt8] { start(at: root).place(of: path) }

    /// The path from here of anything, with as many `..` as that takes.
    /// - Parameter path: absolute, without links.
    public func relative(_ path: [UInt8]) -> [UInt8] {
        let parts = PathReader.names(of: path)
        let shared = zip(parts, here).prefix { $0 == $1 }.count
        let steps = [[UInt8]](repeating: Array("..".utf8), count: here.count - shared) + parts[shared...]
        return steps.isEmpty ? [UInt8(ascii: ".")] : PlaceFromHere.word(Array(steps.joined(separator: [UInt8(ascii: "/")])))
    }

    /// Whether a path is that of here, or below it.
    /// - Parameter path: absolute, without links.
    public func holds(_ path: [UInt8]) -> Bool { PathReader.names(of: path).starts(with: here) }
}
