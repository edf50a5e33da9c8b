import ShedModel
import ShedRules

extension Binder {
    /// Rule 2: same path, same file → same node. Goes down from directories whose folder is known.
    ///
    /// “Same path” means: same name in the same folder, so that what stands in a moved folder moves along.
    mutating func bindSameFileAtSamePlace(from start: [Int]) {
        var queue = start
        var position = 0
        while position < queue.count {
            let current = queue[position]
            position += 1
            guard let folder = folder[current] else { continue }
            let hasChildren = model.hasChildren(folder)
            for index in snapshot.directories[current].entries {
                if node[index] == nil, hasChildren, snapshot.entries[index].kind.nodeType != nil {
                    bindSameFile(index, in: current, of: folder)
                }
                let child = Int(snapshot.entries[index].directory)
                if child >= 0, self.folder[child] != nil { queue.append(child) }
            }
        }
    }

    /// A known node that an entry is, at its place.
    private struct SameFile {
        var id: NodeID
        var sighting: Sighting
        var isMissing: Bool
        var isPlain: Bool
    }

    private mutating func bindSameFile(_ index: Int, in current: Int, of folder: NodeID) {
        guard let best = sameFile(index, in: folder) else { return }
        if let owner = owner(before: best.id, index, in: folder) {
            left[index] = best.id
            leaveInner(index, to: owner)
            return
        }
        bind(index, to: best.id)
        if !best.isMissing { keptCount[current] += 1 }
        isQuiet[index] = !best.isMissing && best.isPlain && situation.request.accepted.isEmpty && !needsLook(index, best.sighting)
        if isQuiet[index], !model.outplaced.isEmpty { isQuiet[index] = !model.outplaced.contains(best.id) }
    }

    /// The node of a folder that bears the name of an entry and was seen as its very file: one that is there before one that is missing, then
    /// the older.
    private func sameFile(_ index: Int, in folder: NodeID) -> SameFile? {
        // Nearly always there is one. Nothing of this is copied for it, as where a closure asks.
        var (first, others) = (nil as Int?, [] as [Int])
        snapshot.withName(of: index) { name in
            model.forEachChild(of: folder, named: name) { if first == nil { first = $0 } else { others.append($0) } }
        }
        guard let first else { return nil }
        var best = sameFile(index, at: first)
        for position in others {
            guard let other = sameFile(index, at: position) else { continue }
            if let known = best, (known.isMissing ? 1 : 0, known.id) < (other.isMissing ? 1 : 0, other.id) { continue }
            best = other
        }
        return best
    }

    private func sameFile(_ index: Int, at position: Int) -> SameFile? {
        let id = model.nodes.keys[position]
        let type = model.nodes.values[position].type
        guard type != .project, type.isDirectory == (snapshot.entries[index].kind == .directory), let sighting = memory.seen[id], !isBound(id) else { return nil }
        let isMissing = !memory.missing.isEmpty && memory.missing[id] != nil
        guard isSameFile(sighting, isMissing: isMissing, index) else { return nil }
        return SameFile(id: id, sighting: sighting, isMissing: isMissing, isPlain: !model.nodes.values[position].hasDetails)
    }

    /// Whom a file or folder is that stands where the batches have another one that came there later: it is that one, here as on every other
    /// device, unless that one is known to be gone or has not come from its old place yet. Who has anything new to say of the first says so by
    /// a place that is later still. A folder with a role does not yield to one without, nor any other to Trash and Rejected.
    func owner(before id: NodeID, _ index: Int, in folder: NodeID) -> NodeID? {
        guard !model.outplaced.isEmpty, model.outplaced.contains(id) else { return nil }
        return children(of: folder, namedAs: index).lazy.prefix { !model.outplaced.contains($0) }.first { other in
            guard other != id, fits(other, index), !isBound(other), let node = model.nodes[other],
                node.standing >= model.nodes[id]?.standing ?? 0
            else { return false }
            // With `sync --now` nothing is on its way any more: what stands there is what came. Two devices that said so at the same time, each of
            // what it had, would answer each other for ever.
            if !situation.policy.overridesWaiting, memory.isPresent(other), let move = memory.unsettled.incomingMoves[other], !isMute(move, index), !isHeldUp(move, by: id),
                mayStand(other, at: move)
            {
                return false
            }
            return missingSince(other) == nil && node.details?.forgotten == nil
        }
    }

