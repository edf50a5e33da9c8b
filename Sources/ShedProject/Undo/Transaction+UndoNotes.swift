import ShedDisk
import ShedMessages
import ShedModel
import ShedReconcile
import ShedSidecar

extension ProjectReader {
    /// So many bytes of what files hold that are replaced now are kept for `undo`, all together; of what is replaced beyond, nothing is.
    package var roomForUndo: Int64 { project.undo.roomLeft }
}

/// What a transaction writes down before it does it, so that it can be taken back (``UndoJournal``).
extension Transaction {
    /// Something that is about to be moved within the project.
    struct UndoMove: Hashable {
        var from: RelativePath
        var to: RelativePath
    }

    /// Writes down moves before the first is made; ``relocate(_:to:expecting:makingParents:as:)`` does so for one that was not.
    func noteUndo(_ moves: [(node: NodeID?, from: RelativePath, to: RelativePath, identity: FileIdentity?)]) throws(DiskError) {
        // What comes out of a hidden folder is of shed's own making, and noted where it was made.
        let rejected = follows ? try? folder(with: .rejected) : nil
        // What a kind puts back it would put back again; what it puts aside is where a person did not put it.
        let moves = moves.filter { move in
            !move.from.isHidden && !move.to.isHidden && (!follows || rejected.map { move.to.isInside($0) } ?? false)
        }
        guard isWriting, !moves.isEmpty else { return }
        let state = store.state
        var sketcher = MovedFileSketcher(root)
        let noted = try project.undo.note(moves.map { move in
            .moved(.init(
                node: move.node ?? state?.node(at: move.from),
                file: .init(identity: move.identity, sketch: project.undo.mayRead() ? sketcher.sketch(at: move.from) : nil), from: move.from,
                folder: state?.node(at: move.from.parent), to: move.to))
        })
        for (move, step) in zip(moves, noted) { notedMoves[UndoMove(from: move.from, to: move.to)] = step }
    }

    /// Moves that were written down are made, or failed. What was not even tried, since another one failed before it, was not done.
    func endNotedMoves() {
        guard !notedMoves.isEmpty else { return }
        project.undo.retract(Array(notedMoves.values))
        notedMoves = [:]
    }

    /// Whether what is done is no deed of its own: what a kind makes, numbers or keeps of files after it was asked to look at them
    /// follows from what a person did.
    private var follows: Bool { isSettling }

    /// Does what a person has done by hand and a kind takes up while it settles: it is a deed of its own, and can be taken back.
    package func takeUpDeed<Result>(_ body: () throws(ShedError) -> Result) throws(ShedError) -> Result {
        let settles = isSettling
        isSettling = false
        defer { isSettling = settles }
        return try body()
    }

    /// Writes down new names in one folder before the first is given.
    func noteUndo(_ changes: [NameChange], in folder: RelativePath) throws(DiskError) -> [NotedStep] {
        guard !changes.isEmpty, !follows else { return [] }
        return try project.undo.note([.renamed(.init(path: folder, folder: store.state?.node(at: folder), changes: changes))])
    }

    /// Writes down that an empty folder is about to go.
    private func noteUndo(removing folder: RelativePath, _ id: NodeID?) throws(DiskError) -> [NotedStep] { try project.undo.note([.removed(folder, id)]) }

    /// Removes an empty folder, after that was written down.
    func removeEmptyFolder(_ folder: RelativePath, _ id: NodeID?) throws(DiskError) {
        guard let name = folder.last else { return }
        let noted = try noteUndo(removing: folder, id)
        project.undo.markRemoval()
        do throws(DiskError) {
            let parent = try root.openDirectory(at: folder.parent)
            takeIcon(outOf: name, in: parent)
            try parent.removeDirectory(name)
            Interruption.point("folder-removed")
        } catch {
            if error.isFromBefore || (try? root.openDirectory(at: folder)) != nil { project.undo.retract(noted) }
            throw error
        }
    }

