import ShedModel
import ShedRules

extension Planner {
    /// Takes an entry in where it stands: an ID if it has none, its place, and what follows from the move.
    mutating func accept(_ arrival: Arrival, extra: [Field] = [], ids: inout some IDSource) {
        guard let folder = binder.folder[arrival.directory] else { return }
        let index = arrival.entry
        let place = Place(parent: folder, name: arrival.path.last ?? snapshot.name(of: index))
        if let id = binder.node[index], binder.immigrants[index] == nil, let node = model.nodes[id], node.place != nil {
            acceptMoved(arrival, node, to: place, extra: extra)
        } else {
            acceptNew(arrival, at: place, extra: extra, ids: &ids)
        }
    }

    private mutating func acceptNew(
        _ arrival: Arrival, at place: Place, extra: [Field], ids: inout some IDSource
    ) {
        let index = arrival.entry
        var type = type(of: arrival)
        let id = binder.node[index] ?? situation.claims.assigned[arrival.path].flatMap { model.nodes[$0] == nil ? $0 : nil } ?? ids.next()
        let child = Int(snapshot.entries[index].directory)
        let role = type.isDirectory ? roleToTake(place, arrival.directory, at: arrival.path) : nil
        if role != nil { type = .folder }
        var fields: [Field] = [.type(type), .place(place)]
        if let role {
            fields += take(role, for: id)
            // It may stay where it is: one below the root would else be misplaced.
            if arrival.directory > 0 { fields.append(.exception(true)) }
        } else if type.isDirectory {
            fields += fieldsOfFolder(type, in: arrival.directory)
        }
        if child >= 0, let accepts = acceptedByContents(of: child, Node(id: id, type: type, role: role), at: arrival.path) {
            fields.removeAll { $0.name == Field.accepts(nil).name }
            fields.append(.accepts(accepts))
        }
        if let immigrant = binder.immigrants[index] { fields += immigrant.fields(in: model.labels, of: situation.conventions.fields) }
        // A file that was there is older than its ID.
        let birth = snapshot.entries[index].evidence.birth / 1_000_000
        if situation.request.isAdoption, birth > 0 { fields.append(.created(birth)) }
        fields += extra
        if type.isOrdered, region[arrival.directory] == .ordinary { noteNewcomer(place) }
        plan.operations.append(Operation(id, fields))
        binder.bind(index, to: id)
        if child >= 0 {
            addedPath[child] = (addedPath[arrival.directory] ?? .root).appending(place.name)
            remember(id, type, fields)
        }
        note(.added, index, id: id, path: arrival.path)
    }

    /// Keeps what a node will be: of a folder, for judging what stands in it.
    private mutating func remember(_ id: NodeID, _ type: NodeType, _ fields: [Field]) {
        var node = model.nodes[id] ?? Node(id: id, type: type)
        for field in fields { node.set(field) }
        planned[id] = node
    }

    /// What a new entry becomes by the folder that it stands in. In Trash and Rejected it is what it is elsewhere.
    private func type(of arrival: Arrival) -> NodeType {
        let plain = snapshot.entries[arrival.entry].kind.nodeType ?? .file
        guard region[arrival.directory] == .ordinary else { return plain }
        // Not by a reference to the method, which would copy the planner for every file.
        let folder = arrival.directory == 0 ? nil : binder.folder[arrival.directory].map { folderNode($0) }
        return situation.conventions.template.type(
            ofAdded: snapshot.entries[arrival.entry].kind, named: snapshot.name(of: arrival.entry), to: folder) ?? plain
    }

    private mutating func acceptMoved(_ arrival: Arrival, _ node: Node, to place: Place, extra: [Field]) {
        var fields: [Field] = [.place(place)]
        var innerRole = node.role
        if node.role == nil, node.type.isDirectory, let role = roleToTake(place, arrival.directory) {
            innerRole = role
            fields += take(role, for: node.id)
        } else if node.role == nil, region[arrival.directory] == .ordinary, case let type = type(of: arrival), type != node.type {
            fields.append(.type(type))
            if let accepts = accepts(of: node, as: type) { fields.append(.accepts(accepts)) }
        }
        if node.type.isDirectory, fields.count > 1 {
            remember(node.id, node.type, fields)
            retypeContents(of: node.id)
        }
        if let old = node.place, model.resolve(old.parent) != place.parent {
            let given = Set(extra.map(\.name))
            fields += fieldsOfLeaving(node, old, for: region[arrival.directory]).filter { !given.contains($0.name) }
        }
        fields += fieldsOfReturning(node) + extra
        if let innerRole, region[arrival.directory] == .ordinary, innerRoles(of: arrival.directory).contains(innerRole) {
            // Back in the folder that the template has it in: there it is the folder of its role.
            fields.removeAll { $0.name == Field.exception(true).name }
            if node.details?.exception != true{ fields.append(.exception(true)) }
        }
        if region[arrival.directory] == .ordinary, needsOrder(node, in: place.parent, fields) { noteNewcomer(place) }
        plan.operations.append(Operation(node.id, fields))
        noteTwins(of: node.id, arrival.entry, at: place)
        note(.moved, arrival.entry, id: node.id, path: arrival.path, from: model.path(of: node.id))
        noteModification(arrival.entry, node.id, isMoved: true)
    }

