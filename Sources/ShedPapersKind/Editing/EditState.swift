import ShedModel
import ShedPapers
import ShedProject

/// What people edit of a node: the page that it shows, its tags, its values. As a word it can be handed out, and told
/// later whether the node is still as it was then.
public struct EditState: Hashable, Sendable {
    public var id: NodeID
    public var reference: PageReference?
    public var tags: Set<NodeID>
    public var values: [NodeID: VariableValue]

    public init(_ node: Node, _ model: Model) {
        id = node.id
        reference = node.pageReference.map { PageReference(bundle: model.resolve($0.bundle), number: $0.number) }
        let labels = node.details?.labels ?? NodeLabels()
        tags = Set(model.labels.tags(of: labels).map(\.id))
        values = Dictionary(model.labels.values(of: labels).map { ($0.variable.id, $0.value) }) { first, _ in first }
    }

    /// In bytes; longer words are none of ours.
    private static let longest = 1 << 20

    /// The word: the base64 of a JSON object. Equal states have equal words.
    public var word: String {
        var object = JSONObject([JSONObject.Member("id", .string(id.description))])
        if let reference {
            object["bundle"] = .string(reference.bundle.description)
            object["number"] = .integer(Int64(reference.number))
        }
        if !tags.isEmpty { object["tags"] = .array(tags.sorted().map { .string($0.description) }) }
        if !values.isEmpty {
            object["variables"] = .object(JSONObject(values.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key.description, $0.value.json) }))
        }
        return Base64.encode(JSONValue.object(object).compact)
    }

    /// Reads a word; `nil` for what is none.
    public init?(_ word: String) {
        guard word.utf8.count <= EditState.longest, let bytes = Base64.decode(word), let json = try? JSONParser.parse(bytes),
            let id = json["id"]?.string.flatMap({ NodeID($0) })
        else { return nil }
        self.id = id
        if let bundle = json["bundle"]?.string.flatMap({ NodeID($0) }), let number = json["number"]?.integer.flatMap({ Int(exactly: $0) }) {
            reference = PageReference(bundle: bundle, number: number)
        }
        tags = Set((json["tags"]?.array ?? []).compactMap { $0.string.flatMap { NodeID($0) } })
        values = [:]
        for member in json["variables"]?.object?.members ?? [] {
            if let id = NodeID(member.name), let value = VariableValue(member.value) { values[id] = value }
        }
    }

    /// What is otherwise now, each in a few words; empty where nothing is.
    func changes(since old: EditState, _ model: Model) -> [String] {
        var changes: [String] = []
        if old.reference != reference { changes.append("it showed \(EditState.text(old.reference, model)) and shows \(EditState.text(reference, model))") }
        func title(_ id: NodeID) -> String { ShedError.shown(model.labels.tags[model.labels.resolve(.tag, id)]?.title ?? id.description) }
        changes += tags.subtracting(old.tags).map(title).sorted().map { "the tag “\($0)” was added" }
        changes += old.tags.subtracting(tags).map(title).sorted().map { "the tag “\($0)” was removed" }
        for id in Set(values.keys).union(old.values.keys).sorted() where values[id] != old.values[id] {
            let name = ShedError.shown(model.labels.variables[model.labels.resolve(.variable, id)]?.name ?? id.description)
            func shown(_ value: VariableValue?) -> String { value.map { ShedError.shown($0.description) } ?? "not set" }
            changes.append("“\(name)” was \(shown(old.values[id])) and is \(shown(values[id]))")
        }
        return changes
    }

    private static func text(_ reference: PageReference?, _ model: Model) -> String {
        guard let reference else { return "nothing" }
        let name = model.nodes[model.resolve(reference.bundle)]?.place?.name ?? Name(reference.bundle.description)
        return "page \(reference.number) of “\(name)”"
    }
}

extension ProjectReader {
    /// The state of a node, as a word for ``Project/edit(_:ifState:_:)``; `nil` where there is no such node.
    public func editState(of id: NodeID) throws(ShedError) -> String? {
        let state = try load()
        return state.model.nodes[state.model.resolve(id)].map { EditState($0, state.model).word }
    }

    fileprivate func requireState(_ word: String, of node: Node, at path: RelativePath) throws(ShedError) {
        guard let wanted = EditState(word) else {
            throw ShedError(.usage, "--if-state: this is no state", remedy: "Give the “state” that “shed show --json” prints, whole.")
        }
        let model = try load().model
        guard model.resolve(wanted.id) == node.id else {
            throw ShedError(.usage, "--if-state: this is the state of something else than \(path)", remedy: "Give the “state” that “shed show --json” prints of it.")
        }
        var now = EditState(node, model)
        now.id = wanted.id
        guard now != wanted else { return }
        let changes = now.changes(since: wanted, model)
        let what = changes.isEmpty ? "" : ": \(changes.joined(separator: "; "))"
        throw ShedError(
            .refused, "\(path) was changed meanwhile, and was left as it is\(what)",
            remedy: "Look at it again, and edit it with its new state.")
    }
}

extension Project {
    /// Edits what stands at a path if nobody changed it since a person looked at it: the lock is held from the comparison
    /// to the end of the edit.
    /// - Parameters:
    ///   - paths: with a state only one.
    ///   - word: of ``ProjectReader/editState(of:)``; `nil`: however it is.
    /// - Throws: ``ShedError`` of kind refused where it is otherwise now, with what changed; then nothing was edited.
    public func edit<Result>(
        _ paths: [RelativePath], ifState word: String?, _ body: (Transaction) throws(ShedError) -> Result
    ) throws(ShedError) -> Result {
        if word != nil, paths.count != 1 {
            throw ShedError(.usage, "--if-state is for one file or folder, and these are \(paths.count)", remedy: "Edit each with its own state.")
        }
        return try write { transaction throws(ShedError) in
            if let word, let path = paths.first { try transaction.requireState(word, of: try transaction.find(path).node, at: path) }
            return try body(transaction)
        }
    }

    /// The same of a page, whether its file is there or not.
    public func edit<Result>(
        page: PapersView.Page, ifState word: String?, _ body: (Transaction) throws(ShedError) -> Result
    ) throws(ShedError) -> Result {
        try writePapers { transaction throws(ShedError) in
            guard let word else { return try body(transaction) }
            let model = try transaction.load().model
            guard let node = model.nodes[model.resolve(page.id)] else { throw ShedError.notFound(page.path) }
            try transaction.requireState(word, of: node, at: page.path)
            return try body(transaction)
        }
    }
}
