import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// What became of a record's file, or would.
public struct ChangedRecord: Sendable {
    public var id: NodeID
    public var path: RelativePath
    public var collection: NodeID
    public var before: Record
    public var after: Record

    public var isChanged: Bool { before != after }
}

extension ProjectState {
    /// The record that stands at the first of some paths at which one does, each with or without `.json`.
    fileprivate func record(among paths: [RelativePath]) -> NodeID? {
        let candidates = paths.flatMap { path in
            [path, path.last.map { path.parent.appending(Name(bytes: $0.bytes + Array(".json".utf8))) }].compactMap { $0 }
        }
        return candidates.lazy.compactMap { node(at: $0) }.first { model.nodes[$0]?.type == .record && stands($0) }
    }
}

extension Reading {
    /// The path of the record that one of some paths means, with or without `.json`; `nil` where there is none.
    func place(ofRecord paths: [RelativePath]) throws(ShedError) -> RelativePath? {
        let state = try load()
        return state.record(among: paths).flatMap { state.model.path(of: $0) }
    }

    /// The record that a person means: a path, with or without `.json`, or an ID.
    public func record(_ path: RelativePath, id: NodeID?) throws(ShedError) -> FoundRecord {
        try requireCollections()
        let state = try load()
        guard let id = state.record(among: [path]) ?? id.map(state.model.resolve), let node = state.model.nodes[id], node.type == .record, state.stands(id),
            let place = node.place, let path = state.model.path(of: id)
        else { throw ShedError(.usage, .noSuchRecord(path: "\(path)"), remedy: .nameRecord) }
        let collection = state.model.resolve(place.parent)
        do throws(DiskError) {
            let file = try RecordFile(place.name, in: root.openDirectory(at: path.parent))
            guard let record = file.record else {
                let last = (try? store.index?.rows([id], in: collection))?[id]?.content.flatMap(Record.init(packed:))
                return FoundRecord(
                    id: id, path: path, collection: collection, record: last ?? Record(), modified: file.evidence.modified / 1_000_000, problem: file.complaint.map { RecordComplaint($0) })
            }
            return FoundRecord(id: id, path: path, collection: collection, record: record, modified: file.evidence.modified / 1_000_000)
        } catch { throw ShedError(error) }
    }

    /// Changes records: all of them or none.
    /// - Returns: what was changed, or would be; records that have what is asked for already among them.
    public func change(
        _ records: [FoundRecord], _ changes: [RecordChange], dryRun: Bool = false, progress: ((Int, Int) -> Void)? = nil
    ) throws(ShedError) -> [ChangedRecord] {
        var result: [ChangedRecord] = []
        var staged = dryRun ? nil : try stageChange()
        do throws(ShedError) {
            for (collection, group) in Dictionary(grouping: records, by: \.collection).sorted(by: { $0.key < $1.key }) {
                let judge = try RecordJudge(self, collection)
                for record in group {
                    result.append(try change(record, changes, judge, &staged))
                    progress?(result.count, records.count)
                }
                try judge.finish()
            }
            if let staged, !staged.isEmpty { try write { transaction throws(ShedError) in try transaction.carryOut(staged) } } else if let staged { discard(staged) }
        } catch {
            if let staged { discard(staged) }
            throw error
        }
        return dryRun ? result : try followingTitles(result)
    }

    /// Gives files the names that their new titles make, where the schema says so. An interruption leaves some under the names
    /// that they had; until all are renamed, nothing else gets those.
    private func followingTitles(_ changed: [ChangedRecord]) throws(ShedError) -> [ChangedRecord] {
        var result = changed
        var schemas: [RelativePath: Schema?] = [:]
        var names: [RelativePath: FreeNames] = [:]
        var renames: [(from: RelativePath, to: RelativePath)] = []
        for position in result.indices where result[position].isChanged {
            let folder = result[position].path.parent
            if schemas[folder] == nil {
                schemas[folder] = .some(try collections().first { $0.path == folder }.flatMap { found throws(ShedError) in try schema(of: found) })
            }
            guard let schema = schemas[folder] ?? nil, schema.followsTitle, let old = result[position].path.last,
                let title = RecordNaming.title(of: result[position].after, schema), title != RecordNaming.title(of: result[position].before, schema),
                let wanted = RecordFileName.name(title: title), wanted != old
            else { continue }
            if names[folder] == nil { names[folder] = FreeNames(besides: try self.names(in: folder)) }
            let name = FoldKey(wanted) == FoldKey(old) ? wanted : names[folder]?.take(wanted, keepsSuffix: true) ?? wanted
            renames.append((result[position].path, folder.appending(name)))
            result[position].path = folder.appending(name)
        }
        if !renames.isEmpty { try project.write { transaction throws(ShedError) in try transaction.rename(renames) } }
        return result
    }

    private func change(
        _ record: FoundRecord, _ changes: [RecordChange], _ judge: RecordJudge, _ staged: inout StagedChange?
    ) throws(ShedError) -> ChangedRecord {
        let folder: DirectoryHandle
        let file: RecordFile
        do throws(DiskError) {
            folder = try root.openDirectory(at: record.path.parent)
            file = try RecordFile(record.name, in: folder)
        } catch { throw ShedError(error) }
        guard let before = file.record else {
            throw ShedError(
                .refused, .isNoRecordNow(path: "\(record.path)", reason: String(file.complaint?.sentence.dropLast() ?? "")), remedy: .mendFileFirst)
        }
        let sorts = judge.schema?.sortsKeys ?? recordsSettings.sortsKeys
        let bytes: [UInt8]
        let after: Record
        do throws(RecordsError) {
            bytes = try RecordText.edit(file.bytes, changes, sorted: sorts ? true : nil)
            after = try RecordText.parse(bytes)
        } catch {
            throw ShedError(.refused, .faultUnchanged(path: "\(record.path)", reason: "\(error)"), remedy: .verbatim(error.remedy))
        }
        if before != after { try judge.require(after, before: before, id: record.id, at: record.path) }
        if bytes != file.bytes {
            do throws(DiskError) {
                try staged?.write(bytes, to: record.path, replacing: (file.evidence, folder), madeOf: ContentHash(of: file.bytes))
            } catch { throw ShedError(error) }
            staged?.note(from: before, to: after)
        }
        return ChangedRecord(id: record.id, path: record.path, collection: record.collection, before: before, after: after)
    }

