import ShedModel

/// A pattern for paths below a project's root, in the syntax of one line of `.shedignore`: without a slash within it is
/// for names at any depth, with one for whole paths; `**` stands for any number of folders, `/` at the end for folders
/// only. `.` is the root itself.
public struct PathPattern: Sendable {
    /// As it was written.
    public let text: String
    /// `nil`: the root.
    private let pattern: IgnorePattern?

    /// - Returns: `nil` for a pattern that is empty, malformed or too long, or begins with `!` or `#`.
    public init?(_ text: String) {
        self.text = text
        if text == "." {
            pattern = nil
            return
        }
        guard case .pattern(let pattern) = IgnorePattern.read(line: Array(text.utf8)[...]), !pattern.isNegated else { return nil }
        self.pattern = pattern
    }

    /// Whether a path matches; what lies below one that matches does not.
    public func matches(_ path: RelativePath, isDirectory: Bool) -> Bool {
        guard let pattern, let name = path.last else { return pattern == nil && path.isRoot }
        if pattern.isForDirectories, !isDirectory { return false }
        return name.bytes.withUnsafeBufferPointer { bytes in
            pattern.isAnchored ? pattern.matches(parents: path.parent.names, name: bytes) : pattern.matches(name: bytes)
        }
    }
}
