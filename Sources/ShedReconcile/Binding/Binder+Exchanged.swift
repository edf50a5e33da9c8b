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
    /// which each content is known once: one who saves a file with what was in another that stays has copied. And rows that begin with one at
    /// whose path nothing stands, each of whose files stands in the place of the next, and that end where nobody was: the last has gone on.
    mutating func bindExchanged() {
        guard snapshot.hasEvidence, situation.disk.isReplicaActive || situation.disk.hasCarrier else { return }
        let saved = savedAnew()
        let gone = saved.isEmpty ? [] : goneFromTheirPlaces(besides: saved)
        guard saved.count > 1 || !gone.isEmpty else { return }
        let exchange = exchange(of: saved, gone)
        for circle in exchange.circles { bind(circle) }
        let known = saved.map { (id: $0.id, content: $0.before) } + gone
        for row in rows(from: gone, known.filter { exchange.nodes[$0.content] == [$0.id] }, exchange) { bind(row) }
    }

    /// The same where one of them is awaited, closed circles alone: it has changed places once more before its file came, or the batches have another
    /// where it was to come. What comes to its new place would else be taken for it, whatever that holds.
    /// - Parameter standing: where the files still are that are awaited.
    mutating func bindExchanged(awaited moves: [NodeID: IncomingMove], _ standing: [FileIdentity: [Int]]) {
        guard situation.disk.trustsInodes else { return }
        let awaited = awaitedAnew(moves, standing)
        guard !awaited.isEmpty else { return }
        let taken = Set(awaited.map(\.entry))
        let others = savedAnew().filter { moves[$0.id] == nil && !taken.contains($0.entry) && !isStanding($0.id) }
        for circle in exchange(of: awaited + others, []).circles where circle.contains(where: { moves[$0.id] != nil }) { bind(circle) }
    }

    /// The files that are awaited where others stand that nobody knows: in their new places, or, where the batches have another there, in their old
    /// ones.
    private mutating func awaitedAnew(_ moves: [NodeID: IncomingMove], _ standing: [FileIdentity: [Int]]) -> [Saved] {
        var found: [Saved] = []
        for (id, move) in moves.sorted(by: { $0.key < $1.key }) where !isBound(id) && memory.isPresent(id) && !putAside.contains(id) {
            guard let place = model.outplaced.contains(id) ? move.place : model.nodes[id]?.place, let index = entry(at: place), node[index] == nil,
                snapshot.entries[index].kind == .file, case let file = snapshot.entries[index].evidence.identity, file != move.identity,
                !isAnother(file, than: id, identified()), left[index] == nil, !made.contains(index), !rewritten.contains(index),
                let before = contentSeen(of: id), before.size >= Binder.tellingSize
            else { continue }
            // Where the file itself stands somewhere else, a person has moved it.
            let old = entry(at: move.place)
            if standing[move.identity, default: []].allSatisfy({ $0 == old }) { found.append(Saved(id: id, entry: index, before: before)) }
        }
        return found
    }

    /// What files held at whose paths others stand now, and what these hold.
    private struct Exchange {
        /// Who held a content.
        var nodes: [FileContent: [NodeID]] = [:]
        /// What stands where known files stood, by what it holds.
        var entries: [FileContent: [Int]] = [:]
        /// Whose places these are.
        var places: [Int: NodeID] = [:]
        /// Which entries they are by that, circle by circle.
        var circles: [[(id: NodeID, entry: Int)]] = []
    }

    private mutating func exchange(of saved: [Saved], _ gone: [(id: NodeID, content: FileContent)]) -> Exchange {
        var exchange = Exchange()
        for (id, content) in gone { exchange.nodes[content, default: []].append(id) }
        for item in saved {
            exchange.nodes[item.before, default: []].append(item.id)
            exchange.places[item.entry] = item.id
        }
        let (sizes, goneSizes) = (Dictionary(grouping: saved, by: \.before.size), Set(gone.map(\.content.size)))
        for item in saved {
            let size = snapshot.entries[item.entry].evidence.size
            guard sizes[size, default: []].contains(where: { $0.id != item.id }) || goneSizes.contains(size) else { continue }
            if let hash = situation.answers.hashes[item.entry] {
                exchange.entries[FileContent(size: size, hash: hash), default: []].append(item.entry)
            } else {
                wants.hashes.insert(item.entry)
            }
        }
        var target: [NodeID: Int] = [:]
        for item in saved {
            guard exchange.nodes[item.before] == [item.id], let found = exchange.entries[item.before], found.count == 1, found[0] != item.entry
            else { continue }
            target[item.id] = found[0]
        }
        exchange.circles = Binder.circles(target, exchange.places)
        return exchange
    }

    private mutating func bind(_ moved: [(id: NodeID, entry: Int)]) { for (id, entry) in moved { bind(entry, to: id) } }

    /// Whose file a sync program has put where a node's own file stands now, which it had renamed over that one's; what that one held it has put
    /// where the node was thrown away. So it does what another device has said that resolves a conflict, and both are where the batches have
    /// them. Of what people move nothing holds in Trash what another file held.
    /// - Returns: `nil` where one of the entries is nobody's of whom that can be told: a person has moved the file.
    mutating func given(away entries: [Int], by id: NodeID, to new: Int) -> [(entry: Int, owner: NodeID)]? {
        guard entries.isEmpty || snapshot.entries[new].kind == .file && isThrownAway(id) else { return nil }
        var given: [(entry: Int, owner: NodeID)] = []
        for entry in entries {
            guard let folder = folder[Int(snapshot.entries[entry].parent)], let owner = owner(of: entry, in: folder, besides: id), memory.isPresent(owner),
                let held = contentSeen(of: owner), held.size > 0, held.size == snapshot.entries[new].evidence.size, !isStanding(owner)
            else { return nil }
            guard let hash = situation.answers.hashes[new] else {
                wants.hashes.insert(new)
                return nil
            }
            guard hash == held.hash else { return nil }
            given.append((entry, owner))
        }
        return given
    }

    /// Whether the file that a node was seen as still stands somewhere.
    func isStanding(_ id: NodeID) -> Bool {
        guard let sighting = memory.seen[id] else { return false }
        let files = gathered.standing ?? Set(snapshot.entries.lazy.map(\.evidence.identity))
        gathered.standing = files
        return files.contains(sighting.evidence.identity)
    }

    /// Files that vanished, at whose places nothing stands, or with their folders, and that are long enough to be known by what they held.
    private mutating func goneFromTheirPlaces(besides saved: [Saved]) -> [(id: NodeID, content: FileContent)] {
        let standing = Set(saved.map(\.id))
        var found: [(id: NodeID, content: FileContent)] = []
        for id in vanished() where !standing.contains(id) && !isBound(id) {
            guard let node = model.nodes[id], !node.type.isDirectory, let place = node.place, entry(at: place) == nil, let content = contentSeen(of: id),
                content.size >= Binder.tellingSize
            else { continue }
            found.append((id, content))
        }
        return found
    }

    /// - Parameter known: what files held that were there, of contents that are known once.
    /// - Returns: which entries they are, row by row.
    private mutating func rows(
        from gone: [(id: NodeID, content: FileContent)], _ known: [(id: NodeID, content: FileContent)], _ exchange: Exchange
    ) -> [[(id: NodeID, entry: Int)]] {
        let contents = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0.content) })
        let first = gone.filter { contents[$0.id] != nil && exchange.entries[$0.content]?.count == 1 }
        guard !first.isEmpty else { return [] }
        let sizes = Set(known.map(\.content.size))
        let free = unboundFiles { sizes.contains($0) }.mapValues { $0.filter { exchange.places[$0] == nil } }
        var found: [[(id: NodeID, entry: Int)]] = []
        for (id, _) in first {
            var row: [(id: NodeID, entry: Int)] = []
            var current = id
            while row.count <= known.count, let content = contents[current] {
                let (standing, ends) = (exchange.entries[content] ?? [], free[content] ?? [])
                guard standing.count + ends.count == 1, let entry = standing.first ?? ends.first, node[entry] == nil, !isCarriersCopy(entry, of: current) else { break }
                row.append((current, entry))
                guard let next = exchange.places[entry] else {
                    if row.count > 1 { found.append(row) }
                    break
                }
                current = next
            }
        }
        return found
    }

    /// Those of which each has gone to where the next one was, and the last to where the first was. Each is passed once.
    private static func circles(_ target: [NodeID: Int], _ places: [Int: NodeID]) -> [[(id: NodeID, entry: Int)]] {
        var (seen, found): (Set<NodeID>, [[(id: NodeID, entry: Int)]]) = ([], [])
        for start in target.keys.sorted() where !seen.contains(start) {
            var way: [(id: NodeID, entry: Int)] = []
            var positions: [NodeID: Int] = [:]
            var current: NodeID? = start
            while let id = current, seen.insert(id).inserted, let entry = target[id] {
                positions[id] = way.count
                way.append((id, entry))
                current = places[entry]
            }
            // Those before it lead into the circle, and are not in it. What ended on a way of before is in none.
            if let position = current.flatMap({ positions[$0] }) { found.append(Array(way[position...])) }
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
                guard aside[index] == nil, left[index] == nil, departing[index] == nil, !made.contains(index), !rewritten.contains(index),
                    let id = children(of: folder, namedAs: index).first(where: { fits($0, index) && !isBound($0) && !putAside.contains($0) && memory.isPresent($0) }),
                    let before = contentSeen(of: id), before.size >= Binder.tellingSize
                else { continue }
                found.append(Saved(id: id, entry: index, before: before))
            }
        }
        return found
    }
}
