import Glibc
import ShedDisk
import ShedModel
import ShedSidecar

/// The folder in which files of one change are written before they are put into the project: `.shed/staging/REPLICA/ID`.
/// It is on the project's own file system, so that putting a file into its place is one rename(2).
///
/// As long as the process lives that made it, nobody else touches it (flock(2)).
package final class StagingFolder {
    static let name: Name = "staging"
    static let journalName: Name = "journal"
    /// What says that the change is taken back.
    static let abortName: Name = "abort"
    /// What says that all is done but what was replaced, which could not be put aside.
    static let saidName: Name = "said"

    let parent: DirectoryHandle
    let name: Name
    package let directory: DirectoryHandle
    /// Where it is, from the project's root.
    let path: RelativePath

    /// Makes a new one.
    init(_ root: DirectoryHandle, _ replica: ReplicaID, id: NodeID) throws(DiskError) {
        parent = try root.openDirectory(Sidecar.name).openDirectory(StagingFolder.name, create: true)
            .openDirectory(Name("\(replica)"), create: true)
        name = Name("\(id)")
        path = StagingFolder.path(of: replica).appending(name)
        try parent.makeDirectory(name)
        directory = try parent.openDirectory(name)
        // RACE: who looks for abandoned folders just now may take this one for such and remove it. Then it is not there any
        // more once the lock is ours, and nothing was lost with it.
        _ = flock(directory.descriptor, LOCK_EX)
        guard try parent.evidence(of: name) != nil else { throw DiskError(.changed, action: "make", path: directory.label) }
    }

    /// One that a process left behind; `nil` while that process lives.
    private init?(abandoned name: Name, in parent: DirectoryHandle, of replica: ReplicaID) {
        guard let directory = try? parent.openDirectory(name), flock(directory.descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        self.parent = parent
        self.name = name
        path = StagingFolder.path(of: replica).appending(name)
        self.directory = directory
    }

    /// What processes that are gone left behind, of this machine's replica only: another device finishes its own.
    static func abandoned(in root: DirectoryHandle, _ replica: ReplicaID) -> [StagingFolder] {
        guard let parent = try? root.openDirectory(Sidecar.name).openDirectory(name).openDirectory(Name("\(replica)")),
            let entries = try? parent.list(atMost: 10_000)
        else { return [] }
        return entries.filter { $0.kind == .directory }.map(\.name).sorted().compactMap { StagingFolder(abandoned: $0, in: parent, of: replica) }
    }

    private static func path(of replica: ReplicaID) -> RelativePath { RelativePath([Sidecar.name, name, Name("\(replica)")]) }

    func remove() throws(DiskError) { try parent.removeTree(name) }
}
