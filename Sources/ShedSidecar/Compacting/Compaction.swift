import ShedModel

/// What a replica may write and drop, so that its own batches take less room (Documentation/Sidecar.md).
///
/// A file goes only where two other files of the sidecar, which were read back whole, hold all that it holds, and have stood there for a
/// grace period: neither one corrupt file nor a deletion that a carrier brings before the base loses anything. What is another replica's is
/// left alone, and a base that names a batch and does not hold all of it does not count for that (``Witnesses``).
public struct Compaction: Sendable {
    /// One of the replica's own bases.
    private struct Own {
        var file: BatchFile
        var base: Base
        /// The batches all of which it holds.
        var named: Set<BatchID>

        var entries: [BaseEntry] { base.entries.filter { named.contains($0.id) } }
    }

    /// The files of a sidecar with what they hold.
    public struct Files: Sendable {
        public var batches: [(file: BatchFile, batch: Batch)] = []
        public var bases: [(file: BatchFile, base: Base)] = []

        public init() {}
    }

    public struct Rules: Hashable, Sendable {
        /// A younger batch stays out of bases, in milliseconds.
        public var age: Int64 = 86_400_000
        /// How long the files that stand for one must have been there before it goes, in milliseconds.
        public var grace: Int64 = 14 * 86_400_000
        /// So many batches must have gathered before they go into a base.
        public var gathered = 64
        /// So many bases of the replica's own that others do not stand for are made into two.
        public var mostBases = 32

        public init() {}
    }

    /// A larger file, in bytes, takes no more room than what is in it, and stays.
    static let largest: Int64 = 64 << 10
    /// What goes into one base has so many bytes at most, so that it can be read.
    static let mostBytes: Int64 = 32 << 20

    /// Bases to be written, two of the same batches.
    public private(set) var bases: [EncodedBase] = []
    /// Batches, and bases that others stand for, that may go now.
    public private(set) var dropped: [BatchFile] = []
    /// The bases that stand for what is dropped, and stay.
    public private(set) var relied: [BatchFile] = []

    private let project: NodeID
    private let replica: ReplicaID
    private let now: Int64
    private let rules: Rules

    /// - Parameters:
    ///   - project: the project's own ID: what its original wrote is left alone.
    ///   - files: all that stand there, each whole.
    ///   - now: in milliseconds since 1970.
    public init(of files: Files, project: NodeID, replica: ReplicaID, now: Int64, rules: Rules = Rules()) {
        (self.project, self.replica, self.now, self.rules) = (project, replica, now, rules)
        let bases = files.bases.filter { $0.base.subsumed.allSatisfy { isOwn($0.header) } && !$0.base.subsumed.isEmpty }
        let witnesses = Witnesses(bases.map(\.base), of: files.batches.map(\.batch), now: now)
        let own = zip(bases, witnesses.named).map { Own(file: $0.file, base: $0.base, named: $1) }
        self.bases = encoded(files, own)
        // All of whose batches two others name that stay.
        let settled = own.filter { isSettled($0.file) }
        let going = Compaction.redundant(settled)
        let paths = Set(going.map(\.path))
        let staying = settled.filter { !paths.contains($0.file.path) }
        dropped = going + droppedBatches(files, staying)
        relied = staying.map(\.file)
    }

    private func isOwn(_ header: Batch.Header) -> Bool { header.replica == replica && header.project == project }

    // MARK: What is written

    private func encoded(_ files: Files, _ own: [Own]) -> [EncodedBase] {
        let named = Compaction.counts(own)
        let isThere = Set(files.batches.map(\.batch.id))
        var entries: [BatchID: BaseEntry] = [:]
        var bytes: Int64 = 0
        for item in files.batches where entries[item.batch.id] == nil && named[item.batch.id] ?? 0 < 2 && mayEnter(item.file, item.batch) {
            bytes += item.file.evidence.size
            guard bytes <= Compaction.mostBytes else { break }
            entries[item.batch.id] = BaseEntry(item.batch)
        }
        // Of which one base is left, as where the other was corrupt, another is made.
        for item in own where bytes + item.file.evidence.size <= Compaction.mostBytes {
            let alone = item.entries.filter { named[$0.id] == 1 && entries[$0.id] == nil && !isThere.contains($0.id) }
            if !alone.isEmpty { bytes += item.file.evidence.size }
            for entry in alone { entries[entry.id] = entry }
        }
        guard entries.count >= max(rules.gathered, 1) else { return [] }
        if own.count - Compaction.redundant(own).count >= rules.mostBases, own.reduce(bytes, { $0 + $1.file.evidence.size }) <= Compaction.mostBytes {
            for entry in own.sorted(by: { $0.base.id < $1.base.id }).flatMap(\.entries) where entries[entry.id] == nil { entries[entry.id] = entry }
            // What stands there itself says more than a base says of it.
            for item in files.batches where entries[item.batch.id] != nil { entries[item.batch.id] = BaseEntry(item.batch) }
        }
        return (0...1).compactMap { BaseEncoder.encode(Array(entries.values), copy: $0, now: now) }
    }

