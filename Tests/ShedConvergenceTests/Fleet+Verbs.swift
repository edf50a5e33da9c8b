import ShedModel
import ShedReconcile
import ShedSimulatedDisk

extension Fleet {
    /// `shed mv`: looks, moves, and says what it moved.
    mutating func move(_ from: RelativePath, to: RelativePath, on number: Int, crash: Device.Crash = .none) {
        look(number, .refresh())
        guard crash != .noted, let id = devices[number].node(at: from, setting) else { return end(crash, on: number) }
        let works = devices[number].works(in: from)
        guard devices[number].disk.rename(from, to: to) else { return end(crash, on: number) }
        if case .moved = crash {
            for work in works { noteMove(work, on: number) }
        } else {
            look(number, .afterVerb(WalkRequest.VerbEffects(moved: [to: id])), crash: crash)
        }
        end(crash, on: number)
    }

    /// Moves a file to where it may stand by exception alone, as `shed accept` does: that is written down before.
    mutating func accept(_ from: RelativePath, to: RelativePath, on number: Int, crash: Device.Crash) {
        look(number, .refresh())
        let state = devices[number].loaded(setting)
        guard let id = devices[number].node(at: from, setting), let node = state.model.nodes[id], !node.type.isDirectory, let name = to.last,
            let folder = to.parent.isRoot ? ProjectSetting.id : devices[number].node(at: to.parent, setting),
            let identity = devices[number].disk.evidence(at: from)?.identity, !devices[number].disk.exists(to)
        else { return end(crash, on: number) }
        var fields: [Field] = [.place(Place(parent: folder, name: name)), .exception(true), .unexplained(nil)]
        if node.details?.origin != nil { fields.append(.origin(nil)) }
        if node.details?.rejection != nil { fields.append(.rejection(nil)) }
        devices[number].note([NotedMove(node: id, from: from, to: to, identity: identity, operations: [Operation(id, fields)])], state)
        guard crash != .noted else { return end(crash, on: number) }
        let works = devices[number].works(in: from)
        guard devices[number].disk.rename(from, to: to) else { return end(crash, on: number) }
        if case .moved = crash {
            devices[number].unseen.moved.formUnion(works)
        } else {
            look(number, .afterVerb(WalkRequest.VerbEffects(moved: [to: id], accepted: [to])), crash: crash)
            if crash != .written { devices[number].index?.noted = [] }
        }
        end(crash, on: number)
    }

    /// Where a verb crashed, nothing runs any more.
    private mutating func end(_ crash: Device.Crash, on number: Int) {
        if crash != .none { devices[number].live = nil }
    }

    mutating func set(_ field: Field, _ path: RelativePath, on number: Int) {
        look(number, .refresh())
        guard let id = devices[number].node(at: path, setting) else { return }
        if let batch = devices[number].commit([Operation(id, [field])], setting) { batches.append(batch) }
    }

    mutating func setOrder(_ position: Int, _ path: RelativePath, on number: Int) {
        guard let keys = OrderKey.keys(8), keys.indices.contains(position) else { return }
        set(.order(keys[position]), path, on: number)
    }
}
