import ShedCommand
import ShedProject
import ShedModel
import ShedRecords

extension Record {
    /// The pairs as a JSON object, in their order.
    var json: JSONValue { .object(JSONObject(pairs.map { JSONObject.Member($0.key, .string($0.value)) })) }
}

extension FoundRecord {
    /// The shape of `record show --json`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("path", path)
        object.add("collection", collection)
        object.add("keyValuePairs", record.json)
        if let problem {
            object.add(
                "problem",
                [
                    "rule": .string(problem.rule), "message": .string(problem.message),
                    "line": problem.line.map { .integer(Int64($0)) } ?? .null,
                    "column": problem.column.map { .integer(Int64($0)) } ?? .null,
                ])
        } else {
            object.add("problem", .null)
        }
        return object.value
    }
}

extension ChangedRecord {
    /// The shape of `record set --json`.
    var json: JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("path", path)
        object.add("collection", collection)
        object.add("changed", .bool(isChanged))
        object.add("before", before.json)
        object.add("keyValuePairs", after.json)
        return object.value
    }
}

extension RecordCollection {
    /// The shape of `collection list --json`.
    /// - Parameter count: how many records it has.
    func json(records count: Int) -> JSONValue {
        var object = JSONBuilder()
        object.add("id", id)
        object.add("name", bytes: name.bytes)
        object.add("path", path)
        object.add("records", .integer(Int64(count)))
        return object.value
    }
}
