import ShedModel

extension Binder {
    /// Nodes that another device has moved, while what carries the files is still at work: it may bring the batch first,
    /// the new place later, and take the old one away last, in any order and in parts.
    ///
    /// A node is what stands at its new place as soon as something does; what is left at the old one is ``departing`` and
    /// no evidence of anything. Until then the node is the file at its old place and ``stays`` there: the other device's
    /// word on where it belongs is not taken back, however long that takes. That a file stands where it was seen before the word
    /// came is nothing new, so it says nothing against it; that a person moved it since does.
    ///
    /// What is left at the old place is a copy (``left``) after `settings.grace`. With `sync --now` nothing is awaited: a person says that
    /// nothing is on its way, so where nothing stands at the new place the node is where it stands. Where something does, the move has
    /// come, and what is left is a copy at once: two devices that said in turn that it is where each had it would do so for ever. Of files that
    /// change places by the batches it says nothing: each stands at the new place of another, and which is which was known before.
    mutating func bindAwaited() {
        guard snapshot.hasEvidence, case let moves = memory.unsettled.incomingMoves.filter({ model.nodes[$0.key] != nil }), !moves.isEmpty else { return }
        var known = memory
        known.prepareIdentities()
        let standing = entries(of: Set(moves.values.map(\.identity)))
        bindExchanged(awaited: moves, standing)
        var files = unmoved(moves)
        var contents: Set<FileContent>?
        let waiting = Dictionary(grouping: memory.unsettled.waitingMoves) { $0.value.node }.mapValues { $0.map(\.key) }
        // Of one depth, who is known by what it holds comes first: then the other of two that changed places is known too.
        var rank: [NodeID: Int] = [:]
        for id in moves.keys { rank[id] = 2 * depth(of: id) + (isKnownThere(id, known) ? 0 : 1) }
        for id in moves.keys.sorted(by: { (rank[$0] ?? 0, $0) < (rank[$1] ?? 0, $1) }) {
            guard var move = moves[id] else { continue }
            // Nothing has come of it: it is where it stands, as the rules that follow find out.
            if situation.policy.overridesWaiting, !hasCome(id, known) { continue }
            let old = oldEntry(move)
            if !isBound(id) {
                // Where the file itself stands somewhere else, a person has moved it, and it is the node.
                if let new = newEntry(of: id, besides: files, known), let given = given(away: elsewhere(id, move, standing, besides: [new, old ?? new]), by: id, to: new) {
                    bind(new, to: id)
                    for (entry, owner) in given { bind(entry, to: owner) }
                    departing[new] = nil
                    if snapshot.entries[new].evidence.identity != move.identity { files.remove(move.identity) }
                    bindSameFileAtSamePlace(from: [Int(snapshot.entries[new].directory)].filter { $0 >= 0 })
                } else if let old, !hasArrived(id, move), isGoneThere(id), let owner = ownerByContent(of: old, besides: id) {
                    bind(old, to: owner)
                    continue
                } else if let old, fits(id, old), !hasArrived(id, move), !isOpen(move), isGoneThere(id) {
                    // It does not come: it is where it stands, whatever that was taken for meanwhile.
                    bind(old, to: id)
                    continue
                } else if let old, fits(id, old), !hasArrived(id, move), isOpen(move) || !isGiven(old, toAnotherThan: id) {
                    if situation.policy.overridesWaiting || isMute(move, old) || isHeldUp(move, of: id), exchange(old, id) || situation.policy.overridesWaiting { continue }
                    bind(old, to: id)
                    stays.insert(old)
                    bindSameFileAtSamePlace(from: [Int(snapshot.entries[old].directory)].filter { $0 >= 0 })
                } else if standing[move.identity] == nil, let saved = entryBroughtAnew(of: id, move, known, &contents) {
                    move.identity = snapshot.entries[saved].evidence.identity
                    bind(saved, to: id)
                    stays.insert(saved)
                    stillIncoming[id] = move
                    continue
                }
            }
            if let old {
                // Once it has arrived and something else is known to stand there, there is no more to be waited for.
                guard isOpen(move) || node[old] == nil || stays.contains(old) else { continue }
                stillIncoming[id] = move
                guard node[old] == nil else { continue }
                if isOpen(move) { departing[old] = id } else { leave(old, id, waiting) }
            } else if !isInSight(move.place.parent), memory.missing[model.resolve(move.place.parent)] == nil, mayBeSeen(move, of: id) {
                stillIncoming[id] = move
            } else if let other = entry(at: move.place), node[other] == nil {
                // Saved anew, by somebody here or by the carrier.
                left[other] = id
            }
        }
    }

