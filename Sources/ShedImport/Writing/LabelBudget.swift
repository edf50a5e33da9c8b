import ShedModel

/// How many tags things may still bear: a few lines of a source can give many to each of many files.
struct LabelBudget {
    private var left = ForeignLimits.labels

    mutating func spend(_ count: Int, _ path: RelativePath) throws(ForeignError) {
        left -= count
        guard left >= 0 else { throw ForeignError(.tooMany(most: ForeignLimits.labels), path) }
    }
}
