import ShedModel

/// What a view's links hold: `../Draft/Ode.txt`, from a folder at the project's root.
public enum LinkText {
    private static let up = Array("../".utf8)

    /// - Parameter target: from the project's root.
    /// - Returns: `nil` for a path that no link can hold.
    public static func text(to target: RelativePath) -> [UInt8]? {
        guard !target.isRoot else { return nil }
        let text = up + target.bytes
        return text.count <= RelativePath.longest ? text : nil
    }

    /// The path from the root that a link in a folder at the root leads to, if it is one that a view could have: one step up, then names
    /// of files and folders that people see.
    public static func target(of text: [UInt8]) -> RelativePath? {
        guard text.starts(with: up), text.count <= RelativePath.longest + up.count else { return nil }
        let parts = text.dropFirst(up.count).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard (2...RelativePath.deepest).contains(parts.count) else { return nil }
        let names = parts.map { Name(bytes: Array($0)) }
        return names.allSatisfy { $0.isPossible && !$0.isHidden } ? RelativePath(names) : nil
    }
}