    /// With `sync --now`, or where nobody will say anything (``isMute(_:_:)``), where what stands at a node's new place has given way to it
    /// (``owner(before:_:in:)``): that stands at the old one from now on. Two devices that have two files the other way round say the same so,
    /// whoever of them says it first.
    /// - Returns: whether it does.
    private mutating func exchange(_ old: Int, _ id: NodeID) -> Bool {
        guard let place = model.nodes[id]?.place, let new = entry(at: place), let other = left[new], other != id, !isBound(other), fits(other, old) else { return false }
        bind(old, to: other)
        leaveInner(old, to: other)
        return true
    }

    /// The files that nodes were which are awaited. Of one that has come to its new place as another file it is nobody's by now.
    private func unmoved(_ moves: [NodeID: IncomingMove]) -> Set<FileIdentity> {
        Set(moves.filter { id, move in entry[id].map { snapshot.entries[$0].evidence.identity == move.identity } ?? true }.values.map(\.identity))
    }

    /// Takes note that what stands at a place is not the node that it was, and where folders have changed places, what is in them neither.
    /// - Parameter waiting: the paths at which nodes stand that were moved where they may not be yet.
    private mutating func leave(_ index: Int, _ id: NodeID, _ waiting: [NodeID: [RelativePath]]) {
        left[index] = id
        guard snapshot.entries[index].kind == .directory, isGiven(index, toAnotherThan: id), let folder = folder[Int(snapshot.entries[index].parent)],
            let owner = owner(of: index, in: folder, besides: id)
        else { return }
        leaveInner(index, to: owner)
        // What is in it is on its way with it, and stays what it is until it has come. Where the folder itself does not come, it goes along.
        guard !leadsNowhere(id, index, waiting) else { return }
        yielded[index] = id
        leaveChildren(index, of: id)
    }

    private mutating func leaveChildren(_ index: Int, of folder: NodeID) {
        var open = [(directory: Int(snapshot.entries[index].directory), folder: folder)]
        while let (directory, folder) = open.popLast() {
            guard directory >= 0 else { continue }
            for inner in snapshot.directories[directory].entries where node[inner] == nil && left[inner] == nil {
                guard let id = children(of: folder, namedAs: inner).first(where: { fits($0, inner) && memory.isPresent($0) }),
                    memory.seen[id]?.evidence.identity == snapshot.entries[inner].evidence.identity
                else { continue }
                left[inner] = id
                open.append((Int(snapshot.entries[inner].directory), id))
            }
        }
    }

    /// Whether a file that another device has moved is gone there, by its word.
    private func isGoneThere(_ id: NodeID) -> Bool {
        guard let node = model.nodes[id], !node.type.isDirectory, let details = node.details else { return false }
        return details.content != nil && details.forgotten == nil
    }

    /// Whether what carries the files may still be at work on a move.
    func isOpen(_ move: IncomingMove) -> Bool {
        !situation.policy.overridesWaiting && situation.now - move.since < situation.conventions.settings.grace
    }

    /// Whether the batches say that another file stands where one is that was moved away by them. If that one is itself a file that has not
    /// left its old place, what counts is whether it will: of files that follow each other all stay where they are as long as none has gone.
    /// Of those that change places nobody can tell by their places whether they have: then the batches' word counts. Of folders it counts only
    /// there, since what is in them has to follow, and of none that has a role to one without.
    private func isGiven(_ entry: Int, toAnotherThan id: NodeID) -> Bool {
        var (entry, id) = (entry, id)
        var passed: Set = [id]
        let isFile = snapshot.entries[entry].kind == .file
        while let folder = folder[Int(snapshot.entries[entry].parent)] {
            guard let owner = owner(of: entry, in: folder, besides: id), isFile || mayHave(owner, thePlaceOf: id, entry) else { return false }
            guard let move = memory.unsettled.incomingMoves[owner], let old = oldEntry(move) else { return true }
            guard passed.insert(owner).inserted else { return true }
            (entry, id) = (old, owner)
        }
        return false
    }