    /// What is remembered, so that nodes are found by their files.
    mutating func identified() -> Memory {
        if let remembered { return remembered }
        var known = memory
        known.prepareIdentities()
        remembered = known
        return known
    }

    /// What is in a folder that is another one than it was is what the batches have in that: that it is the file that it was says no more than
    /// that of the folder. What they have not there goes along as what it is.
    mutating func leaveInner(_ index: Int, to owner: NodeID) {
        guard snapshot.entries[index].kind == .directory else { return }
        let known = identified()
        var open = [(directory: Int(snapshot.entries[index].directory), owner: owner)]
        while let (directory, owner) = open.popLast() {
            guard directory >= 0 else { continue }
            for inner in snapshot.directories[directory].entries where node[inner] == nil {
                let meant = children(of: owner, namedAs: inner).first { id in
                    fits(id, inner) && !isBound(id) && missingSince(id) == nil && model.nodes[id]?.details?.forgotten == nil
                }
                // Who was moved in here, and is elsewhere by the batches, did not go along: it is seen to have moved.
                guard let meant, !wasPut(inner, known, intoWhatWas: index) else { continue }
                left[inner] = known.nodes(seenAs: snapshot.entries[inner].evidence.identity).first { $0 != meant && !isBound($0) && fits($0, inner) }
                noteTwin(meant, of: left[inner], inner)
                open.append((Int(snapshot.entries[inner].directory), meant))
            }
        }
    }

    private func wasPut(_ inner: Int, _ known: Memory, intoWhatWas index: Int) -> Bool {
        guard let folder = left[index], snapshot.entries[inner].kind == .file else { return false }
        let nodes = known.nodes(seenAs: snapshot.entries[inner].evidence.identity).filter { memory.isPresent($0) && !isBound($0) && fits($0, inner) }
        return nodes.count == 1 && !model.places(nodes[0], in: folder)
    }

    /// Takes note of who a file is besides that stands in a folder which is another's by now, and for which that one's device has made an ID. If
    /// neither device knew of the other's, or who made the one not that the other had been put there, it is one file, and stands here. That is asked for
    /// first: who knew of the one and made the other has made a copy.
    private mutating func noteTwin(_ made: NodeID, of known: NodeID?, _ index: Int) {
        guard let known, snapshot.entries[index].kind == .file, memory.seen[made] == nil, memory.isPresent(known), situation.disk.incomplete.isEmpty,
            let one = model.nodes[made], one.type == model.nodes[known]?.type, one.details?.rejection == nil, one.details?.content == nil
        else { return }
        let twin = Twin(made: made, known: known)
        if situation.answers.twins.contains(twin) {
            saved.append(twin)
        } else if situation.answers.twins.contains(twin.asking(.put)) {
            saved.append(Twin(made: made, known: known, place: snapshot.path(of: index)))
        } else {
            wants.twins.formUnion(twin.questions)
        }
    }

    /// Whether the entry is the very file that a sighting is of. Of a missing node the inode alone is no evidence.
    private func isSameFile(_ sighting: Sighting, isMissing: Bool, _ index: Int) -> Bool {
        let evidence = snapshot.entries[index].evidence
        guard situation.disk.trustsInodes else { return !isMissing }
        guard snapshot.hasEvidence else { return !isMissing && sighting.evidence.inode == evidence.inode }
        guard sighting.evidence.identity == evidence.identity else { return false }
        return !isMissing || evidence.birth != 0
            || (sighting.evidence.size == evidence.size && sighting.evidence.modified == evidence.modified)
    }

    /// Whether a file's content may have changed since it was seen.
    private func needsLook(_ index: Int, _ sighting: Sighting) -> Bool {
        guard snapshot.entries[index].kind == .file, snapshot.hasEvidence else { return false }
        let (old, new) = (sighting.evidence, snapshot.entries[index].evidence)
        if old.size != new.size || old.modified != new.modified { return true }
        return sighting.hash != nil && (sighting.isRacy || old.changed != new.changed)
    }

