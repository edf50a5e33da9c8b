/// How far the text of a file is.
public struct TextProgress: Hashable, Sendable {
    /// Pages that need nothing more.
    public var done: Int
    public var total: Int
    /// Of those done, the ones that were recognised just now.
    public var recognised: Int
    /// Of those done, the ones whose text was recognised before.
    public var remembered: Int
    public var failed: Int

    public init(done: Int = 0, total: Int, recognised: Int = 0, remembered: Int = 0, failed: Int = 0) {
        self.done = done
        self.total = total
        self.recognised = recognised
        self.remembered = remembered
        self.failed = failed
    }
}
