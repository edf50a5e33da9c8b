import ShedMessages
import ShedModel

extension Listing {
    /// The error for a path where there is nothing, with what may have been meant.
    func notFound(_ path: RelativePath) -> ShedError {
        var error = ShedError.notFound(path)
        if let help = project.asKnown.help(forMissing: path) {
            error.advice = help
            return error
        }
        let near = nearest(to: path).map { Message.quoted(text: "\($0)") }
        if let first = near.first { error.advice = .didYouMean(names: near.dropFirst().reduce(first) { .or(first: $0, second: $1) }) }
        return error
    }

    /// At most three paths that differ from one by a few slips, or have its name in another folder; the nearest only.
    func nearest(to path: RelativePath) -> [RelativePath] {
        guard let last = path.last, var name = Nearest(last.bytes) else { return [] }
        let parent = path.parent
        var folder = Nearest(parent.bytes)
        // By directory: how far its path is from the one that was written.
        var distances: [Int32: Int] = [:]
        var best: (distance: Int, entries: [Int]) = (.max, [])
        for index in snapshot.entries.indices {
            let entry = snapshot.entries[index]
            guard entry.kind.nodeType != nil, let slips = snapshot.withName(of: index, { name.slips(to: $0) }) else { continue }
            guard slips <= best.distance else { continue }
            let away: Int
            if let known = distances[entry.parent] { away = known } else {
                let found = snapshot.path(ofDirectory: Int(entry.parent))
                away = found == parent ? 0 : min(folder?.slips(to: found.bytes) ?? Listing.elsewhere, Listing.elsewhere)
                distances[entry.parent] = away
            }
            let distance = slips + away
            if distance < best.distance { best = (distance, []) }
            if distance == best.distance { best.entries.append(index) }
        }
        return Array(best.entries.map(snapshot.path(of:)).sorted().prefix(3))
    }

    /// What another folder counts, in slips.
    private static let elsewhere = 3
}
