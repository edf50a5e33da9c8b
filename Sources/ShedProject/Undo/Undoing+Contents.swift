import ShedDisk
import ShedModel
import ShedSidecar

extension Undoing {
    // MARK: What files held

    /// Stages what a file held before.
    mutating func takeBack(_ file: UndoStep.Replacement) throws(ShedError) {
        if try settle(for: [file.path]) { return }
        let state = try state()
        var path = file.path
        if let id = file.node.map(state.model.resolve), state.memory.isPresent(id), let now = state.model.path(of: id) { path = now }
        if path != file.path, try settle(for: [path]) { return }
        guard let name = path.last, let folder = try? transaction.root.openDirectory(at: path.parent), let there = try? folder.evidence(of: name) else {
            return leave(path, transaction.unseen(at: path).map { .failed($0) } ?? .gone, file.node)
        }
        // It was never replaced, or has its content back already.
        if there.identity == file.old || rewritten.contains(there.identity) { return pass(path, .isSoAlready, file.node) }
        guard isAsLeft((there, folder), name, file) else { return leave(path, .changed, file.node) }
        guard let contents = file.contents else {
            return leave(path, file.isRejected ? .inRejected : .notKept, file.node)
        }
        if isHalfKept { return leave(path, .notKept, file.node) }
        if !dryRun, gathered.change == nil {
            gathered.change = try transaction.stageChange()
            gathered.change?.overridesWriters = true
        }
        do throws(DiskError) {
            if !dryRun { try stage(contents, mode: file.mode, to: path, replacing: (there, folder)) }
        } catch {
            return leave(path, .lost(error.words), file.node)
        }
        gathered.rewrite(path, add(UndoneThing(deed: .rewritten, id: file.node, path: path, also: standing(aside: file))))
    }

    /// Whether the entry replaced two files, of which one was too large to be kept. What that held is then what the other holds now, where the
    /// two were exchanged (`resolve`), and stands nowhere else: so both stay as they are.
    private var isHalfKept: Bool {
        let replaced = entry.steps.compactMap { step in if case .replaced(let file) = step { file } else { nil } }
        return replaced.count == 2 && replaced.contains { $0.contents == nil && !$0.isRejected }
    }

    /// Where the file is that was replaced, if it went to Rejected and still lies there as it did.
    private func standing(aside file: UndoStep.Replacement) -> RelativePath? {
        guard let to = file.rejectedTo, let name = to.last, let folder = try? transaction.root.openDirectory(at: to.parent),
            (try? folder.evidence(of: name))?.identity == file.old
        else { return nil }
        return to
    }

    /// Whether a file holds what shed has written: it is that file, as it was written, or another one of the same content, such as
    /// an undo of what was done after it puts there.
    private func isAsLeft(_ there: (evidence: Evidence, directory: DirectoryHandle), _ name: Name, _ file: UndoStep.Replacement) -> Bool {
        let written = WrittenFile(identity: file.new, written: file.written, changed: file.changed, hash: file.hash)
        switch written.likeness(there.evidence, named: name, in: there.directory) {
        case .same, .seemsSame: return true
        // It is written over for good: where nobody knows, it stays.
        case .mayDiffer: return false
        case .differs: break
        }
        guard let hash = file.hash, file.written?.size == there.evidence.size else { return false }
        return (try? there.directory.hash(name, expecting: there.evidence)) == hash
    }

    private mutating func stage(
        _ contents: UndoContents, mode: UInt32, to path: RelativePath, replacing there: (evidence: Evidence, directory: DirectoryHandle)
    ) throws(DiskError) {
        guard let journal = transaction.project.undo.journal else { throw DiskError(.notFound, action: "read", path: "the undo journal") }
        switch contents {
        case .part(let offset, let size):
            let bytes = try UndoWriter.read((offset, size), of: entry.number, in: journal)
            try gathered.change?.write(bytes, to: path, replacing: there)
        case .file(let name):
            guard let kept = try journal.directory()?.openDirectory(UndoJournal.keptName(of: entry.number)).file(name),
                let (folder, count) = gathered.change.map({ ($0.folder, $0.entries.count) })
            else { throw DiskError(.notFound, action: "read", path: journal.path) }
            let copyName = Name("kept-\(count)")
            _ = try folder.copy(kept, as: copyName, for: path, mode: mode)
            try gathered.change?.add(copyName, to: path, replacing: there.evidence)
        }
    }

