import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// Where an import goes.
private struct ImportTarget {
    let path: RelativePath
    /// The collection's.
    let id: NodeID
    /// The collection that was there before.
    private(set) var existing: RecordCollection?
    /// The records of the collection that were there before.
    private(set) var known: [NodeID: Name] = [:]
    /// The collection's folder, if it was there before.
    private(set) var folder: DirectoryHandle?
    /// The same if it is new: staged as a whole.
    var newFolder: DirectoryHandle?
    /// The names that files have there.
    var names = FreeNames()

    var isNew: Bool { folder == nil }

    /// - Parameters:
    ///   - head: what the file says of its collection.
    ///   - state: as the reading has it.
    init(_ order: ImportOrder, _ head: CollectionHead, _ reading: Reading, _ state: ProjectState) throws(ShedError) {
        var existing = order.into
        if existing == nil, order.name == nil, head.isMixed {
            throw ShedError(.usage, .severalCollections, remedy: .sayWhichTakesThem)
        }
        if existing == nil, order.name == nil, let id = head.id { existing = try reading.collections().first { $0.id == id } }
        self.existing = existing
        if let existing {
            id = existing.id
            path = existing.path
            do throws(DiskError) {
                let folder = try reading.root.openDirectory(at: existing.path)
                for entry in try folder.list(atMost: 10_000_000) { names.insert(entry.name) }
                self.folder = folder
            } catch { throw ShedError(error) }
            for id in state.recordIDs(in: existing.id) { known[id] = state.model.nodes[id]?.place?.name }
        } else {
            let wanted = order.name ?? head.name ?? order.fallbackName
            path = RelativePath([try reading.freeName(reading.collectionName(wanted), in: .root, isFile: false)])
            let given = head.id.flatMap { id in order.name == nil && reading.canTake(id, state) ? id : nil }
            id = given ?? reading.newID()
        }
    }
}

/// Takes the records of an import one after the other, and stages what follows from them.
struct Importer {
    private let reading: Reading
    private let order: ImportOrder
    private let dryRun: Bool
    private var change: StagedChange?
    private var target: ImportTarget
    /// The IDs of the input so far, to find one that stands twice.
    private var met: Set<NodeID> = []
    /// The project as it was when the import began; given back before it changes, so that nothing is copied.
    private var state: ProjectState?
    private let judge: RecordJudge
    private let sortsKeys: Bool
    /// `nil` where records are known by their IDs alone.
    private var match: ImportMatch?
    var report: ImportReport

    init(_ reading: Reading, _ order: ImportOrder, _ head: CollectionHead, dryRun: Bool) throws(ShedError) {
        self.reading = reading
        self.order = order
        self.dryRun = dryRun
        let state = try reading.load()
        self.state = state
        target = try ImportTarget(order, head, reading, state)
        report = ImportReport(
            collection: dryRun && target.isNew ? nil : target.id, name: target.path.last ?? "", isNewCollection: target.isNew)
        judge = try RecordJudge(reading, target.isNew ? nil : target.id)
        sortsKeys = judge.schema?.sortsKeys ?? reading.recordsSettings.sortsKeys
        if let key = order.match {
            let records = try target.existing.map { collection throws(ShedError) in try reading.records(in: collection) }
            match = ImportMatch(key, judge.schema, among: records ?? [])
        }
        guard !dryRun else { return }
        var change = try reading.stageChange()
        if target.isNew {
            do throws(DiskError) { target.newFolder = try change.makeFolder(for: target.path) } catch {
                reading.discard(change)
                throw ShedError(error)
            }
            change.assigned[target.path] = target.id
        }
        self.change = change
    }

    /// Takes one record.
    mutating func take(_ item: IdentifiedRecord) throws(RecordsError) {
        if let id = item.id, !met.insert(id).inserted { throw RecordsError("the ID \(id) stands twice", line: item.line) }
        do throws(ShedError) {
            if let known = try known(item), let name = target.known[known.id], order.policy != .duplicate {
                return try meet(item, known.id, name, isWhole: !known.isByKey)
            }
            try add(item)
        } catch {
            throw RecordsError(error.message, line: item.line, remedy: error.remedy)
        }
    }

    /// The record of the collection that one of the input is, by its ID or by the key that is asked for.
    private mutating func known(_ item: IdentifiedRecord) throws(ShedError) -> (id: NodeID, isByKey: Bool)? {
        let own = item.id.flatMap { target.known[$0] == nil ? nil : $0 }
        guard let like = try match?.record(like: item.record), like != own else { return own.map { ($0, false) } }
        if let own {
            throw ShedError(
                .refused, .idOfAnother(id: "\(own)", path: "\(like)"), remedy: .leaveOutOneOfTwo)
        }
        guard met.insert(like).inserted else { throw ShedError(.refused, .metTwice(path: "\(like)"), remedy: .removeOneOfTwo) }
        return (like, true)
    }