    /// Replaces the text of a record's file, as an editor left it.
    /// - Parameters:
    ///   - expected: the file as it was when the text was taken from it.
    ///   - old: that text; `nil` where the new one was not made of it.
    public func replace(_ record: FoundRecord, with bytes: [UInt8], expected: Evidence, from old: [UInt8]? = nil, dryRun: Bool = false) throws(ShedError) {
        let judge = try RecordJudge(self, record.collection)
        let after: Record
        do throws(RecordsError) { after = try RecordText.parse(bytes) } catch {
            throw ShedError(.refused, .wouldBeNoRecord(reason: "\(error)"), remedy: .verbatim(error.remedy))
        }
        try judge.require(after, before: record.record, id: record.id, at: record.path)
        try judge.finish()
        if dryRun { return }
        var staged = try stageChange()
        do {
            let folder = try root.openDirectory(at: record.path.parent)
            try staged.write(bytes, to: record.path, replacing: (expected, folder), madeOf: old.map { ContentHash(of: $0) })
            staged.note(from: record.record, to: after)
        } catch {
            discard(staged)
            throw ShedError(error)
        }
        try write { transaction throws(ShedError) in try transaction.carryOut(staged) }
    }

    /// Makes records in a collection: all of them or none. One whose ID is in use gets a new one.
    /// - Parameters:
    ///   - template: of the schema, whose pairs come first.
    ///   - name: the file's, without `.json`; for one record only.
    public func makeRecords(
        _ records: [IdentifiedRecord], in collection: RecordCollection, template: String? = nil, name: String? = nil, dryRun: Bool = false
    ) throws(ShedError) -> [FoundRecord] {
        let judge = try RecordJudge(self, collection.id)
        let state = try load()
        var (names, entered) = (FreeNames(), EnteredFolders())
        do {
            for entry in try root.openDirectory(at: collection.path).list(atMost: 10_000_000) { names.insert(entry.name) }
        } catch { throw ShedError(error) }
        var made: [FoundRecord] = []
        var madeIDs: Set<NodeID> = []
        var staged = dryRun ? nil : try stageChange()
        do throws(ShedError) {
            for item in records {
                let record = try judge.filled(item.record, template: template)
                if let id = item.id, madeIDs.contains(id) {
                    throw ShedError(.refused, .idStandsTwice(id: "\(id)"), remedy: .leaveOutID)
                }
                let id = item.id.flatMap { canTake($0, state) ? $0 : nil } ?? newID()
                let fileName = if let name { try chosenName(name, &names) } else { names.take(RecordNaming.name(of: record, id: id, judge.schema), keepsSuffix: true) }
                let path = collection.path.appending(fileName)
                try isNoIgnoredName(path, .record, &entered)
                try judge.require(record, before: nil, id: id, at: path)
                let bytes = RecordText.encode(record, sorted: judge.schema?.sortsKeys ?? recordsSettings.sortsKeys)
                do throws(RecordsError) { _ = try RecordText.parse(bytes) } catch { throw ShedError(.refused, .faultUnmade(path: "\(path)", reason: "\(error)"), remedy: .verbatim(error.remedy)) }
                do throws(DiskError) { try staged?.write(bytes, to: path) } catch { throw ShedError(error) }
                staged?.assigned[path] = id
                madeIDs.insert(id)
                made.append(FoundRecord(id: id, path: path, collection: collection.id, record: record, modified: surroundings.now()))
            }
            try judge.finish()
            if let staged { try write { transaction throws(ShedError) in try transaction.carryOut(staged) } }
        } catch {
            if let staged { discard(staged) }
            throw error
        }
        return made
    }

    private func chosenName(_ text: String, _ names: inout FreeNames) throws(ShedError) -> Name {
        let plain = Name(text)
        let name = plain.hasSuffix(".json") ? plain : Name(bytes: plain.bytes + Array(".json".utf8))
        guard name.isPossible, !name.isHidden, !BlankName.isBlank(plain), !ControlCharacter.isControlled(name) else {
            throw ShedError(.refused, .impossibleName(name: "\(plain)", what: "a record"), remedy: .namesOfRecords)
        }
        guard !names.isTaken(name) else {
            throw ShedError.refused(by: NameCollision.info, .recordIsThere(name: "\(plain)"), remedy: .chooseOtherName)
        }
        names.insert(name)
        return name
    }
}

extension Record {
    /// The record that bytes of the index are; `nil` for bytes that are none.
    init?(packed bytes: [UInt8]) {
        guard let record = bytes.withUnsafeBytes({ PackedRecord.view($0)?.record() }) else { return nil }
        self = record
    }
}

extension StagedChange {
    /// Says which pairs of a record change.
    fileprivate mutating func note(from before: Record, to after: Record) {
        let old = Dictionary(before.pairs.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
        for pair in after.pairs where old[pair.key] != pair.value { note(part: pair.key) }
        let new = Set(after.pairs.map(\.key))
        for pair in before.pairs where !new.contains(pair.key) { note(part: pair.key) }
    }
}
