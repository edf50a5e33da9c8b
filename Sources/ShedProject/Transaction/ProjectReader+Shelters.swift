import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile

/// Trash and Rejected, of which a batch of somebody else may say that they are elsewhere (``Shelters``).
extension ProjectReader {
    /// A folder that bears a role.
    typealias Bearer = (id: NodeID, path: RelativePath)

    /// Who bears a role and stands at the root now, in the order of their IDs.
    func bearers(of role: Role, _ state: ProjectState) -> [Bearer] {
        knownBearers(of: role, state).filter { bearer in bearer.path.last.flatMap { try? root.kind(of: $0) } == .directory }
    }

    /// The same, also of those that are not on this disk: git brings no empty folders.
    private func knownBearers(of role: Role, _ state: ProjectState) -> [Bearer] {
        state.model.roleBearers.sorted().compactMap { bearer in
            guard let node = state.model.nodes[bearer], node.role == role, let place = node.place, state.model.resolve(place.parent) == id
            else { return nil }
            return (bearer, RelativePath([place.name]))
        }
    }

    /// The folder into which things are moved by its role (``ShelterChoice``).
    func shelter(_ role: Role, _ state: ProjectState) -> Bearer? {
        let bearers = bearers(of: role, state)
        let paths = Dictionary(bearers.map { ($0.id, $0.path) }) { first, _ in first }
        let chosen = home.shelterChoice(state.model).choose(role, among: bearers.lazy.map(\.id)) { paths[$0]?.last }
        return bearers.first { $0.id == chosen }
    }

    /// Whether a node is the folder of a role for this machine. What bears the role besides, whoever wrote that, is a node like others.
    func isShelter(_ id: NodeID, _ role: Role, _ state: ProjectState) -> Bool {
        guard state.model.nodes[id]?.role == role else { return false }
        // Where nothing was confirmed, each of them may be it.
        guard home.shelters != nil else { return true }
        return home.confirmed(role, state.model) == id || shelter(role, state)?.id == id
    }

    /// The folder that may be emptied.
    /// - Parameter dryRun: nothing is deleted in it, so that it need not be confirmed.
    /// - Throws: ``ShedError`` of kind refused where another bears the role than the one that was confirmed, or none was.
    func trashToEmpty(_ state: ProjectState, dryRun: Bool) throws(ShedError) -> Bearer? {
        let bearers = bearers(of: .trash, state)
        guard let shelters = home.shelters else {
            // As where what was to be confirmed could not be written.
            if !dryRun, let first = bearers.first { throw claimed(first, besides: nil) }
            if bearers.count > 1 { throw claimed(bearers[1], besides: bearers[0].path) }
            return bearers.first
        }
        let confirmed = home.confirmed(.trash, state.model)
        let passed = Set(shelters.others.map(state.model.resolve))
        if let other = bearers.first(where: { $0.id != confirmed && !passed.contains($0.id) }) {
            throw claimed(other, besides: confirmed.flatMap { state.model.path(of: $0) })
        }
        return bearers.first { $0.id == confirmed }
    }

    /// - Throws: ``ShedError`` of kind refused where the folder that is confirmed as Trash is said to be one of another name now, and is
    ///   another directory too, or where nobody knows yet where that stood, and it is not called like Trash. As long as there is an index
    ///   that has seen it, a batch alone cannot say so (``requireStanding(_:_:with:)``).
    func requireWhereConfirmed(_ trash: PlacedNode) throws(ShedError) {
        guard let shelters = home.shelters, let name = trash.path.last, !home.isWhereConfirmed(.trash, name, trash.evidence) else { return }
        throw claimed((trash.node.id, trash.path), besides: shelters.stands[.trash].map { RelativePath([$0.name]) })
    }

    fileprivate func stand(of placed: PlacedNode) -> Shelters.Stand? {
        placed.path.last.map { Shelters.Stand(name: $0, inode: placed.evidence.inode, birth: placed.evidence.birth) }
    }

    /// Where a bearer of a role stands; `nil` where it is not there.
    fileprivate func stand(of id: NodeID, _ state: ProjectState) -> Shelters.Stand? {
        guard let path = state.model.path(of: id), path.names.count == 1, let name = path.last, let evidence = try? root.evidence(of: name) else { return nil }
        return Shelters.Stand(name: name, inode: evidence.inode, birth: evidence.birth)
    }

    private func claimed(_ other: Bearer, besides confirmed: RelativePath?) -> ShedError {
        let words: Message = confirmed.map { .trashIsClaimed(path: "\(other.path)", confirmed: "\($0)") } ?? .trashIsNotConfirmed(path: "\(other.path)")
        return ShedError(.refused, words, remedy: .confirmIt(command: "shed trust \(ShellWord.quote(home.path)) --again"))
    }