    /// A record that the collection has.
    /// - Parameter isWhole: whether the input has all of it, and not only what is to be another: then a pair that the input lacks goes.
    private mutating func meet(_ item: IdentifiedRecord, _ id: NodeID, _ name: Name, isWhole: Bool) throws(ShedError) {
        if order.policy == .fail {
            throw ShedError(.refused, .idIsThatOf(id: "\(id)", path: "\(target.path.appending(name))"), remedy: .onConflictSays)
        }
        guard order.policy == .update, let folder = target.folder else {
            report.skipped += 1
            return
        }
        let path = target.path.appending(name)
        let file: RecordFile
        do throws(DiskError) { file = try RecordFile(name, in: folder) } catch { throw ShedError(error) }
        guard let old = file.record else {
            throw ShedError(
                .refused, .noRecordToUpdate(path: "\(path)", reason: String(file.complaint?.sentence.dropLast() ?? "")), remedy: .mendOrSkip)
        }
        let given = Set(item.record.pairs.map { Array($0.key.utf8) })
        let absent = old.pairs.filter { !given.contains(Array($0.key.utf8)) }
        let new = isWhole ? item.record : Record(unique: item.record.pairs + absent)
        try judge.require(new, before: old, id: id, at: path, line: item.line)
        guard !old.hasSamePairs(as: new) else {
            report.unchanged += 1
            return
        }
        report.updated += 1
        guard !dryRun else { return }
        let changes = (isWhole ? absent : []).map { RecordChange.unset($0.key) } + item.record.pairs.map { RecordChange.set($0.key, $0.value) }
        let bytes: [UInt8]
        do throws(RecordsError) { bytes = try RecordText.edit(file.bytes, changes, sorted: sortsKeys ? true : nil) } catch { throw ShedError.input(error) }
        do throws(DiskError) {
            try change?.write(bytes, to: path, replacing: (file.evidence, folder), madeOf: ContentHash(of: file.bytes))
        } catch { throw ShedError(error) }
    }

    private mutating func add(_ item: IdentifiedRecord) throws(ShedError) {
        var id = item.id
        if let wanted = id, target.known[wanted] != nil || state.map({ !reading.canTake(wanted, $0) }) == true {
            id = nil
            if target.known[wanted] == nil {
                report.notes.append(RecordsError("the ID \(wanted) is in use elsewhere in this project, so the record got a new one", line: item.line))
            }
        }
        let newID = id ?? reading.newID()
        let name = target.names.take(RecordNaming.name(of: item.record, id: newID, judge.schema), keepsSuffix: true)
        let path = target.path.appending(name)
        try judge.require(item.record, before: nil, id: newID, at: path, line: item.line)
        report.created += 1
        guard change != nil else { return }
        let bytes = RecordText.encode(item.record, sorted: sortsKeys)
        guard bytes.count <= RecordText.largest else {
            throw ShedError(.refused, .recordTooLarge(bytes: bytes.count, most: RecordText.largest), remedy: .splitIt)
        }
        do throws(DiskError) {
            if let newFolder = target.newFolder { try change?.write(bytes, into: newFolder, as: name) } else { try change?.write(bytes, to: path) }
        } catch { throw ShedError(error) }
        change?.assigned[path] = newID
    }

    /// Puts everything into the reading.
    mutating func finish() throws(ShedError) -> ImportReport {
        if report.total > 0 { try match?.requireMet() }
        try judge.finish()
        // Nothing of what the input was compared with is needed any more.
        (state, match, met, target.names) = (nil, nil, [], FreeNames())
        if let change, !change.isEmpty { try reading.write { transaction throws(ShedError) in try transaction.carryOut(change) } } else { abandon() }
        return report
    }

    /// Leaves the project as it was.
    func abandon() { if let change { reading.discard(change) } }
}

extension ProjectReader {
    /// Whether an ID can be given to something new: nothing that is here bears it.
    func canTake(_ id: NodeID, _ state: ProjectState) -> Bool {
        id != self.id && !(state.model.nodes[id] != nil && state.memory.isPresent(id)) && state.model.aliases[id] == nil
    }

    /// A name for a collection's folder, made of a text that may come from anywhere.
    func collectionName(_ text: String) throws(ShedError) -> Name {
        let name = RecordNaming.folderName(text)
        guard let name, !isReservedName(name) else {
            throw ShedError(.usage, .impossibleName(name: EscapedText.escape(Array(text.utf8)), what: "a collection"), remedy: .giveNameOption)
        }
        return name
    }

    /// Whether a root folder of that name would not be a collection: Trash, Rejected, in any language.
    private func isReservedName(_ name: Name) -> Bool {
        template.role(named: name) != nil || home.rejectedNames.contains { FoldKey($0) == FoldKey(name) }
    }
}
