import Glibc
import ShedDisk
import ShedModel
import ShedRules

/// A staged change that was left in the middle: it has a journal, and no process carries it out.
package struct LeftChange: Hashable, Sendable {
    /// Its staging folder, from the project's root.
    package var path: RelativePath
    /// Whether this machine did not begin it, or another program has written into its journal. It is left alone, and nothing in it
    /// is believed.
    package var isForeign: Bool
}

extension ProjectHome {
    /// What was staged in this root's name and left in the middle.
    package func leftChanges() -> [LeftChange] { stateFolder?.leftChanges(in: root) ?? [] }
}

extension ProjectStateFolder {
    /// So many are told of.
    private static let mostLeft = 100

    /// What was staged in a root's name and left in the middle, in the order of the paths. Writes nothing and waits for nobody.
    package func leftChanges(in root: DirectoryHandle) -> [LeftChange] {
        Array(record.replicas.lazy.flatMap { leftChanges(of: $0, in: root) }.prefix(ProjectStateFolder.mostLeft))
    }

    private func leftChanges(of replica: ReplicaID, in root: DirectoryHandle) -> [LeftChange] {
        leftFolders(of: replica, in: root).map { name, folder in
            // One that cannot be read is not taken for somebody else's: a verb says why it stands in its way.
            var isForeign = false
            do throws(DiskError) { isForeign = try StagedJournal.own(in: folder, named: name, StagingSeals(in: self)) == nil } catch {}
            return LeftChange(path: StagingFolder.path(of: replica).appending(name), isForeign: isForeign)
        }
    }

    /// The staging folders with a journal that nobody carries out: no more than are told of, and no other is opened beyond these.
    private func leftFolders(of replica: ReplicaID, in root: DirectoryHandle) -> [(name: Name, folder: DirectoryHandle)] {
        let parent = try? StagingFolder.parent(in: root, replica)
        let entries = (try? parent?.list(atMost: StagingFolder.mostEntries)) ?? []
        let names = entries.filter { $0.kind == .directory }.map(\.name).sorted()
        let left = names.lazy.compactMap { name -> (name: Name, folder: DirectoryHandle)? in
            guard let folder = try? parent?.openDirectory(name), (try? folder.kind(of: StagingFolder.journalName)) == .file else { return nil }
            // Its process holds the lock to its end. Who makes a folder locks it before there is a journal, so asking disturbs nobody.
            guard flock(folder.descriptor, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
            return (name, folder)
        }
        return Array(left.prefix(ProjectStateFolder.mostLeft))
    }

    /// What such changes of this machine's have put into its place, or will, by where that is now: for who only looks, and does not finish them.
    /// - Returns: the IDs of what came or will, and the files that were replaced, each with the one that stands in its place.
    func leftStaged(
        in root: DirectoryHandle, ignoring ignore: IgnoreRules
    ) -> (assigned: [RelativePath: NodeID], replacements: [FileIdentity: FileIdentity]) {
        var assigned: [RelativePath: NodeID] = [:]
        var replacements: [FileIdentity: FileIdentity] = [:]
        let seals = StagingSeals(in: self)
        for replica in record.replicas {
            guard let parent = try? StagingFolder.parent(in: root, replica) else { continue }
            for (name, directory) in leftFolders(of: replica, in: root) {
                let folder = StagingFolder(lookedAt: name, directory, in: parent, of: replica)
                guard case .change(var change)? = try? StagedChange.abandoned(folder, seals) else { continue }
                // What is to be taken back goes from there.
                guard (try? seals.progress(of: name, in: directory)) != .takenBack else { continue }
                // Where it cannot be looked for now, it is told by where it was to stand.
                try? change.follow(in: root, ignore)
                assigned.merge(change.assigned) { $1 }
                replacements.merge(change.replacements(in: root)) { $1 }
            }
        }
        return (assigned, replacements)
    }
}