    /// Gives a file of the sidecar back what it held.
    mutating func takeBack(_ change: UndoStep.SidecarChange) throws(ShedError) {
        let path = change.file.path
        let now: [UInt8]?
        do throws(DiskError) { now = try change.file.read(in: transaction.root) } catch { return leave(path, .unreadable(error.words)) }
        if now == change.before { return pass(path, .isSoAlready) }
        guard now == change.after else { return leave(path, .changed) }
        _ = add(UndoneThing(deed: .rewritten, path: path))
        if !dryRun { try transaction.set(change.file, from: now, to: change.before) }
    }

    // MARK: Fields

    /// Which field of what.
    private struct Key: Hashable {
        var id: NodeID
        var label: LabelKind?
        var field: String
    }

    /// What is to be set, and what is said of it.
    private struct TakenFields {
        var values: [Key: Field] = [:]
        var order: [Key] = []
        var changed: [NodeID: Set<UndoneThing.Fact>] = [:]
        /// The tags, groups and variables among that.
        var labels: [UndoneThing.NamedLabel] = []
        /// What is so already.
        var unchanged: [(position: Int, operation: Operation)] = []
    }

    /// Sets fields to what they were, where they are still as shed left them.
    mutating func takeFieldsBack() throws(ShedError) {
        let state = try state()
        var fields = TakenFields()
        // What is where it was not, has what belongs there.
        let leftNodes = Set(things.filter { $0.deed == .left }.compactMap(\.id))
        let moved = Set(things.filter { $0.deed == .moved }.compactMap(\.id))
        // What holds again what it held, is what it was, wherever it is by now.
        let rewritten = Set(things.filter { $0.deed == .rewritten }.compactMap(\.id))
        for (position, step) in steps.reversed() {
            guard case .set(var before, var after) = step else { continue }
            if leftNodes.contains(after.id) {
                leave(step: position)
                guard rewritten.contains(after.id) else { continue }
                (before, after) = (before.besidesPlace, after.besidesPlace)
            }
            gather(before, after, position, hasMoved: moved.contains(after.id), state, &fields)
        }
        guard !fields.order.isEmpty else { return passFields(fields, state) }
        let told = Set(things.filter(\.isDone).compactMap(\.id))
        for (id, facts) in fields.changed.sorted(by: { $0.key < $1.key }) where state.model.nodes[id] != nil && !told.contains(id) {
            _ = add(UndoneThing(deed: .changed, id: id, path: state.model.path(of: id) ?? .root, facts: facts))
        }
        // Of tags and variables themselves.
        if !things.contains(where: \.isDone) { _ = add(UndoneThing(deed: .changed, path: .root, facts: [.labels], labels: fields.labels)) }
        guard !dryRun else { return }
        try commit(fields.order, fields.values)
    }

