import ShedMessages
import ShedModel

/// Reads paths as people and programs give them, below one project's root.
public struct PathReader: Sendable {
    private let base: [UInt8]
    private let root: [UInt8]

    /// - Parameters:
    ///   - base: the directory that relative paths begin in: an absolute path without links.
    ///   - root: the project's root: an absolute path without links.
    public init(base: [UInt8], root: [UInt8]) {
        self.base = base
        self.root = root
    }

    /// The path below the root that a text names.
    ///
    /// Resolved by its text alone: `..` goes one name up, and no link inside the project is followed. On the way to the
    /// root links are followed, so that a project can be reached through one.
    /// - Throws: ``ShedError`` of kind usage for a path outside of the project.
    public func path(_ bytes: [UInt8]) throws(ShedError) -> RelativePath {
        guard !bytes.isEmpty else { throw PathReader.empty }
        let parts = PathReader.names(of: PathReader.absolute(bytes, base: base))
        let rootParts = PathReader.names(of: root)
        if parts.starts(with: rootParts) { return RelativePath(parts.dropFirst(rootParts.count).map { Name(bytes: $0) }) }
        // The shallowest directory on the way that is the root: what lies below it is never resolved.
        for length in parts.indices {
            guard let real = try? RealPath.of(PathReader.joined(parts[..<length])) else { break }
            if real == root { return RelativePath(parts[length...].map { Name(bytes: $0) }) }
        }
        if (try? RealPath.of(PathReader.joined(parts[...]))) == root { return .root }
        throw ShedError(
            .usage, .outsideProject(path: EscapedText.escape(bytes), root: EscapedText.escape(root)), remedy: .nameInside)
    }

    /// Several paths in their order, each once.
    public func paths(_ words: [[UInt8]]) throws(ShedError) -> [RelativePath] {
        var seen: Set<RelativePath> = []
        var paths: [RelativePath] = []
        for word in words {
            let path = try path(word)
            if seen.insert(path).inserted { paths.append(path) }
        }
        return paths
    }

    /// A path that is given as nothing.
    package static var empty: ShedError { ShedError(.usage, .emptyPath, remedy: .dotIsHere) }

    // MARK: Absolute paths

    private static let slash = UInt8(ascii: "/")

    /// A path from the root of the file system on.
    /// - Parameter base: the directory that a relative path begins in.
    public static func absolute(_ bytes: [UInt8], base: [UInt8]) -> [UInt8] { bytes.first == slash ? bytes : base + [slash] + bytes }

    /// The same as ``absolute(_:base:)`` without `.` and doubled slashes, and without `..` at the beginning. Any other `..` stays: behind a link it
    /// leads elsewhere than its text says. A slash at the end stays.
    /// - Parameter base: an absolute path without links.
    package static func tidy(_ bytes: [UInt8], base: [UInt8]) -> [UInt8] {
        var parts = bytes.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
        var start = bytes.first == slash ? [] : base.split(separator: slash)
        while !start.isEmpty, let first = parts.first, first.elementsEqual("..".utf8) {
            start.removeLast()
            parts.removeFirst()
        }
        let all = start + parts
        guard !all.isEmpty else { return [slash] }
        return all.flatMap { [slash] + $0 } + (bytes.last == slash ? [slash] : [])
    }

    /// The names of an absolute path, without `.` and `..`.
    package static func names(of path: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        for part in path.split(separator: slash) {
            if part.elementsEqual("..".utf8) {
                _ = parts.popLast()
            } else if !part.elementsEqual(".".utf8) {
                parts.append(Array(part))
            }
        }
        return parts
    }

    /// The absolute path of names.
    package static func joined(_ names: ArraySlice<[UInt8]>) -> [UInt8] { names.isEmpty ? [slash] : names.flatMap { [slash] + $0 } }

    // MARK: Lists

    /// How long a list of paths may be: 64 MiB, in bytes.
    public static let longestList = 64 << 20

    /// The paths of a list, each on a line of its own or ended by NUL.
    public static func list(_ bytes: [UInt8], endedByNUL: Bool) -> [[UInt8]] {
        bytes.split(separator: endedByNUL ? 0 : UInt8(ascii: "\n")).map(Array.init)
    }
}
