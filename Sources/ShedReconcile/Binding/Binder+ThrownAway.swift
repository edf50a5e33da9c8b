import ShedModel

extension Binder {
    /// Whether nobody will say that a folder stays where another has not left its old place, once nothing is on its way any more: what is thrown
    /// away or was refused no device places anew (``Planner``), so the batches' word counts, and the two have changed places.
    func isMute(_ move: IncomingMove, _ index: Int) -> Bool {
        snapshot.entries[index].kind == .directory && situation.now - move.since >= situation.conventions.settings.grace && isThrownAway(move.place.parent)
    }

    /// Whether a folder that another device has moved has not come for longer than the grace, and stands under the name of Trash or Rejected, which
    /// is in its new place and gives way to it: the two have changed places, as a device says that did not see the one moved. Else each would
    /// put back what the other has moved.
    /// - Parameter shelter: what is in its new place, and gives way.
    func isHeldUp(_ move: IncomingMove, by shelter: NodeID) -> Bool {
        guard situation.now - move.since >= situation.conventions.settings.grace, let role = model.nodes[shelter]?.role, role == .trash || role == .rejected else { return false }
        return situation.conventions.shelters.isNamed(move.place.name, role)
    }

    /// The same, by what gives way in its new place.
    func isHeldUp(_ move: IncomingMove, of id: NodeID) -> Bool {
        guard let place = model.nodes[id]?.place, let new = entry(at: place), let other = left[new], other != id, model.outplaced.contains(other) else { return false }
        return isHeldUp(move, by: other)
    }

    /// Whether a node is Trash or Rejected by the batches, or lies in one of them. How deep it is is for other devices' batches to say.
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
