import ShedModel
import ShedPapers
import Synchronization

/// Finds things of a papers project by what people call them. Made once for many words: the first few are held against
/// each thing, the others are looked up.
public final class PlaceFinder: Sendable {
    public typealias Place = (id: NodeID, path: RelativePath)

    /// In what a word may differ from a name.
    private enum Likeness {
        case nothing
        case foldKey
        case number
        /// What looks like the divider of a number may be the beginning of a title.
        case numberWithoutDivider

        func key(of name: Name) -> Key {
            switch self {
            case .nothing: .name(name)
            case .foldKey: .folded(FoldKey(name))
            case .number: .folded(FoldKey(OrderedName(name).title))
            case .numberWithoutDivider: .folded(FoldKey(OrderedName(name).wholeTitle))
            }
        }
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
    private let known = Mutex(Known())
    /// So many searches cost about as much as a table.
    private static let mostSearches = 4

    public init(_ all: [Place]) { self.all = all }

    /// The one that a word means: its path from the root, its path without the first folder, its name where only one bears it, or
    /// its ID. Numbers before names, case and normalisation do not count where nothing is just so.
    public func choose(_ word: [UInt8]) -> NodeID? {
        var word = word
        while word.count > 1, word.last == UInt8(ascii: "/") { word.removeLast() }
        let names = word.split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) }.filter { $0 != "." }
        let isMarked = names.contains { $0.bytes.first.map(OrderedName.isDivider) == true }
        for likeness in [Likeness.nothing, .foldKey] + (isMarked ? [.numberWithoutDivider] : []) + [.number] {
            if let position = matching(names.map(likeness.key), likeness) { return all[position].id }
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
                all.indices.compactMap { index in all[index].path.last.flatMap { OrderedName($0).number }.map { ($0, index) } }, uniquingKeysWith: { first, _ in first })
            known.numbers = numbers
            return numbers[number].map { all[$0].id }
        }
    }

    private func matching(_ keys: [Key], _ likeness: Likeness) -> Int? {
        if let table = table(likeness) {
            for found in [table.paths[keys], table.innerPaths[keys], keys.count == 1 ? table.names[keys[0]] : nil] {
                if let found, found >= 0 { return found }
            }
            return nil
        }
        for dropped in [0, 1] {
            let found = all.indices.filter { index in
                let path = all[index].path.names.dropFirst(dropped)
                return path.count == keys.count && zip(path, keys).allSatisfy { likeness.key(of: $0) == $1 }
            }
            if found.count == 1 { return found[0] }
        }
        let found = keys.count == 1 ? all.indices.filter { all[$0].path.last.map(likeness.key) == keys[0] } : []
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
                let keys = place.path.names.map(likeness.key)
                table.paths[keys] = table.paths[keys] == nil ? position : -1
                let inner = Array(keys.dropFirst())
                table.innerPaths[inner] = table.innerPaths[inner] == nil ? position : -1
                if let name = keys.last { table.names[name] = table.names[name] == nil ? position : -1 }
            }
            known.tables[likeness] = table
            return table
        }
    }
}
