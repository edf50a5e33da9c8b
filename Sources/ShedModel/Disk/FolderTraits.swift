/// What a quick look at all entries of a directory found, so that most of them need no second look. What it denies is
/// certain; what it does not deny has to be looked at.
public struct FolderTraits: Hashable, Sendable {
    /// Whether a rule on single names may complain of one.
    public var hasOddName = false
    /// Whether two names may be the same, case and Unicode form aside.
    public var mayCollide = false
    public var holdsFolders = false
    /// Whether there is a link, a special file, or a file that has more names than one.
    public var holdsOddities = false
    /// The length of the longest name, in bytes.
    public var longestName = 0

    /// Whether rules on names, and on files as they are, have nothing to look at here. Where its path may be too long, that is
    /// another matter.
    public var isPlain: Bool { !hasOddName && !mayCollide && !holdsOddities }

    public init() {}
}
