import ShedModel
import ShedSearch

/// Which of a project's files the index of words knows as they are, by what it calls them: made once for all searches of a daemon between
/// two changes, so that each costs as much as it leaves to be read.
struct SearchPlaces {
    /// Of what was known of the project when it was made (``ModelStore/generation``).
    let generation: UInt64
    /// By part and number: the position in ``Memory/seen``.
    private var known = [[Int64: Int]](repeating: [:], count: WordIndex.parts)
    /// Those that are looked at whatever is asked: the index does not know them, or as they were, or not what is in them; or they have other
    /// names, by which they can change without an event; or another one was last seen as the very file that they are.
    private(set) var others: [Int] = []

    /// - Parameters:
    ///   - sieve: of any search.
    ///   - positions: of the files among which it is sought; `nil`: all.
    ///   - numbers: those that will be asked for, by part; `nil`: any.
    ///   - isWatched: whether it is by events that files are known to be as they were.
    init(
        _ sieve: SearchSieve, _ state: ProjectState, generation: UInt64, positions: [Int]? = nil, numbers: [Set<Int64>]? = nil, isWatched: Bool = true
    ) {
        self.generation = generation
        if let positions {
            for position in positions { add(position, sieve, state, numbers, isWatched) }
        } else {
            for position in state.memory.seen.indices { add(position, sieve, state, numbers, isWatched) }
        }
    }

    private mutating func add(_ position: Int, _ sieve: SearchSieve, _ state: ProjectState, _ numbers: [Set<Int64>]?, _ isWatched: Bool) {
        let evidence = state.memory.seen.values[position].evidence
        let file = evidence.links > 1 && isWatched ? nil : sieve.file(evidence)
        if let file, file.sort == .noText { return }
        let part = WordIndex.part(ofInode: evidence.inode)
        if let file, file.sort == .text, let numbers, !numbers[part].contains(file.number) { return }
        if let file, file.sort == .text, known[part][file.number] == nil {
            known[part][file.number] = position
            return
        }
        // A directory is no file, and has several names itself.
        if let node = state.model.nodes[state.memory.seen.keys[position]], !node.type.isDirectory { others.append(position) }
    }

    /// Calls with the position of each file that the index knows and that may hold what is asked for, its part and its number.
    func forEachKnown(_ numbers: [Set<Int64>], _ body: (_ position: Int, _ part: Int, _ number: Int64) -> Void) {
        for (part, numbers) in numbers.enumerated() {
            if known[part].count < numbers.count {
                for (number, position) in known[part] where numbers.contains(number) { body(position, part, number) }
            } else {
                for number in numbers { if let position = known[part][number] { body(position, part, number) } }
            }
        }
    }

    /// The files that may hold what is asked for, of which those come first that may fit best.
    func byCeiling(_ numbers: [Set<Int64>], _ seen: IDTable<Sighting>, _ sieve: SearchSieve, _ ranking: TextRanking) -> BestFirst {
        var files = others.map { BestFirst.File(position: $0, ceiling: .infinity) }
        forEachKnown(numbers) { position, part, number in
            files.append(BestFirst.File(position: position, ceiling: sieve.ceiling(part: part, number: number, size: seen.values[position].evidence.size, ranking)))
        }
        return BestFirst(files)
    }

    /// Calls with the position of each file that may hold what is asked for, until that says no.
    /// - Returns: whether it never did.
    func forEach(_ numbers: [Set<Int64>], _ body: (Int) -> Bool) -> Bool {
        var goesOn = true
        forEachKnown(numbers) { position, _, _ in goesOn = goesOn && body(position) }
        return goesOn && others.allSatisfy(body)
    }
}
