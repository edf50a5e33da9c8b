import ShedModel
import ShedReconcile
import ShedReplicas
import ShedSidecar
import ShedSimulatedDisk

extension Device {
    /// Where a walk ends before its time.
    enum Crash: Hashable, Sendable {
        case none
        /// What is about to be moved is written down.
        case noted
        /// So many of them are moved, at least one, and nothing more is done.
        case moved(Int)
        /// The batch is in the sidecar, and the index was not saved.
        case written
        /// The batch of moves that were interrupted before is in the sidecar, and the index was not saved.
        case resumed
    }

    /// Writes down what a plan moves, and moves it.
    /// - Parameter isAfterVerb: whether what a verb noted is committed along with it.
    /// - Returns: the nodes that were moved; `nil` where it crashed.
    mutating func move(_ plan: Plan, _ crash: Crash, _ state: inout Knowledge, isAfterVerb: Bool) -> Set<NodeID>? {
        if !plan.moves.isEmpty { note((isAfterVerb ? index?.noted ?? [] : []) + plan.noted, state) }
        switch crash {
        case .noted: return nil
        case .moved(let count):
            var part = plan
            (part.moves, part.removals) = (Array(plan.moves.prefix(count)), [])
            for move in part.moves { unseen.moved.formUnion(works(in: move.from)) }
            _ = disk.apply(part)
            return nil
        case .none, .written, .resumed: return disk.apply(plan)
        }
    }

    /// Writes down moves that are about to be made, and nothing else: what was folded since the index was saved is not in it.
    mutating func note(_ moves: [NotedMove], _ state: Knowledge) {
        if index == nil { index = state.written }
        index?.noted = moves.map { move in
            var move = move
            move.batch = move.batch ?? NotedMove.BatchNumber(replica: replica, sequence: max(state.author.sequence, written?.sequence ?? 0) + 1)
            return move
        }
    }

    /// Commits moves that were made and then not committed, as the program does before each walk.
    /// - Returns: whether it did not crash.
    mutating func finishMoves(_ project: ProjectSetting, _ crash: Crash, _ walked: inout Walked) -> Bool {
        guard let noted = index?.noted, !noted.isEmpty else { return true }
        var state = loaded(project)
        live = nil
        let made = InterruptedMoves(
            noted.filter { $0.isDone(from: disk.evidence(at: $0.from)?.identity, to: disk.evidence(at: $0.to)?.identity) },
            after: NotedMove.BatchNumber(replica: replica, sequence: isShared ? 0 : state.author.sequence))
        if let batch = write(state.joins + made.operations, into: &state, project) {
            walked.batches.append(batch)
            if crash == .resumed { return false }
        }
        state.joins = []
        made.settle(&state.memory, state.model, now: now)
        state.noted = []
        index = state.written
        live = state
        return true
    }
}
