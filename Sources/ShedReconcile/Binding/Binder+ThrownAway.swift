import ShedModel

extension Binder {
    /// Whether nobody will say that a folder stays where another has not left its old place, once nothing is on its way any more: what is thrown
    /// away or was refused no device places anew (``Planner``), so the batches' word counts, and the two have changed places.
    func isMute(_ move: IncomingMove, _ index: Int) -> Bool {
        snapshot.entries[index].kind == .directory && situation.now - move.since >= situation.conventions.settings.grace && isThrownAway(move.place.parent)
    }

    /// Whether a folder does not come since Trash or Rejected stands there, which has to give way to it, and it stands where that is by its name:
    /// the two have changed places, as a device says that did not see the one moved. Else each would put back what the other has moved.
    func isHeldUp(_ move: IncomingMove, by shelter: NodeID) -> Bool {
        guard situation.now - move.since >= situation.conventions.settings.grace, let role = model.nodes[shelter]?.role, role == .trash || role == .rejected else { return false }
        return situation.conventions.shelters.isNamed(move.place.name, role)
    }

    /// The same of what has given way where the folder is to be.
    func isHeldUp(_ move: IncomingMove, of id: NodeID) -> Bool {
        guard let place = model.nodes[id]?.place else { return false }
        return model.children(of: model.resolve(place.parent), named: place.name).contains { $0 != id && model.outplaced.contains($0) && isHeldUp(move, by: $0) }
    }

    /// Whether a folder is Trash or Rejected by the batches, or lies in one of them. How deep it is is for other devices' batches to say.
    func isThrownAway(_ folder: NodeID) -> Bool {
        var current = model.resolve(folder)
        var steps = 0
        while let node = model.nodes[current], let place = node.place, steps <= RelativePath.deepest {
            if node.role == .trash || node.role == .rejected { return true }
            current = model.resolve(place.parent)
            steps += 1
        }
        return false
    }
}
