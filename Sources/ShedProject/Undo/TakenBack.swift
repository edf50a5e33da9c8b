/// The entries of the undo journal, by their numbers, that were taken back and not done again since.
public struct TakenBack: Sendable {
    /// Those that were, as a whole, each with the entry that took it back.
    public var whole: [Int: Int] = [:]
    /// Those of which a part was, each with the entry that did so last.
    public var part: [Int: Int] = [:]
    /// Those of which nothing was left when they were to be taken back.
    public var void: Set<Int> = []
    /// Those that were since they were interrupted, whatever became of them then.
    public var interrupted: Set<Int> = []
}
