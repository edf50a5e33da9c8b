import ShedModel

extension Binder {
    /// What was put into a folder by one who did not know that another device had moved it, or was given another name there: it stands where the
    /// folder was, as long as something does, and what stands under its name in the folder is not it. Else a file that was in the folder when
    /// that was moved would be taken for it.
    ///
    /// Only what stands in folders that are nobody's yet is asked about, so nearly nothing is. That is asked of the batches first.
    mutating func bindStranded() {
        guard situation.disk.incomplete.isEmpty, situation.disk.isReplicaActive || situation.disk.hasCarrier else { return }
        let open = filesOfNobody()
        guard !open.isEmpty else { return }
        var candidates: [NodeID] = []
        for node in model.nodes.values where !node.type.isDirectory && !isBound(node.id) && memory.missing[node.id] == nil {
            guard let name = node.place?.name, open[name] != nil else { continue }
            candidates.append(node.id)
        }
        var moves = UnsaidMoves(snapshot, memory)
        var held = moves
        held.allowsHeld = true
        for id in candidates.sorted() {
            guard let path = model.path(of: id), let name = path.last, let found = open[name]?.filter({ node[$0] == nil }) else { continue }
            // Who made it did not know of a move that this device has not told yet: it is where the batches have it. Where the folder may be taken home,
            // what the file holds must say so too.
            if memory.seen[id] == nil || memory.unsettled.incomingMoves[id] != nil, let index = found.first(where: { snapshot.path(of: $0) == path }),
                hasUnsaidMove(above: id, &moves) || !isStanding(id) && isUnknown(index, holdingWhat: id) && hasUnsaidMove(above: id, &held)
            {
                bind(index, to: id)
                continue
            }
            let entries = found.filter { snapshot.path(of: $0) != path }
            guard !entries.isEmpty else { continue }
            guard let stranding = situation.answers.stranded[id] else {
                wants.stranded.insert(id)
                continue
            }
            guard let place = self.path(of: id, by: stranding), let index = entries.first(where: { snapshot.path(of: $0) == place }) else { continue }
            bind(index, to: id)
        }
    }

    /// Folders that this device has moved, or found to be moved, and has not told of.
    private struct UnsaidMoves {
        /// The folders that stand anywhere.
        let standing: Set<FileIdentity>
        let waiting: Set<NodeID>
        /// Whether one with a role counts too, and one that waits where it may not be.
        var allowsHeld = false
        /// Of the folders that were asked for, whether they or one above were moved.
        var known: [NodeID: Bool] = [:]

        init(_ snapshot: Snapshot, _ memory: Memory) {
            standing = Set(snapshot.entries.lazy.filter { $0.kind == .directory }.map(\.evidence.identity))
            waiting = Set(memory.unsettled.waitingMoves.values.map(\.node))
        }
    }

    /// Whether the folder that a node is in, or one above, was moved here and nobody was told. One with a role may be taken home, or leave its
    /// role there; one that waits may be taken back: these count only where that is asked for.
    private func hasUnsaidMove(above id: NodeID, _ moves: inout UnsaidMoves) -> Bool {
        guard situation.disk.trustsInodes else { return false }
        var way: [NodeID] = []
        var current = id
        var isMoved = false
        // How deep it is is for others' batches to say, and these may lead in a circle.
        while way.count < RelativePath.deepest, let place = model.nodes[current]?.place, case let folder = model.resolve(place.parent), folder != model.project {
            if let known = moves.known[folder] {
                isMoved = known
                break
            }
            way.append(folder)
            isMoved = directory[folder] == nil && (moves.allowsHeld || model.nodes[folder]?.role == nil) && isElsewhere(folder, moves)
            if isMoved { break }
            current = folder
        }
        for folder in way { moves.known[folder] = isMoved }
        return isMoved
    }

    /// Whether the very folder stands somewhere, though no batch has moved it and it does not wait.
    private func isElsewhere(_ folder: NodeID, _ moves: UnsaidMoves) -> Bool {
        guard memory.isPresent(folder), memory.unsettled.incomingMoves[folder] == nil, moves.allowsHeld || !moves.waiting.contains(folder) else { return false }
        return memory.seen[folder].map { moves.standing.contains($0.evidence.identity) } ?? false
    }

    /// Whether a file is no known one, and holds what is known of a node. That is asked for first.
    mutating func isUnknown(_ index: Int, holdingWhat id: NodeID) -> Bool {
        guard let known = contentKnown(of: id), known.size > 0, known.size == snapshot.entries[index].evidence.size,
            identified().nodes(seenAs: snapshot.entries[index].evidence.identity).isEmpty
        else { return false }
        guard let hash = situation.answers.hashes[index] else {
            wants.hashes.insert(index)
            return false
        }
        return hash == known.hash
    }

    /// The files in folders that are no known ones where they stand, by their names.
    private func filesOfNobody() -> [Name: [Int]] {
        var found: [Name: [Int]] = [:]
        for index in snapshot.entries.indices where node[index] == nil && snapshot.entries[index].kind == .file && folder[Int(snapshot.entries[index].parent)] == nil {
            found[snapshot.name(of: index), default: []].append(index)
        }
        return found
    }

    /// Where a node is if the folder above it is where it was.
    private func path(of id: NodeID, by stranding: Stranding) -> RelativePath? {
        guard let home = directory[model.resolve(stranding.place.parent)], let way = model.path(of: id), let folder = model.path(of: stranding.folder),
            way.names.count > folder.names.count
        else { return nil }
        var path = snapshot.path(ofDirectory: home).appending(stranding.place.name)
        for name in way.names.suffix(way.names.count - folder.names.count) { path = path.appending(name) }
        return path
    }
}
