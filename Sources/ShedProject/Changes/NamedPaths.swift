import ShedDisk
import ShedModel
import ShedRules

extension [RelativePath] {
    /// What a person has named, each once.
    package var once: [RelativePath] {
        var seen: Set<RelativePath> = []
        return filter { seen.insert($0).inserted }
    }

    /// Each path once, in order, without those that go with another.
    var outermost: [RelativePath] {
        var outermost: [RelativePath] = []
        // What is inside of a path comes right behind it.
        for path in sorted() where outermost.last.map(path.isInside) != true { outermost.append(path) }
        return outermost
    }
}

extension Sequence {
    /// What belongs together, in the sequence in which the first of each was named.
    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var positions: [Key: Int] = [:]
        var groups: [(key: Key, elements: [Element])] = []
        for element in self {
            let key = key(element)
            if let position = positions[key] { groups[position].elements.append(element) } else {
                positions[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }
}

/// The places that things are about to be moved to, each of which takes one of them.
struct WantedPlaces {
    private struct Place: Hashable {
        var folder: RelativePath
        var key: FoldKey
    }

    private var sources: [Place: RelativePath] = [:]

    /// - Throws: where something else is to have that name, or one that differs in case or normalisation alone.
    mutating func take(_ path: RelativePath, for source: RelativePath) throws(ShedError) {
        guard let name = path.last, let other = sources.updateValue(source, forKey: Place(folder: path.parent, key: FoldKey(name))) else { return }
        throw ShedError.refused(
            by: NameCollision.info,
            .collidingMoves(path: "\(source)", other: "\(other)", folder: "\(path.parent)", isSame: source.last == other.last), remedy: .renameOneFirst)
    }
}

extension [(placed: PlacedNode, to: RelativePath)] {
    /// The moves, what lies in a folder that moves too before that folder: the path of neither is another one then.
    var innermostFirst: [(placed: PlacedNode, to: RelativePath)] {
        let folders = Set(lazy.filter { $0.placed.type.isDirectory }.map(\.placed.path))
        guard contains(where: { $0.placed.path.ancestors.contains(where: folders.contains) }) else { return self }
        return enumerated().sorted { ($1.element.placed.path.names.count, $0.offset) < ($0.element.placed.path.names.count, $1.offset) }.map(\.element)
    }
}
