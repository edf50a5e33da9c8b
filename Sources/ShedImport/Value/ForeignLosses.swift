import ShedModel

/// What does not come over, or comes over as something else: what a person has to know before the source is put away.
public enum ForeignLoss: String, Hashable, Sendable, CaseIterable {
    /// They stand in the text as `<!-- … -->`.
    case comments
    /// Underlining, colours, sizes, fonts, alignment.
    case styles
    /// Pictures within texts.
    case images
    /// Their cells stand in one line each, with bars between.
    case tables
    /// Text that was hidden.
    case hidden
    /// Links between texts: their words stay.
    case links
    /// Characters of an encoding that is not known here.
    case characters
    /// Settings of how a manuscript is put together, targets, statistics, layouts of windows.
    case settings
    /// What was in the source's trash.
    case trash
    /// A name was changed, since it could not stand here.
    case names
    /// The source names it, and it is not there.
    case missing
    /// It is no file or folder, or lies outside of the source.
    case unusual
    /// It is hidden: what begins with a full stop, but for what programs leave about.
    case unseen
    /// Nothing names it, so it stayed.
    case unnamed
    /// Besides the file that says what belongs to the source, others of the kind lie there, as sync programs leave them.
    case indices
    /// Snapshots and revisions that could not be read.
    case versions
    /// A folder in it is a project of its own, whose files come as they are.
    case projects
    /// Several places of one thing; it came to the first.
    case places
    /// Details of a thing that shed has no place for, such as authors and years, and tags of what is neither a file nor a text here.
    case details
}

/// Losses with how often each, and where the first few are.
public struct ForeignLosses: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public var count: Int
        /// Where the first of them are, in words of the source; at most ``ForeignLosses/mostExamples``.
        public var examples: [String]
    }

    public static let mostExamples = 3

    public private(set) var entries: [ForeignLoss: Entry] = [:]

    public init() {}

    public mutating func add(_ loss: ForeignLoss, _ count: Int = 1, at place: String? = nil) {
        guard count > 0 else { return }
        var entry = entries[loss] ?? Entry(count: 0, examples: [])
        entry.count += count
        let place = place.map { ForeignText.trimmed($0[...]).isEmpty ? ForeignNames.untitled : $0 }
        if let place, entry.examples.count < ForeignLosses.mostExamples, !entry.examples.contains(place) { entry.examples.append(place) }
        entries[loss] = entry
    }

    public subscript(loss: ForeignLoss) -> Int { entries[loss]?.count ?? 0 }

    /// In a fixed order.
    public var sorted: [(loss: ForeignLoss, entry: Entry)] {
        ForeignLoss.allCases.compactMap { loss in entries[loss].map { (loss, $0) } }
    }
}
