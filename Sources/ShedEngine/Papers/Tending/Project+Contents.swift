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
        guard let name = path.last, let directory = try? root.openDirectory(at: path.parent), let evidence = try? directory.evidence(of: name)
        else { return nil }
        if let sighting = state.memory.seen[id], let hash = sighting.hash, !sighting.isRacy, sighting.evidence == evidence { return hash }
        return try? directory.hash(name, expecting: evidence)
    }
}
