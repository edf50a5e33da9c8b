import ShedModel
import ShedReconcile
import ShedSidecar

/// What a device makes of batches that came, or went: the model that all of them fold to, with what it remembers of its disk.
///
/// A function of the batches, of what the device knew before, and of its clock.
public struct Refolding: Sendable {
    /// What a device knew when it last wrote that down.
    public struct Known: Sendable {
        public var model: Model
        public var memory: Memory
        /// The time part of the last stamp that it gave or saw.
        public var clock: UInt64

        public init(model: Model, memory: Memory, clock: UInt64) { (self.model, self.memory, self.clock) = (model, memory, clock) }
    }

    /// Whose device it is, and when it folds.
    public struct Circumstances: Sendable {
        public var replica: ReplicaID
        /// Milliseconds since 1970 in UTC, by the device's clock.
        public var now: Int64
        /// Whether there are batches of other replicas of the project.
        public var hasOthers: Bool
        /// Whether no operation may be missing, but for those that the device has gone on without.
        public var isWhole: Bool
        /// Whether batches of its replica are there that it did not write: its machine was cloned, or what it keeps was put back. Then
        /// nothing that is new was said by itself.
        public var isShared: Bool

        public init(replica: ReplicaID, now: Int64, hasOthers: Bool, isWhole: Bool, isShared: Bool = false) {
            (self.replica, self.now, self.hasOthers, self.isWhole, self.isShared) = (replica, now, hasOthers, isWhole, isShared)
        }

        /// Whether the device itself gave a stamp.
        func isOwn(_ stamp: Stamp) -> Bool { stamp.replica == replica && !isShared }
    }

    /// The fold, with ``joins``.
    public private(set) var folded: Folded
    /// What files hold that were never seen here, or hold by now, as far as other devices have said: so many as are remembered.
    public private(set) var hints: [NodeID: FileContent] = [:]
    /// The second names that the batches alone give.
    public let aliases: [NodeID: NodeID]
    public private(set) var memory: Memory
    /// Second names that are not in the sidecar yet and are to be written by the next walk. The model has them already.
    public private(set) var joins: [Operation] = []
    /// Where nodes were when they were last seen here that the sidecar has elsewhere now.
    public private(set) var carried: [NodeID: RelativePath] = [:]
    /// What was here when it was last looked at and the sidecar does not know any more.
    public private(set) var departed: [Departure] = []

    /// - Parameters:
    ///   - fold: of all batches that are there, settled.
    ///   - result: what it gives, where that is known.
    ///   - known: `nil` for a device that knew nothing yet.
    public init(_ fold: Fold, giving result: Folded? = nil, before known: Known?, _ circumstances: Circumstances) {
        folded = result ?? fold.result()
        aliases = folded.model.aliases
        memory = Refolding.transferred(known, to: folded.model)
        hints = Refolding.hints(folded, memory)
        // What another device has said of a file need not be said here.
        for (id, content) in folded.hints where memory.seen[id]?.hash == content.hash { memory.noteSaid(id) }
        guard let known else { return }
        let change = FoldChange(old: known, model: folded.model, fold: fold, circumstances: circumstances)
        let placed = change.placedWhileMissing.filter { memory.missing[$0] != nil }
        for id in placed { memory.forget(id) }
        memory.unsettled.incomingMoves = change.incomingMoves(memory)
        // What has changed places, and came so before anybody said it, is known by that.
        for id in memory.unsettled.incomingMoves.keys { hints[id] = hints[id] ?? folded.hints[id] }
        memory.unsettled.rejections = change.explained
        if circumstances.hasOthers, circumstances.isWhole { joins = change.earlyArrivals }
        memory.follow(aliasesOf: joins)
        for operation in joins { folded.model.apply(operation) }
        // While the sidecar is not whole the index is not saved, and this would be found again and again.
        guard circumstances.isWhole else { return }
        let joined = joins.isEmpty ? change : FoldChange(old: known, model: folded.model, fold: fold, circumstances: circumstances)
        carried = joined.carried
        departed = joined.departed
        memory.unsettled.incomingNodes = joined.incomingNodes(memory).union(placed)
    }

    /// What was remembered, for the nodes of a model that was folded anew: aliases go to their targets.
    private static func transferred(_ known: Known?, to model: Model) -> Memory {
        guard let known else { return Memory() }
        let old = known.memory
        var memory = Memory()
        memory.unsettled.pending = old.unsettled.pending
        memory.unsettled.refused = old.unsettled.refused
        memory.unsettled.waitingMoves = old.unsettled.waitingMoves
        memory.unsettled.resolveMoves(model.resolve)
        for (id, sighting) in old.seen where model.nodes[id] != nil {
            memory.record(sighting, of: id)
            memory.missing[id] = old.missing[id]
        }
        for (id, sighting) in old.seen where model.nodes[id] == nil {
            let target = model.resolve(id)
            guard target != id, model.nodes[target] != nil, !memory.isPresent(target) || isAhead(id, of: target, known, model) else { continue }
            memory.record(sighting, of: target)
            memory.missing[target] = old.missing[id]
        }
        return memory
    }

    /// Whether a second name was seen where the node is by the batches, and the node itself still where it was before: its file came first,
    /// and what is left at the old place is on its way out.
    private static func isAhead(_ id: NodeID, of target: NodeID, _ known: Known, _ model: Model) -> Bool {
        guard known.memory.isPresent(id), let place = model.nodes[target]?.place.map({ Place(parent: model.resolve($0.parent), name: $0.name) }) else { return false }
        func stood(_ id: NodeID) -> Bool { known.model.nodes[id]?.place.map { Place(parent: model.resolve($0.parent), name: $0.name) } == place }
        return stood(id) && !stood(target)
    }

    /// What is kept of the hints: those of files that were never seen here, or not read since they came, or of which something else was said since; of
    /// too many those with the latest IDs.
    private static func hints(_ folded: Folded, _ memory: Memory) -> [NodeID: FileContent] {
        let unseen = folded.hints.filter { memory.tellsLess(of: $0.key, than: $0.value) && folded.model.nodes[$0.key] != nil }
        guard unseen.count > SeenContent.mostRemembered else { return unseen }
        let latest = unseen.keys.sorted().suffix(SeenContent.mostRemembered)
        return Dictionary(uniqueKeysWithValues: latest.compactMap { id in unseen[id].map { (id, $0) } })
    }
}
