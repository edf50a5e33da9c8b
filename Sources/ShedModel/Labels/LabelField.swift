/// The fields of labels, and those by which nodes bear them, as the sidecar names them.
public enum LabelField {
    public static let name = "name"
    /// Of a tag: the ID of its group.
    public static let group = "group"
    /// Of a tag: `#` and six hexadecimal digits.
    public static let colour = "colour"
    public static let scope = "scope"
    /// Of a variable: `int` or `list`.
    public static let type = "type"
    /// Of a variable of the type `list`: what it may be.
    public static let options = "options"
    /// When a person deleted it, in milliseconds since 1970.
    public static let deleted = "deleted"
    /// The label that it is a second name of.
    public static let alias = "alias"

    /// More options than this no variable has.
    public static let mostOptions = 1_000

    /// Whether a value can be taken. Of fields that this version does not know any value can, and `null` of all but the
    /// name, the type and the alias.
    public static func takes(_ value: JSONValue, as field: String) -> Bool {
        switch field {
        case name: value.string.map { LabelName.isPossible($0) } ?? false
        case group: value == .null || value.string.flatMap { NodeID($0) } != nil
        case alias: value.string.flatMap { NodeID($0) } != nil
        case colour: value == .null || value.string.flatMap { Colour(hexadecimal: $0) } != nil
        case scope: value == .null || value.string.map { !$0.isEmpty && $0.utf8.count <= LabelName.longest } ?? false
        case type: value.string.flatMap(VariableType.init) != nil
        case options: value == .null || texts(value) != nil
        case deleted: value == .null || value.integer != nil
        default: true
        }
    }

    /// The options that a value lists; `nil` where it is no such list.
    static func texts(_ value: JSONValue) -> [String]? {
        guard let array = value.array, array.count <= mostOptions else { return nil }
        let texts = array.compactMap(\.string)
        guard texts.count == array.count, texts.allSatisfy({ LabelName.isPossible($0) }) else { return nil }
        return texts
    }

    // MARK: What nodes bear

    private static let tagPrefix = "tag:"
    private static let valuePrefix = "var:"

    /// The name of the field by which a node has a tag or not.
    public static func field(ofTag id: NodeID) -> String { tagPrefix + id.description }

    /// The name of the field that holds a node's value of a variable.
    public static func field(ofVariable id: NodeID) -> String { valuePrefix + id.description }

    /// The label that a field of a node is about; `nil` for another field.
    public static func label(ofField name: String) -> LabelKey? {
        guard name.utf8.count == tagPrefix.utf8.count + NodeID.textLength else { return nil }
        if name.hasPrefix(tagPrefix) { return NodeID(name.dropFirst(tagPrefix.count)).map { LabelKey(.tag, $0) } }
        if name.hasPrefix(valuePrefix) { return NodeID(name.dropFirst(valuePrefix.count)).map { LabelKey(.variable, $0) } }
        return nil
    }
}
