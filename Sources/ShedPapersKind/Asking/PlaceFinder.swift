import ShedModel
import ShedPapers
import ShedThreads

/// Finds things of a papers project by what people call them. Made once for many words: the first few are held against
/// each thing, the others are looked up.
public final class PlaceFinder: Sendable {
    /// What can be found.
    public struct Place: Sendable {
        public var id: NodeID
        public var path: RelativePath
        /// The last names of the path, as far as they can have order numbers.
        var ordered: [OrderedName]

        public init(_ id: NodeID, _ path: RelativePath, _ ordered: [OrderedName] = []) {
            (self.id, self.path, self.ordered) = (id, path, ordered)
        }

        /// The number before its name.
        var number: Int? { ordered.last?.number }
        /// Its name, and its title where it has a number.
        var names: [Name] { (path.last.map { [$0] } ?? []) + (ordered.last.map { $0.number == nil ? [] : [$0.title] } ?? []) }
    }

    /// In what a word may differ from a name.
    private enum Likeness {
        case nothing
        case foldKey
        /// The name has an order number and the word has not. What looks like the divider may be the beginning of the title.
        case number
    }

    private enum Key: Hashable {
        case name(Name)
        case folded(FoldKey)
    }

    /// The positions of things by their paths from the root, by those without the first folder, and by their names; -1 for several.
    private struct Table {
        var paths: [[Key]: Int] = [:]
        var innerPaths: [[Key]: Int] = [:]
        var names: [Key: Int] = [:]
    }

    private struct Known {
        var searches: [Likeness: Int] = [:]
        var tables: [Likeness: Table] = [:]
        var numbers: [Int: Int]?
    }

    private let all: [Place]
    private let known = Lock(Known())
    /// So many searches cost about as much as a table.
    private static let mostSearches = 4

    public init(_ all: [Place]) { self.all = all }

    /// The one that a word means: its path from the root, its path without the first folder, its name where only one bears it, or
    /// its ID. Case and normalisation do not count where nothing is just so, and order numbers may be left out.
    public func choose(_ word: [UInt8]) -> NodeID? {
        var word = word
        while word.count > 1, word.last == UInt8(ascii: "/") { word.removeLast() }
        let names = word.split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) }.filter { $0 != "." }
        for likeness in [Likeness.nothing, .foldKey, .number] {
            if let position = matching(names, likeness) { return all[position].id }
        }
        guard let id = NodeID(String(decoding: word, as: UTF8.self)) else { return nil }
        return all.first { $0.id == id }?.id
    }

    /// The same of what has an extension too, or the first with this number before its name.
    public func chooseNumbered(_ word: [UInt8]) -> NodeID? {
        if let id = choose(word) ?? choose(word + Array(".pdf".utf8)) { return id }
        guard let number = Int(String(decoding: word, as: UTF8.self)) else { return nil }
        return known.withLock { known in
            let numbers = known.numbers ?? Dictionary(
                all.indices.compactMap { index in all[index].number.map { ($0, index) } }, uniquingKeysWith: { first, _ in first })
            known.numbers = numbers
            return numbers[number].map { all[$0].id }
        }
    }

    /// What words may say for the names of a place's path.
    private static func keys(_ place: Place, _ likeness: Likeness) -> [[Key]] {
        let names = place.path.names
        guard likeness != .nothing else { return names.map { [.name($0)] } }
        let first = names.count - place.ordered.count
        return names.enumerated().map { position, name in
            guard likeness == .number, position >= first, case let ordered = place.ordered[position - first], ordered.number != nil
            else { return [.folded(FoldKey(name))] }
            return [name, ordered.title, ordered.wholeTitle].map { .folded(FoldKey($0)) }
        }
    }

    private func matching(_ names: [Name], _ likeness: Likeness) -> Int? {
        let word: [Key] = names.map { likeness == .nothing ? .name($0) : .folded(FoldKey($0)) }
        if let table = table(likeness) {
            for found in [table.paths[word], table.innerPaths[word], word.count == 1 ? table.names[word[0]] : nil] {
                if let found, found >= 0 { return found }
            }
            return nil
        }
        let keys = all.map { PlaceFinder.keys($0, likeness) }
        for dropped in [0, 1] {
            let found = all.indices.filter { index in
                let path = keys[index].dropFirst(dropped)
                return path.count == word.count && zip(path, word).allSatisfy { $0.contains($1) }
            }
            if found.count == 1 { return found[0] }
        }
        let found = word.count == 1 ? all.indices.filter { keys[$0].last?.contains(word[0]) == true } : []
        return found.count == 1 ? found[0] : nil
    }

    /// - Returns: `nil` while a search costs less.
    private func table(_ likeness: Likeness) -> Table? {
        known.withLock { known in
            if let table = known.tables[likeness] { return table }
            known.searches[likeness, default: 0] += 1
            guard known.searches[likeness, default: 0] > PlaceFinder.mostSearches else { return nil }
            var table = Table()
            for (position, place) in all.enumerated() {
                let keys = PlaceFinder.keys(place, likeness)
                // Each name with its number and without it.
                let paths: Set<[Key]> = keys.allSatisfy { $0.count == 1 }
                    ? [keys.flatMap { $0 }]
                    : keys.reduce(into: [[]]) { paths, keys in paths = Set(paths.flatMap { path in keys.map { path + [$0] } }) }
                for path in paths { table.paths[path] = table.paths[path] == nil ? position : -1 }
                for path in Set(paths.map { Array($0.dropFirst()) }) {
                    table.innerPaths[path] = table.innerPaths[path] == nil ? position : -1
                }
                for name in Set(keys.last ?? []) { table.names[name] = table.names[name] == nil ? position : -1 }
            }
            known.tables[likeness] = table
            return table
        }
    }
}

extension PapersView.Bundle {
    var finderPlace: PlaceFinder.Place { .init(id, path) }
}

extension PapersView.Doc {
    var finderPlace: PlaceFinder.Place { .init(id, path) }
}

extension PapersView.Group {
    var finderPlace: PlaceFinder.Place { .init(id, path, [ordered]) }
}

extension PapersView.Page {
    /// - Parameter group: its own; `nil` where that is not there.
    func finderPlace(in group: PapersView.Group?) -> PlaceFinder.Place { .init(id, path, (group.map { [$0.ordered] } ?? []) + [ordered]) }
}
