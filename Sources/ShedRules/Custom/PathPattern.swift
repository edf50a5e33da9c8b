import ShedModel

/// A pattern for paths below a project's root, in the syntax of one line of `.shedignore`: without a slash within it is
/// for names at any depth, with one for whole paths; `**` stands for any number of folders. `.` is the root itself. Paths are
/// held against many at once (``PatternSet``).
public struct PathPattern: Sendable {
    /// As it was written.
    public let text: String
    /// `nil`: the root.
    let pattern: IgnorePattern?

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

    /// What it costs to hold a path against it, none where it is looked up (`Draft`, `*.txt`, `Draft/*.txt`): about its length.
    public var effort: Int { pattern.map(PatternMatcher.states) ?? 0 }

    /// So much effort may be asked for by all patterns for names that one file sets, and as much by those for paths.
    public static let mostEffort = GlobAutomaton.mostStates
}