    /// Which folders would be confirmed as Trash and Rejected, as things are.
    ///
    /// The one that was before, if it still bears the role; else one that also has the name, if it can be on the disk; else the first
    /// that is. The others are noted, so that they are not asked about again.
    func sheltersAsTheyAre(_ state: ProjectState) -> Shelters {
        var shelters = Shelters()
        for role in Shelters.roles {
            let (here, all) = (bearers(of: role, state), knownBearers(of: role, state))
            let former = home.confirmed(role, state.model)
            func isNamed(_ bearer: Bearer) -> Bool { bearer.path.last.map { home.isNamed($0, role) } ?? false }
            let chosen = all.first { $0.id == former } ?? here.first(where: isNamed) ?? all.first(where: isNamed) ?? here.first
            shelters.pass(all.map(\.id))
            if let chosen { shelters.confirm(chosen.id, as: role, at: stand(of: chosen.id, state)) }
        }
        return shelters
    }

    /// Which folders an earlier shed has worked with, which confirmed none: what bears the roles now, whoever wrote that. Where several
    /// claim one, nobody has chosen, and none of them is.
    fileprivate func sheltersOfEarlierShed(_ state: ProjectState) -> Shelters {
        var shelters = Shelters()
        for role in Shelters.roles {
            let all = knownBearers(of: role, state)
            if all.count == 1 { shelters.confirm(all[0].id, as: role, at: stand(of: all[0].id, state)) }
        }
        return shelters
    }
}

extension Transaction {
    /// Confirms which folders are Trash and Rejected, as things are.
    public func confirmShelters() throws(ShedError) { try confirmShelters(shown: nil) }

    /// Confirms those that a person has been shown.
    /// - Parameter shown: by the IDs that they had then: this may be a copy by now, with IDs of its own. `nil`: as things are.
    func confirmShelters(shown: Shelters?) throws(ShedError) {
        try requireWriting()
        let state = try load()
        let known = shown?.mapped { id in home.file.meanings(of: id).first { state.model.nodes[state.model.resolve($0)] != nil } ?? id }
        try keep(known ?? sheltersAsTheyAre(state))
    }

    /// The same of a project of which nothing was confirmed yet: one that was made here a moment ago, or that an earlier shed, which
    /// did not ask, has worked in. Where the confirmed Trash stands is noted once that was seen.
    func confirmSheltersOnce() {
        guard isWriting, home.stateFolder != nil, let state = store.state else { return }
        // Where the record cannot be written now, the next change does it.
        guard var shelters = home.shelters else {
            try? keep(sheltersOfEarlierShed(state))
            return
        }
        // Until it was seen, a batch may say of it that it is any folder: one that is not called like it is not noted.
        guard let trash = shelters[.trash], shelters.stands[.trash] == nil, let id = home.confirmed(.trash, state.model),
            let stand = stand(of: id, state), home.isNamed(stand.name, .trash), state.memory.unsettled.incomingMoves[id] == nil,
            state.memory.seen[id]?.evidence.inode == stand.inode
        else { return }
        shelters.confirm(trash, as: .trash, at: stand)
        try? keep(shelters)
    }

    /// Confirms a folder that a verb has just made for what it moves.
    func confirmShelter(_ id: NodeID, as role: Role) {
        guard var shelters = home.shelters, shelters[role] != id else { return }
        shelters.confirm(id, as: role, at: store.state.flatMap { stand(of: id, $0) })
        try? keep(shelters)
    }

    /// Takes note of where the confirmed Trash was found, which was known for sure.
    func noteStand(ofTrash trash: PlacedNode) {
        guard var shelters = home.shelters, let stand = stand(of: trash), shelters.stands[.trash] != stand else { return }
        shelters.confirm(trash.node.id, as: .trash, at: stand)
        try? keep(shelters)
    }

    /// Confirms what this machine itself has just made Trash or Rejected, where what was that before is not there. In the place of a
    /// Trash that was confirmed no folder comes by its name alone, which may be a carrier's: there is what a verb makes
    /// (``confirmShelter(_:as:)``), and what a person says.
    func confirmShelters(givenBy operations: [Operation], _ state: ProjectState) {
        guard var shelters = home.shelters else { return }
        for operation in operations {
            for role in Shelters.roles where operation.set.contains(.role(role)) {
                let known = home.confirmed(role, state.model)
                guard known == nil || role != .trash && !bearers(of: role, state).contains(where: { $0.id == known }) else { continue }
                shelters.confirm(operation.id, as: role, at: stand(of: operation.id, state))
            }
        }
        if shelters != home.shelters { try? keep(shelters) }
    }

    private func keep(_ shelters: Shelters) throws(ShedError) {
        try updateKept { $0.shelters = shelters }
    }
}
