import ShedModel

extension ProjectReader {
    /// How many words came and went on the last days, as far as this machine saw it, the oldest day first and each of them there.
    /// - Parameters:
    ///   - path: a file or a folder, with all that is in it now; what came and went in files that are gone is the project's alone.
    ///   - count: how many days; today is the last.
    package func wordDays(at path: RelativePath, last count: Int) throws(ShedError) -> [(day: CalendarDay, words: DayOfWords)] {
        let state = try load()
        let node = path.isRoot ? nil : try find(path, state).node.id
        guard let today = CalendarDay(local: surroundings.now()) else { return [] }
        var days: [Int: DayOfWords] = [:]
        var isInside: [NodeID: Bool] = [:]
        for (key, words) in WordKeeper.read(project).days where key.day > today.number - count && key.day <= today.number {
            if let node {
                let id = state.model.resolve(key.id)
                let counts = isInside[id] ?? state.model.isWithin(id, node)
                isInside[id] = counts
                guard counts else { continue }
            }
            days[key.day, default: DayOfWords()].add(words)
        }
        return (0..<max(count, 0)).reversed().compactMap { back in
            CalendarDay(number: today.number - back).map { ($0, days[$0.number] ?? DayOfWords()) }
        }
    }
}

extension Model {
    /// Whether a node is another one, or stands in it.
    fileprivate func isWithin(_ id: NodeID, _ folder: NodeID) -> Bool {
        var current: NodeID? = id
        // A project is not that deep; a circle of a hostile sidecar ends here.
        for _ in 0..<1_000 {
            guard let id = current else { return false }
            if id == folder { return true }
            current = nodes[id]?.place.map { resolve($0.parent) }
        }
        return false
    }
}
