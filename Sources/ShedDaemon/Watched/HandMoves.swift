import ShedModel
import ShedProject
import ShedReconcile

/// What people have moved by hand, until it was counted which links that has broken.
///
/// By node and not by path: of two files that change names in one walk each has gone its own way.
struct HandMoves {
    private struct Way {
        /// Where it stood before anything of this happened.
        var from: RelativePath
        /// Where it stands.
        var to: RelativePath
    }

    private var ways: [NodeID: Way] = [:]
    /// What of these stands where.
    private var standing: [RelativePath: NodeID] = [:]
    private var count: BrokenLinkCount?
    private let budget: LinkBudget

    /// So many are kept; what else was moved just then is not told of.
    private static let most = 10_000

    /// - Parameter budget: where there is more to look into, nothing is told.
    init(within budget: LinkBudget = .idle) { self.budget = budget }

    /// Whether there is anything to count.
    var isEmpty: Bool { ways.isEmpty }

    /// What was moved, each from where it stood first to where it stands, in no order.
    var moves: [(from: RelativePath, to: RelativePath)] { ways.values.map { ($0.from, $0.to) } }

    /// Takes note of a walk. What the sidecar of another device moved is told there, what a verb moved is told by the verb, and what was thrown
    /// away was not moved: no link can follow it. All that is followed, but nothing is counted for it.
    mutating func take(_ outcome: Outcome) {
        let moved = outcome.changes.filter { $0.kind == .moved && $0.id != nil && $0.from != nil && $0.from != $0.path }
        guard !moved.isEmpty else { return }
        // All of them stood there at once, before any took the place of another.
        let origins = moved.map { change in change.from.map { origin($0) } }
        let known = Set(moved.compactMap(\.id).filter { ways[$0] != nil })
        var isOther = follow(moved)
        for (change, first) in zip(moved, origins) where !change.isCarried && !change.isAside && !outcome.isOfOwnDoing {
            guard let id = change.id, let first, first != change.path, !known.contains(id), ways.count < HandMoves.most else { continue }
            ways[id] = Way(from: first, to: change.path)
            standing[change.path] = id
            isOther = true
        }
        // It is counted anew, with this.
        if isOther { count = nil }
    }

    /// Where something stood first that stands somewhere and was not moved by itself: the folders that it is in were, maybe.
    private func origin(_ path: RelativePath) -> RelativePath {
        for folder in path.ancestors.reversed() {
            guard let id = standing[folder], let way = ways[id] else { continue }
            return way.from.appending(RelativePath(Array(path.names.dropFirst(folder.names.count))))
        }
        return path
    }

    /// Puts down where those stand now that were moved before, by themselves or with a folder; what came back was not moved.
    /// - Returns: whether any was among them.
    private mutating func follow(_ moved: [Change]) -> Bool {
        guard !ways.isEmpty else { return false }
        var renames: [RelativePath: RelativePath] = [:]
        var places: [NodeID: RelativePath] = [:]
        for change in moved {
            if let id = change.id, ways[id] != nil { places[id] = change.path }
            if change.type.isDirectory, let from = change.from { renames[from] = change.path }
        }
        if !renames.isEmpty {
            let folders = FolderRenames(renames)
            for (id, way) in ways where places[id] == nil {
                let path = folders.now(way.to)
                if path != way.to { places[id] = path }
            }
        }
        let discarded = Set(moved.filter(\.isAside).map(\.path))
        for id in places.keys { if let way = ways[id], standing[way.to] == id { standing[way.to] = nil } }
        for (id, path) in places {
            if ways[id]?.from == path || discarded.contains(path) || path.ancestors.contains(where: { discarded.contains($0) }) {
                ways[id] = nil
            } else {
                ways[id]?.to = path
                standing[path] = id
            }
        }
        return !places.isEmpty
    }

    /// Looks into a few documents, in an idle moment.
    /// - Returns: how many links were broken, once that is known; `nil` before, and where there are too many documents to look into.
    mutating func step(_ project: Project) throws(ShedError) -> Int? {
        do throws(ShedError) {
            var count = if let known = self.count { known } else { try project.linkCount(of: moves, within: budget) }
            switch try project.countOn(&count) {
            case .more:
                self.count = count
                return nil
            case .done(let links):
                self = HandMoves(within: budget)
                return links
            case .tooMuch: self = HandMoves(within: budget)
            }
            return nil
        } catch {
            // Nobody needs it so much that it is tried again.
            self = HandMoves(within: budget)
            throw error
        }
    }
}
