import ShedModel
import ShedSidecar

extension Fleet {
    /// Whether the node that an ID is has another file, which was given an ID of that node too: two files were put to one path by devices
    /// of which neither knew of the other's, and the carrier did not see it, since the folder had another name where the one came. It makes
    /// a conflict copy else, which has an ID of its own; here the other file has.
    func isOfOneConflict(
        _ id: NodeID, of work: Int, _ paths: [Int: [RelativePath]], _ model: Model, _ nodes: [RelativePath: NodeID]
    ) -> Bool {
        let node = model.resolve(id)
        return given.contains { other, ids in
            guard other != work, paths[other, default: []].contains(where: { nodes[$0] == node }) else { return false }
            return ids.contains { $0 != id && model.resolve($0) == node && werePutSideBySide(id, $0, model) }
        }
    }

    /// Whether two IDs were put to one path by batches of which neither knew the other.
    private func werePutSideBySide(_ one: NodeID, _ other: NodeID, _ model: Model) -> Bool {
        let (first, second) = (placings(of: one, model), placings(of: other, model))
        return first.contains { own in
            second.contains { $0.place == own.place && $0.batch.id != own.batch.id && !knows($0.batch, own.batch) && !knows(own.batch, $0.batch) }
        }
    }

    private func placings(of id: NodeID, _ model: Model) -> [(place: Place, batch: Batch)] {
        var found: [(place: Place, batch: Batch)] = []
        for batch in batches {
            for stamped in batch.operations where stamped.operation.id == id {
                for case .place(let place?) in stamped.operation.set {
                    found.append((Place(parent: model.resolve(place.parent), name: place.name), batch))
                }
            }
        }
        return found
    }

    /// Whether the writer of a batch knew another.
    private func knows(_ batch: Batch, _ other: Batch) -> Bool {
        var open = batch.header.parents
        var passed = Set(open)
        while let id = open.popLast() {
            if id == other.id { return true }
            guard let known = batches.first(where: { $0.id == id }) else { continue }
            for parent in known.header.parents where passed.insert(parent).inserted { open.append(parent) }
        }
        return false
    }
}
