/// How much work the patterns of schemas may be in one look at many records, whatever comes with a project. One look's own.
///
/// Each record has a little to itself, which short values and usual patterns never use up; what is more, all share. Where it is used up,
/// a value is not checked: nothing is known to be wrong with it.
public final class PatternAllowance {
    /// What each record has to itself, in steps.
    static let ownSteps = 4_096
    /// What all records share, in steps.
    static let sharedSteps = 4_000_000

    /// What is left of what all share, in steps; less than nothing once it is used up.
    private(set) var left = PatternAllowance.sharedSteps
    /// How many records hold a value that was not checked.
    public private(set) var uncheckedRecords = 0
    /// The key of the last value that was not checked.
    public private(set) var uncheckedKey: String?

    public init() {}

    /// What a record may take that has values of so many bytes.
    func effort(for bytes: Int) -> ValuePattern.Effort { ValuePattern.Effort(for: bytes, atMost: PatternAllowance.ownSteps + max(left, 0)) }

    /// Takes note of a record that was looked at.
    /// - Parameters:
    ///   - steps: what it took.
    ///   - key: the first whose value was not checked.
    func note(_ steps: Int, unchecked key: String?) {
        left -= max(steps - PatternAllowance.ownSteps, 0)
        guard let key else { return }
        uncheckedRecords += 1
        uncheckedKey = key
    }
}
