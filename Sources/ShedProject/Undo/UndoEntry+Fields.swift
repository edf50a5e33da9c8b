import ShedMessages
import ShedModel

extension UndoEntry {
    /// What was done to what is known of things. What was done to several things counts once.
    private enum FieldDeed: Hashable {
        /// A tag's title.
        case tagged(String)
        case untagged(String)
        /// `variable=value`.
        case valueSet(String)
        case valueUnset(String)
        case allowed(Accepts)
        case excepted(Bool)
        case labelMade(LabelKind, String)
        case labelRenamed(LabelKind, old: String, new: String)
        case labelDeleted(LabelKind, String)
        case labelChanged(LabelKind, String)
        /// The order of what stands in a folder, or has a place there too.
        case ordered(NodeID)
        /// Something has a place in a folder too, or has it no more.
        case linked(NodeID)
        case unlinked(NodeID)
        case changed(UndoneThing.Fact)

        /// The folder that something went out of, of which it was a guest.
        var folder: NodeID? { if case .unlinked(let id) = self { id } else { nil } }

        var isNotOfGuests: Bool {
            switch self {
            case .linked, .unlinked: false
            default: true
            }
        }
    }

    /// What was done to fields, each in a few words, in the order in which it was done.
    /// - Parameter ofGuestsOnly: only what came into folders, or out of them, whose files stand elsewhere.
    func changedFields(_ place: (RelativePath) -> String, _ model: Model, ofGuestsOnly: Bool = false) -> [Message] {
        var order: [FieldDeed] = []
        var things: [FieldDeed: [NodeID]] = [:]
        for case .set(let before, let after) in steps {
            for (deed, id) in UndoEntry.deeds(before, after, model) {
                if things[deed] == nil { order.append(deed) }
                if things[deed]?.last != id { things[deed, default: []].append(id) }
            }
        }
        // That a number of fields follow from one that is named need not be said.
        if order.contains(where: { if case .changed = $0 { false } else { true } }) { order.removeAll { $0 == .changed(.others) || $0 == .changed(.exceptions) } }
        if ofGuestsOnly { order.removeAll(where: \.isNotOfGuests) }
        return order.map { deed in
            let ids = (things[deed] ?? []).named(first: deed.folder.flatMap { first[$0] })
            let path = ids.lazy.compactMap { model.path(of: model.resolve($0)) }.first
            let name = path.flatMap { $0.isRoot ? nil : Message.verbatim(place($0)) } ?? .theProject
            func folder(_ id: NodeID) -> String { model.path(of: model.resolve(id)).flatMap { $0.isRoot ? nil : place($0) } ?? "." }
            let things = Message.thingsDone(count: ids.count, path: name)
            return switch deed {
            case .ordered(let id): .didOrder(path: things, folder: folder(id))
            case .linked(let id): .didPutToo(path: things, folder: folder(id))
            case .unlinked(let id): .didTakeOut(path: things, folder: folder(id))
            default: UndoEntry.words(deed, count: ids.count, name)
            }
        }
    }

