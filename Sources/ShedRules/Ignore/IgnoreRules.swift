import ShedModel

/// What is no node and never judged: the passing files of editors and tools (``PassingFiles``), and what a project's
/// `.shedignore` adds to them in the syntax of gitignore(5).
///
/// As in git, the last pattern that matches decides, and a folder that is ignored is ignored with all that is in it: a
/// caller that does not walk the tree from its root asks ``ignores(path:kind:)``. A `!` pattern takes back what an
/// earlier pattern of the file ignored, never a passing file. Patterns are bytes: `?` stands for one byte.
///
/// Differences from git: `**` that is not a whole part of a path is an ordinary `*` wherever it stands, as gitignore(5)
/// says (git takes `a**/b` for `a` followed by `**/b`).
public struct IgnoreRules: Sendable {
    /// How much of a `.shedignore` is read: 1 MiB, in bytes.
    public static let longestFile = 1 << 20
    /// How many patterns are read.
    public static let mostPatterns = 10_000

    /// Whether a pattern depends on where an entry stands. If not, `directory` is never called.
    public let needsPaths: Bool
    /// Whether part of the `.shedignore` was left out because of a bound: file, number of patterns, length of one.
    public let isIncomplete: Bool

    /// The first line of the `.shedignore`, from 1, that was left out because of a bound.
    public let firstUnreadLine: Int?
    /// Whether only the passing files are ignored.
    public var isPlain: Bool { patterns.isEmpty }

    private let patterns: [IgnorePattern]

    /// The passing files only.
    public init() {
        patterns = []
        needsPaths = false
        isIncomplete = false
        firstUnreadLine = nil
    }

    /// The passing files and the patterns of a `.shedignore`. What is beyond the bounds is left out, and
    /// ``isIncomplete`` says so; a pattern that is malformed matches nothing, as in git.
    /// - Parameter shedignore: the file's content.
    public init(shedignore: [UInt8]) {
        var content = shedignore[...]
        var isIncomplete = false
        var firstUnreadLine: Int?
        if content.count > IgnoreRules.longestFile {
            content = content.prefix(IgnoreRules.longestFile)
            // The last line may be cut in two, and half a pattern can ignore too much.
            let end = content.lastIndex(of: UInt8(ascii: "\n"))
            content = content[..<(end ?? content.startIndex)]
            isIncomplete = true
            if end == nil { firstUnreadLine = 1 }
        }
        if content.starts(with: [0xef, 0xbb, 0xbf]) { content = content.dropFirst(3) }
        var patterns: [IgnorePattern] = []
        var number = 0
        for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard patterns.count < IgnoreRules.mostPatterns || line.isEmpty else {
                isIncomplete = true
                firstUnreadLine = firstUnreadLine ?? number
                break
            }
            switch IgnorePattern.read(line: line) {
            case .pattern(let pattern): patterns.append(pattern)
            case .tooLong:
                isIncomplete = true
                firstUnreadLine = firstUnreadLine ?? number
            case .nothing: break
            }
        }
        self.patterns = patterns
        self.isIncomplete = isIncomplete
        self.firstUnreadLine = firstUnreadLine ?? (isIncomplete ? number + 1 : nil)
        needsPaths = patterns.contains(where: \.isAnchored)
    }

    /// Whether an entry is ignored, its parents aside.
    ///
    /// Allocates nothing unless a pattern needs the path.
    /// - Parameter directory: the path of the directory that the entry stands in; called at most once.
    public func ignores(
        name: UnsafeBufferPointer<UInt8>, kind: EntryKind, directory: () -> RelativePath
    ) -> Bool {
        if PassingFiles.contains(name, kind: kind) { return true }
        if patterns.isEmpty { return false }
        var parents: [Name]?
        for pattern in patterns.reversed() {
            if pattern.isForDirectories && kind != .directory { continue }
            let matches: Bool
            if pattern.isAnchored {
                let known = parents ?? directory().names
                parents = known
                matches = pattern.matches(parents: known, name: name)
            } else {
                matches = pattern.matches(name: name)
            }
            if matches { return !pattern.isNegated }
        }
        return false
    }

    /// Whether an entry or one of the directories that it stands in is ignored. The root never is.
    public func ignores(path: RelativePath, kind: EntryKind) -> Bool {
        path.names.indices.contains { depth in
            path.names[depth].bytes.withUnsafeBufferPointer { name in
                ignores(name: name, kind: depth == path.names.count - 1 ? kind : .directory) {
                    RelativePath(Array(path.names[..<depth]))
                }
            }
        }
    }
}
