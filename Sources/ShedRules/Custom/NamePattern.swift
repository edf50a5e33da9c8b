import ShedModel

/// A shell pattern for one name: `*`, `?` (one byte) and brackets, as in `.shedignore`.
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

    /// Whether the whole name matches.
    public func matches(_ name: Name) -> Bool { name.bytes.withUnsafeBufferPointer(glob.matches) }
}
