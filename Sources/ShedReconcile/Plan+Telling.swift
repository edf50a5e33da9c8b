import ShedModel

extension Plan {
    /// Its changes without those that an earlier walk has told: one that could not remember what it saw, since the sidecar was not whole,
    /// and so is met by the same things again. What waits is no change yet.
    /// - Parameters:
    ///   - told: what those walks told.
    ///   - situation: the one of which the plan was made, with its memory.
    /// - Returns: what is to be told, and what has been told then.
    public func telling(besides told: [NodeID: ToldChange], _ situation: Situation) -> (changes: [Change], told: [NodeID: ToldChange]) {
        let snapshot = situation.snapshot
        let held = Set(waiting.held.map(snapshot.path(of:)))
        var now: [NodeID: ToldChange] = [:]
        for change in changes where change.kind == .removed || !held.contains(change.path) {
            guard let id = change.id, situation.model.nodes[id] != nil else { continue }
            let evidence = change.kind == .removed
                ? situation.memory.seen[id]?.evidence : snapshot.entry(at: change.path).map { snapshot.entries[$0].evidence }
            let value = (now[id]?.value ?? 0) &+ change.number(of: evidence)
            now[id] = ToldChange(isGone: change.kind == .removed || now[id]?.isGone == true, value: value)
        }
        var result = told.merging(now) { $1 }
        guard !told.isEmpty else { return (changes, result) }
        var untold = changes.filter { change in
            guard let id = change.id, let item = now[id], told[id] == item else { return true }
            return change.kind != .removed && held.contains(change.path)
        }
        for (index, id) in binding.enumerated() {
            guard let id, now[id] == nil, let item = told[id], case let path = snapshot.path(of: index), !held.contains(path) else { continue }
            // It was not remembered as missing: so nothing else says that it is back.
            if item.isGone { untold.append(Change(.added, id: id, path: path, type: snapshot.entries[index].kind.nodeType ?? .file)) }
            result[id] = nil
        }
        return (untold, result)
    }
}

extension Change {
    /// The number of a device is another one after a restart.
    fileprivate func number(of evidence: Evidence?) -> UInt64 {
        var sum = FNV(kind.rawValue.utf8)
        for path in [from, path] { sum.add((path?.bytes ?? []) + [0]) }
        sum.add(isCarried ? 1 : 0)
        if let evidence {
            for word in [evidence.inode] + [evidence.birth, evidence.size, evidence.modified, evidence.changed].map(UInt64.init(bitPattern:)) {
                sum.add(word: word)
                sum.value ^= sum.value >> 29
            }
        }
        return sum.value
    }
}
