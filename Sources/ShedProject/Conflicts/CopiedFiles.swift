import ShedDisk
import ShedModel

/// The files that others may be copies of which have their times (`cp -p`): by those a copy looks as if a carrier had brought it.
struct CopiedFiles {
    private struct Key: Hashable {
        var size: Int64
        var modified: Int64
    }

    private var standing: [Key: [(id: NodeID, created: Int64, birth: Int64)]] = [:]

    /// Of files with one size and time so many are looked at.
    private static let mostOfOne = 8

    /// Costs a look at each sighting, where there are any files.
    /// - Parameter files: of which it is asked what they are copies of.
    init(of files: [PlacedNode], _ state: ProjectState) {
        guard !files.isEmpty else { return }
        for file in files { standing[Key(size: file.evidence.size, modified: file.evidence.modified)] = [] }
        for position in state.memory.seen.indices {
            let (id, sighting) = state.memory.seen[position]
            let key = Key(size: sighting.evidence.size, modified: sighting.evidence.modified)
            guard let known = standing[key], known.count < CopiedFiles.mostOfOne, let node = state.model.nodes[id], !node.type.isDirectory, state.stands(id) else { continue }
            standing[key]?.append((id, node.created, sighting.evidence.birth))
        }
    }

    /// What was known before a file at an old place got its ID, and is older here, so that it is no copy of that one; not what was moved.
    func sources(of pair: EditCandidate) -> [NodeID] {
        let evidence = pair.edit.evidence
        return (standing[Key(size: evidence.size, modified: evidence.modified)] ?? []).filter {
            $0.id != pair.edit.node.id && $0.id != pair.moved.node.id && $0.created < pair.making.milliseconds && $0.birth <= evidence.birth
        }.map(\.id)
    }
}
