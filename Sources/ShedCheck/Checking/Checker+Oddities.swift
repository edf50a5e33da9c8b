import ShedDisk
import ShedModel
import ShedRules

extension Checker {
    /// Links, special files, and files with several names.
    mutating func checkOddities(_ directory: Snapshot.Directory, _ root: DirectoryHandle) {
        let asksLinks = asks(LeavingLink.info) || asks(DanglingLink.info)
        for index in directory.entries {
            let entry = snapshot.entries[index]
            switch entry.kind {
            case .special: add(SpecialFile.info, index, "This is a FIFO, a socket or a device.")
            case .link: if asksLinks { checkLink(index, root) }
            case .file:
                // 0 where nobody asked.
                guard entry.evidence.links > 1 else { continue }
                let others = entry.evidence.links - 1
                add(HardLinkedFile.info, index, "The file has \(others) other name\(others == 1 ? "" : "s"); some programs that save it change it under all of them.")
            case .directory: continue
            }
        }
    }

    private mutating func checkLink(_ index: Int, _ root: DirectoryHandle) {
        let path = snapshot.path(of: index)
        guard let name = path.last, let directory = try? root.openDirectory(at: path.parent), let target = try? directory.readLink(name) else { return }
        switch LinkTarget.of(target, at: path, in: root) {
        case .inside: break
        case .outside: add(LeavingLink.info, index, "The link leads to \(EscapedText.escape(target)), outside of the project.")
        case .dangling: add(DanglingLink.info, index, "The link leads to \(EscapedText.escape(target)), which is not there.")
        }
    }
}
