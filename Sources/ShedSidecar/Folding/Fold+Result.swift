import ShedModel

extension Fold {
    /// Folds what was added. Costs one pass over all nodes, and a second where replicas worked side by side.
    public func result() -> Folded {
        guard isSettled else {
            var settled = self
            settled.settle()
            return settled.result()
        }
        var aliases = explicitAliases()
        var doubling = Doubling(fold: self, aliases: aliases)
        doubling.run()
        aliases = doubling.aliases
        aliases.flatten()
        var model = Model(project: project)
        model.reserve(entries.count + 1)
        var folded = Folded(model: model, aliasesFound: doubling.found, doubled: doubling.doubled)
        var merged = merged(aliases)
        for (id, event) in doubling.moved where aliases.next(id) == nil {
            guard let position = positions[id] else { continue }
            var entry = merged.removeValue(forKey: position) ?? entries[position]
            entry.move(to: event)
            merged[position] = entry
        }
        let cycles = Cycles(fold: self, merged, aliases: aliases)
        let broken = cycles.broken()
        folded.uncycled = broken.map { entries[$0].node.id }.sorted()
        var tally = PlaceTally(atMost: entries.count)
        var places = [UInt64](repeating: 0, count: entries.count)
        for position in entries.indices {
            // Looked at where they are: a copy of each costs more than all the rest.
            for late in entries[position].settings(after: limit) {
                folded.future[FieldKey(id: entries[position].node.id, field: late.name)] = late.stamp
            }
            if !aliases.isEmpty, aliases.next(entries[position].node.id) != nil { continue }
            var node = merged.isEmpty ? entries[position].result : merged[position]?.result ?? entries[position].result
            if !broken.isEmpty, broken.contains(position), let name = node.place?.name {
                node.place = Place(parent: project, name: name)
            }
            if let place = node.place { places[position] = tally.note(aliases.resolve(place.parent), place.name) }
            folded.model.insertNew(node)
        }
        for (id, target) in aliases.sorted { folded.model.insertAlias(id, of: target) }
        folded.model.outplaced = outplaced(folded.model, merged, places, tally)
        folded.model.labels = LabelBook(labels.records)
        folded.hints = hints.contents(entries, aliases)
        // A tag, a group and a node may have one ID.
        for late in labels.settings(after: limit) { folded.future[late.key] = max(folded.future[late.key] ?? late.stamp, late.stamp) }
        return folded
    }

    /// The nodes to whose place another came later: a path can bear one node after the other.
    /// - Parameters:
    ///   - places: the hash of the place of each entry's node; 0 where it has none.
    ///   - tally: where it has several.
    private func outplaced(_ model: Model, _ merged: [Int: FoldEntry], _ places: [UInt64], _ tally: PlaceTally) -> Set<NodeID> {
        guard !tally.isEmpty else { return [] }
        var last: [Place: FoldEntry] = [:]
        var result: Set<NodeID> = []
        for position in entries.indices where tally.isCrowded(places[position]) {
            let entry = merged[position] ?? entries[position]
            guard let known = model.nodes[entry.node.id]?.place else { continue }
            let place = Place(parent: model.resolve(known.parent), name: known.name)
            guard let other = last[place] else {
                last[place] = entry
                continue
            }
            // What was given up stands in nobody's place.
            let (isGivenUp, isOtherGivenUp) = (entry.forgottenBy != nil, other.forgottenBy != nil)
            let (rank, otherRank) = (entry.node.standing, other.node.standing)
            let isLater = isGivenUp != isOtherGivenUp ? isOtherGivenUp : rank != otherRank ? rank > otherRank : Cycles.isYounger(entry, than: other)
            if isLater { last[place] = entry }
            result.insert(isLater ? other.node.id : entry.node.id)
        }
        return result
    }

    /// The aliases that operations say, oldest first; what would close a circle, names no known node, or joins a file and a folder is left out.
    private func explicitAliases() -> Aliases {
        var claims: [(stamp: Stamp, id: NodeID, target: NodeID)] = []
        for position in aliasing {
            guard let target = entries[position].alias, areAlike(position, target), let stamp = entries[position].time(of: .alias(target))
            else { continue }
            claims.append((stamp, entries[position].node.id, target))
        }
        claims.sort { $0.stamp != $1.stamp ? $0.stamp < $1.stamp : $0.id < $1.id }
        var aliases = Aliases()
        for claim in claims { aliases.insert(claim.id, of: claim.target) }
        aliases.flatten()
        return aliases
    }

    private func areAlike(_ position: Int, _ target: NodeID) -> Bool {
        if target == project { return true }
        return positions[target].map { entries[$0].node.type.isDirectory == entries[position].node.type.isDirectory } ?? false
    }

