import ShedModel

extension Binder {
    /// A known file at whose path another one stands.
    private struct Saved {
        var id: NodeID
        var entry: Int
        /// What it held.
        var before: FileContent
    }

    /// Files that changed places on another device and came so before its batch: each path has another file, which holds what the one at
    /// another path held. They have gone with what they hold; else each would be taken for the other one, saved anew. Closed circles alone, in
    /// which each content is known once: one who saves a file with what was in another that stays has copied.
    mutating func bindExchanged() {
        guard snapshot.hasEvidence, situation.disk.isReplicaActive || situation.disk.hasCarrier else { return }
        let saved = savedAnew()
        guard saved.count > 1 else { return }
        var (nodes, entries, places) = ([FileContent: [NodeID]](), [FileContent: [Int]](), [Int: NodeID]())
        for item in saved {
            nodes[item.before, default: []].append(item.id)
            places[item.entry] = item.id
        }
        let sizes = Dictionary(grouping: saved, by: \.before.size)
        for item in saved {
            let size = snapshot.entries[item.entry].evidence.size
            guard sizes[size, default: []].contains(where: { $0.id != item.id }) else { continue }
            if let hash = situation.answers.hashes[item.entry] {
                entries[FileContent(size: size, hash: hash), default: []].append(item.entry)
            } else {
                wants.hashes.insert(item.entry)
            }
        }
        var target: [NodeID: Int] = [:]
        for item in saved {
            guard nodes[item.before] == [item.id], let found = entries[item.before], found.count == 1, found[0] != item.entry else { continue }
            target[item.id] = found[0]
        }
        let exchanged = Binder.inCircles(target, places)
        for item in saved where exchanged.contains(item.id) {
            if let entry = target[item.id] { bind(entry, to: item.id) }
        }
    }

    /// Those of which each has gone to where the next one was, and the last to where the first was. Each is passed once.
    private static func inCircles(_ target: [NodeID: Int], _ places: [Int: NodeID]) -> Set<NodeID> {
        var (seen, found): (Set<NodeID>, Set<NodeID>) = ([], [])
        for start in target.keys where !seen.contains(start) {
            var way: [NodeID] = []
            var positions: [NodeID: Int] = [:]
            var current: NodeID? = start
            while let id = current, seen.insert(id).inserted {
                positions[id] = way.count
                way.append(id)
                current = target[id].flatMap { places[$0] }
            }
            // Those before it lead into the circle, and are not in it. What ended on a way of before is in none.
            if let position = current.flatMap({ positions[$0] }) { found.formUnion(way[position...]) }
        }
        return found
    }

    /// Files at whose paths others stand, if they are long enough to be known by what they held.
    private func savedAnew() -> [Saved] {
        var found: [Saved] = []
        for current in boundDirectories {
            guard let folder = folder[current] else { continue }
            for index in snapshot.directories[current].entries
            where node[index] == nil && snapshot.entries[index].kind == .file && snapshot.entries[index].evidence.size >= Binder.tellingSize {
                guard aside[index] == nil, left[index] == nil, departing[index] == nil, !made.contains(index),
                    let id = children(of: folder, namedAs: index).first(where: { fits($0, index) && !isBound($0) && memory.isPresent($0) }),
                    let seen = memory.seen[id], let hash = seen.hash, seen.evidence.size >= Binder.tellingSize, !bindsToPlace(id)
                else { continue }
                found.append(Saved(id: id, entry: index, before: FileContent(size: seen.evidence.size, hash: hash)))
            }
        }
        return found
    }
}
