/// What the project's node says of the devices that write into it: fields of it, two for each replica (Documentation/Sidecar.md).
///
/// A version that does not know them keeps them, as it keeps every field.
public enum DeviceField {
    private static let namePrefix = "device:"
    private static let retiredPrefix = "retired:"

    /// The longest name of a device that is written or read, in bytes.
    public static let longestName = 255

    /// Whether a text may be a device's name: it has 1 to ``longestName`` bytes, and is not white space alone.
    public static func isPossible(_ name: String) -> Bool {
        name.utf8.count <= longestName && name.unicodeScalars.contains { !$0.properties.isWhitespace && $0.value != 0 }
    }

    /// The name of the field that holds the name of a replica's device.
    public static func name(of replica: ReplicaID) -> String { "\(namePrefix)\(replica)" }

    /// The name of the field that says that a replica writes no more.
    public static func retirement(of replica: ReplicaID) -> String { "\(retiredPrefix)\(replica)" }

    /// Says what the device of a replica is called.
    public static func naming(_ replica: ReplicaID, _ name: String) -> Field {
        .other(self.name(of: replica), .object(JSONObject([JSONObject.Member("name", .string(name))])))
    }

    /// Says that a replica will write no more, and since when, in milliseconds since 1970; `nil` takes that back.
    public static func retiring(_ replica: ReplicaID, at time: Int64?) -> Field { .other(retirement(of: replica), time.map(JSONValue.integer) ?? .null) }

    /// Whether the name of a field is one of these.
    public static func isOne(_ name: String) -> Bool { name.hasPrefix(namePrefix) || name.hasPrefix(retiredPrefix) }

    /// Whether a field says of a replica that it writes no more, or takes that back.
    public static func isRetirement(_ field: Field) -> Bool { field.name.hasPrefix(retiredPrefix) }

    /// What the devices are called, by the fields of the project's node. What is no name is left out.
    public static func names(in details: NodeDetails?) -> [ReplicaID: ForeignText] {
        values(namePrefix, in: details) { value in value["name"]?.string.flatMap { isPossible($0) ? ForeignText($0) : nil } }
    }

    /// The replicas that will write no more, and since when, in milliseconds since 1970.
    public static func retirements(in details: NodeDetails?) -> [ReplicaID: Int64] {
        values(retiredPrefix, in: details) { value in value.value.integer.map(Milliseconds.bounded) }
    }

    private static func values<Value>(_ prefix: String, in details: NodeDetails?, _ read: (CompactJSON) -> Value?) -> [ReplicaID: Value] {
        guard let details, !details.other.isEmpty else { return [:] }
        var result: [ReplicaID: Value] = [:]
        for (name, json) in details.other where name.hasPrefix(prefix) {
            // One written in other letters is a field of its own, and means nobody.
            guard let replica = ReplicaID(name.dropFirst(prefix.count)), "\(prefix)\(replica)" == name else { continue }
            result[replica] = read(json)
        }
        return result
    }
}
