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
        let untold = changes.filter { change in
            guard let id = change.id, situation.model.nodes[id] != nil, change.kind == .removed || !held.contains(change.path) else { return true }
            let evidence = change.kind == .removed
                ? situation.memory.seen[id]?.evidence : snapshot.entry(at: change.path).map { snapshot.entries[$0].evidence }
            let (value, known) = (change.number(of: evidence), told[id])
            guard change.kind != .modified else {
                now[id, default: ToldChange()].content = value
                return known?.content != value
            }
            now[id, default: ToldChange()].place = value
            if change.kind == .removed { now[id]?.isGone = true }
            return known?.place != value
        }
        var result = (changes: untold, told: told.merging(now) { $1 })
        guard told.values.contains(where: \.isGone) else { return result }
        for (index, id) in binding.enumerated() {
            guard let id, now[id] == nil, told[id]?.isGone == true, case let path = snapshot.path(of: index), !held.contains(path) else { continue }
            // It was not remembered as missing: so nothing else says that it is back.
            result.changes.append(Change(.added, id: id, path: path, type: snapshot.entries[index].kind.nodeType ?? .file))
            result.told[id] = nil
        }
        return result
    }
}

extension Change {
    /// A number for it and for the file that it is about. The number of a device is another one after a restart, and what a file holds is the
    /// same wherever that is moved.
    fileprivate func number(of evidence: Evidence?) -> UInt64 {
        var sum = FNV(kind.rawValue.utf8)
        if kind != .modified { for path in [from, path] { sum.add((path?.bytes ?? []) + [isCarried ? 1 : 0]) } }
        if let evidence {
            let times = [evidence.birth, evidence.size, evidence.modified, kind == .modified ? 0 : evidence.changed]
            for word in [evidence.inode] + times.map(UInt64.init(bitPattern:)) {
                sum.add(word: word)
                sum.value ^= sum.value >> 29
            }
        }
        return max(sum.value, 1)
    }
}
