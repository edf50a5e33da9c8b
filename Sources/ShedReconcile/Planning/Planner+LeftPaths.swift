import ShedModel

extension Planner {
    /// Takes note of what has vanished here along with a folder that another device moved, and is gone by that device's word, where something
    /// stands that a device made and this one never saw at the very path where it was seen last: it was edited there, where it had been deleted
    /// from the folder. As what comes back at its path it is the same document.
    mutating func noteTwinsByPath() {
        guard !situation.memory.unsettled.incomingMoves.isEmpty, snapshot.hasEvidence else { return }
        for id in plan.gone.vanished {
            guard let node = model.nodes[id], !node.type.isDirectory, let details = node.details, details.content != nil, details.forgotten == nil,
                details.rejection == nil, !binder.bindsToPlace(id), let path = pathBeforeMoves(id), path != model.path(of: id), let entry = snapshot.entry(at: path),
                let made = binder.node[entry], made != id, canBeTwin(made, of: id), !plan.waiting.held.contains(entry), model.nodes[made] != nil
            else { continue }
            twins.append(Twin(made: made, known: id, place: path))
        }
    }

    /// Where a node was, if the folders above it are where they were seen before other devices moved them; `nil` where none was moved.
    private func pathBeforeMoves(_ id: NodeID) -> RelativePath? {
        let moves = situation.memory.unsettled.incomingMoves
        var (names, current, hasMoved): ([Name], NodeID, Bool) = ([], id, false)
        // How deep it is is for another device's batches to say, and these may lead in a circle.
        for _ in 0..<RelativePath.deepest {
            if current == model.project { return hasMoved ? RelativePath(names.reversed()) : nil }
            hasMoved = hasMoved || moves[current] != nil
            guard let place = moves[current]?.place ?? model.nodes[current]?.place else { return nil }
            names.append(place.name)
            current = model.resolve(place.parent)
        }
        return nil
    }
}
