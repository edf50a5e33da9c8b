import ShedDisk
import ShedIndex
import ShedModel
import ShedSidecar

/// The fold that this machine keeps beside the index, so that of the batches only those are read that came since.
extension ModelStore {
    private static let name: Name = "fold"
    /// So many files are read again each time rather than that the fold is written anew.
    private static let mostRead = 128
    /// A larger one is not read, nor written: 1 GiB, in bytes.
    private static let largest = 1 << 30

    /// Says of which project a fold is, and which types of nodes were known: what is said of another type is left out of a fold.
    private var foldKey: [UInt8] {
        let types = NodeType.declared.map(\.rawValue).sorted()
        return Array(([home.file.id.description] + home.file.copiedFrom.map(\.description) + ["\(Fold.rules)"] + types).joined(separator: "\n").utf8)
    }

    /// The fold that was kept, where there is one, with what the index knows of the files that are in it.
    func savedFold(_ contents: IndexContents) -> SavedFold.Known? {
        guard let folder = home.stateFolder, !contents.batches.isPart,
            let bytes = try? DirectoryHandle(path: folder.path).read(ModelStore.name, atMost: ModelStore.largest)
        else { return nil }
        let empty = Fold(project: home.file, fields: home.surroundings.kinds.fields, now: home.surroundings.now())
        guard let fold = SavedFold.fold(bytes, key: foldKey, into: empty) else { return nil }
        return SavedFold.Known(fold) { file in
            guard let known = contents.batches[file.path], known.isSame(file), !known.hasNoID else { return nil }
            return BatchID(bytes: known.id)
        }
    }

    /// The files that a fold is of: those that were read for it, and where others were known, what the index has of these.
    static func batches(_ reading: FoldedSidecar, _ listing: SidecarListing, _ contents: IndexContents?) -> FoldedBatches {
        var folded = reading.isAddition ? contents?.batches ?? FoldedBatches() : FoldedBatches()
        for (file, id) in reading.read { folded.insert(FoldedBatch(file, id: id)) }
        guard folded.count != listing.files.count else { return folded }
        // Copies that are gone, for one.
        var there = FoldedBatches()
        for file in listing.files { if let batch = folded[file.path] { there.insert(batch) } }
        return there
    }

    /// Keeps a fold, where many files had to be read for it. What becomes of that does not matter: without it, they are read again.
    func keep(_ reading: FoldedSidecar) {
        guard mayKeepFolds, reading.read.count > ModelStore.mostRead, let folder = home.stateFolder,
            let bytes = SavedFold.bytes(of: reading.fold, key: foldKey), bytes.count <= ModelStore.largest
        else { return }
        try? DirectoryHandle(path: folder.path).write(ModelStore.name, bytes, replacing: true, isDurable: false)
    }
}
