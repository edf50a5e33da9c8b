import ShedDisk
import ShedModel
import ShedProject

/// A file as it stands: its evidence, and the content that this is the evidence of.
struct StandingFile {
    var evidence: Evidence
    /// `nil` where it cannot be read, or is written to just now.
    var content: ContentHash?
}

extension ProjectReader {
    /// The content of a file as it is now: remembered where nothing speaks against it, else read.
    /// - Parameter state: what a walk saw that was just now.
    /// - Returns: `nil` where the file is not there or cannot be read, or is written to just now.
    func content(of id: NodeID, at path: RelativePath, _ state: ProjectState) -> ContentHash? { file(of: id, at: path, state)?.content }

    /// The file of a node as it stands. What is to be replaced is looked at so: a file that is written to meanwhile is another
    /// one then, and not what is replaced.
    /// - Returns: `nil` where it is not there.
    func file(of id: NodeID, at path: RelativePath, _ state: ProjectState) -> StandingFile? {
        guard let name = path.last, let directory = try? root.openDirectory(at: path.parent), let evidence = try? directory.evidence(of: name)
        else { return nil }
        if let sighting = state.memory.seen[id], let hash = sighting.hash, !sighting.isRacy, sighting.evidence == evidence {
            return StandingFile(evidence: evidence, content: hash)
        }
        return StandingFile(evidence: evidence, content: try? directory.hash(name, expecting: evidence))
    }
}
