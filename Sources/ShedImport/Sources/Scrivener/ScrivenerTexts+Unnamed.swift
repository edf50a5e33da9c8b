import ShedModel

/// What lies in a project and belongs to no item of its binder: what came from another device, or was lost from the binder.
extension ScrivenerTexts {
    /// What an item has of texts.
    private static let known: Set<Name> = ["content.rtf", "content.txt", "notes.rtf", "notes.txt", "synopsis.txt"]

    /// - Parameter ids: of all items.
    func noteUnnamed(besides ids: Set<String>, _ losses: inout ForeignLosses) throws(ForeignError) {
        if isEarlier {
            try noteUnnamedDocs(besides: ids, &losses)
        } else if try folder.entry(ScrivenerTexts.data)?.isFolder == true {
            for entry in try folder.entries(of: ScrivenerTexts.data) where !entry.name.isHidden && !entry.name.hasSuffix(".checksum") {
                let id = entry.name.text ?? ""
                if ids.contains(id), entry.isFolder { try noteStrays(of: id, &losses) } else { try note(entry, in: ScrivenerTexts.data, &losses) }
            }
        }
        guard try folder.entry(ScrivenerTexts.snapshots)?.isFolder == true else { return }
        for entry in try folder.entries(of: ScrivenerTexts.snapshots) where !entry.name.isHidden {
            let isNamed = entry.isFolder && entry.name.hasSuffix(".snapshots") && ids.contains(String(decoding: entry.name.parts.stem, as: UTF8.self))
            if !isNamed { try note(entry, in: ScrivenerTexts.snapshots, &losses) }
        }
    }

    private func noteUnnamedDocs(besides ids: Set<String>, _ losses: inout ForeignLosses) throws(ForeignError) {
        guard try folder.entry(ScrivenerTexts.earlier)?.isFolder == true else { return }
        for entry in try folder.entries(of: ScrivenerTexts.earlier) where !entry.name.isHidden && ScrivenerTexts.isText(entry.name) {
            let number = String(decoding: entry.name.bytes.prefix(while: \.isDigit), as: UTF8.self)
            if !ids.contains(number) { try note(entry, in: ScrivenerTexts.earlier, &losses) }
        }
        for id in ids.sorted() { try noteStrays(of: id, &losses) }
    }

    /// Texts beside those that an item has, such as a copy that a sync program made.
    private func noteStrays(of id: String, _ losses: inout ForeignLosses) throws(ForeignError) {
        for entry in try entries(id) where ScrivenerTexts.isText(entry.name) && !ScrivenerTexts.known.contains(entry.name) && !entry.name.isHidden {
            losses.add(entry.size == nil ? .unusual : .unnamed, at: "\(path(id, entry.name))")
        }
    }

    private static func isText(_ name: Name) -> Bool { name.hasSuffix(".rtf") || name.hasSuffix(".txt") }

    /// A file, or those in a folder; a list of snapshots is no text.
    private func note(_ entry: ForeignEntry, in place: RelativePath, _ losses: inout ForeignLosses) throws(ForeignError) {
        let path = place.appending(entry.name)
        guard entry.isFolder else { return losses.add(entry.size == nil ? .unusual : .unnamed, at: "\(path)") }
        for inner in try folder.entries(of: path) where !inner.name.isHidden && inner.name != "index.xml" {
            losses.add(inner.sort == .other ? .unusual : .unnamed, at: "\(path.appending(inner.name))")
        }
    }
}
