/// Which batches can be reached from which, from a batch to its parents and on.
///
/// The batches are put into lines, in each of which every batch follows one that it names: where devices take turns, about a
/// line for each. Of a line it is kept when it came to reach further into another, so what is kept grows with what there is to
/// say, and an answer takes a search by halves.
struct BatchLines {
    private struct Line {
        /// The last of its batches.
        var end: Int
        /// How far the last reaches into other lines.
        var reached: [Int: Int] = [:]
        /// For each other line: from which place on this one reaches how far, in the order of both.
        var steps: [Int: [Step]] = [:]
        /// All steps in the order of their places.
        var log: [(line: Int, step: Step)] = []
    }

    private struct Step {
        var place: Int
        var reach: Int
    }

    private var lines: [Line] = []
    /// The line of each batch, and its place in that; -1 where it is in a circle or comes after one, or where too much was kept before.
    private var line: [Int]
    private var place: [Int]
    /// How often it was kept that a batch reaches further into a line.
    private(set) var kept = 0
    /// How often it was asked whether one does.
    private(set) var asked = 0

    /// - Parameter parents: of each batch, by position.
    init(parents: [[Int]]) {
        line = [Int](repeating: -1, count: parents.count)
        place = line
        let order = BatchLines.order(parents)
        var rank = line
        for (position, batch) in order.enumerated() { rank[batch] = position }
        let most = BatchLines.most(of: parents.count)
        for batch in order {
            // Where many reach what others reached already, nothing is kept of it, and yet it costs.
            guard kept <= most, asked <= 8 * most else { break }
            // What the later ones reach, earlier ones mostly add nothing to.
            let latest = parents[batch].sorted { rank[$0] > rank[$1] }
            if let before = latest.first(where: { lines[line[$0]].end == $0 }) {
                (line[batch], place[batch]) = (line[before], place[before] + 1)
                lines[line[batch]].end = batch
            } else {
                (line[batch], place[batch]) = (lines.count, 0)
                lines.append(Line(end: batch))
            }
            for parent in latest { join(batch, to: parent) }
        }
    }

    /// So much is kept of so many batches: what devices that work side by side need, and no more than grows with the batches. Else a
    /// hostile sidecar, in which thousands of lines begin behind one batch that reaches into thousands, would need the square.
    static func most(of count: Int) -> Int { 65_536 + 64 * count }

    /// Whether a batch is in a line: if not, nothing can be said of it here.
    func hold(_ batch: Int) -> Bool { line[batch] >= 0 }

    /// Whether one batch can be reached from another that is in a line.
    func does(_ batch: Int, reach other: Int) -> Bool {
        guard line[other] >= 0 else { return false }
        if line[batch] == line[other] { return place[other] <= place[batch] }
        return reach(of: batch, into: line[other]) >= place[other]
    }

    /// The batches, each after its parents, but for those in circles and after them.
    private static func order(_ parents: [[Int]]) -> [Int] {
        var children = [[Int]](repeating: [], count: parents.count)
        var open = parents.map(\.count)
        for (batch, named) in parents.enumerated() { for parent in named { children[parent].append(batch) } }
        var order = parents.indices.filter { open[$0] == 0 }
        var position = 0
        while position < order.count {
            for child in children[order[position]] {
                open[child] -= 1
                if open[child] == 0 { order.append(child) }
            }
            position += 1
        }
        return order
    }

    /// How far a batch reaches into another line; -1 for not at all.
    private func reach(of batch: Int, into other: Int) -> Int {
        guard let steps = lines[line[batch]].steps[other] else { return -1 }
        let count = BatchLines.count(of: steps.count) { steps[$0].place <= place[batch] }
        return count == 0 ? -1 : steps[count - 1].reach
    }

    /// Takes over what a parent reaches.
    private mutating func join(_ batch: Int, to parent: Int) {
        let (own, other) = (line[batch], line[parent])
        let known = lines[own].reached[other] ?? -1
        guard own != other, known < place[parent] else { return }
        note(place[parent], in: other, by: batch)
        if known < 0 {
            for further in lines[other].steps.keys { note(reach(of: parent, into: further), in: further, by: batch) }
        } else {
            let log = lines[other].log
            var position = BatchLines.count(of: log.count) { log[$0].step.place <= known }
            while position < log.count, log[position].step.place <= place[parent] {
                note(log[position].step.reach, in: log[position].line, by: batch)
                position += 1
            }
        }
    }

    private mutating func note(_ reach: Int, in other: Int, by batch: Int) {
        let own = line[batch]
        asked += 1
        guard other != own, reach > lines[own].reached[other] ?? -1 else { return }
        let step = Step(place: place[batch], reach: reach)
        lines[own].reached[other] = reach
        lines[own].steps[other, default: []].append(step)
        lines[own].log.append((other, step))
        kept += 1
    }

    /// How many of so many things, in order, are before the first for which a condition does not hold.
    private static func count(of total: Int, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, total)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
