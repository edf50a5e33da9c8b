import ShedModel

extension Binder {
    /// Rule 5: same path, an unknown file of the same kind → the same node, saved anew.
    mutating func bindSamePath(from start: [Int]) {
        bindByPath(from: start) { binder, id, _ in
            guard let node = binder.model.nodes[id], node.details?.forgotten == nil else { return false }
            return binder.missingSince(id) == nil || node.role != nil && node.type.isDirectory && binder.mayReturn(id)
        }
    }

    /// What is left in a folder that another device has moved, and stands in another's by now, is still what it is, unless it has come along.
    private mutating func bindKnownFiles(in directory: Int) {
        guard directory >= 0, situation.disk.trustsInodes else { return }
        var open = [directory]
        while let directory = open.popLast() {
            for index in snapshot.directories[directory].entries where node[index] == nil {
                if snapshot.entries[index].kind == .directory {
                    if snapshot.entries[index].directory >= 0 { open.append(Int(snapshot.entries[index].directory)) }
                    continue
                }
                guard snapshot.entries[index].kind == .file, snapshot.entries[index].evidence.links == 1 else { continue }
                var known = identified().nodes(seenAs: snapshot.entries[index].evidence.identity)
                // Saved anew while it waited.
                if known.isEmpty, let waiting = memory.unsettled.waitingMoves[snapshot.path(of: index)] { known = [waiting.node] }
                known.removeAll { !memory.isPresent($0) || isBound($0) || !fits($0, index) }
                if known.count == 1, !hasArrivedElsewhere(known[0], besides: index) { bind(index, to: known[0]) }
            }
        }
    }

    /// Whether something stands where the batches have a node.
    private func hasArrivedElsewhere(_ id: NodeID, besides index: Int) -> Bool {
        guard let place = model.nodes[id]?.place, let home = directory[model.resolve(place.parent)],
            let own = snapshot.entry(named: place.name, in: home)
        else { return false }
        return own != index && node[own] == nil
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
                guard let id = candidates.first(where: { !isBound($0) && fits($0, index) && !putAside.contains($0) && allows(self, $0, index) }) else { continue }
                bind(index, to: id)
                let child = Int(snapshot.entries[index].directory)
                // Somebody has said what stands there now, so it is not what was to go from there.
                if departing.removeValue(forKey: index) != nil { bindKnownFiles(in: child) }
                if child >= 0 { queue.append(child) }
            }
        }
    }
}
