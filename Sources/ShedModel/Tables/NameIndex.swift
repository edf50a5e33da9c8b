import ShedThreads

/// Finds names in lists that are kept elsewhere: a list that is searched again and again gets a hash table.
///
/// Whoever keeps the lists has one of these, and takes a new one when a list changes. What it knows follows
/// from the lists alone, so the copies of a value that does not change share one, on any thread.
final class NameIndex<List: Hashable & Sendable>: Sendable {
    private enum Known {
        case searched(times: Int)
        case table(SlotIndex)
    }

    private let known = Lock<[List: Known]>([:])
    /// A shorter list is searched from its beginning each time.
    private static var shortest: Int { 16 }
    /// So many searches cost about as much as a table.
    private static var mostSearches: Int { 4 }

    /// The first position, from 0, whose name has this hash and for which the condition holds.
    /// - Parameters:
    ///   - hash: of the name, by ``NameHash``.
    ///   - count: the length of the list.
    ///   - hashAt: the hash of the name at a position.
    ///   - matches: is asked of positions in the order of the list, and of other names too.
    func first(_ hash: @autoclosure () -> Int, in list: List, count: Int, hashAt: (Int) -> Int, where matches: (Int) -> Bool) -> Int? {
        guard count >= Self.shortest, let table = table(of: list, count: count, hashAt: hashAt) else { return (0..<count).first(where: matches) }
        return table.first(hash(), where: matches)
    }

    private func table(of list: List, count: Int, hashAt: (Int) -> Int) -> SlotIndex? {
        known.withLock { known in
            var times = 0
            switch known[list] {
            case .table(let table)?: return table
            case .searched(let before)?: times = before
            case nil: break
            }
            guard times == Self.mostSearches else {
                known[list] = .searched(times: times + 1)
                return nil
            }
            var table = SlotIndex()
            table.reserve(count, hash: hashAt)
            for position in 0..<count { table.insert(position, hash: hashAt) }
            known[list] = .table(table)
            return table
        }
    }
}

/// Hashes of names for ``NameIndex``, with secrets of this process: whoever makes files cannot make their names collide.
enum NameHash {
    static func of(_ name: Name) -> Int { name.bytes.withUnsafeBufferPointer(of) }

    static func of(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return hasher.finalize()
    }
}
