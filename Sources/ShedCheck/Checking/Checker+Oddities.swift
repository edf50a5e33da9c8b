import ShedDisk
import ShedModel
import ShedRules

extension Checker {
    /// Links, special files, and files with several names.
    mutating func checkOddities(_ position: Int, _ directory: Snapshot.Directory, _ root: DirectoryHandle) {
        var asksLinks: Bool?
        var folders = OpenFolders(root)
        let mayAsk = asks(LeavingLink.info) || asks(DanglingLink.info)
        for index in directory.entries {
            let entry = snapshot.entries[index]
            switch entry.kind {
            case .special: add(SpecialFile.info, index, "This is a FIFO, a socket or a device.")
            case .link:
                // What a view's links lead to is known.
                let isAsked = asksLinks ?? (mayAsk && !(directory.digest != 0 && hasRightLinks(snapshot.path(ofDirectory: position), directory.digest)))
                asksLinks = isAsked
                if isAsked { checkLink(index, &folders) }
            case .file:
                // 0 where nobody asked.
                guard entry.evidence.links > 1 else { continue }
                let others = entry.evidence.links - 1
                add(HardLinkedFile.info, index, "The file has \(others) other name\(others == 1 ? "" : "s"); some programs that save it change it under all of them.")
            case .directory: continue
            }
        }
    }

    private mutating func checkLink(_ index: Int, _ folders: inout OpenFolders) {
        let path = snapshot.path(of: index)
        guard let name = path.last, let directory = folders.folder(at: path.parent), let target = try? directory.readLink(name) else { return }
        switch LinkTarget.of(target, at: path, in: &folders) {
        case .inside: break
        case .outside: add(LeavingLink.info, index, "The link leads to \(EscapedText.escape(target)), outside of the project.")
        // Its file was moved since, and it follows.
        case .dangling where leadsAsKnown(path): break
        case .dangling: add(DanglingLink.info, index, "The link leads to \(EscapedText.escape(target)), which is not there.")
        }
    }
}