    /// What a folder accepts as another type, if nobody said what it accepts and that is not what it accepts already. One that
    /// is a person's own from now on still accepts the folders that it holds.
    private func accepts(of node: Node, as type: NodeType) -> Accepts? {
        guard type.isDirectory, node.accepts == nil || node.accepts == node.type.defaultAccepts else { return nil }
        let holdsFolders = type == .folder && model.presentChildren(of: node.id).contains { model.nodes[$0]?.type.isDirectory == true }
        let accepts = holdsFolders ? node.type.defaultAccepts : type.defaultAccepts
        return accepts == node.accepts ? nil : accepts
    }

    /// Says of what stands in a folder what it is there, where the folder became of another type or got a role: a file in a folder
    /// that takes other things now is one of these. Costs as much as there is in it.
    private mutating func retypeContents(of folder: NodeID) {
        var open = [folder]
        while let parent = open.popLast() {
            let folder = folderNode(parent)
            // There it is what it is elsewhere.
            guard folder.role != .trash, folder.role != .rejected else { continue }
            for id in model.presentChildren(of: parent) {
                guard let node = model.nodes[id], node.role == nil, let place = node.place, isHome(id, in: parent, as: place.name) else { continue }
                let kind: EntryKind = node.type.isDirectory ? .directory : .file
                guard let type = situation.conventions.template.type(ofAdded: kind, named: place.name, to: folder), type != node.type
                else { continue }
                var fields: [Field] = [.type(type)]
                if let accepts = accepts(of: node, as: type) { fields.append(.accepts(accepts)) }
                if type.isOrdered, node.order == nil { noteNewcomer(Place(parent: parent, name: place.name)) }
                plan.operations.append(Operation(id, fields))
                remember(id, type, fields)
                if type.isDirectory { open.append(id) }
            }
        }
    }

    /// Whether a node stands in a folder under a name as before, also if the folder was not looked into. Of what stands elsewhere by
    /// now, or under another name, is said what it is where that is taken in.
    private func isHome(_ id: NodeID, in folder: NodeID, as name: Name) -> Bool {
        guard let entry = binder.entry[id] else { return true }
        return binder.folder[Int(snapshot.entries[entry].parent)] == folder && snapshot.name(of: entry) == name
    }

    /// What a node loses and gains when it leaves its folder.
    private func fieldsOfLeaving(_ node: Node, _ old: Place, for region: Region) -> [Field] {
        var fields: [Field] = []
        if region == .trash, modelRegion(of: old.parent) != .trash { fields.append(.origin(old)) }
        fields += rightToKeep(node)
        guard let details = node.details else { return fields }
        if region != .trash, details.origin != nil { fields.append(.origin(nil)) }
        // Thrown away, it is what was refused still, and is again where it is taken out.
        if region != .rejected, region != .trash, details.rejection != nil { fields.append(.rejection(nil)) }
        if details.unexplained != nil { fields.append(.unexplained(nil)) }
        if details.exception { fields.append(.exception(false)) }
        return fields
    }

    private func fieldsOfReturning(_ node: Node) -> [Field] {
        var fields: [Field] = []
        guard let details = node.details else { return fields }
        if details.content != nil { fields.append(.content(nil)) }
        if details.forgotten != nil { fields.append(.forgotten(nil)) }
        return fields
    }

    /// The place of a node that is back in it, to be said once more where another one came to that place meanwhile: who sees only
    /// the sidecar takes the one that came last for what stands there.
    func placeOfComingBack(_ id: NodeID) -> Field? {
        guard let place = model.nodes[id]?.place, binder.claimants(of: place).contains(where: { $0 != id })
        else { return nil }
        return .place(place)
    }

    /// Whether a file stands in its place although the batches have another there since, which was seen here and is gone, or was put aside: that
    /// is news to those who still have the other.
    private func hasOutlasted(_ id: NodeID, _ index: Int) -> Bool {
        guard !model.outplaced.isEmpty, model.outplaced.contains(id), snapshot.entries[index].kind == .file, !binder.stays.contains(index),
            let place = model.nodes[id]?.place, situation.memory.isPresent(id)
        else { return false }
        return binder.owners(of: place).contains { other in
            other != id && (situation.memory.missing[other] != nil || binder.putAside.contains(other)) && model.nodes[other]?.standing == 0
        }
    }

