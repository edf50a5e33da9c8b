import ShedModel
import ShedSidecar

extension ExportManifest {
    /// The text: one line for each node, so that what differs between two shows.
    public var bytes: [UInt8] {
        var head = Members()
        head.add("format", .integer(ExportManifest.format))
        head.add("made", .string(Timestamp.text(made)))
        head.add("whole", .bool(isWhole))
        if !isComplete { head.add("complete", .bool(false)) }
        head.add("project", project.json)
        head.add("tagGroups", .array(labels.groups.map(\.json)))
        head.add("tags", .array(labels.tags.map(\.json)))
        head.add("variables", .array(labels.variables.map(\.json)))
        var text: [UInt8] = Array("{\n".utf8)
        for member in head.members {
            JSONValue.string(member.name).append(to: &text)
            text += Array(": ".utf8)
            member.value.append(to: &text)
            text += Array(",\n".utf8)
        }
        ExportManifest.append("nodes", nodes.lazy.map(\.json), to: &text)
        text += Array(",\n".utf8)
        ExportManifest.append("settings", kept.lazy.map(\.json), to: &text)
        if !keptOfNodes.isEmpty {
            text += Array(",\n".utf8)
            ExportManifest.append("settingsOfFolders", keptOfNodes.lazy.map(\.json), to: &text)
        }
        return text + Array("\n}\n".utf8)
    }

    private static func append(_ name: String, _ values: some Sequence<JSONValue>, to text: inout [UInt8]) {
        text += Array("\"\(name)\": [".utf8)
        var isFirst = true
        for value in values {
            text += Array((isFirst ? "\n" : ",\n").utf8)
            value.append(to: &text)
            isFirst = false
        }
        text += Array((isFirst ? "]" : "\n]").utf8)
    }
}

/// The members of an object that is being made.
private struct Members {
    var members: [JSONObject.Member] = []

    mutating func add(_ name: String, _ value: JSONValue?) { if let value { members.append(JSONObject.Member(name, value)) } }

    /// A text of bytes; where these are not UTF-8, escaped, with the bytes in base64 beside it.
    mutating func add(_ name: String, bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) { return add(name, .string(text)) }
        add(name, .string(EscapedText.escape(bytes)))
        add(name + "Bytes", .string(Base64.encode(bytes)))
    }

    mutating func add(_ name: String, time: Int64?) { add(name, time.map { .string(Timestamp.text($0)) }) }

    mutating func add(_ tags: [String], _ values: [ExportedValue]) {
        if !tags.isEmpty { add("tags", .array(tags.map { .string($0) })) }
        if !values.isEmpty { add("variables", .object(JSONObject(values.map { .init($0.variable, $0.value.json) }))) }
    }

    mutating func add(fields: [String: JSONValue]) {
        guard !fields.isEmpty else { return }
        add("fields", .object(JSONObject(fields.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })))
    }

    var value: JSONValue { .object(JSONObject(members)) }
}

extension ExportedProject {
    fileprivate var json: JSONValue {
        var object = Members()
        object.add("id", .string("\(id)"))
        object.add("kind", .string(kind))
        object.add("name", bytes: name.bytes)
        object.add("language", .string(language))
        object.add("details", details.map { .string($0) })
        object.add("created", time: created)
        object.add(tags, values)
        object.add(fields: fields)
        return object.value
    }
}

extension ImportedGroup {
    fileprivate var json: JSONValue {
        var object = Members()
        object.add("id", id.map { .string("\($0)") })
        object.add("name", .string(name))
        return object.value
    }
}

extension ImportedTag {
    fileprivate var json: JSONValue {
        var object = Members()
        object.add("id", id.map { .string("\($0)") })
        object.add("group", title.group.map { .string($0) })
        object.add("name", .string(title.name))
        object.add("colour", colour.map { .string("\($0)") })
        object.add("scope", scope.map { .string($0.rawValue) })
        return object.value
    }
}

extension ImportedVariable {
    fileprivate var json: JSONValue {
        var object = Members()
        object.add("id", id.map { .string("\($0)") })
        object.add("name", .string(name))
        object.add("type", .string(type.rawValue))
        if type == .list { object.add("options", .array(options.map { .string($0) })) }
        object.add("scope", scope.map { .string($0.rawValue) })
        return object.value
    }
}

extension ExportedFile {
    fileprivate var json: JSONValue {
        var object = Members()
        object.add("path", bytes: path.bytes)
        object.add("size", .integer(size))
        object.add("sha256", .string("\(hash)"))
        return object.value
    }
}

extension ExportedVersion {
    fileprivate var json: JSONValue {
        var object = Members()
        object.add("time", time: time)
        object.add("name", name.map { .string($0) })
        object.add("by", actor.map { .string($0) })
        object.add("size", .integer(size))
        object.add("sha256", .string("\(hash)"))
        return object.value
    }
}

extension ExportedNode {
    fileprivate var json: JSONValue {
        var object = Members()
        object.add("id", .string("\(id)"))
        object.add("type", .string(type))
        object.add("path", bytes: path.bytes)
        object.add("parent", parent.map { .string("\($0)") })
        object.add("role", role.map { .string($0.rawValue) })
        object.add("accepts", accepts.map { .string($0.rawValue) })
        object.add("order", order.map { .string("\($0)") })
        object.add(tags, values)
        object.add("created", time: created)
        object.add("modified", time: modified)
        object.add("mode", mode.map { .string(Octal.text($0)) })
        if let content {
            object.add("size", .integer(content.size))
            object.add("sha256", .string("\(content.hash)"))
        }
        if state.isException { object.add("exception", .bool(true)) }
        if let origin = state.origin {
            var place = Members()
            place.add("parent", .string("\(origin.parent)"))
            place.add("name", bytes: origin.name.bytes)
            object.add("origin", place.value)
        }
        object.add("rejection", state.rejection?.exported)
        object.add(fields: fields)
        let (kept, overwritten) = (versions.filter { $0.actor == nil }, versions.filter { $0.actor != nil })
        if !kept.isEmpty { object.add("versions", .array(kept.map(\.json))) }
        if !overwritten.isEmpty { object.add("overwritten", .array(overwritten.map(\.json))) }
        return object.value
    }
}

extension Rejection {
    fileprivate var exported: JSONValue {
        var object = Members()
        object.add("rule", .string(rule.raw))
        object.add("origin", bytes: origin.bytes)
        object.add("folder", folder.map { .string("\($0)") })
        object.add("time", time: time)
        object.add("known", .bool(known))
        return object.value
    }
}
