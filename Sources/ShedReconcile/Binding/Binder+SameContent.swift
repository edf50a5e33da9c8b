import ShedModel

extension Binder {
    /// Nodes that were on disk at the last scan and are not now. Only what the scan covered counts: what stands in a
    /// directory that could not be read, or was not looked at, is unknown and never vanished.
    func vanished() -> [NodeID] {
        var result: [NodeID] = []
        var gone: [NodeID] = []
        let left = filesLeft
        for index in folder.indices where snapshot.directories[index].state == .read {
            guard let id = folder[index] else { continue }
            // Each kept entry is another child that was there, so where the numbers agree none is gone.
            guard model.presentChildCount(of: id) != keptCount[index] else { continue }
            for child in model.presentChildren(of: id) where isNews(child) && isGone(child) && !isOutOfSight(child) && !isAmong(left, child) { gone.append(child) }
        }
        gone.sort()
        var position = 0
        var known = Set(gone)
        while position < gone.count {
            let id = gone[position]
            position += 1
            if memory.isPresent(id) { result.append(id) }
            guard model.nodes[id]?.type.isDirectory == true else { continue }
            for child in model.presentChildren(of: id).sorted() where isNews(child) && isGone(child) && known.insert(child).inserted { gone.append(child) }
        }
        return result
    }

    /// Whether a folder that was looked at had children that are not there.
    var hasGone: Bool {
        folder.indices.contains { index in
            guard snapshot.directories[index].state == .read, let id = folder[index] else { return false }
            return model.presentChildCount(of: id) != keptCount[index]
        }
    }

    /// The files in folders that another device has moved and that were left here.
    private var filesLeft: Set<FileIdentity> {
        guard !departing.isEmpty, situation.disk.trustsInodes, snapshot.hasEvidence else { return [] }
        var files: Set<FileIdentity> = []
        for index in snapshot.entries.indices where node[index] == nil && snapshot.entries[index].kind == .file && isDeparting(index) {
            files.insert(snapshot.entries[index].evidence.identity)
        }
        return files
    }

    /// Whether a node was put into such a folder here: its file stands there, and it is not one that went along with the folder.
    private func isAmong(_ files: Set<FileIdentity>, _ id: NodeID) -> Bool {
        guard !files.isEmpty, let sighting = memory.seen[id], files.contains(sighting.evidence.identity) else { return false }
        return departing.values.allSatisfy { $0 != id && !model.places(id, in: $0) }
    }

    private func isGone(_ id: NodeID) -> Bool { !isBound(id) && !isDoubted(id) }

    /// Whether there is anything new in that it is gone, or can be in what was in it. Most that is gone has been for long.
    private func isNews(_ id: NodeID) -> Bool { memory.isPresent(id) || isDirectory(id) }

    private func isDirectory(_ id: NodeID) -> Bool {
        guard let position = model.nodes.position(of: id) else { return false }
        return model.nodes.values[position].type.isDirectory
    }

    /// Rule 6: a vanished node and an appeared file, not empty, with the same content, one candidate on each side
    /// → the node moved. Then, by rule 7, missing nodes whose content is back. A directory: a strict majority of its
    /// children did.
    mutating func bindSameContent() {
        let vanished = vanished()
        let refused = vanished.isEmpty ? [] : placesOfRefused
        let lost = refused.isEmpty ? vanished : vanished.filter { !isRefusedElsewhere($0, refused) }
        bindFiles(to: lost.compactMap { id in contentSeen(of: id).map { (id, $0) } })
        if !situation.hints.isEmpty { bindFiles(to: lost.compactMap { id in contentSaidSince(of: id).map { (id, $0) } }) }
        bindMissing(except: Set(vanished))
        bindNeverSeen()
        if !vanished.isEmpty || !situation.hints.isEmpty { bindDirectoriesByMajority(of: Set(vanished)) }
    }

    /// Where stood what another device refused and did not know, as long as this one has not met it.
    private var placesOfRefused: Set<Place> {
        guard situation.disk.isReplicaActive || situation.disk.hasCarrier else { return [] }
        var places: Set<Place> = []
        for id in model.detailed {
            guard memory.seen[id] == nil, let rejection = model.nodes[id]?.details?.rejection, !rejection.known, let folder = rejection.folder,
                let name = rejection.origin.last, isBound(id)
            else { continue }
            places.insert(Place(parent: model.resolve(folder), name: name))
        }
        return places
    }

