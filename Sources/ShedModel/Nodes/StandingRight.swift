/// The right of a node to come back to a folder that it stood in, although the folder would not take it: what was there when the
/// project was adopted, and what a person accepted there. Written when it leaves.
public enum StandingRight {
    private static let prefix = "right:"

    /// The field that gives the right.
    /// - Parameter isException: whether it stood there as an exception that a person made, and does so again.
    public static func field(in folder: NodeID, isException: Bool) -> Field { .other(name(folder), .bool(isException)) }

    public static func name(_ folder: NodeID) -> String { prefix + folder.description }

    /// The folder that a field of a node is about; `nil` for another field.
    public static func folder(ofField name: String) -> NodeID? {
        guard name.utf8.count == prefix.utf8.count + NodeID.textLength, name.hasPrefix(prefix) else { return nil }
        return NodeID(name.dropFirst(prefix.count))
    }
}

extension Model {
    /// Whether a node may come back to a folder whatever that takes, and then as an exception or not; `nil` if it may not.
    public func right(of id: NodeID, in folder: NodeID) -> Bool? {
        guard let other = nodes[id]?.details?.other, !other.isEmpty else { return nil }
        var found: Bool?
        for (name, value) in other {
            guard let home = StandingRight.folder(ofField: name), resolve(home) == resolve(folder), let isException = value.value.bool else { continue }
            found = found == true || isException
        }
        return found
    }
}
