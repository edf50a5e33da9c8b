import ShedModel

extension Transaction {
    /// Gives files that stand elsewhere a place in a folder too (``FolderGuests``), in the sequence in which they are named. What is a guest
    /// there already goes elsewhere in the order, if a place is named.
    /// - Parameters:
    ///   - files: such as the project's kind shows there.
    ///   - place: `nil`: new ones come last.
    /// - Returns: the folder's order then, and which of them were none before.
    /// - Throws: ``ShedError`` also where there would be more than ``FolderGuests/most``.
    package func admit(
        _ files: [PlacedNode], to path: RelativePath, _ place: OrderPlace?, dryRun: Bool = false
    ) throws(ShedError) -> (order: OrderResult, new: [RelativePath]) {
        var folder = try folderToOrder(path)
        let there = Set(folder.children.map(\.id))
        let new = files.filter { !there.contains($0.node.id) }
        folder.children += new.map { file in
            var child = OrderedFolder.Child(guest: file.node, at: file.path, nil)
            child.isNewGuest = true
            return child
        }
        guard folder.children.count(where: { $0.guestPath != nil }) <= FolderGuests.most else {
            throw ShedError(.refused, .tooManyCollected(folder: "\(path)", most: FolderGuests.most))
        }
        try put((place == nil ? new : files).map(\.node.id), place ?? .last, in: &folder)
        let result = try carryOut(folder, of: [], dryRun: dryRun)
        if !dryRun { record(.linked, new, message: "\(path)") }
        return (result, new.map(\.path))
    }

    /// The same of files of which a person has not said where they go: they come by name, behind what has a place.
    package func admitByName(_ paths: [RelativePath], to path: RelativePath) throws(ShedError) -> [RelativePath] {
        guard !paths.isEmpty else { return [] }
        let state = try load()
        let folder = try find(path, state)
        let named = FolderGuests.allNamed(by: folder.node, in: state.model)
        let new = try findAll(paths).filter { !named.contains($0.node.id) }
        guard !new.isEmpty else { return [] }
        try commit([Operation(folder.node.id, new.map { FolderGuests.field($0.node.id, nil) })])
        record(.linked, new, message: "\(path)")
        return new.map(\.path)
    }

    /// Has files that are guests of folders be guests of another one in their place, behind what is there; the files stay where they are.
    /// - Parameter guests: each file with the folder of which it is a guest.
    /// - Returns: the same.
    /// - Throws: ``ShedError`` where one is named by its place in that folder itself, and where there would be too many.
    public func moveGuests(
        _ guests: [(path: RelativePath, folder: RelativePath)], to target: RelativePath, dryRun: Bool = false
    ) throws(ShedError) -> [(path: RelativePath, folder: RelativePath)] {
        if let same = guests.first(where: { $0.folder == target }) {
            throw ShedError(.refused, .thereAlready(path: "\(target.appending(same.path.last ?? ""))"), remedy: .nothingMoved)
        }
        // First there, then no more here: whatever comes between them, each is in one of both.
        _ = try admit(try findAll(guests.map(\.path).once), to: target, nil, dryRun: dryRun)
        var moved: [(path: RelativePath, folder: RelativePath)] = []
        for (folder, guests) in guests.grouped(by: \.folder) {
            moved += try dismiss(guests.map(\.path), from: folder, dryRun: dryRun).map { ($0, folder) }
        }
        return moved
    }

    /// Takes guests out of a folder; the files stay where they are.
    /// - Parameter paths: the files' own.
    /// - Returns: those that were guests.
    public func dismiss(_ paths: [RelativePath], from path: RelativePath, dryRun: Bool = false) throws(ShedError) -> [RelativePath] {
        let state = try load()
        let folder = try find(path, state)
        let named = FolderGuests.allNamed(by: folder.node, in: state.model)
        let guests = try findAll(paths.once).filter { named.contains($0.node.id) }
        guard !dryRun, !guests.isEmpty else { return guests.map(\.path) }
        if guests.count > 1 { project.undo.firstNamed = guests.first.map { FirstNamed($0.node.id, of: folder.node.id) } }
        try commit([Operation(folder.node.id, FolderGuests.fields(ending: Set(guests.map(\.node.id)), in: folder.node, of: state.model))])
        record(.unlinked, guests, message: "\(path)")
        return guests.map(\.path)
    }
}
