import ShedDisk
import ShedModel

extension Project {
    /// The content of a file as it is now: remembered where nothing speaks against it, else read.
    /// - Returns: `nil` where the file is not there or cannot be read, or is written to just now.
    func content(of id: NodeID, at path: RelativePath) throws(ShedError) -> ContentHash? {
        try content(of: id, at: path, load())
    }

    /// The same, by what a walk saw that was just now.
    func content(of id: NodeID, at path: RelativePath, _ state: ProjectState) throws(ShedError) -> ContentHash? {
        standing(id, at: path, state)?.content
    }

    /// A file as it stands: its evidence, and the content that this is the evidence of. What is to be replaced is looked at
    /// so: a file that is written to meanwhile is another one then, and not what is replaced.
    /// - Returns: `nil` where it is not there; without content where it cannot be read, or is written to just now.
    func standing(_ id: NodeID, at path: RelativePath, _ state: ProjectState) -> (evidence: Evidence, content: ContentHash?)? {
        guard let name = path.last, let directory = try? root.openDirectory(at: path.parent), let evidence = try? directory.evidence(of: name)
        else { return nil }
        if let sighting = state.memory.seen[id], let hash = sighting.hash, !sighting.isRacy, sighting.evidence == evidence { return (evidence, hash) }
        return (evidence, try? directory.hash(name, expecting: evidence))
    }
}
