import GRDB
import ShedModel
import ShedThreads

extension ProjectIndex {
    /// Everything; `nil` if the index was never written.
    ///
    /// Uses two threads: one builds the model, one the memory.
    /// - Parameter batches: whether the list of the batches is read, which costs as much as there are.
    public func load(batches isComplete: Bool = true) throws(IndexError) -> IndexContents? {
        try remembering { db in
            let table = MetaTable(db)
            guard let meta = try table.meta() else { return nil }
            let totals = try table.totals()
            let folders = try Self.folders(db, total: totals.folders)
            guard folders.count == totals.folders else { throw Malformed() }
            let files = try PackedFiles(db)
            let built = Lock<(model: Model?, memory: Memory?)>((nil, nil))
            Parallel.run(2, threads: 2) { side in
                if side == 0 {
                    let model = Self.model(meta, totals, folders, files)
                    built.withLock { $0.model = model }
                } else {
                    let memory = Self.memory(meta, totals, folders, files)
                    built.withLock { $0.memory = memory }
                }
            }
            let (model, memory) = built.withLock { $0 }
            guard let model, let memory else { throw Malformed() }
            var digests: [NodeID: DirectoryDigest] = [:]
            digests.reserveCapacity(folders.count)
            for folder in folders { digests[folder.node.id] = folder.digest }
            let batches = isComplete ? try BatchTable(db).all() : .part
            return IndexContents(model: model, memory: memory, meta: meta, digests: digests, batches: batches)
        } meta: { $0?.meta }
    }

    /// - Returns: `nil` if a row is damaged or gone, or a node is in two rows: neither comes from a write that was whole.
    private static func model(
        _ meta: IndexMeta, _ totals: Totals, _ folders: [FolderRecord], _ files: PackedFiles
    ) -> Model? {
        var model = Model(project: meta.project)
        model.reserve(totals.folders + totals.files)
        for folder in folders { model.insert(folder.node) }
        let implied = model.nodes.count - folders.count
        var count = 0
        do throws(Malformed) {
            try files.forEachRecord { (record, reader) throws(Malformed) in
                count += 1
                model.insert(try reader.node(record))
            }
        } catch {
            return nil
        }
        guard count == totals.files, model.nodes.count == folders.count + implied + count else { return nil }
        for (alias, target) in meta.aliases { model.insertAlias(alias, of: target) }
        model.labels = LabelBook(meta.labels ?? [])
        return model
    }

    private static func memory(
        _ meta: IndexMeta, _ totals: Totals, _ folders: [FolderRecord], _ files: PackedFiles
    ) -> Memory? {
        var memory = Memory()
        memory.unsettled = meta.unsettled
        memory.reserve(totals.folders + totals.files)
        for folder in folders {
            if let sighting = folder.sighting { memory.record(sighting, of: folder.node.id) }
            if let time = folder.missingSince { memory.missing[folder.node.id] = time }
        }
        do throws(Malformed) {
            try files.forEachRecord { (record, reader) throws(Malformed) in
                if let sighting = reader.sighting(record) { memory.record(sighting, of: record.id) }
                if let time = record.missing { memory.missing[record.id] = time }
            }
        } catch {
            return nil
        }
        return memory
    }
}
