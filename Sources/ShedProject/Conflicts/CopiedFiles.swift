import ShedDisk
import ShedModel

/// The files that others may be copies of which have their times (`cp -p`): by those a copy looks as if a carrier had brought it.
struct CopiedFiles {
    private struct Key: Hashable {
        var size: Int64
        var modified: Int64
    }

    /// What of one size and time can matter: what is older than the latest of those of which it is asked.
    private struct Sought {
        var created = Int64.min
        var birth = Int64.min
        var pairs: Set<NodeID> = []
        var found: [(id: NodeID, created: Int64, birth: Int64)] = []
    }

    private var sought: [Key: Sought] = [:]

    /// Of files with one size and time so many are looked at.
    private static let mostOfOne = 8

    /// Costs a look at each sighting, where there are any files.
    /// - Parameter pairs: of whose edits it is asked what they are copies of.
    init(of pairs: [EditCandidate], _ state: ProjectState) {
        guard !pairs.isEmpty else { return }
        for pair in pairs {
            let key = Key(size: pair.edit.evidence.size, modified: pair.edit.evidence.modified)
            var one = sought[key] ?? Sought()
            (one.created, one.birth) = (max(one.created, pair.making.milliseconds), max(one.birth, pair.edit.evidence.birth))
            one.pairs.formUnion([pair.edit.node.id, pair.moved.node.id])
            sought[key] = one
        }
        for position in state.memory.seen.indices {
            let (id, sighting) = state.memory.seen[position]
            let key = Key(size: sighting.evidence.size, modified: sighting.evidence.modified)
            guard let one = sought[key], one.found.count < CopiedFiles.mostOfOne, sighting.evidence.birth <= one.birth, !one.pairs.contains(id),
                let node = state.model.nodes[id], !node.type.isDirectory, node.created < one.created, state.stands(id)
            else { continue }
            sought[key]?.found.append((id, node.created, sighting.evidence.birth))
        }
    }

    /// What was known before a file at an old place got its ID, and is older here, so that it is no copy of that one; not what was moved.
    func sources(of pair: EditCandidate) -> [NodeID] {
        let evidence = pair.edit.evidence
        return (sought[Key(size: evidence.size, modified: evidence.modified)]?.found ?? []).filter {
            $0.created < pair.making.milliseconds && $0.birth <= evidence.birth
        }.map(\.id)
    }
}
