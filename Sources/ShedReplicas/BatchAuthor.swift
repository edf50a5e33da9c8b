import ShedModel
import ShedSidecar

/// What a replica has to know to write its next batch, beside what is to be in it: its clock, what it has folded, and what of the
/// sidecar it has not.
public struct BatchAuthor: Sendable {
    public private(set) var clock: HybridClock
    /// The number of the last batch.
    public private(set) var sequence: UInt64
    /// The batches that no other one names, of those that are folded.
    public private(set) var heads: [BatchID]
    /// Batches that are known to be missing (``Fold/missingBatches``).
    public let missing: [BatchID]
    /// Fields whose value is from the future, with its stamp.
    public private(set) var future: [FieldKey: Stamp]

    public init(clock: HybridClock, sequence: UInt64, heads: [BatchID], missing: [BatchID], future: [FieldKey: Stamp]) {
        self.clock = clock
        self.sequence = sequence
        self.heads = heads
        self.missing = missing
        self.future = future
    }

    /// The next batch, without its bytes; ``note(_:now:)`` says that it was written.
    /// - Parameters:
    ///   - now: the local time in milliseconds since 1970.
    ///   - isNew: whether there is no node of an ID.
    public mutating func compose(
        _ operations: [Operation], project: NodeID, now: Int64, isNew: (NodeID) -> Bool
    ) -> (header: Batch.Header, operations: [StampedOperation]) {
        let operations = operations.sayingWhenMade(now, isNew)
        let stamp = clock.tick(now: now)
        let stamped = operations.flatMap { $0.stamped(stamp, future: future) }
        // A hostile batch in this replica's name may have the highest number that a reader takes.
        let number = min(sequence, UInt64(Int64.max) - 1) + 1
        return (Batch.Header(project: project, replica: clock.replica, sequence: number, parents: heads, without: missing), stamped)
    }

    /// Takes note of a batch that was composed and is in the sidecar now.
    /// - Parameter now: when it was composed, in milliseconds since 1970.
    public mutating func note(_ batch: Batch, now: Int64) {
        sequence = batch.header.sequence
        let named = Set(batch.header.parents)
        heads = heads.filter { !named.contains($0) } + [batch.id]
        guard !future.isEmpty else { return }
        // What overrules a value from the future is from the future itself, and the next edit has to overrule that.
        var times: [FieldKey: Stamp] = [:]
        for item in batch.operations { for field in item.operation.set { times[FieldKey(id: item.operation.id, field: field.name)] = item.at } }
        for (key, stamp) in times where future[key] != nil {
            future[key] = stamp.milliseconds - now > HybridClock.tolerance ? stamp : nil
        }
    }
}

extension Model {
    /// Takes over what was just written.
    /// - Parameter author: who wrote it. Where it knows of stamps from the future, others may have come to a place later than now.
    /// - Returns: whether the fold of all batches says the same for certain. If not, the batch is to be folded as another device's is.
    public mutating func take(_ written: [StampedOperation], by author: BatchAuthor) -> Bool {
        var isCertain = true
        for item in written where item.operation.label == nil {
            isCertain = apply(item.operation, at: item.at) && isCertain
            if !author.future.isEmpty, isContested(item.operation.id) { isCertain = false }
        }
        if written.contains(where: { $0.operation.label != nil }) { labels.apply(written.map { ($0.operation, $0.at) }) }
        return isCertain
    }
}

extension [Operation] {
    /// The operations, of which those that make nodes say when that was, unless they do.
    /// - Parameters:
    ///   - now: in milliseconds since 1970.
    ///   - isNew: whether there is no node of an ID.
    public func sayingWhenMade(_ now: Int64, _ isNew: (NodeID) -> Bool = { _ in true }) -> [Operation] {
        var made: Set<NodeID> = []
        return map { operation in
            guard operation.label == nil, operation.makesNode, isNew(operation.id), made.insert(operation.id).inserted else { return operation }
            var operation = operation
            if !operation.set.contains(where: { if case .created = $0 { true } else { false } }) { operation.set.append(.created(now)) }
            return operation
        }
    }
}

extension Operation {
    /// Whether an ID gets a type by it, as the first operation of each does.
    fileprivate var makesNode: Bool {
        self.set.contains { field in
            guard case .type(let type) = field else { return false }
            return type != .project
        }
    }

    /// The operation with its stamp; a field whose value is from the future gets one greater than that, so that an
    /// edit always takes. At the greatest there is, it takes as its batch knows the other's.
    fileprivate func stamped(_ stamp: Stamp, future: [FieldKey: Stamp]) -> [StampedOperation] {
        guard !future.isEmpty else { return [StampedOperation(stamp, self)] }
        var plain: [Field] = []
        var result: [StampedOperation] = []
        for field in set {
            if let ahead = future[FieldKey(id: id, field: field.name)], ahead >= stamp {
                result.append(StampedOperation(ahead.next(by: stamp.replica), Operation(id, [field], label: label)))
            } else {
                plain.append(field)
            }
        }
        if !plain.isEmpty { result.insert(StampedOperation(stamp, Operation(id, plain, label: label)), at: 0) }
        return result
    }
}