    /// Whether the batches have a folder where another has come since, or in one that is gone from here, or that was moved into the first: then
    /// it does not come there.
    private func leadsNowhere(_ id: NodeID, _ index: Int, _ waiting: [NodeID: [RelativePath]]) -> Bool {
        if !model.outplaced.isEmpty, model.outplaced.contains(id) { return true }
        guard let place = model.nodes[id]?.place, case let parent = model.resolve(place.parent), parent != model.project, directory[parent] == nil else { return false }
        if memory.missing[parent] != nil { return true }
        let path = snapshot.path(of: index)
        return waiting[parent, default: []].contains { $0.isInside(path) }
    }

    /// Whether a folder may be that of another by what the batches say: where Trash is, and what comes to be in it, no other device decides, but
    /// where the folder has the name of that: it was Trash until another device moved it and made a new one.
    private func mayHave(_ owner: NodeID, thePlaceOf id: NodeID, _ index: Int) -> Bool {
        guard let owner = model.nodes[owner], let node = model.nodes[id] else { return false }
        if owner.standing != 1 || node.standing == 1 { return true }
        return node.role == nil && owner.role.map { situation.conventions.shelters.isNamed(snapshot.name(of: index), $0) } ?? false
    }

    /// Whom the batches have at the place of an entry besides the node that stood there.
    func owner(of entry: Int, in folder: NodeID, besides id: NodeID) -> NodeID? {
        children(of: folder, namedAs: entry).first { other in
            other != id && !isBound(other) && fits(other, entry) && !putAside.contains(other) && missingSince(other) == nil && model.nodes[other]?.details?.forgotten == nil
        }
    }

    /// Whom the batches have at the place of an entry besides the node that it was taken for, where it holds what is said of that one: it came as
    /// a changed text before anybody heard of the moves.
    private mutating func ownerByContent(of entry: Int, besides id: NodeID) -> NodeID? {
        let evidence = snapshot.entries[entry].evidence
        guard snapshot.entries[entry].kind == .file, let folder = folder[Int(snapshot.entries[entry].parent)], let owner = owner(of: entry, in: folder, besides: id),
            let said = hint(of: owner), said.size >= Binder.tellingSize, said.size == evidence.size
        else { return nil }
        guard let hash = hash(of: entry, [id]) else {
            wants.hashes.insert(entry)
            return nil
        }
        return hash == said.hash ? owner : nil
    }

    /// Where files stand in the scan; empty where identities say nothing.
    func entries(of identities: Set<FileIdentity>) -> [FileIdentity: [Int]] {
        guard situation.disk.trustsInodes else { return [:] }
        var found: [FileIdentity: [Int]] = [:]
        for index in snapshot.entries.indices where identities.contains(snapshot.entries[index].evidence.identity) {
            found[snapshot.entries[index].evidence.identity, default: []].append(index)
        }
        return found
    }

    /// Nodes of which more stands in a folder that is departing than has arrived: each is there until it has.
    mutating func bindLeftBehind() {
        for (index, id) in departing.sorted(by: { $0.key < $1.key }) { bindLeftBehind(in: index, of: id) }
        for (index, id) in yielded.sorted(by: { $0.key < $1.key }) { bindLeftBehind(in: index, of: id, stays: true) }
    }

    private mutating func bindLeftBehind(in index: Int, of folder: NodeID, stays isStaying: Bool = false) {
        let directory = Int(snapshot.entries[index].directory)
        guard directory >= 0 else { return }
        let open = snapshot.directories[directory].entries.filter { node[$0] == nil }
        for inner in open where node[inner] == nil {
            guard let id = children(of: folder, namedAs: inner).first(where: { fits($0, inner) && memory.isPresent($0) }) else { continue }
            if isBound(id) {
                if snapshot.entries[inner].kind == .directory { bindLeftBehind(in: inner, of: id, stays: isStaying) }
            } else if memory.seen[id]?.evidence.identity == snapshot.entries[inner].evidence.identity
                || snapshot.entries[inner].kind == .file && isSavedAnew(inner, id)
            {
                bind(inner, to: id)
                if isStaying { stays.insert(inner) }
                bindSameFileAtSamePlace(from: [Int(snapshot.entries[inner].directory)].filter { $0 >= 0 })
            }
        }
    }

