import ShedDisk
import ShedModel

/// A file that was put elsewhere, as one batch says.
public struct MovedAway: Hashable, Sendable {
    public var id: NodeID
    /// Where it was before.
    public var from: Place
    /// When it had been put there.
    public var since: Stamp
    /// When it was moved, and by which device.
    public var at: Stamp
    /// The positions of the batch that moved it and of the one that had put it there.
    fileprivate var batch: Int32
    fileprivate var before: Int32
}

/// A place that a file left, and at which another stands whose ID was made there since.
public struct TakenPlace: Hashable, Sendable {
    public var left: MovedAway
    /// What stands there.
    public var id: NodeID
    /// When its ID was made, and by which device.
    public var making: Stamp
    /// In bytes.
    public var size: Int64

    public init(left: MovedAway, id: NodeID, making: Stamp, size: Int64) { (self.left, self.id, self.making, self.size) = (left, id, making, size) }
}

/// What the sidecar tells of a file that was moved away, and of what stands where it was.
public struct MovedAwayFacts: Sendable {
    /// When the batch that says the move came to this machine, by the birth of its file, in nanoseconds since 1970; `nil` where that is not known.
    public var arrived: Int64?
    /// The same of the batch that had put it there before.
    public var arrivedBefore: Int64?
    /// What it was said to hold by the device that moved it, by one that knew of the move, or of which that device knew.
    public var held: Set<FileContent> = []
    /// What it was said to hold by a device that did not know of the move, nor the one that moved it of that; and not by that one too.
    public var heldBeside: Set<FileContent> = []
    /// What other files were said to hold before the move, as far as it is as large as what stands there.
    public var heldElsewhere: Set<FileContent> = []
    /// Since when all other devices that have written are known to have known of the move, by the stamps of their batches; in milliseconds since 1970.
    public var knownSince: Int64?
    /// Until when the device that made the ID of what stands there, another one than moved the file, had not known of the move, by the stamp of
    /// its batch; in milliseconds since 1970.
    public var unknownUntil: Int64?

    /// Knows nothing.
    public init() {}
}

extension Fold {
    /// Of a file so many places are looked at, the latest ones.
    private static let mostPlacesOfFile = 64

    /// The files that were given another place, with each place that they had before. Costs a pass over all nodes. Of places that a base has
    /// left out nothing is known.
    public var filesMovedAway: [MovedAway] {
        var found: [MovedAway] = []
        // Most have one place alone, and are not taken out to be looked at.
        for position in entries.indices where entries[position].hasSeveralPlaces {
            let entry = entries[position]
            guard !entry.node.type.isDirectory else { continue }
            let events = entry.places(atMost: Fold.mostPlacesOfFile, in: graph)
            for (before, after) in zip(events, events.dropFirst()) where !after.stamp.isGreatest && before.place != after.place {
                found.append(MovedAway(id: entry.node.id, from: before.place, since: before.stamp, at: after.stamp, batch: after.batch, before: before.batch))
            }
        }
        return found
    }

    /// Where and when an ID was made; `nil` where nothing tells.
    public func making(of id: NodeID) -> (place: Place, at: Stamp)? {
        positions[id].flatMap { entries[$0].minted(in: graph) }.map { ($0.place, $0.stamp) }
    }
}

extension Sidecar {
    /// Of one file so many contents that were said are compared.
    private static let mostSaid = 256

    private struct Said: Hashable {
        var content: FileContent
        var batch: Int
    }

