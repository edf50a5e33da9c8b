import ShedDisk
import ShedIndex
import ShedModel
import ShedSidecar

/// The fold that this machine keeps beside the index, so that of the batches only those are read that came since.
extension ModelStore {
    private static let name: Name = "fold"
    /// So many batches are read again each time rather than that the fold is written anew.
    private static let mostRead = 128
    /// A larger one is not read, nor written: 1 GiB, in bytes.
    private static let largest = 1 << 30

    /// Says of which project a fold is, and which types of nodes were known: what is said of another type is left out of a fold.
    private var foldKey: [UInt8] {
        let types = NodeType.declared.map(\.rawValue).sorted()
        return Array(([home.file.id.description] + home.file.copiedFrom.map(\.description) + ["\(Fold.rules)"] + types).joined(separator: "\n").utf8)
    }

    /// The fold that was kept, and which that is (``SavedFold/checksum(_:)``); `nil` where there is none that can be read.
    private func keptFold() -> (fold: Fold, checksum: [UInt8])? {
        guard let folder = home.stateFolder, let bytes = try? DirectoryHandle(path: folder.path).read(ModelStore.name, atMost: ModelStore.largest)
        else { return nil }
        let empty = Fold(project: home.file, fields: home.surroundings.kinds.fields, now: home.surroundings.now())
        return SavedFold.fold(bytes, key: foldKey, into: empty).map { ($0, SavedFold.checksum(bytes)) }
    }

    /// The fold that was kept, where there is one, with what the index knows of the files that are in it.
    func savedFold(_ contents: IndexContents) -> (known: SavedFold.Known, checksum: [UInt8])? {
        guard !contents.batches.isPart, let (fold, checksum) = keptFold() else { return nil }
        let known = SavedFold.Known(fold) { file in
            guard let known = contents.batches[file.path], known.isSame(file), !known.hasNoID else { return nil }
            return BatchID(bytes: known.id)
        }
        return (known, checksum)
    }

    /// The fold that was kept with what was folded since and what came, where just that is besides the files that are in it.
    /// - Returns: `nil` where all has to be looked at.
    func foldOnward(_ came: [BatchFile], since meta: IndexMeta) throws -> (reading: FoldedSidecar, kept: [UInt8])? {
        guard !meta.fold.unkept.fold.isEmpty, case .some((var fold, let checksum)) = keptFold().map({ (Optional($0.fold), $0.checksum) }),
            checksum == meta.fold.unkept.fold
        else { return nil }
        var files: [BatchFile] = []
        for path in meta.fold.unkept.paths {
            guard let file = try home.sidecar.file(at: path) else { return nil }
            files.append(file)
        }
        return home.sidecar.fold(files + came, beside: &fold, of: home.file).map { ($0, checksum) }
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

    /// Keeps a fold, where many batches had to be read for it. What becomes of that does not matter: without it, they are read again.
    /// - Parameter kept: the fold that it was added to.
    /// - Returns: what is folded besides the fold that is kept now.
    func keep(_ reading: FoldedSidecar, addedTo kept: [UInt8]?) -> UnkeptBatches {
        // A base is one file, and stands for many batches.
        let count = reading.isAddition ? reading.read.count : reading.fold.batchCount
        if mayKeepFolds, count > ModelStore.mostRead, let folder = home.stateFolder,
            let bytes = SavedFold.bytes(of: reading.fold, key: foldKey), bytes.count <= ModelStore.largest,
            (try? DirectoryHandle(path: folder.path).write(ModelStore.name, bytes, replacing: true, isDurable: false)) != nil {
            return UnkeptBatches(besides: SavedFold.checksum(bytes))
        }
        return reading.isAddition ? UnkeptBatches(besides: kept ?? [], reading.read.map(\.file.path)) : UnkeptBatches()
    }
}
