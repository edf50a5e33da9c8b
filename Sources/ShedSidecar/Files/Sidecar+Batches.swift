import ShedDisk
import ShedModel

extension Sidecar {
    /// Writes a batch under its own name: whole, durable and never over another file, or not at all.
    /// - Throws: `disk` with code `exists` if that very batch is there already.
    @discardableResult
    public func write(_ batch: EncodedBatch) throws(SidecarError) -> BatchFile {
        guard let name = batch.name else { throw .emptyBatch }
        let replica = Name(batch.batch.header.replica.description)
        do throws(DiskError) {
            let folder = try directory.openDirectory(Sidecar.ops, create: true).openDirectory(replica, create: true)
            try folder.write(name, batch.bytes, replacing: false)
            let evidence = try folder.evidence(of: name) ?? Evidence()
            return BatchFile(area: Sidecar.ops, replicaDirectory: replica, name: name, evidence: evidence)
        } catch { throw .disk(error) }
    }

    /// Whether a batch may be there under its own name, whatever was said when it was written: of one that surely is not, nothing was
    /// said to anybody.
    public func mayHold(_ batch: EncodedBatch) -> Bool {
        guard let name = batch.name else { return false }
        do throws(DiskError) {
            let folder = try directory.openDirectory(Sidecar.ops, create: false)
            return try folder.openDirectory(Name(batch.batch.header.replica.description), create: false).kind(of: name) != nil
        } catch { return error.code != .notFound }
    }

    /// Reads a file as a batch of the project.
    public func read(_ file: BatchFile, of project: ProjectFile) -> Result<Batch, BatchFault> {
        read(file) { bytes throws(BatchFault) in try BatchDecoder.decode(bytes, projects: project.projects) }
    }

    /// Reads a file as a base of the project.
    public func readBase(_ file: BatchFile, of project: ProjectFile) -> Result<Base, BatchFault> {
        read(file) { bytes throws(BatchFault) in try BaseDecoder.decode(bytes, projects: project.projects) }
    }

    /// Reads and folds every base and batch.
    /// - Parameters:
    ///   - listing: what is there; `nil` lists it.
    ///   - now: the local time in milliseconds since 1970.
    public func fold(of project: ProjectFile, fields: FieldTraits = FieldTraits(), listing: SidecarListing? = nil, now: Int64) throws(SidecarError) -> Fold {
        var known: SavedFold.Known?
        let listing = if let listing { listing } else { try self.listing() }
        return fold(of: project, fields: fields, listing: listing, now: now, known: &known).fold
    }

    /// Folds every base and batch. What is known of them is not read again where it is still the same.
    /// - Parameters:
    ///   - listing: what is there.
    ///   - now: the local time in milliseconds since 1970.
    ///   - known: a fold of some of the files, or of all; `nil` afterwards.
    public func fold(of project: ProjectFile, fields: FieldTraits, listing: SidecarListing, now: Int64, known: inout SavedFold.Known?) -> FoldedSidecar {
        if listing.unreadable.isEmpty, let folded = goOn(with: &known, listing.files, of: project) { return folded }
        var folded = FoldedSidecar(Fold(project: project, fields: fields, now: now), isAddition: false)
        for (path, error) in listing.unreadable { folded.fold.add(.unreadable(error.description), at: path) }
        read(listing.files, of: project) { file, content in
            switch content {
            case .success(.base(let base)): folded.fold.add(base)
            case .success(.batch(let batch)): folded.fold.add(batch)
            case .failure(let fault): folded.fold.add(fault, at: file.path)
            }
            folded.read.append((file, (try? content.get())?.id))
        }
        folded.fold.settle()
        return folded
    }

    /// Adds files to a fold that holds all others that are there.
    /// - Parameter fold: `nil` afterwards.
    /// - Returns: `nil` where what they say may change what was folded: then all has to be folded anew.
    public func fold(_ files: [BatchFile], beside fold: inout Fold?, of project: ProjectFile) -> FoldedSidecar? {
        guard let others = fold else { return nil }
        // What two hold is copied before it is changed.
        fold = nil
        var folded = FoldedSidecar(consume others, isAddition: true)
        return add(files, to: &folded, of: project, []) ? folded : nil
    }

