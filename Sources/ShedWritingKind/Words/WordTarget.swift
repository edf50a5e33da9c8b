import ShedMessages
import ShedModel
import ShedProject

/// How many words a file, a folder or the project is to have, and by when: a field of its node, which travels with the sidecar.
package struct WordTarget: Hashable, Sendable {
    /// What a target may be.
    package static let range = 1...100_000_000

    package var words: Int
    /// The last day on which something may be written for it.
    package var day: CalendarDay?

    /// `nil` where no target may be that much.
    package init?(words: Int, by day: CalendarDay? = nil) {
        guard WordTarget.range.contains(words) else { return nil }
        self.words = words
        self.day = day
    }

    private static let name = "word-target"

    /// That of a node; `nil` where it has none, or what a hostile sidecar says is none.
    package init?(_ node: Node) {
        guard node.hasDetails, let value = node.details?.other[WordTarget.name]?.value, let number = value["words"]?.integer,
            let words = Int(exactly: number)
        else { return nil }
        self.init(words: words, by: value["by"]?.string.flatMap { CalendarDay($0) })
    }

    static func field(_ target: WordTarget?) -> Field {
        guard let target else { return .other(name, .null) }
        var members = [JSONObject.Member("words", .integer(Int64(target.words)))]
        if let day = target.day { members.insert(JSONObject.Member("by", .string("\(day)")), at: 0) }
        return .other(name, .object(JSONObject(members)))
    }

    /// That something has this target now, or none any more.
    static func words(_ target: WordTarget?, at path: String, isDryRun: Bool) -> Message {
        guard let target else { return .wordTargetRemoved(isDryRun: isDryRun, path: path) }
        guard let day = target.day else { return .wordTargetSet(isDryRun: isDryRun, path: path, count: target.words) }
        return .wordTargetSetBy(isDryRun: isDryRun, path: path, count: target.words, day: "\(day)")
    }

    /// For the history.
    var text: String { day.map { "\(words) by \($0)" } ?? "\(words)" }
}

/// How far something is with its target.
package struct WordProgress: Sendable {
    package var path: RelativePath
    package var id: NodeID
    package var target: WordTarget
    /// How many words there are.
    package var there: Int
    /// The day on which that is so.
    package var today: CalendarDay

    package init(path: RelativePath, id: NodeID, target: WordTarget, there: Int, today: CalendarDay) {
        (self.path, self.id, self.target, self.there, self.today) = (path, id, target, there, today)
    }

    /// How many words are still to be written.
    package var missing: Int { max(0, target.words - there) }

    /// In percent, rounded down; 100 only where nothing is missing.
    package var part: Int { missing == 0 ? 100 : max(0, there) * 100 / target.words }

    /// How many days are left, today among them; 0 where the last is over; `nil` without a last day.
    package var daysLeft: Int? { target.day.map { max(0, $0.number - today.number + 1) } }

    /// How many words are to be written on each of these, the last perhaps fewer; `nil` where no day is left, or none is the last.
    package var wordsADay: Int? { daysLeft.flatMap { $0 > 0 ? (missing + $0 - 1) / $0 : nil } }
}

extension ProjectReader {
    /// Everything that has a target and is there, in the order of the paths, with what a listing has counted.
    /// - Parameter listing: with the words of all that has one.
    package func wordProgress(_ listing: Listing) throws(ShedError) -> [WordProgress] {
        let state = try load()
        guard let today else { return [] }
        var found: [WordProgress] = []
        var targets: [(Node, WordTarget)] = []
        state.model.nodes.values.forEach { node in if let target = WordTarget(node) { targets.append((node, target)) } }
        for (node, target) in targets where node.id == id || state.stands(node.id) {
            guard let path = node.id == id ? RelativePath.root : state.model.path(of: node.id) else { continue }
            // It may have gone since it was taken in.
            guard let view = try? listing.view(at: path) else { continue }
            found.append(WordProgress(path: path, id: node.id, target: target, there: view.counts.words ?? 0, today: today))
        }
        return found.sorted { $0.path < $1.path }
    }

    /// That of what a view shows; `nil` where it has no target, or its words were not counted.
    package func wordProgress(of view: NodeView) throws(ShedError) -> WordProgress? {
        guard let node = try load().model.nodes[view.path.isRoot ? id : view.id ?? id], view.id != nil || view.path.isRoot,
            let target = WordTarget(node), let today
        else { return nil }
        return WordProgress(path: view.path, id: node.id, target: target, there: view.counts.words ?? 0, today: today)
    }

    private var today: CalendarDay? { CalendarDay(local: surroundings.now()) }
}

extension Transaction {
    /// Gives a file, a folder or the project a target, or takes it away. A dry run only sees whether it could.
    /// - Returns: whether that changes anything.
    package func setWordTarget(_ target: WordTarget?, at path: RelativePath, dryRun: Bool) throws(ShedError) -> Bool {
        let placed = try find(path)
        // It holds links, and no words of its own: such a target would never be reached.
        guard target == nil || placed.node.role != .all else { throw ShedError(.usage, .viewHasNoWords(path: "\(path)"), remedy: .targetWhatIsShown) }
        guard WordTarget(placed.node) != target else { return false }
        guard !dryRun else { return true }
        try commit([Operation(placed.node.id, [WordTarget.field(target)])], saying: WordTarget.words(target, at: path.isRoot ? "." : "\(path)", isDryRun: false))
        record(target == nil ? .valueUnset : .valueSet, placed, message: target.map { "target=\($0.text)" } ?? "target")
        return true
    }
}