    /// Where a file or folder is that has not left its old place, while another came by the batches where it was to go: nobody is here by the batches,
    /// and it will not come there. To be said once nothing is on its way any more.
    private func placeOfStaying(_ id: NodeID, _ index: Int) -> Place? {
        guard !model.outplaced.isEmpty, model.outplaced.contains(id), binder.stays.contains(index), mayStay(id, index),
            situation.disk.incomplete.isEmpty, let move = situation.memory.unsettled.incomingMoves[id],
            situation.now - move.since >= situation.conventions.settings.grace, let folder = binder.folder[Int(snapshot.entries[index].parent)]
        else { return nil }
        let place = Place(parent: folder, name: snapshot.name(of: index))
        let isTaken = model.children(of: folder, named: place.name).contains { $0 != id && !model.outplaced.contains($0) && model.nodes[$0]?.details?.forgotten == nil }
        return isTaken ? nil : place
    }

    /// Whether a device may say that something stays: of folders with a role, and of what is thrown away or was refused, none does.
    private func mayStay(_ id: NodeID, _ index: Int) -> Bool {
        let entry = snapshot.entries[index]
        return entry.kind == .file || model.nodes[id]?.role == nil && region[Int(entry.parent)] == .ordinary
    }

    /// The region that a folder lay in, by the model.
    func modelRegion(of folder: NodeID) -> Region {
        var current = model.resolve(folder)
        var steps = 0
        while let node = model.nodes[current], let place = node.place, steps <= RelativePath.deepest {
            let parent = model.resolve(place.parent)
            if parent == model.project {
                return node.role == .trash ? .trash : node.role == .rejected ? .rejected : .ordinary
            }
            current = parent
            steps += 1
        }
        return .ordinary
    }

    // MARK: What is where it was

    /// A node that is where it was. It may be back from the missing, be accepted now, or have other content.
    mutating func settle(_ index: Int) {
        guard let id = binder.node[index], let node = model.nodes[id] else { return }
        var fields = fieldsOfReturning(node)
        let isAccepted = !situation.request.accepted.isEmpty && situation.request.accepted.contains(snapshot.path(of: index))
        if isAccepted { fields += [.exception(true), .unexplained(nil)] }
        // A folder that bore the name of a role while another had it takes it when that one is gone.
        if node.role == nil, node.type.isDirectory, let place = node.place, snapshot.entries[index].parent == 0,
            let role = roleToTake(place, 0)
        {
            fields += take(role, for: id)
            remember(id, node.type, fields)
            retypeContents(of: id)
        }
        if binder.missingSince(id) != nil || hasOutlasted(id, index), let place = placeOfComingBack(id) { fields.append(place) }
        if let place = placeOfStaying(id, index) {
            plan.waiting.incomingMoves[id] = nil
            fields.append(.place(place))
        }
        if !fields.isEmpty { plan.operations.append(Operation(id, fields)) }
        if node.details?.unexplained != nil, !isAccepted {
            let path = snapshot.path(of: index)
            report(UnexplainedAddition.info, path, id, UnexplainedAddition.message(at: path))
        }
        if binder.missingSince(id) == nil {
            let from = carriedFrom(id, index)
            if let from { note(.moved, index, id: id, path: snapshot.path(of: index), from: from, isCarried: true) }
            if from == nil, situation.memory.unsettled.incomingNodes.contains(id) { note(.added, index, id: id, path: snapshot.path(of: index), isCarried: true) }
            noteModification(index, id, isMoved: from != nil)
        } else if node.role != .rejected {
            note(.added, index, id: id, path: snapshot.path(of: index))
        }
    }

    /// Whether a file's content changed. Where its times alone speak for it and a hash is known, content decides.
    private mutating func noteModification(_ index: Int, _ id: NodeID, isMoved: Bool) {
        guard snapshot.entries[index].kind == .file, snapshot.hasEvidence, let old = situation.memory.seen[id] else { return }
        let new = snapshot.entries[index].evidence
        let sameTimes = old.evidence.size == new.size && old.evidence.modified == new.modified
        if sameTimes, old.hash == nil || (!old.isRacy && (isMoved || old.evidence.changed == new.changed)) { return }
        // A carrier writes anew what it moves, and nobody knows what it held.
        if isMoved, old.hash == nil, old.evidence.size == new.size { return }
        if let hash = old.hash, old.evidence.size == new.size {
            guard let now = situation.answers.hashes[index] else {
                plan.wants.hashes.insert(index)
                if !sameTimes { note(.modified, index, id: id, path: snapshot.path(of: index)) }
                return
            }
            if now == hash { return }
        }
        note(.modified, index, id: id, path: snapshot.path(of: index))
    }

