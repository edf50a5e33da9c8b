import ShedModel

/// Names that are taken, on disk or by this plan, so that no two moves have one target.
struct TakenNames {
    private let snapshot: Snapshot
    private var planned: [Int: Set<FoldKey>] = [:]
    private var plannedPaths: Set<RelativePath> = []

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    /// Takes a name in a directory if it is free; `except` is the entry that may bear it.
    mutating func take(_ name: Name, in directory: Int, except: Int) -> Bool {
        let key = FoldKey(name)
        guard planned[directory]?.contains(key) != true else { return false }
        for index in snapshot.directories[directory].entries where index != except {
            if FoldKey(snapshot.name(of: index)) == key { return false }
        }
        planned[directory, default: []].insert(key)
        return true
    }

    /// A free path below a directory (`nil`: one that is not there yet): the last name is numbered if it is taken, and
    /// so is one on the way where something that is no directory stands.
    mutating func free(_ path: RelativePath, below directory: Int?, isFile: Bool) -> RelativePath {
        var directory = directory
        var result = RelativePath()
        for (depth, name) in path.names.enumerated() {
            let isLast = depth == path.names.count - 1
            let chosen = freeName(name, in: directory, under: result, isLast: isLast, isFile: isLast && isFile)
            result = result.appending(chosen)
            directory = directory.flatMap { entry(chosen, in: $0) }.map { Int(snapshot.entries[$0].directory) }
            if let inner = directory, inner < 0 { directory = nil }
        }
        plannedPaths.insert(result.folded)
        return result
    }

    private func freeName(_ name: Name, in directory: Int?, under path: RelativePath, isLast: Bool, isFile: Bool) -> Name {
        var candidate = name
        var number = 2
        while true {
            let existing = directory.flatMap { entry(candidate, in: $0) }
            let isTaken = isLast
                ? existing != nil || plannedPaths.contains(path.appending(candidate).folded)
                : existing.map { snapshot.entries[$0].kind != .directory } ?? plannedPaths.contains(path.appending(candidate).folded)
            if !isTaken { return candidate }
            candidate = name.numbered(number, keepsSuffix: isFile)
            number += 1
        }
    }

    private func entry(_ name: Name, in directory: Int) -> Int? {
        let key = FoldKey(name)
        return snapshot.directories[directory].entries.first { FoldKey(snapshot.name(of: $0)) == key }
    }
}

extension RelativePath {
    /// The path with each name folded, for comparing.
    var folded: RelativePath {
        RelativePath(names.map { name in
            switch FoldKey(name) {
            case .text(let text): Name(text)
            case .bytes(let bytes): Name(bytes: bytes)
            }
        })
    }
}
