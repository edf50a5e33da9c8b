import ShedDisk
import ShedModel
import ShedReconcile

extension ProjectHome {
    /// The node that this machine has confirmed as the folder of a role; `nil` where none was.
    ///
    /// That a node is a second name of another is said by a batch, whoever wrote it, and does not carry what was confirmed to any folder: it
    /// counts where that is the folder that was confirmed, or is called like it. Else this is the ID that was confirmed, which is no node
    /// any more.
    func confirmed(_ role: Role, _ model: Model) -> NodeID? {
        guard let known = shelters?[role] else { return nil }
        let id = model.resolve(known)
        guard id != known else { return role == .rejected && isTakenOver(id, role, model) ? nil : id }
        guard let path = model.path(of: id), path.names.count == 1, let name = path.last else { return known }
        return isWhereConfirmed(role, name, try? root.evidence(of: name)) ? id : known
    }

    /// Whether another folder is a second name of the confirmed one, and stands at its place by that, which was not here: shed removes
    /// Rejected where it is empty. (Of Trash that is asked where it is emptied.)
    private func isTakenOver(_ id: NodeID, _ role: Role, _ model: Model) -> Bool {
        guard let path = model.path(of: id), path.names.count == 1, let name = path.last, !isNamed(name, role) else { return false }
        return !isWhereConfirmed(role, name, try? root.evidence(of: name)) && model.aliases.keys.contains { model.resolve($0) == id }
    }

    /// All that is confirmed; `nil` where nothing of that was asked yet.
    func confirmed(_ model: Model) -> [Role: NodeID]? {
        guard let shelters else { return nil }
        var all: [Role: NodeID] = [:]
        for role in shelters.all.keys { all[role] = confirmed(role, model) }
        return all
    }

    /// Which folder is taken for that of a role.
    func shelterChoice(_ model: Model) -> ShelterChoice {
        ShelterChoice(confirmed: confirmed(model), rejectedNames: rejectedNames, template: template)
    }

    /// Whether a folder stands where the one did that was confirmed for a role, or is that directory; where it is not known where that was,
    /// whether it has a name of the role.
    /// - Parameters:
    ///   - name: what it is called, at the root.
    ///   - evidence: of what stands there; `nil`: nothing.
    func isWhereConfirmed(_ role: Role, _ name: Name, _ evidence: Evidence?) -> Bool {
        guard let stand = shelters?.stands[role] else { return isNamed(name, role) }
        if stand.name == name { return true }
        guard let evidence, stand.birth != 0, surroundings.hasStableInodes(root) else { return false }
        return (evidence.inode, evidence.birth) == (stand.inode, stand.birth)
    }

    /// Whether a folder is called like that of a role.
    func isNamed(_ name: Name, _ role: Role) -> Bool {
        ShelterChoice(confirmed: nil, rejectedNames: rejectedNames, template: template).isNamed(name, role)
    }
}
