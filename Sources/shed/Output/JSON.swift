import ShedEngine
import ShedModel
import ShedRules

/// Builds the shapes of Documentation/JSON.md, member by member in their order.
struct JSONBuilder {
    private var members: [JSONObject.Member] = []

    mutating func add(_ key: String, _ value: JSONValue) { members.append(JSONObject.Member(key, value)) }

    mutating func add(_ key: String, _ id: NodeID?) { add(key, JSONValue(id?.description)) }

    /// A name or path; one that is not UTF-8 is shown escaped and gets a twin with its bytes.
    mutating func add(_ key: String, bytes: [UInt8]?) {
        guard let bytes else { return add(key, .null) }
        if let text = String(validating: bytes, as: UTF8.self) { return add(key, .string(text)) }
        add(key, .string(EscapedText.escape(bytes)))
        add(key + "Bytes", .string(Base64.encode(bytes)))
    }

    mutating func add(_ key: String, _ path: RelativePath?) { add(key, bytes: path?.bytes) }

    /// Milliseconds since 1970, as RFC 3339 in UTC.
    mutating func add(_ key: String, time: Int64?) { add(key, JSONValue(time.map(Timestamp.text))) }

    var value: JSONValue { .object(JSONObject(members)) }
}

extension NodeView {
    /// The shape of `show --json`.
    var json: JSONValue { builder.value }

    /// The same with `children`, of which the deepest have none: the shape of `tree --json`.
    var treeJSON: JSONValue {
        var object = builder
        object.add("children", .array(children.map(\.treeJSON)))
        return object.value
    }

    private var builder: JSONBuilder {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("kind", .string(type.rawValue))
        object.add("path", bytes: path.isRoot ? [UInt8(ascii: ".")] : path.bytes)
        object.add("name", bytes: name.bytes)
        object.add("parent", parent)
        object.add("role", JSONValue(role?.rawValue))
        object.add("symbol", JSONValue(symbol))
        object.add("section", JSONValue(section))
        object.add("accepts", JSONValue(accepts?.rawValue))
        object.add("created", time: created == 0 ? nil : created / 1_000_000)
        object.add("modified", time: modified / 1_000_000)
        object.add("tags", .array(tags.map { .string($0.title) }))
        object.add("variables", .object(JSONObject(values.map { .init($0.variable.name, $0.value.json) })))
        object.add("counts", ["files": .integer(Int64(files)), "folders": .integer(Int64(folders))])
        if type == .project {
            object.add("projectKind", JSONValue(projectKind))
            object.add("details", JSONValue(details))
        }
        return object
    }
}

extension Change {
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("change", .string(kind.rawValue))
        object.add("id", id)
        object.add("path", path)
        object.add("from", from)
        return object.value
    }
}

extension Finding {
    var json: JSONValue { builder.value }

    /// The members in their order, to be added to.
    var builder: JSONBuilder {
        var object = JSONBuilder()
        object.add("rule", .string(rule))
        object.add("severity", .string(severity.rawValue))
        object.add("path", bytes: path.isRoot ? [UInt8(ascii: ".")] : path.bytes)
        object.add("line", line.map { .integer(Int64($0)) } ?? .null)
        object.add("column", column.map { .integer(Int64($0)) } ?? .null)
        object.add("message", .string(message))
        object.add("id", id)
        object.add("help", .string(help))
        object.add("fixable", .bool(isFixable))
        return object
    }
}

/// One line of `rejected` in `status --json` and `sync --json`.
func rejectedJSON(path: RelativePath, origin: RelativePath, rule: String, time: Int64) -> JSONValue {
    var object = JSONBuilder()
    object.add("path", path)
    object.add("origin", origin)
    object.add("rule", .string(rule))
    object.add("time", time: time)
    return object.value
}
