/// The start of an element.
public struct XMLTag: Sendable {
    public var name: String
    /// Each name once.
    public var attributes: [(name: String, value: String)] = []
    /// Whether it ends in `/>`.
    public var isEmpty = false
    public var line: Int

    public subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
