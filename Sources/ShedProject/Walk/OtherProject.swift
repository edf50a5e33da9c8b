import ShedDisk
import ShedIndex
import ShedModel
import ShedReconcile

/// Another project of this machine, which is only read.
enum OtherProject {
    /// Nodes that the other project's index knows as one of these files and that are not at their place there any more.
    static func departed(from folder: ProjectStateFolder, wanted: Set<FileIdentity>) -> [(FileIdentity, Immigrant)] {
        guard let root = try? DirectoryHandle(pathBytes: folder.record.root), let evidence = try? root.ownEvidence(),
            let index = try? ProjectIndex.open(path: folder.index, access: .readOnly),
            let found = try? index.find(identities: wanted), let meta = try? index.meta()
        else { return [] }
        let labels = LabelBook(meta.labels ?? [])
        // A unique match only: two rows for one file say nothing.
        let counts = Dictionary(grouping: found, by: \.identity)
        return found.compactMap { item in
            guard counts[item.identity]?.count == 1, item.identity.device == evidence.device, let path = item.path,
                isGone(item.identity, from: path, in: root)
            else { return nil }
            return (item.identity, immigrant(item.node, from: folder.record.project, labels))
        }
    }

    private static func immigrant(_ node: Node, from project: NodeID, _ labels: LabelBook) -> Immigrant {
        var immigrant = Immigrant(id: node.id, type: node.type, project: project, created: node.created, details: node.details)
        guard let own = node.details?.labels, !own.isEmpty else { return immigrant }
        immigrant.tags = labels.tags(of: own).map { tag in
            Immigrant.TagName(group: tag.group.flatMap { labels.groups[$0]?.name }, name: tag.name)
        }
        for (variable, value) in labels.values(of: own) { immigrant.values[variable.name] = value }
        return immigrant
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
