import ShedModel

extension Field {
    /// The names of the fields that this version knows.
    static let knownNames: Set<String> = [
        "type", "role", "accepts", "place", "origin", "rejection", "exception", "unexplained", "content", "forgotten",
        "details", "created", "order", "alias",
    ]

    /// Reads a field. One that this version does not know, or whose value it does not understand, comes back as
    /// ``Field/other(_:_:)`` and loses nothing.
    init(name: String, value: JSONValue) {
        self = Field.known(name: name, value: value) ?? .other(name, value)
    }

    private static func known(name: String, value: JSONValue) -> Field? {
        let isNull = value == .null
        return switch name {
        case "type": value.string.flatMap(NodeType.init).map { .type($0) }
        case "role": isNull ? .role(nil) : value.string.flatMap { $0.isEmpty ? nil : .role(Role(rawValue: $0)) }
        case "accepts": isNull ? .accepts(nil) : value.string.flatMap(Accepts.init).map { .accepts($0) }
        case "place": isNull ? .place(nil) : Place(value).map { .place($0) }
        case "origin": isNull ? .origin(nil) : Place(value).map { .origin($0) }
        case "rejection": isNull ? .rejection(nil) : Rejection(value).map { .rejection($0) }
        case "exception": value.bool.map { .exception($0) }
        case "unexplained": isNull ? .unexplained(nil) : value.time.map { .unexplained($0) }
        case "content": isNull ? .content(nil) : ContentRecord(value).map { .content($0) }
        case "forgotten": isNull ? .forgotten(nil) : value.time.map { .forgotten($0) }
        case "details": isNull ? .note(nil) : value.string.map { .note($0) }
        case "created": value.time.map { .created($0) }
        case "order": isNull ? .order(nil) : value.string.flatMap { OrderKey($0) }.map { .order($0) }
        case "alias": value.string.flatMap { NodeID($0) }.map { .alias($0) }
        default: ofLabel(name: name, value: value)
        }
    }

    private static func ofLabel(name: String, value: JSONValue) -> Field? {
        guard let label = LabelField.label(ofField: name) else { return nil }
        switch (label.kind, value) {
        case (.tag, .bool(let has)): return .tag(label.id, has)
        case (.tag, .null): return .tag(label.id, false)
        case (.variable, .null): return .value(label.id, nil)
        case (.variable, _): return VariableValue(value).map { .value(label.id, $0) }
        default: return nil
        }
    }

    /// The value as it stands in a batch, keys sorted at all levels.
    var json: JSONValue {
        switch self {
        case .type(let value): .string(value.rawValue)
        case .role(let value): JSONValue(value?.rawValue)
        case .accepts(let value): JSONValue(value?.rawValue)
        case .place(let value), .origin(let value): value?.json ?? .null
        case .rejection(let value): value?.json ?? .null
        case .exception(let value): .bool(value)
        case .unexplained(let value), .forgotten(let value): value.map { .integer($0) } ?? .null
        case .content(let value): value?.json ?? .null
        case .note(let value): JSONValue(value)
        case .created(let value): .integer(value)
        case .order(let value): JSONValue(value?.description)
        case .alias(let value): .string(value.description)
        case .tag(_, let has): .bool(has)
        case .value(_, let value): value?.json ?? .null
        case .other(_, let value): value.sortedThroughout
        }
    }
}

extension JSONValue {
    /// Milliseconds since 1970, brought into the years 1 to 9999 (``Milliseconds/range``): what others write is no reason to count
    /// beyond what numbers hold.
    var time: Int64? { integer.map(Milliseconds.bounded) }

    /// The same value with the members of every object in the order of their names' bytes.
    var sortedThroughout: JSONValue {
        switch self {
        case .array(let values): .array(values.map(\.sortedThroughout))
        case .object(let object):
            .object(JSONObject(object.sorted.members.map { JSONObject.Member($0.name, $0.value.sortedThroughout) }))
        default: self
        }
    }
}

extension Name {
    /// A string, or `{"b64":…}` for a name that is not UTF-8.
    var json: JSONValue { text.map { .string($0) } ?? ["b64": .string(Base64.encode(bytes))] }

    /// `nil` for what cannot be the name of a node: not one in a directory, or hidden. No batch of ours says that a node
    /// is called `.git` or `.shed`; one that does would have files moved where people do not see them.
    init?(_ json: JSONValue) {
        switch json {
        case .string(let text): self.init(text)
        case .object(let object):
            guard let bytes = object["b64"]?.string.flatMap(Base64.decode) else { return nil }
            self.init(bytes: bytes)
        default: return nil
        }
        guard isPossible, !isHidden else { return nil }
    }
}

extension Place {
    var json: JSONValue { ["name": name.json, "parent": .string(parent.description)] }

    init?(_ json: JSONValue) {
        guard let name = json["name"].flatMap({ Name($0) }), let parent = json["parent"]?.string.flatMap({ NodeID($0) })
        else { return nil }
        self.init(parent: parent, name: name)
    }
}

extension Rejection {
    var json: JSONValue {
        [
            "folder": JSONValue(folder?.description), "known": .bool(known), "origin": .array(origin.names.map(\.json)),
            "rule": .string(rule.raw), "time": .integer(time),
        ]
    }

    init?(_ json: JSONValue) {
        guard let known = json["known"]?.bool, let rule = json["rule"]?.string, let time = json["time"]?.time,
            let origin = json["origin"]?.array
        else { return nil }
        let names = origin.compactMap { Name($0) }
        guard names.count == origin.count else { return nil }
        var folder: NodeID?
        if let value = json["folder"], value != .null {
            guard let id = value.string.flatMap({ NodeID($0) }) else { return nil }
            folder = id
        }
        self.init(rule: ForeignText(rule), origin: RelativePath(names), folder: folder, time: time, known: known)
    }
}

extension ContentRecord {
    var json: JSONValue {
        ["sha256": .string(hash.description), "since": .integer(since), "size": .integer(size)]
    }

    init?(_ json: JSONValue) {
        guard let hash = json["sha256"]?.string.flatMap({ ContentHash($0) }), let size = json["size"]?.integer, size >= 0,
            let since = json["since"]?.time
        else { return nil }
        self.init(hash: hash, size: size, since: since)
    }
}
