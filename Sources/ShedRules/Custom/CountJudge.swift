import ShedModel

/// ``CountCondition``s made ready for many folders: an entry is held against all their names at once.
struct CountJudge {
    private let conditions: [CountCondition]
    private var names = PatternSet()
    /// The number of each condition's name; `nil`: whatever the name.
    private var numbers: [Int?] = []

    init(_ conditions: [CountCondition]) {
        self.conditions = conditions
        for condition in conditions { numbers.append(condition.name.map { names.add($0) }) }
        names.finish()
    }

    /// The conditions that do not hold for a folder's entries, each with how many entries it counts.
    func breaches(by entries: [FolderEntry]) -> [(condition: CountCondition, count: Int)] {
        guard !conditions.isEmpty else { return [] }
        var all = CountCondition.Tally()
        var tallies = [CountCondition.Tally](repeating: all, count: names.count)
        for entry in entries {
            all.add(entry.type)
            if names.count > 0 { names.meet(entry.name, in: names.top) { tallies[$0].add(entry.type) } }
        }
        var breaches: [(condition: CountCondition, count: Int)] = []
        for (condition, number) in zip(conditions, numbers) {
            let count = (number.map { tallies[$0] } ?? all).count(condition.type)
            if !condition.holds(for: count) { breaches.append((condition, count)) }
        }
        return breaches
    }
}
