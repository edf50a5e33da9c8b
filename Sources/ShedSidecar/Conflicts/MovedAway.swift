import ShedDisk
import ShedModel

/// A file that was put elsewhere, as one batch says.
public struct MovedAway: Hashable, Sendable {
    public var id: NodeID
    /// Where it was before.
    public var from: Place
    /// When, and by which device.
    public var at: Stamp
    /// The positions of the batch that moved it and of the one that had put it there.
    fileprivate var batch: Int32
    fileprivate var before: Int32
}

/// What the sidecar tells of a file that was moved away.
public struct MovedAwayFacts: Sendable {
    /// When the batch that says the move came to this machine, by the birth of its file, in nanoseconds since 1970; `nil` where that is not known.
    public var arrived: Int64?
    /// The same of the batch that had put it there before.
    public var arrivedBefore: Int64?
    /// What it was said to hold by the device that moved it, by one that knew of the move, or of which that device knew.
    public var held: Set<FileContent> = []
    /// What it was said to hold by a device that did not know of the move, nor the one that moved it of that; and not by that one too.
    public var heldBeside: Set<FileContent> = []

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
                found.append(MovedAway(id: entry.node.id, from: before.place, at: after.stamp, batch: after.batch, before: before.batch))
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

    /// What the batches tell of files that were moved away. Costs reading them all.
    /// - Parameters:
    ///   - fold: of all that is listed.
    ///   - resolve: the node that an ID stands for.
    public func facts(of moved: [MovedAway], in fold: Fold, _ listing: SidecarListing, of project: ProjectFile, resolve: (NodeID) -> NodeID) -> [MovedAwayFacts] {
        guard !moved.isEmpty else { return [] }
        let said = contents(saidOf: Set(moved.map { resolve($0.id) }), in: fold.graph, listing, of: project, resolve: resolve)
        let births = births(of: Set(moved.flatMap { [fold.graph.id(at: Int($0.batch)), fold.graph.id(at: Int($0.before))] }), listing)
        var knowledge = Knowledge(fold.graph)
        return moved.map { moved in
            var facts = MovedAwayFacts()
            (facts.arrived, facts.arrivedBefore) = (births[fold.graph.id(at: Int(moved.batch))], births[fold.graph.id(at: Int(moved.before))])
            var there: Set<FileContent> = []
            for said in said[resolve(moved.id)] ?? [] {
                let isBeside = fold.graph.replica(at: said.batch) != moved.at.replica && knowledge.areSideBySide(moved.batch, Int32(truncatingIfNeeded: said.batch))
                if isBeside { facts.heldBeside.insert(said.content) } else { facts.held.insert(said.content) }
                if fold.graph.replica(at: said.batch) == moved.at.replica { there.insert(said.content) }
            }
            // What it held where it was moved is no version of another device, whoever says so besides.
            facts.heldBeside.subtract(there)
            return facts
        }
    }

    /// What batches say that files hold, and which (``SeenContent``).
    private func contents(
        saidOf files: Set<NodeID>, in graph: BatchGraph, _ listing: SidecarListing, of project: ProjectFile, resolve: (NodeID) -> NodeID
    ) -> [NodeID: Set<Said>] {
        var said: [NodeID: Set<Said>] = [:]
        func add(_ stamped: StampedOperation, _ batch: BatchID) {
            guard stamped.operation.label == nil else { return }
            for case .other(SeenContent.field, let value) in stamped.operation.set {
                let id = resolve(stamped.operation.id)
                guard files.contains(id), said[id, default: []].count < Sidecar.mostSaid, let content = SeenContent.content(value),
                    let position = graph.position(of: batch)
                else { continue }
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
        return said
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