    /// Writes down what a change of several files is about to put into the project and say in the sidecar, and keeps what is
    /// replaced by it. What is said of nodes that come with it needs no word: they go whole, and keep what is known of them.
    /// - Returns: of how many files nothing is kept, since there is no room for it.
    func noteUndo(of change: StagedChange) throws(DiskError) -> Int {
        notedChange = []
        if follows {
            // Put back, it would be refused again: so that nobody takes what was done before for the last that was done.
            if change.entries.contains(where: { $0.replaced != nil && $0.rejecting != nil }) { notedChange = try project.undo.note([.final(.init(.putBackOwn))]) }
            return 0
        }
        let state = store.state
        // What goes to Rejected is kept there, but for what is to come back. Folder by folder, so that few are open at a time.
        let replaced = change.entries.indices.filter { change.entries[$0].replaced != nil && (change.entries[$0].rejecting == nil || change.entries[$0].isKept) }
            .sorted { change.entries[$0].target < change.entries[$1].target }
        let files = replaced.compactMap { position in change.entries[position].replaced.map { (path: change.entries[position].target, evidence: $0) } }
        let contents = try Dictionary(zip(replaced, project.undo.keep(files, below: root)), uniquingKeysWith: { $1 })
        var steps: [UndoStep] = []
        var parts = change.parts
        for (position, entry) in change.entries.enumerated() {
            if let replaced = entry.replaced {
                defer { parts = [] }
                steps.append(.replaced(.init(
                    node: state?.node(at: entry.target), path: entry.target, old: replaced.identity, mode: replaced.mode & 0o777, new: entry.identity,
                    written: entry.written, hash: contentHash(entry, in: change.folder.directory), contents: contents[position] ?? nil, isRejected: entry.rejecting != nil, parts: parts)))
            } else {
                steps += try made(entry, in: change.folder.directory).map { bringing($0, change.assigned, state) }
            }
        }
        if let state { steps += fieldSteps(change.operations, .everything, in: state) }
        notedChange = try project.undo.note(steps, saying: change.words)
        return replaced.count { position in
            contents[position].flatMap(\.self) == nil && !change.derived.contains(change.entries[position].target)
        }
    }

    /// Says with a folder that comes which ID is new with it.
    private func bringing(_ step: UndoStep, _ assigned: [RelativePath: NodeID], _ state: ProjectState?) -> UndoStep {
        guard case .made(var made) = step, made.isFolder, let id = assigned[made.path], let model = state?.model, model.nodes[model.resolve(id)] == nil
        else { return step }
        made.brings = id
        return .made(made)
    }

    /// Of a file of more bytes than this it is not read what it holds.
    private static let mostHashed: Int64 = 16 << 20

    /// What a staged file holds: shed may put the same into its place again one day, as another file.
    private func contentHash(_ entry: StagedEntry, in staging: DirectoryHandle) -> ContentHash? {
        if let hash = entry.hash { return hash }
        guard let written = entry.written, written.size <= Transaction.mostHashed else { return nil }
        return try? staging.hash(entry.name, expecting: nil)
    }

    /// Writes down how the files stand in their places that a change has put there, so that a later edit is told from them also where
    /// somebody gave it their time. Need not be durable, nor be written.
    func notePlaced(_ change: StagedChange) {
        guard !notedChange.isEmpty else { return }
        var files: [PlacedFile] = []
        var open: (path: RelativePath, folder: DirectoryHandle)?
        for entry in change.entries where entry.written != nil {
            guard let name = entry.target.last,
                let folder = open?.path == entry.target.parent ? open?.folder : try? root.openDirectory(at: entry.target.parent)
            else { continue }
            open = (entry.target.parent, folder)
            // What is not as it was written any more is somebody's edit already.
            guard let there = try? folder.evidence(of: name), entry.isUntouched(there) else { continue }
            files.append(PlacedFile(identity: there.identity, changed: there.changed))
        }
        project.undo.notePlaced(files)
    }

    /// Nothing was done of the change that was written down last.
    func retractChange() {
        project.undo.retract(notedChange)
        notedChange = []
    }

    /// A folder comes behind what is in it.
    private func made(_ entry: StagedEntry, in staging: DirectoryHandle) throws(DiskError) -> [UndoStep] {
        let now = surroundings.now()
        let inside = entry.written == nil ? try made(in: staging.openDirectory(entry.name), at: entry.target, now) : []
        let made = UndoStep.Made(
            path: entry.target, isFolder: entry.written == nil, identity: entry.identity, written: entry.written, time: now, hash: entry.hash)
        return inside + [.made(made)]
    }

