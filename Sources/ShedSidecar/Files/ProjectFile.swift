import ShedModel

/// What `.shed/project.json` says.
public struct ProjectFile: Hashable, Sendable {
    public var id: NodeID
    /// The name of the project's kind.
    public var kind: ForeignText
    /// When the project was made, in milliseconds since 1970.
    public var created: Int64
    /// The IDs of the projects that this one is a copy of, oldest first.
    public var copiedFrom: [NodeID]

    public init(id: NodeID, kind: ForeignText, created: Int64, copiedFrom: [NodeID] = []) {
        self.id = id
        self.kind = kind
        self.created = created
        self.copiedFrom = copiedFrom
    }

    /// The IDs whose batches count in this project.
    public var projects: Set<NodeID> { Set(copiedFrom + [id]) }

    /// The file of a copy of this project.
    public func copied(as id: NodeID) -> ProjectFile {
        ProjectFile(id: id, kind: kind, created: created, copiedFrom: copiedFrom + [self.id])
    }

    static let name: Name = "project.json"
    /// A greater file is not read: 1 MiB, in bytes. `template.json` has the same limit.
    static let largest = 1 << 20
    /// A longer chain of copies is not read.
    static let longestChain = 256

    var bytes: [UInt8] {
        let json: JSONValue = [
            "copiedFrom": .array(copiedFrom.map { .string($0.description) }), "created": .string(Timestamp.text(created)),
            "format": .integer(Batch.format), "id": .string(id.description), "kind": .string(kind.raw),
        ]
        return json.pretty
    }

    /// Reads the file. Members that it does not know are ignored.
    init(bytes: [UInt8]) throws(SidecarError) {
        let reader = try MemberReader(file: "project.json", bytes: bytes)
        guard let id = NodeID(try reader.string("id")) else { throw reader.wrong("id") }
        guard let created = Timestamp.milliseconds(try reader.string("created")) else { throw reader.wrong("created") }
        var copiedFrom: [NodeID] = []
        if let value = reader.object["copiedFrom"] {
            guard let values = value.array, values.count <= ProjectFile.longestChain else { throw reader.wrong("copiedFrom") }
            copiedFrom = values.compactMap { $0.string.flatMap { NodeID($0) } }
            guard copiedFrom.count == values.count, Set(copiedFrom + [id]).count == values.count + 1 else {
                throw reader.wrong("copiedFrom")
            }
        }
        self.init(id: id, kind: ForeignText(try reader.string("kind")), created: Milliseconds.bounded(created), copiedFrom: copiedFrom)
    }
}

/// Takes members out of a JSON file of the sidecar and says which is wrong.
struct MemberReader {
    let file: String
    let object: JSONObject

    /// Reads the text and checks its format.
    init(file: String, bytes: [UInt8]) throws(SidecarError) {
        self.file = file
        let value: JSONValue
        do throws(JSONParser.Failure) { value = try JSONParser.parse(bytes) } catch {
            throw .damaged(file: file, reason: error.description)
        }
        guard let object = value.object else { throw .damaged(file: file, reason: "it is not a JSON object") }
        self.object = object
        guard let format = object["format"]?.integer else { throw wrong("format") }
        guard format == Batch.format else { throw .unsupportedFormat(file: file, format) }
    }

    init(file: String, object: JSONObject) {
        self.file = file
        self.object = object
    }

    func wrong(_ member: String) -> SidecarError {
        .damaged(file: file, reason: "its member “\(member)” is missing or wrong")
    }

    func string(_ member: String) throws(SidecarError) -> String {
        guard let text = object[member]?.string, !text.isEmpty else { throw wrong(member) }
        return text
    }

    func array(_ member: String) throws(SidecarError) -> [JSONValue] {
        guard let values = object[member]?.array else { throw wrong(member) }
        return values
    }
}
