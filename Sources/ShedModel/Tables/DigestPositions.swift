/// Identities of 32 bytes, as four numbers, in the order in which they came, each with its position: for lists that are kept beside it.
///
/// A dictionary of them hashes as safely and several times as long: a fold that was kept has a hundred thousand, and asks for each more than once.
public struct DigestPositions: Sendable {
    public typealias Digest = (UInt64, UInt64, UInt64, UInt64)

    private var digests: ContiguousArray<Digest> = []
    private var index = SlotIndex()

    public init() {}

    /// How many there are: the position of the next one.
    public var count: Int { digests.count }

    /// Makes room for this many in all.
    public mutating func reserveCapacity(_ count: Int) {
        digests.reserveCapacity(count)
        index.reserve(count) { [digests] in IDHash.of(digests[$0]) }
    }

    /// The position of an identity; `nil` for one that is not there.
    public subscript(digest: Digest) -> Int? { index.first(IDHash.of(digest)) { digests[$0] == digest } }

    /// The position of an identity, which is put in behind the others where it is not there yet.
    public mutating func insert(_ digest: Digest) -> (position: Int, isNew: Bool) {
        if let known = self[digest] { return (known, false) }
        digests.append(digest)
        index.insert(digests.count - 1) { [digests] in IDHash.of(digests[$0]) }
        return (digests.count - 1, true)
    }
}
