import ShedMessages
import ShedModel

extension ProjectReader {
    /// The project's tags, groups and variables.
    public func labels() throws(ShedError) -> LabelBook { try load().model.labels }

    /// How many nodes that are here have each tag, and each variable; by the labels' IDs.
    public func uses() throws(ShedError) -> [LabelKey: Int] {
        let state = try load()
        var uses: [LabelKey: Int] = [:]
        for id in state.model.detailed where id == self.id || state.memory.isPresent(id) {
            guard let labels = state.model.nodes[id]?.details?.labels, !labels.isEmpty else { continue }
            for tag in Set(labels.tags.map { state.model.labels.resolve(.tag, $0) }) { uses[LabelKey(.tag, tag), default: 0] += 1 }
            for variable in Set(labels.values.keys.map { state.model.labels.resolve(.variable, $0) }) {
                uses[LabelKey(.variable, variable), default: 0] += 1
            }
        }
        return uses
    }

}

extension Transaction {
    /// What is to be done about labels, and how the history says it.
    struct LabelEdit {
        var operations: [Operation] = []
        /// What was done, each thing in a clause.
        var deeds: [Message] = []

        mutating func set(_ key: LabelKey, _ fields: [(String, JSONValue)], _ deed: Message?) {
            operations.append(Operation(key.id, fields.map { .other($0.0, $0.1) }, label: key.kind))
            if let deed { deeds.append(deed) }
        }
    }

    /// Plans an edit of labels and commits it.
    func edit<Value>(dryRun: Bool, _ body: (LabelBook, inout LabelEdit) throws(ShedError) -> Value) throws(ShedError) -> Value {
        let labels = try load().model.labels
        var edit = LabelEdit()
        let value = try body(labels, &edit)
        guard !dryRun, !edit.operations.isEmpty else { return value }
        try commit(edit.operations + labels.operationsOfFound(beside: edit.operations))
        record(edit.deeds)
        return value
    }

    /// An ID for a new label.
    /// - Throws: ``ShedError`` while batches are missing, which may hold the label.
    func newLabelID() throws(ShedError) -> NodeID {
        let state = try load()
        if let reason = state.incomplete.first {
            throw ShedError(.environment, .nothingNewYet(reason: "\(reason)"), remedy: .letSyncFinish)
        }
        return newID()
    }

    /// - Throws: ``ShedError`` for a name that cannot be written again.
    func requireName(_ name: String, _ kind: LabelKind) throws(ShedError) {
        guard let complaint = LabelName.complaint(about: name, kind: kind) else { return }
        throw ShedError(
            .usage, .impossibleLabel(sort: kind.sort, name: ShedError.shown(name), complaint: complaint.words), remedy: .chooseOtherName)
    }

    /// - Throws: ``ShedError`` for a scope that this kind of project does not have.
    func requireScope(_ scope: LabelScope) throws(ShedError) {
        let offered = home.module?.labelScopes ?? LabelScope.general
        guard !offered.contains(scope) else { return }
        throw ShedError(
            .usage, .noSuchScope(kind: "\(home.kindName)", scope: ShedError.shown(scope.rawValue)),
            remedy: .scopesAre(scopes: offered.map(\.rawValue).joined(separator: ", ")))
    }

}

extension LabelKind {
    /// As messages have it.
    var sort: String { self == .group ? "group" : rawValue }
}

extension LabelName.Complaint {
    /// For people.
    var words: Message {
        switch self {
        case .empty: .nameIsEmpty
        case .tooLong: .nameIsTooLong(bytes: LabelName.longest)
        case .blank: .nameIsBlank
        case .controlled: .nameIsControlled
        case .blankEnds: .nameHasBlankEnds
        case .slash: .nameHasSlash
        case .comparison: .nameHasComparison(signs: "= < > !")
        }
    }
}

extension LabelBook {
    /// What writes down for good that labels of the same name are one. The options of a variable become those that all of
    /// its names had.
    func operationsOfFound(beside operations: [Operation]) -> [Operation] {
        var set: Set<LabelKey> = []
        for operation in operations where operation.set.contains(where: { $0.name == LabelField.options }) {
            if let kind = operation.label { set.insert(LabelKey(kind, operation.id)) }
        }
        var result: [Operation] = []
        for (key, target) in found.sorted(by: { $0.key < $1.key }) {
            result.append(Operation(key.id, [.other(LabelField.alias, .string(target.description))], label: key.kind))
            guard key.kind == .variable, let variable = variables[target], variable.type == .list,
                set.insert(LabelKey(.variable, target)).inserted
            else { continue }
            result.append(Operation(target, [.other(LabelField.options, .array(variable.options.map { .string($0) }))], label: .variable))
        }
        return result
    }
}
