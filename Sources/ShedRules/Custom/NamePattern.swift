import ShedModel

/// A shell pattern for one name: `*`, `?` (one byte) and brackets, as in `.shedignore`. Names are held against many at once
/// (`PatternMatcher`).
public struct NamePattern: Sendable {
    /// As it was written.
    public let text: String
    private let glob: Glob

    /// The longest pattern, in bytes.
    public static let longest = 4096

    /// - Returns: `nil` for a pattern that is empty, malformed or too long, or has a slash.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= NamePattern.longest, !bytes.contains(UInt8(ascii: "/")),
            let globs = GlobParser.parse(bytes[...]), globs.count == 1
        else { return nil }
        self.text = text
        glob = globs[0]
    }

    /// The same for entries wherever they stand, or for folders alone.
    func pattern(isForFolders: Bool = false) -> IgnorePattern {
        IgnorePattern(isNegated: false, isForDirectories: isForFolders, isAnchored: false, parts: [.glob(glob)])
    }

    /// What it costs to hold a name against it, none where it is looked up (`README.md`, `*.txt`, `Draft*`): about its length.
    public var effort: Int { PatternMatcher.states(of: pattern()) }
}