    /// - Returns: what was done, and to what.
    private static func deeds(_ before: Operation, _ after: Operation, _ model: Model) -> [(FieldDeed, NodeID)] {
        if let kind = after.label { return labelDeed(kind, before, after, model).map { [($0, after.id)] } ?? [] }
        func name(_ kind: LabelKind, _ id: NodeID) -> String { shown(model.labels.name(of: kind, id) ?? "\(id)") }
        let former = Dictionary(before.set.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        return inOrder(after.set, former).map { field in
            if case .other(let name, let value) = field, let guest = FolderGuests.id(ofField: name) {
                if value == .null { return (.unlinked(after.id), guest) }
                guard case .other(_, let old)? = former[name], old != .null else { return (.linked(after.id), guest) }
                return (.ordered(after.id), guest)
            }
            if UndoneThing.Fact(field) == .order, let parent = model.nodes[model.resolve(after.id)]?.place?.parent { return (.ordered(parent), after.id) }
            let deed: FieldDeed = switch field {
            case .tag(let id, let isOn): isOn ? .tagged(name(.tag, id)) : .untagged(name(.tag, id))
            case .value(let id, let value?): .valueSet("\(name(.variable, id))=\(shown("\(value)"))")
            case .value(let id, nil): .valueUnset(name(.variable, id))
            case .accepts(let accepts?): .allowed(accepts)
            case .exception(let isOne): .excepted(isOne)
            default: .changed(UndoneThing.Fact(field))
            }
            return (deed, after.id)
        }
    }

    /// Fields, of which those of a folder's guests come in the sequence in which these stand there, or stood: they are written down by IDs.
    private static func inOrder(_ fields: [Field], _ former: [String: Field]) -> [Field] {
        func place(_ field: Field) -> String {
            guard case .other(let name, let value) = field, FolderGuests.isField(name) else { return "" }
            if let key = value.string { return key }
            if case .other(_, .string(let key))? = former[name] { return key }
            // Without a place of their own they come last.
            return "~"
        }
        return fields.map { (place($0), $0) }.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    /// What people call a label of which something was done: as it was before, where that is another name than it has now.
    static func name(of kind: LabelKind, _ before: Operation, _ after: Operation, _ model: Model) -> String {
        for operation in [before, after] {
            for case .other(LabelField.name, .string(let name)) in operation.set where before.set != after.set {
                guard kind == .tag, let title = model.labels.name(of: kind, after.id), let slash = title.firstIndex(of: "/") else { return name }
                return "\(title[...slash])\(name)"
            }
        }
        return model.labels.name(of: kind, after.id) ?? "\(after.id)"
    }

    private static func labelDeed(_ kind: LabelKind, _ before: Operation, _ after: Operation, _ model: Model) -> FieldDeed? {
        func value(_ name: String, _ operation: Operation) -> JSONValue? {
            for case .other(name, let value) in operation.set { return value }
            return nil
        }
        let name = shown(model.labels.name(of: kind, after.id) ?? "\(after.id)")
        if let deleted = value(LabelField.deleted, after) { return deleted == .null ? .labelMade(kind, name) : .labelDeleted(kind, name) }
        if let old = value(LabelField.name, before)?.string, let new = value(LabelField.name, after)?.string {
            return .labelRenamed(kind, old: shown(old), new: shown(new))
        }
        return .labelChanged(kind, name)
    }

    private static func shown(_ text: String) -> String { EscapedText.escape(Array(text.utf8)) }

    private static func words(_ deed: FieldDeed, count: Int, _ name: Message) -> Message {
        let things = Message.thingsDone(count: count, path: name)
        return switch deed {
        case .tagged(let tag): .tagged(isDryRun: false, tag: tag, path: things)
        case .untagged(let tag): .untagged(isDryRun: false, tag: tag, path: things)
        case .valueSet(let value): .valueSet(isDryRun: false, value: value, path: things)
        case .valueUnset(let variable): .valueUnset(isDryRun: false, variable: variable, path: things)
        case .allowed(let accepts): .didAllow(path: things, what: .acceptedSort(what: accepts.rawValue))
        case .excepted(let isOne): .didExcept(count: count, isOne: isOne, path: name)
        case .labelMade(let kind, let name): .labelMade(sort: sort(kind), name: name)
        case .labelRenamed(let kind, let old, let new): .labelRenamed(sort: sort(kind), old: old, new: new)
        case .labelDeleted(let kind, let name): .labelDeleted(sort: sort(kind), name: name)
        case .labelChanged(let kind, let name): .labelChanged(sort: sort(kind), name: name)
        case .ordered, .linked, .unlinked: .nothing
        case .changed(let fact): .didChange(count: count, path: name, what: UndoneThing.Fact.words([fact]))
        }
    }

    /// As messages call it.
    private static func sort(_ kind: LabelKind) -> String { kind == .group ? "group" : kind.rawValue }
}

extension [NodeID] {
    /// The same, with one of them in front.
    fileprivate func named(first id: NodeID?) -> [NodeID] {
        guard let id, let position = firstIndex(of: id) else { return self }
        return [id] + self[..<position] + self[(position + 1)...]
    }
}

extension LabelBook {
    /// What people call a label, also one that was deleted.
    fileprivate func name(of kind: LabelKind, _ id: NodeID) -> String? {
        let label = resolve(kind, id)
        return (kind == .tag ? tags[label]?.title : nil) ?? records[LabelKey(kind, label)]?.name
    }
}
