import ShedModel
import ShedRules

extension Planner {
    /// Takes an entry in where it stands: an ID if it has none, its place, and what follows from the move.
    mutating func accept(
        _ index: Int, _ standing: Standing, _ directory: Int, extra: [Field] = [], ids: inout some IDSource
    ) {
        guard let folder = binder.folder[directory] else { return }
        let place = Place(parent: folder, name: snapshot.name(of: index))
        if let id = binder.node[index], binder.immigrants[index] == nil, model.nodes[id]?.place != nil {
            acceptMoved(index, id, to: place, directory, extra: extra)
        } else {
            acceptNew(index, at: place, directory, extra: extra, ids: &ids)
        }
    }

    private mutating func acceptNew(
        _ index: Int, at place: Place, _ directory: Int, extra: [Field], ids: inout some IDSource
    ) {
        let type = snapshot.entries[index].kind.nodeType ?? .file
        let id = binder.node[index] ?? ids.next()
        var fields: [Field] = [.type(type), .place(place)]
        if type == .folder {
            if let role = roleToTake(place, directory) {
                fields += take(role, for: id)
            } else {
                fields.append(.accepts(.files))
            }
        }
        if let details = binder.immigrants[index]?.details { fields += details.travellingFields }
        plan.operations.append(Operation(id, fields + extra))
        binder.bind(index, to: id)
        let child = Int(snapshot.entries[index].directory)
        if child >= 0 {
            addedPath[child] = (addedPath[directory] ?? .root).appending(place.name)
        }
        plan.changes.append(Change(.added, id: id, path: snapshot.path(of: index), type: type))
    }

    private mutating func acceptMoved(_ index: Int, _ id: NodeID, to place: Place, _ directory: Int, extra: [Field]) {
        guard let node = model.nodes[id] else { return }
        var fields: [Field] = [.place(place)]
        if node.role == nil, node.type == .folder, let role = roleToTake(place, directory) {
            fields += take(role, for: id)
        }
        if let old = node.place, model.resolve(old.parent) != place.parent {
            fields += fieldsOfLeaving(node, old, for: region[directory])
        }
        fields += fieldsOfReturning(node)
        plan.operations.append(Operation(id, fields + extra))
        plan.changes.append(
            Change(.moved, id: id, path: snapshot.path(of: index), from: model.path(of: id), type: node.type))
        noteModification(index, id, isMoved: true)
    }

    /// What a node loses and gains when it leaves its folder.
    private func fieldsOfLeaving(_ node: Node, _ old: Place, for region: Region) -> [Field] {
        var fields: [Field] = []
        let wasInTrash = modelRegion(of: old.parent) == .trash
        if region == .trash, !wasInTrash { fields.append(.origin(old)) }
        if region != .trash, node.details?.origin != nil { fields.append(.origin(nil)) }
        if region != .rejected, node.details?.rejection != nil { fields.append(.rejection(nil)) }
        if node.details?.unexplained != nil { fields.append(.unexplained(nil)) }
        if node.details?.exception == true { fields.append(.exception(false)) }
        return fields
    }

    private func fieldsOfReturning(_ node: Node) -> [Field] {
        var fields: [Field] = []
        if node.details?.content != nil { fields.append(.content(nil)) }
        if node.details?.forgotten != nil { fields.append(.forgotten(nil)) }
        return fields
    }

    /// The region that a folder lay in, by the model.
    func modelRegion(of folder: NodeID) -> Region {
        var current = model.resolve(folder)
        var steps = 0
        while let node = model.nodes[current], let place = node.place, steps <= model.nodes.count {
            let parent = model.resolve(place.parent)
            if parent == model.project {
                return node.role == .trash ? .trash : node.role == .rejected ? .rejected : .ordinary
            }
            current = parent
            steps += 1
        }
        return .ordinary
    }

    /// A node that is where it was. It may be back from the missing, or have other content.
    mutating func settle(_ index: Int) {
        guard let id = binder.node[index], let node = model.nodes[id] else { return }
        if binder.missingSince(id) != nil {
            let fields = fieldsOfReturning(node)
            if !fields.isEmpty { plan.operations.append(Operation(id, fields)) }
            if node.role != .rejected {
                plan.changes.append(Change(.added, id: id, path: snapshot.path(of: index), type: node.type))
            }
            return
        }
        if let path = situation.accepted.isEmpty ? nil : Optional(snapshot.path(of: index)), situation.accepted.contains(path) {
            plan.operations.append(Operation(id, [.exception(true), .unexplained(nil)]))
        }
        noteModification(index, id, isMoved: false)
        if node.details?.unexplained != nil, situation.accepted.isEmpty {
            report(
                UnexplainedAddition.info, snapshot.path(of: index), id,
                "Nobody saw how it came here; “shed accept” keeps it.")
        }
    }

    /// Whether a file's content changed. Where its times alone speak for it and a hash is known, content decides.
    private mutating func noteModification(_ index: Int, _ id: NodeID, isMoved: Bool) {
        guard snapshot.entries[index].kind == .file, snapshot.hasEvidence, let old = situation.memory.seen[id] else { return }
        let new = snapshot.entries[index].evidence
        let sameTimes = old.evidence.size == new.size && old.evidence.modified == new.modified
        if sameTimes, old.evidence.changed == new.changed || old.hash == nil, !(old.isRacy && old.hash != nil) { return }
        if sameTimes, isMoved, !old.isRacy { return }
        if let hash = old.hash, old.evidence.size == new.size {
            guard let now = situation.hashes[index] else {
                plan.wants.hashes.insert(index)
                if sameTimes { return }
                return plan.changes.append(Change(.modified, id: id, path: snapshot.path(of: index), type: .file))
            }
            if now == hash { return }
        }
        plan.changes.append(Change(.modified, id: id, path: snapshot.path(of: index), type: .file))
    }

    // MARK: Roles

    /// The role that a root folder takes by its name, if the template's folder of that name is missing.
    private func roleToTake(_ place: Place, _ directory: Int) -> Role? {
        guard directory == 0, let role = situation.template.role(named: place.name) else { return nil }
        return holder(of: role) == nil && !plan.operations.contains { $0.set.contains(.role(role)) } ? role : nil
    }

    /// The node at the root that has a role and is on disk.
    func holder(of role: Role) -> NodeID? {
        holders(of: role).first { id in
            guard let place = model.nodes[id]?.place else { return false }
            if let entry = binder.entry[id] { return snapshot.entries[entry].parent == 0 }
            return model.resolve(place.parent) == model.project && situation.memory.isPresent(id) && !vanished.contains(id)
        }
    }

    private func holders(of role: Role) -> [NodeID] {
        model.roleBearers.filter { model.nodes[$0]?.role == role }.sorted()
    }

    private mutating func take(_ role: Role, for id: NodeID) -> [Field] {
        for old in holders(of: role) where old != id { plan.operations.append(Operation(old, [.role(nil)])) }
        return [.role(role), .accepts(situation.template.folder(role)?.accepts)]
    }
}

extension NodeDetails {
    /// The fields that go along when a node moves to another project.
    var travellingFields: [Field] {
        var fields: [Field] = []
        if let note { fields.append(.note(note)) }
        for (name, value) in other.sorted(by: { $0.key < $1.key }) { fields.append(.other(name, value)) }
        return fields
    }
}