    /// Whether a file that stays in a folder that another device has moved has been saved anew there: it is no known one, and nothing stands
    /// where the node is by the batches.
    private mutating func isSavedAnew(_ index: Int, _ id: NodeID) -> Bool {
        guard situation.disk.trustsInodes, let place = model.nodes[id]?.place, let home = directory[model.resolve(place.parent)],
            snapshot.directories[home].state == .read, snapshot.entry(named: place.name, in: home) == nil
        else { return false }
        return !isAnother(snapshot.entries[index].evidence.identity, than: id, identified())
    }

    /// Whether an entry is a departing one or stands in one.
    func isDeparting(_ index: Int) -> Bool {
        guard !departing.isEmpty else { return false }
        var current = index
        while departing[current] == nil {
            let parent = Int(snapshot.entries[current].parent)
            guard parent > 0 else { return false }
            current = Int(snapshot.directories[parent].entry)
        }
        return true
    }

    /// Whether a node is awaited and its old place was not looked at: then it has not vanished. Where that is another's by now, it has given
    /// way, and nothing stands anywhere that it could be.
    func isOutOfSight(_ id: NodeID) -> Bool {
        guard let move = stillIncoming[id], !isBound(id) else { return false }
        return situation.policy.overridesWaiting || entry(at: move.place).map { node[$0] == nil } ?? true
    }

    /// Whether the folder that a node stood in may come into sight again. It never does where it is by the batches a file by now, as one that
    /// is a second name of a file, or the node itself, or in it.
    func mayBeSeen(_ move: IncomingMove, of id: NodeID) -> Bool {
        var folder = model.resolve(move.place.parent)
        guard directory[folder] == nil else { return true }
        if let node = model.nodes[folder], !node.type.isDirectory { return false }
        // How deep it is is for another device's batches to say, and these may lead in a circle.
        for _ in 0..<RelativePath.deepest {
            if folder == id { return false }
            guard let place = model.nodes[folder]?.place else { return true }
            folder = model.resolve(place.parent)
        }
        return true
    }

    private func isInSight(_ folder: NodeID) -> Bool {
        directory[model.resolve(folder)].map { snapshot.directories[$0].state == .read } ?? false
    }

    /// Whether the node was seen at its new place before, which may be out of sight now.
    func hasArrived(_ id: NodeID, _ move: IncomingMove) -> Bool {
        situation.disk.trustsInodes && memory.seen[id]?.evidence.identity != move.identity
    }

    func entry(at place: Place) -> Int? { directory[model.resolve(place.parent)].flatMap { snapshot.entry(named: place.name, in: $0) } }

    /// Whether a node that another device has moved may still stand where it was: nothing tells that the folder is gone, or that another has
    /// its place and its file.
    func mayStand(_ id: NodeID, at move: IncomingMove) -> Bool {
        let parent = model.resolve(move.place.parent)
        if parent != model.project, directory[parent] == nil, memory.missing[parent] != nil { return false }
        return !model.children(of: parent, named: move.place.name).contains { other in
            other != id && memory.isPresent(other) && memory.seen[other]?.evidence.identity == move.identity
        }
    }

    private func oldEntry(_ move: IncomingMove) -> Int? {
        guard let index = entry(at: move.place), node[index] == nil, !situation.disk.trustsInodes || snapshot.entries[index].evidence.identity == move.identity
        else { return nil }
        return index
    }

    /// What stands at the place that the other device gave a node, unless it is a file that another node was: a person has
    /// moved it there, or it is one of several that change places.
    private mutating func newEntry(of id: NodeID, besides files: Set<FileIdentity>, _ known: Memory) -> Int? {
        guard !putAside.contains(id), let place = model.nodes[id]?.place, let home = arrivedFolder(model.resolve(place.parent), known),
            let index = snapshot.entry(named: place.name, in: home), node[index] == nil, fits(id, index),
            case let identity = snapshot.entries[index].evidence.identity,
            !files.contains(identity) && !isAnother(identity, than: id, known) || hasChangedPlaces(index, id, known),
            owner(before: id, index, in: model.resolve(place.parent)) == nil
        else { return nil }
        return index
    }