    /// Rule 3: the file of a known node is now at exactly one other place → the node moved.
    ///
    /// Folders first and from the top, each followed by what stands in it; then files, for which the link count
    /// must be 1: where a file has several names, the path decides.
    mutating func bindSameFileElsewhere() {
        guard situation.disk.trustsInodes, snapshot.hasEvidence, !memory.seen.isEmpty else { return }
        let open = unbound
        let claims = nodesByIdentity(of: open)
        guard !claims.isEmpty else { return }
        let saving = SavingFiles(self, open: open)
        for wantsDirectory in [true, false] {
            for index in open where node[index] == nil && (snapshot.entries[index].kind == .directory) == wantsDirectory {
                guard let id = claimant(of: index, claims) else { continue }
                if let known = saving.saved(by: id, at: index, self) {
                    saved.append(Twin(made: id, known: known))
                    bind(index, to: known)
                    continue
                }
                guard left[index] != id, !hasComeAlong(id, besides: index), !staysByName(id, index, claims, saving), !keepsCopy(id, index, claims),
                    !isCarriersCopy(index, of: id)
                else { continue }
                guard !mayBeSaved(id, index) else {
                    aside[index] = id
                    continue
                }
                bind(index, to: id)
                if wantsDirectory { bindSameFileAtSamePlace(from: [Int(snapshot.entries[index].directory)].filter { $0 >= 0 }) }
            }
        }
    }

    private func nodesByIdentity(of open: [Int]) -> [FileIdentity: [NodeID]] {
        var claims: [FileIdentity: [NodeID]] = [:]
        if memory.hasIdentities {
            for index in open {
                let identity = snapshot.entries[index].evidence.identity
                // A file can have tens of thousands of names, each with a node.
                if claims[identity] != nil { continue }
                let nodes = memory.nodes(seenAs: identity)
                if !nodes.isEmpty { claims[identity] = nodes }
            }
            return claims
        }
        let wanted = Set(open.map { snapshot.entries[$0].evidence.identity })
        for (id, sighting) in memory.seen where wanted.contains(sighting.evidence.identity) {
            claims[sighting.evidence.identity, default: []].append(id)
        }
        return claims
    }

