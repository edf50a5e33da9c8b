import ShedModel
import ShedRules

extension Binder {
    /// Takes note of files that another device has put where known ones stand, and that a carrier has put aside there: what they hold came here
    /// under the name of a conflict copy, or a conflict copy has come and what they held stands where they were. So what stands at the path, whose
    /// version was kept, is the one that stood there before, unless its file stands elsewhere by now: also where that one is to be elsewhere by the
    /// batches and has not come there.
    ///
    /// Only nodes are asked about to whose place the batches have another come that is still awaited, so nearly none. What the copies hold is
    /// asked for.
    mutating func findPutAside() {
        guard !memory.unsettled.incomingMoves.isEmpty, snapshot.hasEvidence else { return }
        var copies: [Int: [Int64: [Int]]] = [:]
        var found: [(other: NodeID, file: FileIdentity, entry: Int)] = []
        for (id, place) in standing() {
            guard let home = directory[model.resolve(place.parent)],
                let entry = snapshot.entry(named: place.name, in: home), let file = memory.seen[id]?.evidence.identity
            else { continue }
            for other in owners(of: place) where other != id {
                guard let move = memory.unsettled.incomingMoves[other] else { continue }
                let contents = [contentKnown(of: other), situation.hints[other]].compactMap(\.self)
                let known = copies[home] ?? conflictCopies(in: home)
                copies[home] = known
                guard !known.isEmpty else { continue }
                let isCopied = contents.contains { isHeld($0, by: known[$0.size] ?? [], of: place.name) }
                if isCopied || hasNewCopy(known, of: place.name) && entryHoldingTheSame(as: other, move) != nil { found.append((other, file, entry)) }
            }
        }
        guard !found.isEmpty else { return }
        let files = entries(of: Set(found.map(\.file)))
        for item in found where files[item.file, default: []].allSatisfy({ $0 == item.entry }) { putAside.insert(item.other) }
    }

    /// The files to whose places others have come by the batches, with those places: where they are by these, or where they stood before another
    /// device moved them, as long as they have not come to where that has them.
    private func standing() -> [(id: NodeID, place: Place)] {
        var found: [(id: NodeID, place: Place)] = []
        for id in model.outplaced.sorted() where memory.isPresent(id) {
            if let node = model.nodes[id], !node.type.isDirectory, let place = node.place { found.append((id, place)) }
        }
        for (id, move) in memory.unsettled.incomingMoves.sorted(by: { $0.key < $1.key }) where memory.isPresent(id) && !model.outplaced.contains(id) {
            guard let node = model.nodes[id], !node.type.isDirectory, let place = node.place, entry(at: place) == nil else { continue }
            found.append((id, move.place))
        }
        return found
    }

    /// What a file held when it was seen last here (``contentSeen(of:)``), or what its device has said of one that never was.
    func contentKnown(of id: NodeID) -> FileContent? { memory.seen[id] == nil ? situation.hints[id] : contentSeen(of: id) }

    /// The files of a directory that have names of conflict copies, by their sizes.
    private func conflictCopies(in directory: Int) -> [Int64: [Int]] {
        var found: [Int64: [Int]] = [:]
        for index in snapshot.directories[directory].entries where snapshot.entries[index].kind == .file && ConflictCopy.isConflictCopy(snapshot.name(of: index)) {
            found[snapshot.entries[index].evidence.size, default: []].append(index)
        }
        return found
    }

    /// Whether one of these is a conflict copy of a file and has just come.
    private func hasNewCopy(_ copies: [Int64: [Int]], of name: Name) -> Bool {
        copies.values.contains { $0.contains { node[$0] == nil && ConflictCopy.isConflictCopy(snapshot.name(of: $0), of: name) } }
    }

    /// Whether one of these that is a conflict copy of a file holds something.
    private mutating func isHeld(_ content: FileContent, by copies: [Int], of name: Name) -> Bool {
        for index in copies where ConflictCopy.isConflictCopy(snapshot.name(of: index), of: name) {
            guard let hash = situation.answers.hashes[index] else {
                wants.hashes.insert(index)
                continue
            }
            if hash == content.hash { return true }
        }
        return false
    }
}
