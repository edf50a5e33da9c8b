import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile

/// Another project of this machine, which is only read.
enum OtherProject {
    /// Nodes that the other project's index knows as one of these files and that are not at their place there any more.
    static func departed(from seat: Registry.Seat, wanted: Set<FileIdentity>) -> [(FileIdentity, Immigrant)] {
        guard let root = try? DirectoryHandle(pathBytes: seat.record.root), let evidence = try? root.ownEvidence(),
            let index = try? ProjectIndex.open(path: seat.index, access: .readOnly),
            let found = try? index.find(identities: wanted)
        else { return [] }
        // A unique match only: two rows for one file say nothing.
        let counts = Dictionary(grouping: found, by: \.identity)
        return found.compactMap { item in
            guard counts[item.identity]?.count == 1, item.identity.device == evidence.device, let path = item.path,
                isGone(item.identity, from: path, in: root)
            else { return nil }
            let immigrant = Immigrant(
                id: item.node.id, type: item.node.type, project: seat.record.project, details: item.node.details)
            return (item.identity, immigrant)
        }
    }

    private static func isGone(_ identity: FileIdentity, from path: RelativePath, in root: DirectoryHandle) -> Bool {
        guard let name = path.last else { return false }
        do throws(DiskError) {
            let evidence = try root.openDirectory(at: path.parent).evidence(of: name)
            return evidence?.identity != identity
        } catch {
            return [.notFound, .notDirectory, .isLink].contains(error.code)
        }
    }
}