    /// The one node that was seen as this file, if there is exactly one.
    private func claimant(of index: Int, _ claims: [FileIdentity: [NodeID]]) -> NodeID? {
        let evidence = snapshot.entries[index].evidence
        guard let all = claims[evidence.identity] else { return nil }
        let isFile = snapshot.entries[index].kind == .file
        if isFile, evidence.links != 1 { return nil }
        let free = all.filter { !isBound($0) && fits($0, index) && isConvincing($0, evidence, isFile: isFile) }
        let present = free.filter { memory.isPresent($0) }
        let candidates = present.isEmpty ? free.filter { !bindsToPlace($0) } : present
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// Whether an entry stands in a folder that another device has moved and that was left behind here, and its node has come along with the
    /// folder: something stands at its own place.
    private func hasComeAlong(_ id: NodeID, besides index: Int) -> Bool {
        guard !left.isEmpty, let place = model.nodes[id]?.place, let home = directory[model.resolve(place.parent)],
            let own = snapshot.entry(named: place.name, in: home), own != index, node[own] == nil, fits(id, own)
        else { return false }
        var parent = Int(snapshot.entries[index].parent)
        while parent > 0 {
            let entry = Int(snapshot.directories[parent].entry)
            if node[entry] == nil, left[entry] != nil { return true }
            parent = Int(snapshot.entries[entry].parent)
        }
        return false
    }

    /// Without a birth time the inode alone is no evidence: then size and time of the content must agree too, and a
    /// folder is known by what is in it (rule 6).
    private func isConvincing(_ id: NodeID, _ evidence: Evidence, isFile: Bool) -> Bool {
        guard evidence.birth == 0 else { return true }
        guard isFile, let old = memory.seen[id]?.evidence else { return false }
        return old.size == evidence.size && old.modified == evidence.modified
    }

    /// The exceptions of rule 3: an editor renamed the old file to a backup name, or a sync program to a conflict copy's,
    /// and wrote a new one at the path.
    private func staysByName(_ id: NodeID, _ index: Int, _ claims: [FileIdentity: [NodeID]], _ saving: SavingFiles) -> Bool {
        guard let place = model.nodes[id]?.place, let home = directory[model.resolve(place.parent)],
            home == Int(snapshot.entries[index].parent), isCopyName(snapshot.name(of: index), of: place.name),
            let own = snapshot.entry(named: place.name, in: home), own != index, node[own] == nil, fits(id, own)
        else { return false }
        // Where the file at the path is another known node, the two have swapped, unless that was made to save this one.
        return claimant(of: own, claims).map { saving.saved(by: $0, at: own, self) == id } ?? true
    }

    /// Whether a program may be just saving a node: its file has a backup name by now, and nothing stands at its place, or not yet. A
    /// daemon that looks at once may come in between; a little later a file that was merely renamed is one.
    private func mayBeSaved(_ id: NodeID, _ index: Int) -> Bool {
        guard !situation.request.believesVanished, snapshot.entries[index].kind == .file, memory.isPresent(id), let place = model.nodes[id]?.place,
            let home = directory[model.resolve(place.parent)], home == Int(snapshot.entries[index].parent)
        else { return false }
        return BackupName.isBackupName(snapshot.name(of: index), of: place.name) && snapshot.entry(named: place.name, in: home) == nil
    }

    /// Whether a node is what may be being saved, or the backup before at whose place the file of that one stands.
    func isDoubted(_ id: NodeID) -> Bool {
        guard !aside.isEmpty else { return false }
        if aside.values.contains(id) { return true }
        guard let place = model.nodes[id]?.place, let home = directory[model.resolve(place.parent)] else { return false }
        return snapshot.entry(named: place.name, in: home).map { aside[$0] != nil } ?? false
    }

    private func isCopyName(_ candidate: Name, of original: Name) -> Bool {
        BackupName.isBackupName(candidate, of: original) || ConflictCopy.isConflictCopy(candidate, of: original)
    }

    /// Whether a file is what a sync program has put aside as the conflict copy of a node. It is not that node even as long as
    /// nothing stands at the node's place, and wherever the batches have that by now: what won comes next. Names that a person gives too say
    /// so only beside what won.
    mutating func isCarriersCopy(_ index: Int, of id: NodeID) -> Bool {
        guard snapshot.entries[index].kind == .file, let place = model.nodes[id]?.place,
            case let name = snapshot.name(of: index), ConflictCopy.isConflictCopy(name), ConflictCopy.original(of: name) == nil
        else { return false }
        let parent = Int(snapshot.entries[index].parent)
        // Where it was seen last here, the batches may have it elsewhere.
        for case let place? in [place, memory.unsettled.incomingMoves[id]?.place]
        where directory[model.resolve(place.parent)] == parent && ConflictCopy.isConflictCopy(name, of: place.name) {
            // Where another known file stands there, people have renamed.
            guard let own = snapshot.entry(named: place.name, in: parent), isKnownFile(own) else { return true }
        }
        return false
    }

    /// Whether a file was there at the last scan, wherever and as what.
    private mutating func isKnownFile(_ index: Int) -> Bool {
        guard situation.disk.trustsInodes else { return false }
        let memory = memory
        let known = knownFiles ?? Set(memory.seen.lazy.filter { memory.isPresent($0.key) }.map(\.value.evidence.identity))
        knownFiles = known
        return known.contains(snapshot.entries[index].evidence.identity)
    }

    /// Whether somebody has put the conflict copy of a file in its place, as one does who keeps that version: the path keeps its ID, and the
    /// copy is no more. `id` is the copy's.
    private func keepsCopy(_ id: NodeID, _ index: Int, _ claims: [FileIdentity: [NodeID]]) -> Bool {
        // Another device may have put it away by now.
        guard snapshot.entries[index].kind == .file, let place = memory.unsettled.incomingMoves[id]?.place ?? model.nodes[id]?.place,
            let folder = folder[Int(snapshot.entries[index].parent)], model.resolve(place.parent) == folder, ConflictCopy.isConflictCopy(place.name, of: snapshot.name(of: index)), ConflictCopy.original(of: place.name) == nil
        else { return false }
        return children(of: folder, namedAs: index).contains { other in
            other != id && fits(other, index) && memory.isPresent(other) && !isBound(other) && (memory.seen[other].map { claims[$0.evidence.identity] == nil } ?? false)
        }
    }
}
