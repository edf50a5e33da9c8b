import ShedProject
import ShedModel

extension TagGroup {
    /// The shape of `taggroup list --json`.
    package func json(tags: [Tag]) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("name", .string(name))
        object.add("tags", .array(tags.filter { $0.group == id }.map { .string($0.title) }))
        object.add("created", time: created)
        object.add("updated", time: updated)
        return object.value
    }
}

extension Tag {
    /// The shape of `tag list --json`.
    /// - Parameter count: how many nodes have it.
    package func json(count: Int) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("name", .string(name))
        object.add("group", JSONValue(groupName))
        object.add("title", .string(title))
        object.add("colour", JSONValue(colour?.description))
        object.add("scope", .string(scope.rawValue))
        object.add("count", .integer(Int64(count)))
        object.add("created", time: created)
        object.add("updated", time: updated)
        return object.value
    }

    /// The name of its group, as the title says it.
    private var groupName: String? { group == nil ? nil : String(title.dropLast(name.count + 1)) }
}

extension Variable {
    /// The shape of `var list --json`.
    /// - Parameter count: how many nodes have a value of it.
    package func json(count: Int) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("name", .string(name))
        object.add("type", .string(type.rawValue))
        object.add("options", type == .list ? .array(options.map { .string($0) }) : .null)
        object.add("scope", .string(scope.rawValue))
        object.add("count", .integer(Int64(count)))
        object.add("created", time: created)
        object.add("updated", time: updated)
        return object.value
    }
}

extension Labelling {
    package var json: JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("path", bytes: path.isRoot ? [UInt8(ascii: ".")] : path.bytes)
        object.add("changed", .bool(isChanged))
        return object.value
    }
}

extension Style {
    /// A text of a label, safe to show: other devices may have written it.
    package func label(_ text: String) -> String { EscapedText.escape(Array(text.utf8)) }
}