    /// Where an entry was seen last that came to its place along with the sidecar's word on it; `nil` for any other.
    private func carriedFrom(_ id: NodeID, _ index: Int) -> RelativePath? {
        guard !situation.carried.isEmpty || !situation.memory.unsettled.incomingMoves.isEmpty, !binder.stays.contains(index) else { return nil }
        if let path = situation.carried[id] { return path }
        // The batch came before.
        guard let move = situation.memory.unsettled.incomingMoves[id], situation.memory.seen[id]?.evidence.identity == move.identity,
            binder.mayBeSeen(move, of: id), let place = model.nodes[id]?.place, place.name != move.place.name || model.resolve(place.parent) != model.resolve(move.place.parent)
        else { return nil }
        return model.path(of: model.resolve(move.place.parent))?.appending(move.place.name)
    }

    // MARK: Roles

    /// The role that a root folder takes by its name, if the template's folder of that name is missing.
    /// - Parameter path: where it stands, for what is new: an adoption may say its role.
    mutating func roleToTake(_ place: Place, _ directory: Int, at path: RelativePath? = nil) -> Role? {
        if let role = path.flatMap({ situation.claims.roles[$0] }) { return role }
        guard directory == 0 else { return innerRoleToTake(place, directory) }
        guard let claim = situation.conventions.template.claim(of: place.name) else { return nil }
        let role = claim.role
        guard holder(of: role) == nil, !roles.taken.contains(role), !situation.claims.roles.values.contains(role) else { return nil }
        return claim.rank == bestClaim(to: role) ? role : nil
    }

    /// How well the best name for a role fits among the folders at the root that have none: a folder by the project's own name
    /// for it goes before one by the name in another language.
    private mutating func bestClaim(to role: Role) -> Template.NameRank? {
        if let known = roles.bestClaims { return known[role] }
        var best: [Role: Template.NameRank] = [:]
        for index in snapshot.directories[0].entries where snapshot.entries[index].kind == .directory {
            guard binder.node[index].flatMap({ folderNode($0).role }) == nil,
                let claim = situation.conventions.template.claim(of: snapshot.name(of: index))
            else { continue }
            best[claim.role] = min(best[claim.role] ?? claim.rank, claim.rank)
        }
        roles.bestClaims = best
        return best[role]
    }

    /// The node that has a role and is on disk: at the root, or where it was when the project was adopted.
    func holder(of role: Role) -> NodeID? { standingHolders(of: role).first }

    /// All of them, in the order of their IDs.
    func standingHolders(of role: Role) -> [NodeID] {
        var found: [NodeID] = []
        for id in holders(of: role) where holds(id) { found.append(id) }
        return found
    }

    private func holds(_ id: NodeID) -> Bool {
        guard let node = model.nodes[id], let place = node.place else { return false }
        let mayStandBelow = node.details?.exception == true
        if let entry = binder.entry[id] {
            let parent = Int(snapshot.entries[entry].parent)
            return parent == 0 || mayStandBelow && binder.folder[parent] == model.resolve(place.parent) && modelRegion(of: place.parent) == .ordinary
        }
        guard situation.memory.isPresent(id), !vanished.contains(id) else { return false }
        return model.resolve(place.parent) == model.project || mayStandBelow && modelRegion(of: place.parent) == .ordinary
    }

    private func holders(of role: Role) -> [NodeID] {
        var found: [NodeID] = []
        for id in model.roleBearers where model.nodes[id]?.role == role { found.append(id) }
        return found.count > 1 ? found.sorted() : found
    }

    /// The fields by which a node takes a role; whoever had it before is an ordinary folder from then on, if it was seen here and is gone. One
    /// that never was may stand on the device that wrote of it, where git brings no empty folder from; then both have the role, and each
    /// device takes the older of those that it has.
    private mutating func take(_ role: Role, for id: NodeID) -> [Field] {
        roles.taken.insert(role)
        for old in holders(of: role) where old != id && situation.memory.seen[old] != nil {
            var fields: [Field] = [.role(nil), FormerRole.field(role)]
            if model.nodes[old]?.accepts == .nothing { fields.append(.accepts(.files)) }
            plan.operations.append(Operation(old, fields))
        }
        let hasAgain = model.nodes[id].map { FormerRole.of($0) != nil } ?? false
        return [.type(.folder), .role(role), .accepts(situation.conventions.template.folder(role)?.accepts)] + (hasAgain ? [FormerRole.field(nil)] : [])
    }
}
