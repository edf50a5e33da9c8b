import ShedModel

/// What the records of a collection should be: their keys, what the values are, templates for new ones. The file is
/// `.shed/schemas/<collection id>.toml`, described in `Documentation/Schema.md`.
public struct Schema: Hashable, Sendable {
    /// The longest file, in bytes.
    public static let largest = 256 * 1024
    /// The most keys, the most templates, and the most values of a list.
    public static let most = 1_000

    /// The key that names the file.
    public var title: String?
    /// Whether the file's name follows the title.
    public var followsTitle = false
    /// Whether keys that are not named here may occur.
    public var allowsOtherKeys = true
    /// Whether pairs stand in the order of their keys; `nil` where the project's setting decides.
    public var sortsKeys: Bool?
    /// In the order of the file.
    public var keys: [SchemaKey] = []
    /// In the order of the file.
    public var templates: [SchemaTemplate] = []

    public init() {}

    /// A key: the very same, else the first that differs in case and accents only.
    public func key(named name: String) -> SchemaKey? {
        if let key = keys.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return key }
        let folded = TextFolding.fold(name)
        return keys.first { TextFolding.fold($0.name) == folded }
    }

    /// A new record: the defaults in the order of the keys, and over them the pairs of a template.
    /// - Throws: if there is no such template.
    public func draft(template name: String? = nil) throws(RecordsError) -> Record {
        var record = Record()
        for key in keys { if let value = key.defaultValue { record[key.name] = value } }
        guard let name else { return record }
        guard let template = templates.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            let names = templates.map { RecordReader.shown($0.name) }.joined(separator: ", ")
            throw RecordsError(
                "there is no template \(RecordReader.shown(name))",
                remedy: names.isEmpty ? "Add one to the schema: [template.NAME]." : "There are \(names).")
        }
        for pair in template.record.pairs { record[pair.key] = pair.value }
        return record
    }
}

/// The pairs that a new record may begin with.
public struct SchemaTemplate: Hashable, Sendable {
    public var name: String
    public var record: Record

    public init(name: String, record: Record) {
        self.name = name
        self.record = record
    }
}
