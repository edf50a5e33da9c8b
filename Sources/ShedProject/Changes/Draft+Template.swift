import ShedDisk
import ShedModel
import ShedSidecar

/// The folders and files of a template, in a project that is not yet there for anybody.
extension Draft {
    /// Makes the folders of a template, those in others behind these.
    /// - Parameters:
    ///   - keeps: whether those in which nothing stands get a file by which git keeps them.
    ///   - isOfLinks: whether the folder of a role holds nothing but links that each device makes by itself.
    /// - Returns: what is to be said of them.
    func folders(
        of template: Template, in project: NodeID, _ surroundings: inout Surroundings, keeps: Bool, isOfLinks: (Role) -> Bool
    ) throws -> [Operation] {
        var operations: [Operation] = []
        var ids: [Role: NodeID] = [:]
        let filled = Set(template.folders.compactMap(\.nesting.parent) + template.files.compactMap { $0.place?.folder })
        for folder in template.folders {
            let path = template.path(of: folder)
            let name = Name(folder.name)
            try directory.openDirectory(at: path.parent).makeDirectory(name)
            if keeps, !filled.contains(folder.role) { try keep(path, isOfLinks: isOfLinks(folder.role)) }
            let id = surroundings.ids.next()
            ids[folder.role] = id
            var fields: [Field] = [
                .type(.folder), .role(folder.role), .accepts(folder.accepts),
                .place(Place(parent: folder.nesting.parent.flatMap { ids[$0] } ?? project, name: name)),
            ]
            // Below the root a folder has its role since it was put there.
            if folder.nesting.parent != nil { fields.append(.exception(true)) }
            operations.append(Operation(id, fields))
            Interruption.point("folder")
        }
        return operations
    }

    /// Writes the files with which a project begins.
    func begin(files template: Template) throws {
        for file in template.files {
            guard let place = file.place, let folder = template.folder(place.folder) else { continue }
            try directory.openDirectory(at: template.path(of: folder)).write(place.name, Array(file.text.utf8), replacing: false)
            Interruption.point("began")
        }
    }
}

/// The files with which a project begins, where a draft of one was left behind: only what is just as its template has it is shed's.
struct StartingFiles {
    private let texts: [RelativePath: [UInt8]]

    init(of draft: DirectoryHandle) {
        guard let template = try? Sidecar(draft).template() else {
            texts = [:]
            return
        }
        let placed = template.files.compactMap { file -> (RelativePath, [UInt8])? in
            guard let place = file.place, let folder = template.folder(place.folder) else { return nil }
            return (template.path(of: folder).appending(place.name), Array(file.text.utf8))
        }
        texts = Dictionary(placed) { first, _ in first }
    }

    /// Whether a file is one of them.
    func holds(_ name: Name, in folder: DirectoryHandle, at path: RelativePath) -> Bool {
        guard let text = texts[path.appending(name)] else { return false }
        return (try? folder.read(name, atMost: StartingFile.longest)) == text
    }
}