    /// Whether what has vanished is likely to be what another device has refused from its place.
    private func isRefusedElsewhere(_ id: NodeID, _ places: Set<Place>) -> Bool {
        model.nodes[id]?.place.map { places.contains(Place(parent: model.resolve($0.parent), name: $0.name)) } ?? false
    }

    /// What a file held when it was seen last here; `nil` also of one that is known by its place alone.
    func contentSeen(of id: NodeID) -> FileContent? {
        guard let sighting = memory.seen[id], !bindsToPlace(id) else { return nil }
        if let hash = sighting.hash { return FileContent(size: sighting.evidence.size, hash: hash) }
        // Never read here, and as it came: then it held what its device said.
        guard sighting.isSaid, let hint = situation.hints[id], hint.size == sighting.evidence.size else { return nil }
        return hint
    }

    /// What another device has said of a file since it was seen here: it came with that text, and was moved on before anybody looked.
    private func contentSaidSince(of id: NodeID) -> FileContent? {
        guard let said = situation.hints[id], said.size >= Binder.tellingSize, memory.seen[id]?.hash != nil, memory.tellsLess(of: id, than: said), !bindsToPlace(id)
        else { return nil }
        return said
    }

    private mutating func bindFiles(to nodes: [(NodeID, FileContent)]) {
        guard !nodes.isEmpty else { return }
        let nodes = nodes.filter { $0.1.size > 0 && !isBound($0.0) }
        guard !nodes.isEmpty else { return }
        let sizes = Set(nodes.map(\.1.size))
        let places = unboundFiles { sizes.contains($0) }
        for (content, claimants) in Dictionary(grouping: nodes, by: \.1) {
            guard claimants.count == 1, let place = appeared(places[content] ?? []) else { continue }
            guard fits(claimants[0].0, place), !isCarriersCopy(place, of: claimants[0].0) else { continue }
            if let known = returning(to: place, insteadOf: claimants[0].0) {
                saved.append(Twin(made: claimants[0].0, known: known))
                bind(place, to: known)
            } else {
                bind(place, to: claimants[0].0)
            }
        }
    }

    /// Which of several files with the content of one that has vanished came when that went: what has waited since before, and was not touched
    /// since, is a copy of it, since it stood beside it.
    private func appeared(_ entries: [Int]) -> Int? {
        if entries.count < 2 { return entries.first }
        let open = entries.filter { !hasWaited($0) }
        return open.count == 1 ? open[0] : nil
    }

    /// Whether a file, or a folder that it lies in, was there at the last scan as what waits, and the file is as it was then.
    private func hasWaited(_ entry: Int) -> Bool {
        let pending = memory.unsettled.pending
        guard !pending.isEmpty, situation.disk.trustsInodes else { return false }
        var path = snapshot.path(of: entry)
        while !path.names.isEmpty {
            if let since = pending[path] { return snapshot.entries[entry].evidence.changed <= Nanoseconds.of(milliseconds: since) }
            path = path.parent
        }
        return false
    }

    /// Who is back at a place where the content of a vanished node stands now: one that was gone from there before that was made. It had
    /// been moved and saved anew, nobody could say so, and it has been moved back: both are one.
    private func returning(to index: Int, insteadOf made: NodeID) -> NodeID? {
        guard let folder = folder[Int(snapshot.entries[index].parent)], let node = model.nodes[made], node.role == nil else { return nil }
        return children(of: folder, namedAs: index).first { id in
            guard id != made, !isBound(id), fits(id, index), memory.seen[id] != nil, let since = memory.missing[id], since <= node.created else { return false }
            return mayReturn(id) && !bindsToPlace(id)
        }
    }

    private mutating func bindMissing(except vanished: Set<NodeID>) {
        let missing = situation.missingContents ?? MissingContents(model, memory)
        for (content, places) in unboundFiles(where: missing.hasSize) where places.count == 1 {
            let claimants = missing.nodes(content, atMost: 2) {
                !vanished.contains($0) && !isBound($0) && (missingSince($0) != nil || memory.missing[$0] != nil) && !bindsToPlace($0)
                    && (content.size >= Binder.tellingSize || stood($0, near: places[0]))
            }
            if claimants.count == 1, fits(claimants[0], places[0]), !isCarriersCopy(places[0], of: claimants[0]) { bind(places[0], to: claimants[0]) }
        }
    }

