/// A label as the sidecar has it: its fields by name, with those that this version does not know.
public struct LabelRecord: Hashable, Sendable {
    public let key: LabelKey
    /// The stamp of its oldest operation: when it was made.
    public private(set) var first: Stamp
    /// The stamp of its latest operation.
    public private(set) var last: Stamp
    /// No value is `null`.
    public private(set) var fields: [String: JSONValue]

    public init(_ key: LabelKey, first: Stamp, last: Stamp, fields: [String: JSONValue] = [:]) {
        self.key = key
        self.first = first
        self.last = last
        self.fields = fields
    }

    /// Takes note of an operation on it.
    public mutating func note(_ stamp: Stamp) {
        first = min(first, stamp)
        last = max(last, stamp)
    }

    /// Sets a field; `null` takes it away.
    public mutating func set(_ name: String, _ value: JSONValue) {
        if value == .null { fields.removeValue(forKey: name) } else { fields[name] = value }
    }

    /// Whether it was made before another label. Of two of the same age the lesser ID comes first.
    public func isOlder(than other: LabelRecord) -> Bool {
        first != other.first ? first < other.first : key.id < other.key.id
    }

    /// The name; `nil` where none was ever set.
    public var name: String? { fields[LabelField.name]?.string }
    /// For a tag: the group that it was put into, as the sidecar has it.
    public var group: NodeID? { fields[LabelField.group]?.string.flatMap { NodeID($0) } }
    /// The label that this one is a second name of, as an operation says.
    public var alias: NodeID? { fields[LabelField.alias]?.string.flatMap { NodeID($0) } }
    /// Whether a person deleted it.
    public var isDeleted: Bool { fields[LabelField.deleted] != nil }
}