    /// What the batches tell of files that were moved away, and of what stands where they were. Costs reading them all.
    /// - Parameters:
    ///   - fold: of all that is listed.
    ///   - own: the IDs under which this machine writes, and wrote.
    ///   - resolve: the node that an ID stands for.
    public func facts(
        of taken: [TakenPlace], in fold: Fold, _ listing: SidecarListing, of project: ProjectFile, own: Set<ReplicaID>, resolve: (NodeID) -> NodeID
    ) -> [MovedAwayFacts] {
        guard !taken.isEmpty else { return [] }
        let (said, elsewhere) = contents(saidOf: taken, in: fold.graph, listing, of: project, resolve: resolve)
        let births = births(of: Set(taken.flatMap { [fold.graph.id(at: Int($0.left.batch)), fold.graph.id(at: Int($0.left.before))] }), listing)
        var moves = KnownMoves(fold.graph, of: project.id)
        return taken.map { taken in
            let moved = taken.left
            var facts = MovedAwayFacts()
            (facts.arrived, facts.arrivedBefore) = (births[fold.graph.id(at: Int(moved.batch))], births[fold.graph.id(at: Int(moved.before))])
            var there: Set<FileContent> = []
            for said in said[resolve(moved.id)] ?? [] {
                let isBeside = fold.graph.replica(at: said.batch) != moved.at.replica && moves.areSideBySide(moved.batch, Int32(truncatingIfNeeded: said.batch))
                if isBeside { facts.heldBeside.insert(said.content) } else { facts.held.insert(said.content) }
                if fold.graph.replica(at: said.batch) == moved.at.replica { there.insert(said.content) }
            }
            // What it held where it was moved is no version of another device, whoever says so besides.
            facts.heldBeside.subtract(there)
            facts.heldElsewhere = elsewhere.held(besides: [resolve(moved.id), resolve(taken.id)], of: taken.size, before: moved.at)
            facts.knownSince = moves.known(moved.batch, by: moved.at.replica, besides: own)
            if taken.making.replica != moved.at.replica, let until = moves.unknown(moved.batch, after: moved.before, by: taken.making.replica),
                until < taken.making.milliseconds
            {
                // Where it made the ID before it knew of the move, it had given the place to another file itself.
                facts.unknownUntil = until
            }
            return facts
        }
    }

    /// What batches say that files hold, and which (``SeenContent``); and what they say so of any that is as large as what stands there.
    private func contents(
        saidOf taken: [TakenPlace], in graph: BatchGraph, _ listing: SidecarListing, of project: ProjectFile, resolve: (NodeID) -> NodeID
    ) -> (moved: [NodeID: Set<Said>], elsewhere: SaidContents) {
        let files = Set(taken.map { resolve($0.left.id) })
        var (said, elsewhere) = ([NodeID: Set<Said>](), SaidContents(of: Set(taken.map(\.size))))
        func add(_ stamped: StampedOperation, _ batch: BatchID) {
            guard stamped.operation.label == nil else { return }
            for case .other(SeenContent.field, let value) in stamped.operation.set {
                guard let content = SeenContent.content(value) else { continue }
                let id = resolve(stamped.operation.id)
                elsewhere.add(content, of: id, at: stamped.at)
                guard files.contains(id), said[id, default: []].count < Sidecar.mostSaid, let position = graph.position(of: batch) else { continue }
                said[id, default: []].insert(Said(content: content, batch: position))
            }
        }
        read(listing.files, of: project) { _, content in
            switch content {
            case .success(.batch(let batch)): for stamped in batch.operations { add(stamped, batch.id) }
            case .success(.base(let base)):
                for kept in base.operations where base.subsumed.indices.contains(kept.from) { add(kept.operation, base.subsumed[kept.from].id) }
            case .failure: break
            }
        }
        return (said, elsewhere)
    }

    /// When the files of batches came to be on this machine, as far as they stand here by themselves.
    private func births(of ids: Set<BatchID>, _ listing: SidecarListing) -> [BatchID: Int64] {
        var births: [BatchID: Int64] = [:]
        for file in listing.batches where file.evidence.birth > 0 {
            guard let text = file.name.text, let id = BatchID(String(text.dropLast(".jsonl".utf8.count).suffix(BatchID.textLength))), ids.contains(id) else { continue }
            // A copy of it that a sync program made came later.
            births[id] = min(births[id] ?? file.evidence.birth, file.evidence.birth)
        }
        return births
    }
}