    /// Adds to a fold what it does not have.
    /// - Returns: `nil` where something that it has is gone, or where what came says of batches that it has what it did not know: bases, and
    ///   batches of which it has only what a base says.
    private func goOn(with known: inout SavedFold.Known?, _ files: [BatchFile], of project: ProjectFile) -> FoldedSidecar? {
        guard let identity = known?.id, let fold = known?.fold else { return nil }
        // What two hold is copied before it is changed.
        known = nil
        var folded = FoldedSidecar(consume fold, isAddition: true)
        var held: Set<BatchID> = []
        held.reserveCapacity(folded.fold.fileCount)
        let new = files.filter { file in
            guard let id = identity(file), folded.fold.holds(id) else { return true }
            held.insert(id)
            return false
        }
        guard held.count == folded.fold.fileCount else { return nil }
        return add(new, to: &folded, of: project, held) ? folded : nil
    }

    /// - Returns: whether nothing that came puts in doubt what was folded.
    private func add(_ new: [BatchFile], to folded: inout FoldedSidecar, of project: ProjectFile, _ held: Set<BatchID>) -> Bool {
        var isWhole = true
        read(new, of: project) { file, content in
            switch content {
            case .success(.base(let base)): isWhole = isWhole && held.contains(base.id)
            case .success(.batch(let batch)): if folded.fold.hasCounted(batch.id) { isWhole = false } else { folded.fold.add(batch) }
            case .failure(let fault): folded.fold.add(fault, at: file.path)
            }
            folded.read.append((file, (try? content.get())?.id))
        }
        folded.fold.settle()
        return isWhole
    }

    private func read<Content>(_ file: BatchFile, _ decode: ([UInt8]) throws(BatchFault) -> Content) -> Result<Content, BatchFault> {
        var folders = SidecarFolders(self)
        return read(file, &folders, decode)
    }

    /// Both are read alike: they begin alike, and neither has a hole.
    func read<Content>(
        _ file: BatchFile, _ folders: inout SidecarFolders, _ decode: ([UInt8]) throws(BatchFault) -> Content
    ) -> Result<Content, BatchFault> {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try folders.folder(of: file).readText(file.name, atMost: Batch.largest, beginning: BatchEncoder.opening)
        } catch {
            return .failure(error.code == .tooLarge ? .tooLarge : .unreadable(error.description))
        }
        return decoded(bytes, decode).mapError { fault in
            if case .torn = fault, !file.hasOwnName { .notABatch } else { fault }
        }
    }

    /// What stands there, or what stood there before a carrier changed the line ends: the checksum says which of the two was sealed.
    private func decoded<Content>(_ bytes: [UInt8], _ decode: ([UInt8]) throws(BatchFault) -> Content) -> Result<Content, BatchFault> {
        var fault: BatchFault
        do throws(BatchFault) { return .success(try decode(bytes)) } catch { fault = error }
        guard case .torn = fault, let restored = LineEnds.restored(bytes) else { return .failure(fault) }
        do throws(BatchFault) { return .success(try decode(restored)) } catch { if case .torn = error {} else { fault = error } }
        return .failure(fault)
    }

    /// Whether a file may hold a batch or a base whose line ends a carrier has changed, by its first line. Reads 64 KiB at most.
    package func hasChangedLineEnds(_ file: BatchFile) -> Bool {
        do throws(DiskError) {
            var folders = SidecarFolders(self)
            let beginning = try folders.folder(of: file).readBeginning(file.name, atMost: 64 << 10)
            return beginning.starts(with: BatchEncoder.opening) && LineEnds.isChanged(beginning)
        } catch { return false }
    }
}

/// What the files of a sidecar fold to.
public struct FoldedSidecar {
    public internal(set) var fold: Fold
    /// The files that were read for it, with the identities of those that are whole.
    public internal(set) var read: [(file: BatchFile, id: BatchID?)] = []
    /// Whether all others were known.
    public let isAddition: Bool

    init(_ fold: Fold, isAddition: Bool) { (self.fold, self.isAddition) = (fold, isAddition) }
}
