import ShedModel

/// What the batches of a project say of the replicas that wrote them: how much, when by their own clocks, and what is odd about that.
///
/// Batches may be added in any order, and one that is there twice counts once. Memory grows with the number of batches.
public struct ReplicaSurvey: Sendable {
    /// What is known of one replica.
    public struct Entry: Hashable, Sendable {
        public var replica: ReplicaID
        /// How many batches of it are there, in files or in bases.
        public var batches = 0
        /// How many of them it wrote for a project that this one is a copy of.
        public var inherited = 0
        /// The highest number that one of them bears.
        public var sequence: UInt64 = 0
        /// The least and the greatest of its stamps, in milliseconds since 1970; `nil` where a base left none of its operations.
        public var first: Int64?
        public var last: Int64?
        /// How many of its batches were stamped no later than what another replica had written and it knew by then: its clock was
        /// behind, or that of the other ahead, and it could only count on. By how much nobody can say.
        public var pushed = 0

        public init(replica: ReplicaID) { self.replica = replica }
    }

    fileprivate struct Known: Sendable {
        var header: Batch.Header
        var first: UInt64?
        var last: UInt64?
    }

    /// How many files could not be read that may hold more: torn ones, or ones of a newer shed.
    public private(set) var unread = 0
    private var known: [BatchID: Known] = [:]
    private let project: NodeID

    /// - Parameter project: whose replicas they are; batches of the projects that it is a copy of are told apart.
    public init(of project: NodeID) { self.project = project }

    /// Adds a batch that is there whole.
    public mutating func add(_ batch: Batch) {
        var entry = Known(header: batch.header)
        for operation in batch.operations { entry.note(operation.at) }
        known[batch.id] = entry
    }

    /// Adds what a base says of the batches that it stands for; of one that is there itself, that counts.
    public mutating func add(_ base: Base) {
        var own: [Known] = base.subsumed.map { Known(header: $0.header) }
        for kept in base.operations where own.indices.contains(kept.from) { own[kept.from].note(kept.operation.at) }
        for (subsumed, entry) in zip(base.subsumed, own) where known[subsumed.id] == nil { known[subsumed.id] = entry }
    }

    /// Takes note of a file that is no whole batch or base.
    mutating func add(_ fault: BatchFault) { if fault.hidesOperations { unread += 1 } }

    /// What is known of each replica, in the order of their IDs.
    public var entries: [Entry] {
        var result: [ReplicaID: Entry] = [:]
        for batch in known.values {
            var entry = result[batch.header.replica] ?? Entry(replica: batch.header.replica)
            entry.batches += 1
            if batch.header.project != project { entry.inherited += 1 }
            entry.sequence = max(entry.sequence, batch.header.sequence)
            entry.first = [entry.first, batch.first.map(ReplicaSurvey.milliseconds)].compactMap(\.self).min()
            entry.last = [entry.last, batch.last.map(ReplicaSurvey.milliseconds)].compactMap(\.self).max()
            if isPushed(batch) { entry.pushed += 1 }
            result[batch.header.replica] = entry
        }
        return result.values.sorted { $0.replica < $1.replica }
    }

    /// Different batches of one replica under one number, in the order of replica and number.
    public var forks: [Fork] { Fork.all(among: known.lazy.map { ($0.key, Fork.Key($0.value.header)) }) }

    /// Whether a batch's stamps begin in the very millisecond of another replica's that its writer knew, or before it: a clock that
    /// was right would have been beyond that by then.
    private func isPushed(_ batch: Known) -> Bool {
        guard let first = batch.first else { return false }
        return batch.header.parents.contains { parent in
            guard let other = known[parent], other.header.replica != batch.header.replica, let last = other.last else { return false }
            return ReplicaSurvey.milliseconds(first) <= ReplicaSurvey.milliseconds(last)
        }
    }

    private static func milliseconds(_ time: UInt64) -> Int64 { Int64(time >> 16) }
}

extension ReplicaSurvey.Known {
    fileprivate mutating func note(_ stamp: Stamp) {
        first = min(first ?? stamp.time, stamp.time)
        last = max(last ?? stamp.time, stamp.time)
    }
}

extension Sidecar {
    /// Reads all batches and bases for what they say of their writers. What is torn is counted, what is not of the project left out.
    /// - Parameter listing: what is there.
    public func survey(of project: ProjectFile, _ listing: SidecarListing) -> ReplicaSurvey {
        var survey = ReplicaSurvey(of: project.id)
        read(listing.files, of: project) { _, content in
            switch content {
            case .success(.batch(let batch)): survey.add(batch)
            case .success(.base(let base)): survey.add(base)
            case .failure(let fault): survey.add(fault)
            }
        }
        return survey
    }
}
