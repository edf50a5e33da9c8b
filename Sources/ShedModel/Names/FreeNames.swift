/// Gives out names of one folder that are free there, each once: the name that is wanted, or one of `name (2)`,
/// `name (3)`, … that nobody bears: the first, as long as nobody asked for it in another spelling.
///
/// Names that differ in case or normalisation alone are one. However often one name is wanted, each time costs the same.
public struct FreeNames: Sendable {
    /// Of names that are one, one number goes on: each else had to be counted up to by itself.
    private struct Wanted: Hashable {
        var key: FoldKey
        var keepsSuffix: Bool
    }

    private var taken: Set<FoldKey>
    /// The numbers above 1 that were given out last: all below are taken.
    private var numbers: [Wanted: Int] = [:]

    /// - Parameter taken: the names that stand in the folder.
    public init(besides taken: Set<FoldKey> = []) { self.taken = taken }

    public func isTaken(_ name: Name) -> Bool { taken.contains(FoldKey(name)) }

    /// Takes a name, free or not.
    public mutating func insert(_ name: Name) { taken.insert(FoldKey(name)) }

    /// Gives a name back: it is free again.
    public mutating func remove(_ name: Name) {
        taken.remove(FoldKey(name))
        numbers = [:]
    }

    /// Takes the first free name for one that is wanted.
    /// - Parameter keepsSuffix: as in ``Name/numbered(_:keepsSuffix:)``: of a file.
    public mutating func take(_ name: Name, keepsSuffix: Bool) -> Name {
        let (free, number) = first(name, keepsSuffix)
        taken.insert(FoldKey(free))
        if number > 1 { numbers[Wanted(key: FoldKey(name), keepsSuffix: keepsSuffix)] = number }
        return free
    }

    /// What ``take(_:keepsSuffix:)`` would give; it stays free.
    public func free(_ name: Name, keepsSuffix: Bool) -> Name { first(name, keepsSuffix).name }

    private func first(_ name: Name, _ keepsSuffix: Bool) -> (name: Name, number: Int) {
        if !isTaken(name) { return (name, 1) }
        var number = numbers[Wanted(key: FoldKey(name), keepsSuffix: keepsSuffix)] ?? 1
        while true {
            number += 1
            let free = name.numbered(number, keepsSuffix: keepsSuffix)
            if !isTaken(free) { return (free, number) }
        }
    }
}
