import ShedModel

extension Template {
    /// The template with what another one has more: folders, files, and how folders are shown. What it has stays as it is, name for name.
    func adding(_ other: Template) -> Template {
        var folders = folders.map { folder in other.folder(folder.role).map { Template.completed(folder, by: $0) } ?? folder }
        var position = -1
        for folder in other.folders {
            if let known = folders.firstIndex(where: { $0.role == folder.role }) {
                position = known
                continue
            }
            // Behind the one that it stands in, also where these are in another order here.
            let outer = folder.nesting.parent.flatMap { parent in folders.firstIndex { $0.role == parent } } ?? -1
            position = max(position, outer) + 1
            folders.insert(folder, at: position)
        }
        return Template(
            kind: kind, language: language, root: root, rootFolders: rootFolders, folders: folders, files: files + other.files(besides: files))
    }

    /// The files that others do not stand for.
    func files(besides others: [StartingFile]) -> [StartingFile] {
        files.filter { file in
            !others.contains { other in
                if let key = file.key, key == other.key { return true }
                guard let place = file.place, let known = other.place else { return false }
                return place.folder == known.folder && FoldKey(place.name) == FoldKey(known.name)
            }
        }
    }

    /// A folder with what is said of it elsewhere and not here.
    private static func completed(_ folder: Folder, by other: Folder) -> Folder {
        var folder = folder
        folder.names = Set(folder.names + other.names).sorted()
        folder.nesting.children = folder.nesting.children ?? other.nesting.children
        folder.badge.emoji = folder.badge.emoji ?? other.badge.emoji
        folder.badge.colour = folder.badge.colour ?? other.badge.colour
        return folder
    }
}
