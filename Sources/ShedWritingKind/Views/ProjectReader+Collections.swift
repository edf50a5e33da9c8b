import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

extension ProjectReader {
    /// A folder below Collections.
    /// - Parameter paths: what a word for it may mean; the first that is such a folder does.
    func collectionFolder(_ paths: [RelativePath]) throws(ShedError) -> PlacedNode {
        let state = try load()
        guard let folders = CollectionFolders(project.home, state) else {
            throw ShedError(.refused, .noCollections(kind: "\(project.home.kindName)"), remedy: .collectionsAreOf)
        }
        for path in paths where folders.folder(at: path, in: state) != nil { return try find(path, state) }
        guard let first = paths.first else { throw ShedError(.usage, .sayWhichCollection) }
        // One that is not there is told as that.
        if !first.isRoot { _ = try find(first, state) }
        throw ShedError(.usage, .isNoCollection(path: "\(first)"), remedy: .nameCollection(folder: "\(folders.root)"))
    }

    /// Pieces, each once.
    /// - Throws: ``ShedError`` where one is none, or is not there.
    fileprivate func pieces(_ paths: [RelativePath]) throws(ShedError) -> [PlacedNode] {
        let state = try load()
        let folders = PieceFolders(project.home, state)
        var pieces: [PlacedNode] = []
        for path in paths.once {
            let placed = try find(path, state)
            guard folders.piece(placed.node.id, in: state) != nil else { throw ShedError(.refused, .isNoPiece(path: "\(path)"), remedy: .piecesAreIn) }
            pieces.append(placed)
        }
        return pieces
    }
}

extension Transaction {
    /// Puts pieces into a collection too (`collect`).
    /// - Parameter place: `nil`: new ones come last, and the others stay where they are in it.
    /// - Returns: the order there then, and which of them are new in it.
    package func collect(
        _ paths: [RelativePath], in folder: RelativePath, _ place: OrderPlace?, dryRun: Bool
    ) throws(ShedError) -> (order: OrderResult, new: [RelativePath]) {
        let pieces = try pieces(paths)
        let result = try admit(pieces, to: folder, place, dryRun: dryRun)
        if !dryRun { keepLinks(of: Set(pieces.map(\.node.id)), in: folder) }
        return result
    }

    /// Who puts in what is in already wants its link, also if it was deleted by hand before, and nothing has followed from that yet. Of
    /// the folder's other links what is known stays known.
    private func keepLinks(of ids: Set<NodeID>, in path: RelativePath) {
        guard let folder = try? find(path).node, let file = CollectionsProject.bookFile(of: folder.id, project.home),
            let handle = try? project.home.root.openDirectory(at: path)
        else { return }
        guard var book = file.read() else { return }
        let gone = book.records(of: ids).values.filter { link in link.seen != nil && link.name.map { (try? handle.kind(of: $0)) == nil } == true }
        guard !gone.isEmpty else { return }
        book.replace(gone.sorted { $0.id < $1.id }.map { link in
            var link = link
            link.seen = nil
            return link
        })
        file.write(book, isDurable: true)
    }
}