    /// - Parameter hasMoved: whether what they are of was moved back just now.
    private mutating func gather(
        _ before: Operation, _ after: Operation, _ position: Int, hasMoved: Bool, _ state: ProjectState, _ fields: inout TakenFields
    ) {
        var others: Set<UndoneThing.Fact> = []
        var isChanged = false
        for (old, new) in zip(before.set, after.set) {
            let key = Key(id: after.id, label: after.label, field: new.name)
            guard let now = fields.values[key] ?? Undoing.value(like: new, of: after, in: state) else { continue }
            // What was moved back got this by its place just now.
            let isOurs = hasMoved && after.label == nil && new.followsFromPlace
            if isOurs && new.isKeptOnMoving || Undoing.isSame(now, new, after) {
                if fields.values.updateValue(old, forKey: key) == nil { fields.order.append(key) }
                fields.changed[after.id, default: []].formUnion(UndoneThing.Fact.of(after))
                isChanged = true
            } else if !isOurs, !Undoing.isSame(now, old, after) {
                others.formUnion(after.label == nil ? [UndoneThing.Fact(new)] : [.labels])
            }
        }
        let label = after.label.map { UndoneThing.NamedLabel(kind: $0, name: UndoEntry.name(of: $0, before, after, state.model)) }
        if isChanged, let label, !fields.labels.contains(label) { fields.labels.append(label) }
        if !others.isEmpty {
            leave(step: position)
            _ = add(UndoneThing(
                deed: .left, id: after.id, path: state.model.path(of: after.id) ?? .root, facts: others, labels: label.map { [$0] } ?? [],
                obstacle: .factsChanged, step: position))
        } else if !isChanged {
            fields.unchanged.append((position, after))
        }
    }

    /// That it is so already is worth a word where nothing else is.
    private mutating func passFields(_ fields: TakenFields, _ state: ProjectState) {
        guard things.isEmpty else { return }
        for (position, operation) in fields.unchanged {
            let label = operation.label.map { UndoneThing.NamedLabel(kind: $0, name: UndoEntry.name(of: $0, operation, operation, state.model)) }
            _ = add(UndoneThing(
                deed: .already, id: operation.id, path: state.model.path(of: operation.id) ?? .root, facts: Set(UndoneThing.Fact.of(operation)),
                labels: label.map { [$0] } ?? [], obstacle: .isSoAlready, step: position))
        }
    }

    private mutating func commit(_ order: [Key], _ values: [Key: Field]) throws(ShedError) {
        // Nobody else holds the model, so that it is changed where it is.
        forget()
        var operations: [Operation] = []
        var positions: [Key: Int] = [:]
        for key in order {
            guard let value = values[key] else { continue }
            let whole = Key(id: key.id, label: key.label, field: "")
            if let position = positions[whole] { operations[position].set.append(value) } else {
                positions[whole] = operations.count
                operations.append(Operation(key.id, [value], label: key.label))
            }
        }
        try transaction.commit(operations)
        // What a folder accepts decides about what lies in it. No event tells a daemon of this.
        let changed = operations.filter { $0.set.contains { $0.name == Field.accepts(nil).name } }
        let model = try changed.isEmpty ? nil : state().model
        let folders = changed.compactMap { model?.path(of: $0.id) }
        forget()
        guard !folders.isEmpty else { return }
        try transaction.walk(.afterVerb(.init(scope: transaction.project.changeSource == nil ? .changed : .directories(Set(folders)))))
    }

    private static func value(like field: Field, of operation: Operation, in state: ProjectState) -> Field? {
        guard let kind = operation.label else { return state.model.nodes[operation.id]?.value(like: field) }
        return state.model.labels.records[LabelKey(kind, operation.id)]?.value(like: field)
    }

    /// Whether two values are written the same in the sidecar.
    private static func isSame(_ left: Field, _ right: Field, _ operation: Operation) -> Bool {
        left == right || Operation(operation.id, [left], label: operation.label).json == Operation(operation.id, [right], label: operation.label).json
    }
}

extension Operation {
    /// Without what follows from where its node stands.
    fileprivate var besidesPlace: Operation { Operation(id, label == nil ? set.filter { !$0.followsFromPlace } : set, label: label) }
}

extension Field {
    /// Whether it is set by putting something where it stands.
    fileprivate var followsFromPlace: Bool {
        switch self {
        case .order, .origin, .rejection, .exception, .unexplained: true
        default: false
        }
    }

    /// Whether what it was before counts and not what the way back has set.
    fileprivate var isKeptOnMoving: Bool {
        switch self {
        case .order, .origin: true
        default: false
        }
    }
}
