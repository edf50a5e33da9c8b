/// What people may set in `.shed/settings.toml`. Times are in milliseconds.
public struct Settings: Hashable, Sendable {
    /// What becomes of a disallowed addition.
    public enum RejectionMode: String, Hashable, Sendable, CaseIterable {
        /// It moves to Rejected.
        case move
        /// It stays where it is and is reported.
        case report
    }

    /// What becomes of links in documents that a move has broken.
    public enum LinkMode: String, Hashable, Sendable, CaseIterable {
        /// The verb that moved says so.
        case say
        /// The same, and `check` names those that lead nowhere.
        case check
        /// The same, and what is certain is mended whenever something was moved.
        case mend
    }

    /// How long a disallowed addition must have been quiet before the daemon judges it.
    public var quiet: Int64 = 2_000
    /// How long nothing must have come into a new folder, or to a file that ends before its content does, before the daemon judges
    /// it: copies are slow, and people fill what they make.
    public var longQuiet: Int64 { quiet * 5 }
    /// More disallowed additions than this at once are reported, not moved.
    public var bulk = 100
    public var rejection = RejectionMode.move
    /// How long an arrival that a carrier brought may wait for the batch that explains it.
    public var grace: Int64 = 600_000
    /// How long a missing node comes back by its path alone.
    public var `return`: Int64 = 7 * 86_400_000
    /// Whether derived views are kept up (All).
    public var views = true
    public var links = LinkMode.say
    /// Whether an index of the words of texts is kept on this machine.
    public var search = true
    /// The language of folders that shed makes later, as a two-letter code; `nil`: the template's.
    public var language: String?

    public init() {}
}
