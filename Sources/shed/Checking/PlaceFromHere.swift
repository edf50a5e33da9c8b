import ShedModel

/// Paths from the directory that the program was started in: there an editor or a CI system looks for them.
struct PlaceFromHere {
    private let here: [[UInt8]]

    /// - Parameter here: an absolute path without links.
    init(_ here: [UInt8]) { self.here = here.split(separator: UInt8(ascii: "/")).map(Array.init) }

    /// The path from here, with `..` where here is inside of the root, else the absolute path.
    /// - Parameters:
    ///   - path: below the root.
    ///   - root: an absolute path without links.
    func place(of path: RelativePath, in root: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let rootParts = root.split(separator: slash).map(Array.init)
        let parts = rootParts + path.names.map(\.bytes)
        guard rootParts.starts(with: here) || here.starts(with: rootParts) else { return parts.flatMap { [slash] + $0 } }
        let shared = zip(parts, here).prefix { $0 == $1 }.count
        let steps = [[UInt8]](repeating: Array("..".utf8), count: here.count - shared) + parts[shared...]
        return steps.isEmpty ? [UInt8(ascii: ".")] : Array(steps.joined(separator: [slash]))
    }
}