    /// What comes along in a staged folder, and in folders in it.
    private func made(in folder: DirectoryHandle, at path: RelativePath, _ now: Int64) throws(DiskError) -> [UndoStep] {
        var steps: [UndoStep] = []
        for (name, kind, _) in try folder.list(atMost: 10_000_000) where kind == .file || kind == .directory {
            guard let evidence = try folder.evidence(of: name) else { continue }
            let isFolder = kind == .directory
            if isFolder { steps += try made(in: folder.openDirectory(name), at: path.appending(name), now) }
            let written = isFolder ? nil : WriteStamp(evidence)
            steps.append(.made(.init(path: path.appending(name), isFolder: isFolder, identity: evidence.identity, written: written, time: now)))
        }
        return steps
    }

    /// Makes a folder or file of shed's own accord or a person's, after that was written down.
    /// - Parameter content: of a file.
    package func make(_ type: NodeType, at path: RelativePath, content: [UInt8] = []) throws(DiskError) {
        guard let name = path.last, isWriting else { throw DiskError(errno: 22, action: "make", path: "\(path)") }
        let directory = try root.openDirectory(at: path.parent)
        var made = UndoStep.Made(path: path, isFolder: type.isDirectory, time: surroundings.now())
        let noted = follows ? [] : try project.undo.note([.made(made)])
        do throws(DiskError) {
            if type.isDirectory { try directory.makeDirectory(name) } else { try directory.write(name, content, replacing: false) }
        } catch {
            if error.isFromBefore || !mayStand(at: path, nil) { project.undo.retract(noted) }
            throw error
        }
        Interruption.point("made")
        guard let evidence = try directory.evidence(of: name) else { return }
        made.identity = evidence.identity
        if !type.isDirectory {
            made.written = .init(size: evidence.size, modified: evidence.modified)
            made.hash = ContentHash(of: content)
            made.changed = evidence.changed
        }
        if !follows { try project.undo.note([.made(made)]) }
    }

    /// Writes down that something is about to be done that cannot be taken back.
    /// - Parameter words: what, in a clause without a full stop.
    package func noteFinal(_ words: Message) throws(ShedError) { _ = try noteFinalStep(words) }

    /// The same, where it may turn out that nothing of it was done.
    /// - Parameter name: that the project is given by it.
    func noteFinalStep(_ words: Message, naming name: Name? = nil) throws(ShedError) -> [NotedStep] {
        var deed = UndoStep.Final(words)
        deed.name = name
        return try noteFinalSteps([deed])
    }

    /// Does something that cannot be taken back and stands in the sidecar, after that was written down. Where nothing came into the
    /// sidecar, as on a disk that is full, it was not done.
    func saying(final deeds: [Message], _ body: () throws(ShedError) -> Void) throws(ShedError) {
        let noted = try noteFinalSteps(deeds.map { UndoStep.Final($0) })
        let before = writtenBatches
        do throws(ShedError) { try body() } catch {
            if writtenBatches == before { project.undo.retract(noted) }
            throw error
        }
    }

    private func noteFinalSteps(_ deeds: [UndoStep.Final]) throws(ShedError) -> [NotedStep] {
        try requireWriting()
        do throws(DiskError) { return try project.undo.note(deeds.map { .final($0) }) } catch { throw ShedError.unnoted(error) }
    }

    // MARK: Fields

    /// Which fields of a batch are somebody's doing, and not only what was found on disk.
    enum UndoScope {
        case nothing
        /// All but places and the like, which follow from the disk.
        case everything
        /// Of these nodes, what follows from where a verb has put them.
        case placement(Set<NodeID>)
    }

    private func fieldSteps(_ operations: [Operation], _ scope: UndoScope, in state: ProjectState) -> [UndoStep] {
        let now = surroundings.now()
        return operations.compactMap { operation in
            if case .placement(let ids) = scope, !ids.contains(operation.id) { return nil }
            return operation.label == nil ? operation.undoStep(state.model, scope) : operation.labelUndoStep(state.model.labels, at: now)
        }
    }

