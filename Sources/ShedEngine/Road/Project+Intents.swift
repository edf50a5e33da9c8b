import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile
import ShedSidecar

extension Project {
    /// Writes down what is about to be moved, before it is moved: a crash between the move and its batch then loses
    /// nothing of why.
    func note(_ plan: Plan) throws(ShedError) {
        guard let state else { return }
        let header = Batch.Header(project: file.id, replica: replica, sequence: 0, parents: [])
        let stamp = Stamp(time: state.clock.last, replica: replica)
        let intents = plan.moves.map { move in
            let operations = (plan.operations.filter { isRejected($0) } + move.operations).map { StampedOperation(stamp, $0) }
            return Intent(
                node: move.node, from: move.from, to: move.to, identity: move.identity,
                operation: BatchEncoder.encode(header, operations).bytes)
        }
        let index = try writableIndex()
        do throws(IndexError) {
            let writes: IndexWrites
            // Nothing else: what was folded since the index was saved is not in it, and it must not say that it is.
            if state.wasIndexed, let written = try index.write(intents) {
                writes = written
            } else {
                var meta = state.meta
                meta.intents = intents
                writes = try index.replace(
                    with: IndexContents(model: state.model, memory: state.memory, meta: meta, digests: [:], batches: state.batches))
            }
            self.state?.meta.intents = intents
            self.state?.meta.takeGeneration(of: writes)
        } catch { throw ShedError(error) }
        Interruption.point("noted")
    }

    /// Commits moves that were made and then not committed, because something interrupted shed. A move that was not
    /// made is forgotten; it is planned anew.
    func finishIntents() throws(ShedError) {
        let index = try writableIndex()
        let intents: [Intent]
        do throws(IndexError) { intents = try index.intents() } catch {
            guard error.code == .corrupt else { throw ShedError(error) }
            return try abandonIndex()
        }
        guard !intents.isEmpty else { return }
        var state = try load()
        var operations: [Operation] = []
        var folders: Set<Operation> = []
        for intent in intents where isDone(intent) {
            guard let batch = try? BatchDecoder.decode(intent.operation, projects: file.projects) else { continue }
            let before = state.memory.seen[intent.node]
            state.memory.record(
                Sighting(evidence: before?.evidence ?? Evidence(
                    device: intent.identity.device, inode: intent.identity.inode, birth: intent.identity.birth), hash: before?.hash, isRacy: true),
                of: intent.node)
            // The folder for what is refused comes with every move into it.
            operations += batch.operations.map(\.operation).filter { !isRejected($0) || folders.insert($0).inserted }
        }
        try write(operations, into: &state)
        state.meta.intents = []
        // The scan that follows writes whatever else differs; without digests it writes everything.
        state.digests = [:]
        do throws(IndexError) { try index.replace(with: &state) } catch { throw ShedError(error) }
        self.state = state
    }

    /// Whether an operation makes the folder for what is refused: without it, what was moved there would lose its reason.
    private func isRejected(_ operation: Operation) -> Bool { operation.set.contains(.role(.rejected)) }

    private func isDone(_ intent: Intent) -> Bool {
        guard let oldName = intent.from.last, let newName = intent.to.last,
            let target = try? root.openDirectory(at: intent.to.parent),
            let there = try? target.evidence(of: newName), there.identity == intent.identity
        else { return false }
        guard let source = try? root.openDirectory(at: intent.from.parent), let left = try? source.evidence(of: oldName) else { return true }
        return left.identity != intent.identity
    }
}
