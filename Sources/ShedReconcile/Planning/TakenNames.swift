import ShedModel

/// Names that are taken, on disk or by this plan, so that no two moves have one target.
struct TakenNames {
    private let snapshot: Snapshot
    /// The entries of directories that were asked about, by what makes their names collide.
    private var listed: [Int: [FoldKey: [Int]]] = [:]
    /// Targets of this plan.
    private var planned: Set<[FoldKey]> = []
    /// Folders that this plan makes on the way to its targets.
    private var made: Set<[FoldKey]> = []
    /// The last numbers that were given to names that are taken: all below are taken too.
    private var numbers: [Wanted: Int] = [:]

    /// A name that was asked for, and what it is for: a folder on the way may be one that is there.
    private struct Wanted: Hashable {
        var path: RelativePath
        var isLast: Bool
        var isFile: Bool
    }

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    /// Takes a name in a directory if it is free; `except` is the entry that may bear it.
    mutating func take(_ name: Name, in directory: Int, except: Int) -> Bool {
        guard entries(name, in: directory).allSatisfy({ $0 == except }) else { return false }
        return take(snapshot.path(ofDirectory: directory).appending(name))
    }

    /// Takes a path where the disk is not known, if the plan does not use it yet.
    mutating func take(_ path: RelativePath) -> Bool { planned.insert(key(path)).inserted }

    /// Whether something of this plan goes to a path.
    func isTarget(_ path: RelativePath) -> Bool { planned.contains(key(path)) }

    /// A free path below a folder, which is a directory of the snapshot unless it is not there yet (`nil`): the last
    /// name is numbered if it is taken, and so is one on the way where something that is no directory stands.
    mutating func free(_ path: RelativePath, below folder: RelativePath, _ directory: Int?, isFile: Bool) -> RelativePath {
        var directory = directory
        var result = folder
        for (depth, name) in path.names.enumerated() {
            let isLast = depth == path.names.count - 1
            let chosen = freeName(name, in: directory, under: result, isLast: isLast, isFile: isLast && isFile)
            result = result.appending(chosen)
            if let outer = directory { directory = inner(chosen, in: outer) }
            if !isLast { made.insert(key(result)) }
        }
        planned.insert(key(result))
        return result
    }

    private mutating func freeName(_ name: Name, in directory: Int?, under path: RelativePath, isLast: Bool, isFile: Bool) -> Name {
        let wanted = Wanted(path: path.appending(name), isLast: isLast, isFile: isFile)
        var number = numbers[wanted] ?? 1
        while true {
            let candidate = number == 1 ? name : name.numbered(number, keepsSuffix: isFile)
            var standing: [Int] = []
            if let directory { standing = entries(candidate, in: directory) }
            if !isLast, let folder = standing.first(where: isOpen) {
                return snapshot.name(of: folder)
            }
            let target = key(path.appending(candidate))
            if standing.isEmpty, !planned.contains(target), !isLast || !made.contains(target) {
                numbers[wanted] = number
                return candidate
            }
            number += 1
        }
    }

    private func isOpen(_ entry: Int) -> Bool {
        let directory = Int(snapshot.entries[entry].directory)
        return directory >= 0 && snapshot.directories[directory].state.isOpen
    }

    private func key(_ path: RelativePath) -> [FoldKey] { path.names.map { FoldKey($0) } }

    private mutating func entries(_ name: Name, in directory: Int) -> [Int] {
        if listed[directory] == nil {
            listed[directory] = Dictionary(grouping: snapshot.directories[directory].entries) { FoldKey(snapshot.name(of: $0)) }
        }
        return listed[directory]?[FoldKey(name)] ?? []
    }

    private mutating func inner(_ name: Name, in directory: Int) -> Int? {
        entries(name, in: directory).first { snapshot.name(of: $0) == name && snapshot.entries[$0].directory >= 0 }
            .map { Int(snapshot.entries[$0].directory) }
    }
}

extension Snapshot.State {
    /// Whether something may be put there: what stands in it is known, or this scan did not look.
    var isOpen: Bool { self == .read || self == .partial }

    /// Whether what stands in it is ours and unknown.
    var isUnknown: Bool { self == .unreadable || self == .tooDeep }
}
