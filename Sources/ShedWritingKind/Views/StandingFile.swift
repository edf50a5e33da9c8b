import ShedDisk
import ShedModel

/// A regular file that was looked at.
struct StandingFile {
    let directory: DirectoryHandle
    let name: Name
    let evidence: Evidence

    init?(_ directory: DirectoryHandle, _ name: Name) {
        guard let evidence = try? directory.evidence(of: name), (try? directory.kind(of: name)) == .file else { return nil }
        self.directory = directory
        self.name = name
        self.evidence = evidence
    }

    /// Whether it holds these bytes and nothing else.
    func holds(_ bytes: [UInt8]) -> Bool { evidence.size == bytes.count && (try? directory.read(name, atMost: bytes.count)) == bytes }

    /// Whether it holds the same as another one; also where it is another name of it.
    func isEqual(to other: StandingFile) -> Bool {
        guard evidence.size == other.evidence.size else { return false }
        if evidence.identity == other.evidence.identity { return true }
        guard let hash = try? directory.hash(name, expecting: evidence) else { return false }
        return (try? other.directory.hash(other.name, expecting: other.evidence)) == hash
    }
}
