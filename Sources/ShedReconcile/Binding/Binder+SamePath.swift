import ShedModel

extension Binder {
    /// Rule 5: same path, an unknown file of the same kind → the same node, saved anew.
    mutating func bindSamePath(from start: [Int]) {
        bindByPath(from: start) { binder, id, _ in
            binder.missingSince(id) == nil && binder.model.nodes[id]?.details?.forgotten == nil
        }
    }

    /// Rule 7: a missing node comes back when its path alone does, within `settings.return`.
    mutating func bindReturned() {
        bindByPath(from: boundDirectories) { binder, id, index in
            binder.departing[index] == nil && binder.mayReturn(id)
        }
    }

    /// Whether a node that is not here is back once something stands at its place.
    func mayReturn(_ id: NodeID) -> Bool {
        guard let node = model.nodes[id], node.details?.forgotten == nil else { return false }
        guard let since = missingSince(id) else { return true }
        // A folder that a person makes under the name of the one for what is refused is the person's own. One of the template is that as long
        // as it has the role, however long it was gone: git keeps no empty folders.
        return node.role != .rejected && (node.role != nil && node.type.isDirectory || situation.now - since <= situation.conventions.settings.return)
    }

    private mutating func bindByPath(from start: [Int], where allows: (Binder, NodeID, Int) -> Bool) {
        var queue = start
        var position = 0
        while position < queue.count {
            let current = queue[position]
            position += 1
            guard let folder = folder[current] else { continue }
            let open = snapshot.directories[current].entries.filter {
                node[$0] == nil && snapshot.entries[$0].kind.nodeType != nil && aside[$0] == nil && !made.contains($0)
            }
            guard !open.isEmpty, model.hasChildren(folder) else { continue }
            for index in open {
                let candidates = children(of: folder, namedAs: index)
                guard let id = candidates.first(where: { !isBound($0) && fits($0, index) && allows(self, $0, index) }) else { continue }
                bind(index, to: id)
                // Somebody has said what stands there now, so it is not what was to go from there.
                departing[index] = nil
                let child = Int(snapshot.entries[index].directory)
                if child >= 0 { queue.append(child) }
            }
        }
    }
}
