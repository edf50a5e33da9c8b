import ShedModel

extension Planner {
    /// What happened to an entry.
    struct NotedChange {
        var entry: Int
        var change: Change
    }

    mutating func note(_ kind: Change.Kind, _ entry: Int, id: NodeID?, path: RelativePath, from: RelativePath? = nil, isCarried: Bool = false) {
        let type = snapshot.entries[entry].kind.nodeType ?? .file
        var change = Change(kind, id: id, path: path, from: from, type: type)
        change.isCarried = isCarried
        change.isAside = region[Int(snapshot.entries[entry].parent)] != .ordinary
        noted.append(NotedChange(entry: entry, change: change))
    }

    /// Says what happened on disk to an entry that is not taken in (yet).
    mutating func noteArrival(_ arrival: Arrival) {
        if let id = binder.node[arrival.entry], binder.immigrants[arrival.entry] == nil {
            note(.moved, arrival.entry, id: id, path: arrival.path, from: model.path(of: id))
        } else {
            note(.added, arrival.entry, id: binder.node[arrival.entry], path: arrival.path)
        }
    }

    /// All changes by their paths; of one path, what vanished comes first.
    func changesInOrder(vanished: [Change]) -> [Change] {
        var gone = vanished.sorted { left, right in
            left.path != right.path ? left.path < right.path : (left.id, right.id) < (right.id, left.id)
        }[...]
        var result: [Change] = []
        result.reserveCapacity(gone.count + noted.count)
        for change in notedInOrder() {
            while let next = gone.first, !(change.path < next.path) {
                result.append(next)
                gone = gone.dropFirst()
            }
            result.append(change)
        }
        return result + gone
    }

    /// Goes down the tree in the order of names: far cheaper than comparing a hundred thousand paths.
    private func notedInOrder() -> [Change] {
        var first = [Int](repeating: -1, count: snapshot.entries.count)
        var isOnWay = [Bool](repeating: false, count: snapshot.directories.count)
        for (position, item) in noted.enumerated() {
            if first[item.entry] < 0 { first[item.entry] = position }
            var directory = Int(snapshot.entries[item.entry].parent)
            while directory >= 0, !isOnWay[directory] {
                isOnWay[directory] = true
                directory = Int(snapshot.directories[directory].parent)
            }
        }
        guard !noted.isEmpty else { return [] }
        var result: [Change] = []
        var stack = [snapshot.sortedEntries(of: 0).reversed() as [Int]]
        while let index = stack.last?.last {
            stack[stack.count - 1].removeLast()
            var position = first[index]
            while position >= 0, position < noted.count, noted[position].entry == index {
                result.append(noted[position].change)
                position += 1
            }
            let child = Int(snapshot.entries[index].directory)
            if child >= 0, isOnWay[child] { stack.append(snapshot.sortedEntries(of: child).reversed()) }
            while stack.last?.isEmpty == true { stack.removeLast() }
        }
        return result
    }
}

private func < (left: (NodeID?, NodeID?), right: (NodeID?, NodeID?)) -> Bool {
    guard let first = left.0, let second = left.1 else { return left.0 == nil && left.1 != nil }
    return first < second
}
