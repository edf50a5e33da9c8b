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
    /// How much of a `.shedignore` is read: 256 KiB, in bytes.
    public static let longestFile = 256 << 10
    /// How many patterns are read.
    public static let mostPatterns = 10_000

    /// Whether a pattern depends on where an entry stands. If not, `directory` is never called.
    public let needsPaths: Bool
    /// Whether part of the `.shedignore` was left out because of a bound: file, number of patterns, length of one, or of all together
    /// that cannot be looked up (`*a*`, `a?`, `[ab]`, `a/*/b`, `a/**`): of those that have no slash, and of the others, each about 4,096
    /// bytes and slashes (`GlobAutomaton.mostStates`).
    public let isIncomplete: Bool

    /// The first line of the `.shedignore`, from 1, that was left out because of a bound.
    public let firstUnreadLine: Int?
    /// Whether only the passing files are ignored.
    public let isPlain: Bool

    /// The patterns, shared by all copies: rules are handed about in crawls, where counting each table of a matcher costs more than asking it.
    private final class Patterns: Sendable {
        let matcher: PatternMatcher
        /// The patterns that take back what earlier ones ignore, by their numbers.
        let isNegated: [Bool]

        init(_ matcher: PatternMatcher = PatternMatcher(), isNegated: [Bool] = []) {
            self.matcher = matcher
            self.isNegated = isNegated
        }
    }

    private let patterns: Patterns
    private static let none = Patterns()

    /// The passing files only.
    public init() {
        patterns = IgnoreRules.none
        isPlain = true
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
        var matcher = PatternMatcher()
        var isNegated: [Bool] = []
        var number = 0
        for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard matcher.count < IgnoreRules.mostPatterns || line.isEmpty else {
                isIncomplete = true
                firstUnreadLine = firstUnreadLine ?? number
                break
            }
            switch IgnorePattern.read(line: line) {
            case .pattern(let pattern):
                if matcher.add(pattern) {
                    isNegated.append(pattern.isNegated)
                    continue
                }
            case .nothing: continue
            case .tooLong: break
            }
            isIncomplete = true
            firstUnreadLine = firstUnreadLine ?? number
        }
        matcher.finish()
        patterns = Patterns(matcher, isNegated: isNegated)
        isPlain = isNegated.isEmpty
        self.isIncomplete = isIncomplete
        self.firstUnreadLine = firstUnreadLine ?? (isIncomplete ? number + 1 : nil)
        needsPaths = matcher.needsPaths
    }

    /// A directory in which entries are asked about.
    public struct Place: Sendable {
        fileprivate let known: PatternMatcher.Place
    }

    /// The place of a directory, for all that stands in it. Costs the length of the path.
    public func place(of directory: RelativePath) -> Place { Place(known: patterns.matcher.place(of: directory)) }

    /// Whether an entry is ignored, its parents aside. What it costs grows with its name, hardly with the number of patterns.
    ///
    /// Allocates nothing of note unless a pattern needs the place.
    /// - Parameter place: of the directory that the entry stands in; called at most once.
    public func ignores(_ name: UnsafeBufferPointer<UInt8>, _ kind: EntryKind, in place: () -> Place) -> Bool {
        if PassingFiles.contains(name, kind: kind) { return true }
        if isPlain { return false }
        return patterns.matcher.last(name, isDirectory: kind == .directory, in: { place().known }).map { !patterns.isNegated[$0] } ?? false
    }

    /// The same of one entry by the path of its directory. Costs the length of that, where a pattern needs it.
    public func ignores(name: UnsafeBufferPointer<UInt8>, kind: EntryKind, directory: () -> RelativePath) -> Bool {
        ignores(name, kind, in: { place(of: directory()) })
    }

    /// Whether an entry or one of the directories that it stands in is ignored. The root never is.
    public func ignores(path: RelativePath, kind: EntryKind) -> Bool {
        var place = Place(known: patterns.matcher.root)
        for (depth, name) in path.names.enumerated() {
            let isLast = depth == path.names.count - 1
            if name.bytes.withUnsafeBufferPointer({ ignores($0, isLast ? kind : .directory, in: { place }) }) { return true }
            if needsPaths, !isLast { place = Place(known: patterns.matcher.place(of: name, in: place.known)) }
        }
        return false
    }
}