    /// Whether what stands at the place that the other device gave a node is known to be it by what it holds.
    private mutating func isKnownThere(_ id: NodeID, _ known: Memory) -> Bool {
        guard hint(of: id) != nil, let place = model.nodes[id]?.place, let index = entry(at: place), node[index] == nil else { return false }
        return hasChangedPlaces(index, id, known)
    }

    /// Whether a file that was taken for another one, which has been moved away by the batches, is a node that these have there: it holds what
    /// is said of that. Both came as changed texts before anybody heard of their moves.
    private mutating func hasChangedPlaces(_ index: Int, _ id: NodeID, _ known: Memory) -> Bool {
        let evidence = snapshot.entries[index].evidence
        guard snapshot.entries[index].kind == .file, let said = hint(of: id), said.size >= Binder.tellingSize, said.size == evidence.size else { return false }
        let others = known.nodes(seenAs: evidence.identity).filter { $0 != id && known.isPresent($0) }
        guard others.allSatisfy({ memory.unsettled.incomingMoves[$0] != nil }) else { return false }
        guard let hash = hash(of: index, others) else {
            wants.hashes.insert(index)
            return false
        }
        return hash == said.hash
    }

    /// What is said of a file that was never read here, or that another device has moved.
    private func hint(of id: NodeID) -> FileContent? {
        memory.tellsNothing(of: id) || memory.unsettled.incomingMoves[id] != nil ? situation.hints[id] : nil
    }

    /// What a file holds, if it was read now, or as one of these nodes and is as it was.
    private func hash(of index: Int, _ nodes: [NodeID]) -> ContentHash? {
        if let hash = situation.answers.hashes[index] { return hash }
        let evidence = snapshot.entries[index].evidence
        return nodes.lazy.compactMap { memory.seen[$0] }.first { $0.evidence == evidence && !$0.isRacy }?.hash
    }

    /// Whether something stands at the place that the other device gave a node.
    private mutating func hasCome(_ id: NodeID, _ known: Memory) -> Bool {
        guard let place = model.nodes[id]?.place, let home = arrivedFolder(model.resolve(place.parent), known) else { return false }
        return snapshot.entry(named: place.name, in: home) != nil
    }

    /// The directory of a folder. One that this machine never saw, or that was gone from here or made anew, may have come with what is in it.
    private mutating func arrivedFolder(_ id: NodeID, _ known: Memory) -> Int? {
        // Innermost first. How deep they are is for another device's batches to say, and these may lead in a circle.
        var way: [NodeID] = []
        var next = id
        while directory[next] == nil {
            guard way.count < RelativePath.deepest, !memory.isPresent(next) || wasMadeAnew(next), mayReturn(next), !isBound(next),
                let place = model.nodes[next]?.place
            else { return nil }
            way.append(next)
            next = model.resolve(place.parent)
        }
        for id in way.reversed() {
            guard let place = model.nodes[id]?.place, let home = directory[model.resolve(place.parent)],
                let index = snapshot.entry(named: place.name, in: home), node[index] == nil, fits(id, index),
                !isAnother(snapshot.entries[index].evidence.identity, than: id, known)
            else { return nil }
            bind(index, to: id)
        }
        return directory[id]
    }

    /// Whether a folder that was here is gone, and another directory may stand at its place.
    private func wasMadeAnew(_ id: NodeID) -> Bool {
        situation.disk.trustsInodes && memory.unsettled.incomingMoves[id] == nil && !model.outplaced.contains(id) && !isStanding(id)
    }

    /// Whether a file or folder is known to be another node than this.
    func isAnother(_ identity: FileIdentity, than id: NodeID, _ known: Memory) -> Bool {
        situation.disk.trustsInodes && known.hasNode(seenAs: identity) { $0 != id && known.isPresent($0) }
    }

    private func depth(of id: NodeID) -> Int { model.path(of: id)?.names.count ?? Int(Int32.max) }
}
