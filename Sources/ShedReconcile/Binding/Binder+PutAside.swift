import ShedModel
import ShedRules

extension Binder {
    /// Takes note of files that another device has put where known ones stand, and that a carrier has put aside there: what they hold came here
    /// under the name of a conflict copy. So what stands at the path, whose version was kept, is the one that stood there before, unless its file
    /// stands elsewhere by now.
    ///
    /// Only nodes are asked about to whose place the batches have another come that is still awaited, so nearly none. What the copies hold is
    /// asked for.
    mutating func findPutAside() {
        guard !model.outplaced.isEmpty, !memory.unsettled.incomingMoves.isEmpty, snapshot.hasEvidence else { return }
        var copies: [Int: [Int64: [Int]]] = [:]
        var found: [(other: NodeID, file: FileIdentity, entry: Int)] = []
        for id in model.outplaced.sorted() where memory.isPresent(id) {
            guard let node = model.nodes[id], !node.type.isDirectory, let place = node.place, let home = directory[model.resolve(place.parent)],
                let entry = snapshot.entry(named: place.name, in: home), let file = memory.seen[id]?.evidence.identity
            else { continue }
            for other in owners(of: place) where other != id {
                guard memory.unsettled.incomingMoves[other] != nil, let content = contentKnown(of: other) else { continue }
                let known = copies[home] ?? conflictCopies(in: home)
                copies[home] = known
                if isHeld(content, by: known[content.size] ?? [], of: place.name) { found.append((other, file, entry)) }
            }
        }
        guard !found.isEmpty else { return }
        let standing = entries(of: Set(found.map(\.file)))
        for item in found where standing[item.file, default: []].allSatisfy({ $0 == item.entry }) { putAside.insert(item.other) }
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
