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
        // more once the lock is ours, or the lock is theirs, and nothing was lost with it.
        guard flock(directory.descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, try parent.evidence(of: name) != nil else {
            throw DiskError(.changed, action: "make", path: directory.label)
        }
    }

    /// One that a process left behind; `nil` while that process lives. Journals are written and carried out under the project's lock:
    /// who has that and sees one knows that its process is gone, whoever holds the folder's own.
    private init?(abandoned name: Name, in parent: DirectoryHandle, of replica: ReplicaID) {
        guard let directory = try? parent.openDirectory(name),
            flock(directory.descriptor, LOCK_EX | LOCK_NB) == 0 || (try? directory.kind(of: StagingFolder.journalName)) == .file
        else { return nil }
        self.parent = parent
        self.name = name
        path = StagingFolder.path(of: replica).appending(name)
        self.directory = directory
    }

    /// One that was left behind, and that nobody finishes now.
    init(lookedAt name: Name, _ directory: DirectoryHandle, in parent: DirectoryHandle, of replica: ReplicaID) {
        (self.parent, self.name, self.directory) = (parent, name, directory)
        path = StagingFolder.path(of: replica).appending(name)
    }

    /// What processes that are gone left behind, of this machine's replica only: another device finishes its own.
    ///
    /// To be called by who has the project's lock.
    static func abandoned(in root: DirectoryHandle, _ replica: ReplicaID) throws(DiskError) -> [StagingFolder] {
        guard let parent = try? parent(in: root, replica) else { return [] }
        let entries = try parent.list(atMost: mostEntries).filter { $0.kind == .directory }
        return entries.map(\.name).sorted().compactMap { StagingFolder(abandoned: $0, in: parent, of: replica) }
    }

    /// The folder of all that one replica stages.
    static func parent(in root: DirectoryHandle, _ replica: ReplicaID) throws(DiskError) -> DirectoryHandle {
        try root.openDirectory(Sidecar.name).openDirectory(name).openDirectory(Name("\(replica)"))
    }

    /// The same of several, as far as they are there; `nil` where one may be and cannot be opened.
    static func parents(in root: DirectoryHandle, _ replicas: [ReplicaID]) -> [DirectoryHandle]? {
        var parents: [DirectoryHandle] = []
        for replica in replicas {
            do throws(DiskError) { parents.append(try parent(in: root, replica)) } catch {
                guard error.code == .notFound else { return nil }
            }
        }
        return parents
    }

    /// shed makes one a time; more were put there by others.
    static let mostEntries = 1_000_000

    static func path(of replica: ReplicaID) -> RelativePath { RelativePath([Sidecar.name, name, Name("\(replica)")]) }

    /// The journal goes first: without one the rest is rubbish, however much of it is left. With one and without the rest, or without
    /// what says that it was taken back, it would tell of what never was.
    func remove() throws(DiskError) {
        if try directory.kind(of: StagingFolder.journalName) == .file {
            try directory.removeFile(StagingFolder.journalName)
            try directory.sync()
            Interruption.point("unsealed")
        }
        try parent.removeTree(name)
    }
}
