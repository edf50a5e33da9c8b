import ShedModel

/// Different batches of one replica with the same sequence number: the replica's identity was copied, or a state
/// directory restored.
public struct Fork: Hashable, Sendable {
    struct Key: Hashable {
        var replica: ReplicaID
        var sequence: UInt64

        init(replica: ReplicaID, sequence: UInt64) { (self.replica, self.sequence) = (replica, sequence) }

        init(_ header: Batch.Header) { self.init(replica: header.replica, sequence: header.sequence) }
    }

    public var replica: ReplicaID
    public var sequence: UInt64
    public var batches: [BatchID]

    /// The numbers under which a replica has more than one of some batches.
    private static func doubled(among all: some Sequence<Key>) -> Set<Key> {
        var numbers: [ReplicaID: [UInt64]] = [:]
        for number in all { numbers[number.replica, default: []].append(number.sequence) }
        var doubled: Set<Key> = []
        for (replica, sequences) in numbers { for sequence in twice(in: sequences) { doubled.insert(Key(replica: replica, sequence: sequence)) } }
        return doubled
    }

    /// The numbers that are among some more than once. They are not hashed one by one: of most replicas there is each up to the last.
    private static func twice(in numbers: [UInt64]) -> [UInt64] {
        guard let least = numbers.min(), let greatest = numbers.max() else { return [] }
        guard greatest - least < 16 * UInt64(numbers.count) else {
            let sorted = numbers.sorted()
            return zip(sorted, sorted.dropFirst()).filter { $0 == $1 }.map(\.0)
        }
        var isThere = [Bool](repeating: false, count: Int(greatest - least) + 1)
        return numbers.filter { number in
            defer { isThere[Int(number - least)] = true }
            return isThere[Int(number - least)]
        }
    }

    /// All among some batches, in the order of replica and number.
    static func all(among batches: some Sequence<(BatchID, Key)>) -> [Fork] {
        // There are none, nearly always: each replica's come in the order of their numbers.
        var naming = BatchNaming()
        naming.count(batches.lazy.map(\.1))
        guard naming.mayFork else { return [] }
        let several = doubled(among: batches.lazy.map(\.1))
        guard !several.isEmpty else { return [] }
        var numbered: [Key: [BatchID]] = [:]
        for (id, number) in batches where several.contains(number) { numbered[number, default: []].append(id) }
        return numbered.filter { $0.value.count > 1 }
            .map { Fork(replica: $0.key.replica, sequence: $0.key.sequence, batches: $0.value.sorted()) }
            .sorted { $0.replica != $1.replica ? $0.replica < $1.replica : $0.sequence < $1.sequence }
    }
}