    /// The nodes that have aliases, with what those knew and they did not; the oldest alias first.
    private func merged(_ aliases: Aliases) -> [Int: FoldEntry] {
        guard !aliases.isEmpty else { return [:] }
        var knowledge = Knowledge(graph)
        var result: [Int: FoldEntry] = [:]
        let names = aliases.sorted.compactMap { positions[$0.id] }.sorted {
            entries[$0].first != entries[$1].first
                ? entries[$0].first < entries[$1].first : entries[$0].node.id < entries[$1].node.id
        }
        for alias in names {
            guard let target = positions[aliases.resolve(entries[alias].node.id)] else { continue }
            // Taken out, so that it is filled where it is: with many names of one node, copies would cost the square of their number.
            var entry = result.removeValue(forKey: target) ?? entries[target]
            entry.fill(from: entries[alias])
            // Who gave the node up without knowing of its other name did not mean that one.
            if let batch = entry.forgottenBy, let minted = entries[alias].minted(in: graph), entries[alias].forgottenBy == nil,
                !knowledge.does(Int(batch), know: Int(minted.batch))
            {
                entry.clearForgotten()
            }
            result[target] = entry
        }
        return result
    }
}

/// Second names of nodes: a forest, never a circle.
struct Aliases {
    private var targets: [NodeID: NodeID] = [:]

    var isEmpty: Bool { targets.isEmpty }

    /// In the order of the IDs.
    var sorted: [(id: NodeID, target: NodeID)] {
        targets.map { ($0.key, $0.value) }.sorted { $0.id < $1.id }
    }

    func next(_ id: NodeID) -> NodeID? { targets[id] }

    mutating func insert(_ id: NodeID, of target: NodeID) {
        let root = shortened(target)
        if root != id { targets[id] = root }
    }

    /// Points every alias at its node itself: a hostile chain of aliases must not be walked again and again.
    mutating func flatten() {
        for id in Array(targets.keys) { _ = shortened(id) }
    }

    /// Resolves, and shortens the way for the next time: names that become second names one after the other make a long one.
    mutating func shortened(_ id: NodeID) -> NodeID {
        let root = resolve(id)
        var current = id
        while let next = targets[current], next != root {
            targets[current] = root
            current = next
        }
        return root
    }

    func resolve(_ id: NodeID) -> NodeID {
        guard !targets.isEmpty else { return id }
        var current = id
        while let next = targets[current] { current = next }
        return current
    }
}

/// Finds parents that form a cycle.
private struct Cycles {
    private let fold: Fold
    /// Entries that are not as their own operations make them.
    private let merged: [Int: FoldEntry]
    /// The entry of each entry's folder, or -1.
    private let parents: [Int]

    init(fold: Fold, _ merged: [Int: FoldEntry], aliases: Aliases) {
        self.fold = fold
        self.merged = merged
        var last: (id: NodeID, position: Int)?
        parents = fold.entries.indices.map { number in
            let own = merged.isEmpty ? nil : merged[number]?.node.place?.parent
            guard let parent = own ?? fold.entries[number].node.place?.parent, parent != fold.project else { return -1 }
            if let last, last.id == parent { return last.position }
            let position = fold.positions[aliases.resolve(parent)] ?? -1
            last = (parent, position)
            return position
        }
    }

    /// The entry of each cycle whose place is youngest.
    func broken() -> Set<Int> {
        var walks = [Int32](repeating: 0, count: parents.count)
        var broken: Set<Int> = []
        var walk: Int32 = 0
        for start in parents.indices where walks[start] == 0 {
            walk += 1
            var current = start
            while current >= 0, walks[current] == 0 {
                walks[current] = walk
                current = parents[current]
            }
            if current >= 0, walks[current] == walk { broken.insert(youngest(from: current)) }
        }
        return broken
    }

    private func youngest(from start: Int) -> Int {
        var youngest = start
        var current = parents[start]
        while current != start {
            if isYounger(current, than: youngest) { youngest = current }
            current = parents[current]
        }
        return youngest
    }

    private func isYounger(_ left: Int, than right: Int) -> Bool {
        Cycles.isYounger(merged[left] ?? fold.entries[left], than: merged[right] ?? fold.entries[right])
    }

    /// Whether an entry came to its place later than another.
    static func isYounger(_ left: FoldEntry, than right: FoldEntry) -> Bool {
        guard let first = left.time(of: .place(nil)), let second = right.time(of: .place(nil)), first != second else {
            return left.node.id > right.node.id
        }
        return first > second
    }
}