    private func mayEnter(_ file: BatchFile, _ batch: Batch) -> Bool {
        guard isOwn(batch.header), file.evidence.size <= Compaction.largest else { return false }
        let times = batch.operations.map(\.at.milliseconds) + batch.unused.map(\.at.milliseconds)
        return times.allSatisfy { $0 <= now - rules.age }
    }

    // MARK: What goes

    /// Whether a file has stood there for as long as another is kept beside it. Its times are this machine's, and nobody sets that of its
    /// last change.
    private func isSettled(_ file: BatchFile) -> Bool {
        let seen = max(file.evidence.birth, file.evidence.changed, file.evidence.modified) / 1_000_000
        return seen <= now && now - seen > rules.grace
    }

    /// How many of some bases hold each batch.
    private static func counts(_ bases: [Own]) -> [BatchID: Int] {
        var counts: [BatchID: Int] = [:]
        for item in bases { for id in item.named { counts[id, default: 0] += 1 } }
        return counts
    }

    /// Those of some bases that can be done without, all of them together: each of their batches is named by two of the others.
    private static func redundant(_ bases: [Own]) -> [BatchFile] {
        var named = counts(bases)
        var found: [BatchFile] = []
        // The smaller ones are in the larger ones.
        let sorted = bases.sorted { left, right in
            left.base.subsumed.count != right.base.subsumed.count ? left.base.subsumed.count < right.base.subsumed.count : left.base.id < right.base.id
        }
        for item in sorted where item.base.subsumed.allSatisfy({ named[$0.id] ?? 0 > 2 }) {
            for id in item.named { named[id, default: 0] -= 1 }
            found.append(item.file)
        }
        return found
    }

    /// Own batches that two of the bases name that stay, and that others build on: what is missing of those is missed.
    private func droppedBatches(_ files: Files, _ staying: [Own]) -> [BatchFile] {
        let named = Compaction.counts(staying)
        let missed = missed(files)
        return files.batches.filter { item in
            isOwn(item.batch.header) && item.file.replicaDirectory?.text == replica.description && named[item.batch.id] ?? 0 >= 2 && missed.contains(item.batch.id)
        }.map(\.file)
    }

    /// What the replica's newest batch builds on: as long as that stands there, each of them is missed where nothing has it.
    private func missed(_ files: Files) -> Set<BatchID> {
        guard let newest = files.batches.map(\.batch).filter({ isOwn($0.header) }).max(by: { $0.header.sequence < $1.header.sequence }) else { return [] }
        var parents: [BatchID: [BatchID]] = [:]
        for item in files.bases { for subsumed in item.base.subsumed { parents[subsumed.id] = subsumed.header.parents } }
        for item in files.batches { parents[item.batch.id] = item.batch.header.parents }
        var found: Set<BatchID> = []
        var waiting = newest.header.parents
        while let next = waiting.popLast() { if found.insert(next).inserted { waiting += parents[next] ?? [] } }
        return found
    }
}

extension Base {
    /// What it holds, batch by batch.
    var entries: [BaseEntry] {
        var entries = subsumed.map { BaseEntry(id: $0.id, header: $0.header, operations: [], others: []) }
        for kept in operations { entries[kept.from].operations.append(kept.operation) }
        for other in others { if let from = other.from { entries[from].others.append(other.line) } }
        return entries
    }
}

extension Compaction {
    /// Whether files without those that are dropped, and with the bases that are written, are the same project to everybody: both are
    /// folded and compared, field by field.
    public func isFaithful(to files: Files, of project: ProjectFile, fields: FieldTraits) throws(BatchFault) -> Bool {
        let going = Set(dropped.map(\.path))
        var after = Fold(project: project, fields: fields, now: now)
        var written = Fold(project: project, fields: fields, now: now)
        let named = Set(bases.flatMap(\.batches))
        for encoded in bases {
            let base = try BaseDecoder.decode(encoded.bytes, projects: project.projects)
            after.add(base)
            written.add(base)
        }
        for item in files.bases {
            if !going.contains(item.file.path) { after.add(item.base) }
            written.add(item.base)
        }
        for item in files.batches {
            if !going.contains(item.file.path) { after.add(item.batch) }
            // As if all that the new bases stand for were gone already.
            if !named.contains(item.batch.id) { written.add(item.batch) }
        }
        let before = FoldFacts(files.fold(of: project, fields: fields, now: now))
        return before.differences(from: FoldFacts(after)).isEmpty && (bases.isEmpty || before.differences(from: FoldFacts(written)).isEmpty)
    }
}

extension Compaction.Files {
    /// The fold of all of them.
    public func fold(of project: ProjectFile, fields: FieldTraits, now: Int64) -> Fold {
        var fold = Fold(project: project, fields: fields, now: now)
        for item in bases { fold.add(item.base) }
        for item in batches { fold.add(item.batch) }
        fold.settle()
        return fold
    }
}
