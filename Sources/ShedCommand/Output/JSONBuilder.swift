import ShedProject
import ShedModel

/// Builds the shapes of Documentation/JSON.md, member by member in their order.
package struct JSONBuilder {
    package private(set) var members: [JSONObject.Member] = []

    package init() {}

    package mutating func add(_ member: JSONObject.Member) { members.append(member) }

    package mutating func add(_ key: String, _ value: JSONValue) { members.append(JSONObject.Member(key, value)) }

    package mutating func add(_ key: String, _ id: NodeID?) { add(key, JSONValue(id?.description)) }

    /// A name or path; one that is not UTF-8 is shown escaped and gets a twin with its bytes.
    package mutating func add(_ key: String, bytes: [UInt8]?) {
        guard let bytes else { return add(key, .null) }
        if let text = String(validating: bytes, as: UTF8.self) { return add(key, .string(text)) }
        add(key, .string(EscapedText.escape(bytes)))
        add(key + "Bytes", .string(Base64.encode(bytes)))
    }

    package mutating func add(_ key: String, _ path: RelativePath?) { add(key, bytes: path?.bytes) }

    /// Milliseconds since 1970, as RFC 3339 in UTC.
    package mutating func add(_ key: String, time: Int64?) { add(key, JSONValue(time.map(Timestamp.text))) }

    package var value: JSONValue { .object(JSONObject(members)) }
}
