import ShedModel

extension Binder {
    /// Whether nobody will say that a folder stays where another has not left its old place, once nothing is on its way any more: what is thrown
    /// away or was refused no device places anew (``Planner``), so the batches' word counts, and the two have changed places.
    func isMute(_ move: IncomingMove, _ index: Int) -> Bool {
        snapshot.entries[index].kind == .directory && situation.now - move.since >= situation.conventions.settings.grace && isThrownAway(move.place.parent)
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
