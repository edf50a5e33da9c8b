import ShedModel

/// The fields by which the nodes of a papers project bear what is special about them, as the sidecar names them. They are
/// ``Field/other(_:_:)``: what they say is read by `ShedPapers`.
public enum PaperField {
    /// Of a page: the page of a bundle that it shows, `{"bundle":ID,"number":4}`.
    public static let page = "page"
    /// Of a page: the file that was made for it.
    public static let pageFile = "page-file"
    /// Of a page group or a page: the number that shed wrote before its name.
    public static let number = "number"
    /// The operation's field for it.
    public static func numberField(_ number: Int) -> Field { .other(self.number, .integer(Int64(number))) }
    /// Of a bundle: its page mapping.
    public static let mapping = "page-mapping"

    /// Of a PDF in the folder of bundles or in a page group that stood there when the project was adopted, and of which nothing is
    /// made there until a person asks: that folder's ID.
    public static let leftIn = "left-in"

    private static let versionPrefix = "version:"
    private static let variantPrefix = "pdf:"

    /// Of a page: one of its versions. Each is a field of its own, which is written once.
    public static func field(ofVersion id: NodeID) -> String { versionPrefix + id.description }

    /// The version that a field tells of; `nil` for another field.
    public static func version(ofField name: String) -> NodeID? {
        guard name.utf8.count == versionPrefix.utf8.count + NodeID.textLength, name.hasPrefix(versionPrefix) else { return nil }
        return NodeID(name.dropFirst(versionPrefix.count))
    }

    /// Of a bundle: what is known of one of its variants (`display`, `ocr`, `original`).
    public static func field(ofVariant variant: String) -> String { variantPrefix + variant }

    /// Whether a field means nothing in another project: it names a bundle of this one.
    public static func staysBehind(_ name: String) -> Bool { [page, pageFile, leftIn].contains(name) || version(ofField: name) != nil }

    /// The name of the member of a page's or a version's value that holds a bundle's ID.
    public static let bundleMember = "bundle"

    /// A field with the IDs in it replaced, as a copy of a project needs it; `nil` for a field that is none of these.
    public static func mapped(_ name: String, _ value: JSONValue, _ map: (NodeID) -> NodeID) -> (name: String, value: JSONValue)? {
        if name == leftIn, let id = value.string.flatMap({ NodeID($0) }) { return (name, .string(map(id).description)) }
        let version = version(ofField: name)
        guard version != nil || name == page else { return nil }
        var value = value
        if var object = value.object, let id = object[bundleMember]?.string.flatMap({ NodeID($0) }) {
            object[bundleMember] = .string(map(id).description)
            value = .object(object)
        }
        return (version.map { field(ofVersion: map($0)) } ?? name, value)
    }

    /// What is special about these fields.
    public static let traits = FieldTraits(staysBehind: staysBehind, mapped: { mapped($0, $1, $2) })
}