    /// A file that was never seen here and does not stand where the batches have it, known by what its device says that it holds: somebody has
    /// moved it before this machine looked, or it came into a folder that another device has renamed.
    private mutating func bindNeverSeen() {
        guard !situation.hints.isEmpty else { return }
        // No closure: each call of one would copy all of this.
        var open: [NodeID: FileContent] = [:]
        for (id, content) in situation.hints
        where content.size > 0 && !isBound(id) && memory.seen[id] == nil && missingSince(id) == nil && !bindsToPlace(id) && isAway(id) {
            open[id] = content
        }
        guard !open.isEmpty else { return }
        let sizes = Set(open.values.map(\.size))
        let nodes = Dictionary(grouping: open.keys) { open[$0] }
        for (content, places) in unboundFiles(where: { sizes.contains($0) }) where places.count == 1 {
            guard let claimants = nodes[content], claimants.count == 1, let id = claimants.first, fits(id, places[0]),
                content.size >= Binder.tellingSize || stood(id, near: places[0]), !isCarriersCopy(places[0], of: id)
            else { continue }
            bind(places[0], to: id)
        }
    }

    /// Whether nothing stands where a node is by the batches, as far as this scan tells, or what does is known to be another, and nobody gave
    /// it up.
    func isAway(_ id: NodeID) -> Bool {
        guard let node = model.nodes[id], let place = node.place, node.details?.forgotten == nil else { return false }
        guard let home = directory[model.resolve(place.parent)] else { return true }
        guard snapshot.directories[home].state == .read else { return false }
        return snapshot.entry(named: place.name, in: home).map { self.node[$0] != nil && self.node[$0] != id } ?? true
    }

    /// In bytes. Of shorter texts (a heading, “TODO”) many files hold the same: one that is missing for longer is back only under its
    /// name, or in its folder.
    static let tellingSize: Int64 = 32

    /// Whether a node stood where an entry is, but for the name or the folder.
    private func stood(_ id: NodeID, near index: Int) -> Bool {
        guard let place = model.nodes[id]?.place else { return false }
        return snapshot.name(of: index) == place.name || folder[Int(snapshot.entries[index].parent)] == model.resolve(place.parent)
    }

    /// The files that are no nodes yet, are not empty and have such a size, by their contents; asks for those that are not known.
    mutating func unboundFiles(where isWanted: (Int64) -> Bool) -> [FileContent: [Int]] {
        var found: [FileContent: [Int]] = [:]
        for index in unbound where !made.contains(index) && snapshot.entries[index].kind == .file {
            let size = snapshot.entries[index].evidence.size
            guard size > 0, isWanted(size) else { continue }
            if let hash = situation.answers.hashes[index] {
                found[FileContent(size: size, hash: hash), default: []].append(index)
            } else {
                wants.hashes.insert(index)
            }
        }
        return found
    }

    /// From the deepest up, so that a folder of folders is known by folders that are known already.
    private mutating func bindDirectoriesByMajority(of vanished: Set<NodeID>) {
        let open = unbound.filter { snapshot.entries[$0].kind == .directory && snapshot.entries[$0].directory >= 0 }
        guard !open.isEmpty else { return }
        let depths = open.map { (index: $0, depth: depth(of: $0)) }
        // A folder that was taken apart gave something to many.
        var sizes: [NodeID: Int] = [:]
        func size(_ id: NodeID) -> Int {
            if let known = sizes[id] { return known }
            let size = model.presentChildren(of: id).count { memory.isPresent($0) }
            sizes[id] = size
            return size
        }
        for (index, _) in depths.sorted(by: { ($1.depth, $0.index) < ($0.depth, $1.index) }) {
            var votes: [NodeID: Int] = [:]
            for child in snapshot.directories[Int(snapshot.entries[index].directory)].entries {
                guard let id = node[child], let parent = model.nodes[id]?.place?.parent else { continue }
                votes[model.resolve(parent), default: 0] += 1
            }
            let winners = votes.filter { id, count in
                vanished.contains(id) && !isBound(id) && fits(id, index) && count * 2 > size(id)
            }
            // Where two folders were merged into one, the one that gave more is the node, then the older.
            if let winner = winners.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key ?? folderNeverSeen(at: index) { bind(index, to: winner) }
        }
    }

    private func depth(of index: Int) -> Int {
        var depth = 0
        var current = Int(snapshot.entries[index].parent)
        while current > 0 {
            depth += 1
            current = Int(snapshot.directories[current].parent)
        }
        return depth
    }
}
