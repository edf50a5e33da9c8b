import ShedModel

extension Template {
    /// The template with what another one has more: folders, files, and how folders are shown. What it has stays as it is, name for name, but for
    /// what changes nothing that is there: the texts of files that begin, and looks.
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
            kind: kind, language: language, root: root, rootFolders: rootFolders, folders: folders, files: filesJoined(other))
    }

    /// The files that others do not stand for.
    func files(besides others: [StartingFile]) -> [StartingFile] { files.filter { file in !others.contains { Template.areSame(file, $0) } } }

    /// Whether files have one key or one place.
    private static func areSame(_ file: StartingFile, _ other: StartingFile) -> Bool {
        if let key = file.key, key == other.key { return true }
        guard let place = file.place, let known = other.place else { return false }
        return place.folder == known.folder && FoldKey(place.name) == FoldKey(known.name)
    }

    /// Its files with the texts that another template has for them, and those that only the other has.
    private func filesJoined(_ other: Template) -> [StartingFile] {
        var left = other.files
        let own = files.map { file -> StartingFile in
            guard let position = left.firstIndex(where: { Template.areSame($0, file) }) else { return file }
            let new = left.remove(at: position)
            var joined = file
            joined.text = new.text
            if joined.key == nil, let key = new.key, self.file(key) == nil { joined.key = key }
            return joined
        }
        let keys = Set(own.compactMap(\.key))
        return own + left.filter { file in !own.contains { Template.areSame(file, $0) } && (file.key.map { !keys.contains($0) } ?? true) }
    }

    /// A folder with what is said of it elsewhere and not here.
    private static func completed(_ folder: Folder, by other: Folder) -> Folder {
        var folder = folder
        folder.names = Set(folder.names + other.names).sorted()
        folder.nesting.children = folder.nesting.children ?? other.nesting.children
        // Looks are the other's, as far as it says any.
        folder.badge.emoji = other.badge.emoji ?? folder.badge.emoji
        folder.badge.colour = other.badge.colour ?? folder.badge.colour
        if other.symbol != FolderTemplate.plainSymbol { folder.symbol = other.symbol }
        return folder
    }
}
