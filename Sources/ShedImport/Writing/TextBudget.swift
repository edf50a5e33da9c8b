import ShedModel

/// How much text may still be made: all of it stands in memory until it is written.
struct TextBudget {
    private var left = ForeignLimits.made
    private var items = ForeignLimits.items

    mutating func spend(_ bytes: Int, _ path: RelativePath) throws(ForeignError) {
        left -= bytes
        guard left >= 0 else { throw ForeignError(.tooLarge(most: ForeignLimits.made), path) }
    }

    /// Another file or folder.
    mutating func count(_ path: RelativePath) throws(ForeignError) {
        items -= 1
        guard items >= 0 else { throw ForeignError(.tooMany(most: ForeignLimits.items), path) }
    }
}