    /// Writes down what fields were, before they are set.
    /// - Parameter words: what is done by that, for who lists it.
    /// - Returns: what was written down of each node or label.
    func noteUndo(
        _ operations: [Operation], _ scope: UndoScope, saying words: Message? = nil, in state: ProjectState
    ) throws(ShedError) -> [NodeID: [NotedStep]] {
        if case .nothing = scope { return [:] }
        if follows { return [:] }
        let steps = fieldSteps(operations, scope, in: state)
        let noted: [NotedStep]
        do throws(DiskError) { noted = try project.undo.note(steps, saying: words) } catch { throw ShedError.unnoted(error) }
        var result: [NodeID: [NotedStep]] = [:]
        for case (.set(_, let after), let step) in zip(steps, noted) { result[after.id, default: []].append(step) }
        return result
    }
}

extension ShedError {
    /// That what is about to be done cannot be written down first.
    static func unnoted(_ error: DiskError) -> ShedError {
        ShedError(.environment, .cannotBeWrittenDown(reason: error.words), remedy: .makeStateWritable)
    }
}

extension RelativePath {
    fileprivate var isHidden: Bool { names.contains(where: \.isHidden) }
}

extension Operation {
    /// `nil` where it changes nothing that could be taken back.
    fileprivate func undoStep(_ model: Model, _ scope: Transaction.UndoScope) -> UndoStep? {
        guard let node = model.nodes[id] else {
            // What is new stands there by exception from its first moment.
            guard self.set.contains(.exception(true)) else { return nil }
            return .set(before: Operation(id, [.exception(false)]), after: Operation(id, [.exception(true)]))
        }
        var before: [Field] = []
        var after: [Field] = []
        // Of a field that is set twice the last value counts.
        for field in Dictionary(self.set.map { ($0.name, $0) }, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }).map(\.value) {
            guard field.canBeUndone(scope), let old = node.value(like: field), old != field else { continue }
            before.append(old)
            after.append(field)
        }
        return before.isEmpty ? nil : .set(before: Operation(id, before), after: Operation(id, after))
    }

    /// The same for one that is on a label.
    fileprivate func labelUndoStep(_ labels: LabelBook, at now: Int64) -> UndoStep? {
        guard let kind = label else { return nil }
        guard let old = labels.records[LabelKey(kind, id)] else {
            // Nothing is ever taken out of the sidecar: a label that was not there before is one that was deleted.
            return .set(
                before: Operation(id, [.other(LabelField.deleted, .integer(now))], label: kind),
                after: Operation(id, [.other(LabelField.deleted, .null)], label: kind))
        }
        var before: [Field] = []
        var after: [Field] = []
        for field in self.set where ![LabelField.alias, LabelField.type].contains(field.name) {
            guard let value = old.value(like: field), value != field else { continue }
            before.append(value)
            after.append(field)
        }
        return before.isEmpty ? nil : .set(before: Operation(id, before, label: kind), after: Operation(id, after, label: kind))
    }
}

extension Field {
    fileprivate func canBeUndone(_ scope: Transaction.UndoScope) -> Bool {
        switch self {
        case .type, .place, .content, .alias, .created: return false
        case .origin, .rejection, .exception, .unexplained, .role, .order: return true
        default:
            if case .placement = scope { return false }
            return true
        }
    }
}

extension Node {
    /// The value that the node has of a field now; `nil` for fields that say what it is.
    func value(like field: Field) -> Field? {
        switch field {
        case .type, .place, .content, .alias, .created: nil
        case .role: .role(role)
        case .accepts: .accepts(accepts)
        case .origin: .origin(details?.origin)
        case .rejection: .rejection(details?.rejection)
        case .exception: .exception(details?.exception ?? false)
        case .unexplained: .unexplained(details?.unexplained)
        case .forgotten: .forgotten(details?.forgotten)
        case .note: .note(details?.note)
        case .order: .order(details?.order)
        case .tag(let id, _): .tag(id, details?.labels.tags.contains(id) ?? false)
        case .value(let id, _): .value(id, details?.labels.values[id])
        case .other(let name, _): .other(name, details?.other[name]?.value ?? .null)
        }
    }
}

extension LabelRecord {
    /// The value that the label has of a field now.
    func value(like field: Field) -> Field? {
        guard case .other(let name, _) = field else { return nil }
        return .other(name, fields[name] ?? .null)
    }
}
