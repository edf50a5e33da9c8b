import ShedProject
import ShedModel
import ShedRules

extension NodeView {
    /// The shape of `show --json`.
    package var json: JSONValue { builder.value }

    /// How many words it holds.
    package var wordMember: JSONObject.Member { JSONObject.Member("words", counts.words.map { .integer(Int64($0)) } ?? .null) }

    /// The members in their order, to be added to.
    package var builder: JSONBuilder {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("kind", .string(type.rawValue))
        object.add("path", bytes: path.isRoot ? [UInt8(ascii: ".")] : path.bytes)
        object.add("name", bytes: name.bytes)
        object.add("parent", parent)
        object.add("role", JSONValue(role?.rawValue))
        object.add("symbol", JSONValue(symbol))
        object.add("section", JSONValue(section?.raw))
        object.add("accepts", JSONValue(accepts?.rawValue))
        object.add("created", time: times.created == 0 ? nil : times.created / 1_000_000)
        object.add("modified", time: times.modified / 1_000_000)
        if type.showsUpdate { object.add("updated", time: times.updated.map { $0 / 1_000_000 }) }
        object.add("tags", .array(labels.tags.map { .string($0.title) }))
        object.add("variables", .object(JSONObject(labels.values.map { .init($0.variable.name, $0.value.json) })))
        object.add("counts", ["files": .integer(Int64(counts.files)), "folders": .integer(Int64(counts.folders))])
        if let link { object.add("link", link) }
        if type == .project {
            object.add("projectKind", JSONValue(project?.kind.raw))
            object.add("details", JSONValue(project?.details))
        }
        if let emoji = badge.emoji { object.add("emoji", .string(emoji)) }
        if let colour = badge.colour { object.add("color", .string("\(colour)")) }
        return object
    }
}

extension Change {
    package var json: JSONValue {
        var object = JSONBuilder()
        object.add("change", .string(kind.rawValue))
        object.add("id", id)
        object.add("path", path)
        object.add("from", from)
        return object.value
    }
}

extension Finding {
    package var json: JSONValue { builder.value }

    /// The members in their order, to be added to.
    package var builder: JSONBuilder {
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

/// An element of `rejected` in `status --json` and `sync --json`.
package enum RejectedShape {
    package static func json(path: RelativePath, origin: RelativePath, rule: String, time: Int64) -> JSONValue {
        var object = JSONBuilder()
        object.add("path", path)
        object.add("origin", origin)
        object.add("rule", .string(rule))
        object.add("time", time: time)
        return object.value
    }
}

extension Outcome {
    /// The members of `sync --json`, each an array, whose elements are made when it is their turn.
    /// - Parameter now: milliseconds since 1970: when it was done.
    package func members(at now: Int64) -> [(name: String, values: AnySequence<JSONValue>)] {
        // What was taken back is refused no more.
        let back = moves.filter { $0.purpose == .takeBack }.map { Change(.moved, id: $0.node, path: $0.to, from: $0.from, type: .file) }
        let rejected = moves.lazy.filter { $0.purpose != .takeBack }
        let remarks = remarks.isEmpty ? [] : [("remarks", AnySequence(remarks.lazy.map { JSONValue.string($0.english) }))]
        return [
            ("changes", AnySequence((changes + back).lazy.map(\.json))),
            ("rejected", AnySequence(rejected.map { RejectedShape.json(path: $0.to, origin: $0.from, rule: $0.refusal.rule.name, time: now) })),
            ("reports", AnySequence(reports.lazy.map(\.json))),
            ("likely", AnySequence(likely.lazy.map(\.json))),
        ] + remarks
    }
}

extension LikelyPair {
    /// An element of `likely`.
    package var json: JSONValue {
        var object = JSONBuilder()
        object.add("path", path)
        object.add("id", present)
        object.add("missing", missing)
        object.add("from", formerPath)
        object.add("likeness", likeness.map { .integer(Int64($0)) } ?? .null)
        return object.value
    }
}

extension Report {
    /// What is left where it is, and why: an element of `reports`.
    package var json: JSONValue {
        var object = JSONBuilder()
        object.add("path", bytes: path.isRoot ? [UInt8(ascii: ".")] : path.bytes)
        object.add("rule", .string(rule.name))
        object.add("message", .string(message))
        object.add("id", id)
        return object.value
    }
}

extension WatchHealth.Polled {
    /// An element of `polled`.
    package var json: JSONValue {
        var object = JSONBuilder()
        object.add("path", bytes: path.isRoot ? [UInt8(ascii: ".")] : path.bytes)
        object.add("reason", .string(reason))
        return object.value
    }
}
