import ShedDisk
import ShedModel
import ShedReconcile
import ShedRules

extension Transaction {
    /// Moves nodes into a folder, or one node to a new name (`mv`).
    /// - Parameters:
    ///   - checks: whether the rules are asked first; `accept` does without.
    ///   - reason: why shed does it, where no person asked for just this: a sentence for the history.
    public func move(
        _ sources: [RelativePath], to target: RelativePath, isRename: Bool = false, checks: Bool = true, reason: String? = nil, dryRun: Bool = false
    ) throws(ShedError) -> [(from: RelativePath, to: RelativePath)] {
        if let trash = try folder(with: .trash), target.isInside(trash) { try mayBe(.leaving(sources)) }
        let intoFolder = !isRename && (target.isRoot || (try? find(target))?.type.isDirectory == true)
        if sources.count > 1, !intoFolder {
            throw ShedError(.usage, "\(target) is no folder, and several things are to move there", remedy: "Name a folder as the last argument.")
        }
        var moves: [(placed: PlacedNode, to: RelativePath)] = []
        for source in sources {
            let placed = try find(source)
            guard let name = source.last else { throw ShedError(.usage, "the project itself cannot be moved into itself", remedy: "“shed rename . NAME” renames it.") }
            let to = intoFolder ? target.appending(name) : target
            guard !to.isInside(source) || to == source else { throw ShedError(.usage, "\(source) cannot be moved into itself") }
            guard to != source else { throw ShedError(.refused, "\(source) is there already", remedy: "Nothing was moved.") }
            if checks {
                try mayStand(placed, at: to)
                // A file under another name or in another place may not be any more what its kind needs it for.
                if !placed.type.isDirectory { try mayBe(.leaving([source])) }
            }
            moves.append((placed, to))
        }
        if !dryRun {
            let accepted = checks ? [] : Set(moves.map(\.to))
            try carryOut(moves.filter { $0.placed.path != $0.to }, .init(accepted: accepted, reason: reason))
        }
        return moves.map { (from: $0.placed.path, to: $0.to) }
    }

    /// Moves one thing after the other, and takes them in. What was moved before an error is taken in all the same.
    /// - Parameters:
    ///   - effects: what is to be said of them beside where they are.
    ///   - point: where tests interrupt it.
    package func carryOut(
        _ moves: [(placed: PlacedNode, to: RelativePath)], _ effects: WalkRequest.VerbEffects, _ point: StaticString? = nil
    ) throws(ShedError) {
        var effects = effects
        for (placed, to) in moves {
            do throws(DiskError) { try relocate(placed.path, to: to, expecting: placed.evidence.identity) } catch {
                effects.accepted.formIntersection(effects.moved.keys)
                _ = try? walk(.afterVerb(effects))
                throw ShedError(error)
            }
            effects.moved[to] = placed.node.id
            if let point { Interruption.point(point) }
        }
        try walk(.afterVerb(effects))
    }
}
