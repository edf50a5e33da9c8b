/// How long to wait before a burst of changes is given out. All durations are nanoseconds.
public struct Settle: Hashable, Sendable {
    /// No change for this long ends a burst.
    public var quiet: UInt64
    /// A burst is given out this long after its first change, quiet or not.
    public var longest: UInt64
    /// Takes the place of ``quiet`` and ``longest`` while `.git/index.lock` stands.
    public var longestDuringGit: UInt64
    /// A file that is written to and not closed makes its directory dirty after this long.
    public var openFile: UInt64

    public init(
        quiet: UInt64 = 50_000_000, longest: UInt64 = 1_000_000_000, longestDuringGit: UInt64 = 2_000_000_000,
        openFile: UInt64 = 2_000_000_000
    ) {
        self.quiet = quiet
        self.longest = longest
        self.longestDuringGit = longestDuringGit
        self.openFile = openFile
    }
}
