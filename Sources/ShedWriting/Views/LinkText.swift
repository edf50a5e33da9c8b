import ShedModel

/// What a view's links hold: `../Draft/Ode.txt`, from a folder at the project's root.
public enum LinkText {
    private static let up = Array("../".utf8)

    /// - Parameters:
    ///   - target: from the project's root.
    ///   - depth: how far below the root the link's folder is.
    /// - Returns: `nil` for a path that no link can hold.
    public static func text(to target: RelativePath, from depth: Int = 1) -> [UInt8]? {
        guard !target.isRoot, (1...RelativePath.deepest).contains(depth) else { return nil }
        let text = Array(repeatElement(up, count: depth).joined()) + target.bytes
        return text.count <= RelativePath.longest ? text : nil
    }

    /// The path from the root that a link leads to, if it is one that a view could have: steps up to the root, then names of files and
    /// folders that people see.
    /// - Parameter depth: how far below the root the link's folder is.
    public static func target(of text: [UInt8], from depth: Int = 1) -> RelativePath? {
        guard (1...RelativePath.deepest).contains(depth), text.count <= RelativePath.longest + up.count * depth,
            text.starts(with: repeatElement(up, count: depth).joined())
        else { return nil }
        return path(text.dropFirst(up.count * depth))
    }

    /// The path from the root that a link with an absolute path names, by the names in it alone: nothing is followed.
    /// - Parameter root: the project's, absolute.
    public static func target(of text: [UInt8], below root: [UInt8]) -> RelativePath? {
        let root = root.last == UInt8(ascii: "/") ? root : root + [UInt8(ascii: "/")]
        guard root.first == UInt8(ascii: "/"), text.count <= root.count + RelativePath.longest, text.starts(with: root) else { return nil }
        return path(text.dropFirst(root.count))
    }

    private static func path(_ bytes: ArraySlice<UInt8>) -> RelativePath? {
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard (2...RelativePath.deepest).contains(parts.count) else { return nil }
        let names = parts.map { Name(bytes: Array($0)) }
        return names.allSatisfy { $0.isPossible && !$0.isHidden } ? RelativePath(names) : nil
    }
}
