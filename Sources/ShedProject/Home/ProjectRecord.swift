import ShedModel

/// What this machine keeps of one project root: `record.json` in the project's folder of the state directory.
public struct ProjectRecord: Hashable, Sendable {
    /// The project's ID, as its sidecar says.
    public var project: NodeID
    /// Where the root was last met: an absolute path.
    public var root: [UInt8]
    /// Which directory the root is.
    public var identity: FileIdentity
    /// The ID under which this root writes its batches.
    public var replica: ReplicaID
    /// The machine that the replica was made on.
    public var machine: String
    /// A person said what this root is: `copy` or `replica`.
    public var declared: String?
    /// About which other roots that was said, by the replicas that write there; `nil` in what an earlier shed wrote: about all.
    var declaredBeside: [ReplicaID]?
    /// The IDs of the projects that it is a copy of, as its sidecar said; empty also in what an earlier shed wrote.
    var copiedFrom: [NodeID] = []
    /// The project ID that this machine gave to this root, which was a copy.
    var given: NodeID?
    /// The project's kind, as its sidecar said; `nil` in what an earlier shed wrote.
    public var kind: ForeignText?
    /// Since when a person wants it to be changed here: made, adopted or trusted, in milliseconds since 1970. `nil` in what an
    /// earlier shed wrote, which asked nobody.
    public var trusted: Int64?
    /// A batch that this machine wrote into the root, by which that is known again where its directory is not surely the same: the
    /// path below `.shed/`, whose name holds the content's sum. `nil` where that is not needed, or what an earlier shed wrote.
    var mark: RelativePath?
    /// Which folders this machine takes for Trash and Rejected; `nil`: that has still to be confirmed.
    var shelters: Shelters?
    /// What kinds and templates the project had when a person on this machine wanted it to be changed, or gave it another
    /// (``ProjectHome/shape``); empty in what an earlier shed wrote, which asked nobody.
    var shapes: [ContentHash] = []
    /// Whether `.shed/.gitattributes` was there, or written, when this machine looked: who removes it afterwards wants it so.
    var hasAttributes = false
    /// Of which file system the root is (``DirectoryHandle/lastingFileSystem``); `nil` where that is not known.
    var fileSystem: UInt64?
    /// The IDs under which this root wrote before, the newest last.
    package var former: [FormerReplica] = []

    package static let name: Name = "record.json"
    static let mostShapes = 16

    var bytes: [UInt8] {
        var json: JSONObject = [
            "birth": .integer(identity.birth), "device": .string(String(identity.device)),
            "format": 1, "inode": .string(String(identity.inode)), "machine": .string(machine),
            "project": .string(project.description), "replica": .string(replica.description),
            "root": .string(Hexadecimal.string(of: root)), "shown": .string(EscapedText.escape(root)),
        ]
        if let kind { json["kind"] = .string(kind.raw) }
        if let declared { json["declared"] = .string(declared) }
        if let declaredBeside { json["declaredBeside"] = .array(declaredBeside.map { .string($0.description) }) }
        if !copiedFrom.isEmpty { json["copiedFrom"] = .array(copiedFrom.map { .string($0.description) }) }
        if let given { json["given"] = .string(given.description) }
        if let trusted { json["trusted"] = .integer(trusted) }
        if let mark { json["mark"] = .string("\(mark)") }
        if let shelters { json["shelters"] = shelters.json }
        if !shapes.isEmpty { json["shapes"] = .array(shapes.map { .string($0.description) }) }
        if hasAttributes { json["attributes"] = true }
        if let fileSystem { json["fileSystem"] = .string(String(fileSystem)) }
        if !former.isEmpty { json["former"] = .array(former.map(\.json)) }
        return JSONValue.object(json.sorted).pretty
    }

    init(project: NodeID, root: [UInt8], identity: FileIdentity, replica: ReplicaID, machine: String, declared: String? = nil, kind: ForeignText? = nil) {
        self.project = project
        self.root = root
        self.identity = identity
        self.replica = replica
        self.machine = machine
        self.declared = declared
        self.kind = kind
    }

    /// `nil` if the bytes are not what shed writes.
    package init?(bytes: [UInt8]) {
        guard let json = try? JSONParser.parse(bytes), json["format"]?.integer == 1,
            let project = json["project"]?.string.flatMap({ NodeID($0) }),
            let replica = json["replica"]?.string.flatMap({ ReplicaID($0) }),
            let root = json["root"]?.string.flatMap(Hexadecimal.bytes(of:)), root.first == UInt8(ascii: "/"), !root.contains(0),
            let device = json["device"]?.string.flatMap(UInt64.init), let inode = json["inode"]?.string.flatMap(UInt64.init),
            let birth = json["birth"]?.integer.map(Nanoseconds.bounded), let machine = json["machine"]?.string
        else { return nil }
        self.init(
            project: project, root: root, identity: FileIdentity(device: device, inode: inode, birth: birth),
            replica: replica, machine: machine, declared: json["declared"]?.string, kind: json["kind"]?.string.map { ForeignText($0) })
        trusted = json["trusted"]?.integer
        mark = json["mark"]?.string.flatMap { RelativePath(bytes: Array($0.utf8)) }
        shelters = json["shelters"].flatMap(Shelters.init)
        shapes = (json["shapes"]?.array ?? []).suffix(ProjectRecord.mostShapes).compactMap { $0.string.flatMap { ContentHash($0) } }
        hasAttributes = json["attributes"]?.bool == true
        declaredBeside = json["declaredBeside"]?.array?.compactMap { $0.string.flatMap { ReplicaID($0) } }
        copiedFrom = json["copiedFrom"]?.array?.compactMap { $0.string.flatMap { NodeID($0) } } ?? []
        given = json["given"]?.string.flatMap { NodeID($0) }
        fileSystem = json["fileSystem"]?.string.flatMap(UInt64.init)
        former = (json["former"]?.array ?? []).suffix(FormerReplica.most).compactMap(FormerReplica.init)
    }

    /// Whether a person has said what this root is with a view to another one. A root that was copied from it since is not meant.
    package func isDeclared(beside other: ProjectRecord) -> Bool {
        guard declared != nil, let declaredBeside else { return declared != nil }
        return declaredBeside.contains(other.replica) || other.former.contains { declaredBeside.contains($0.replica) }
    }

    /// Whether a person has said what two roots of one project are to each other.
    package func isSettled(with other: ProjectRecord) -> Bool { isDeclared(beside: other) || other.isDeclared(beside: self) }

    /// Whether a root is the one of this record: the same directory. Device numbers change when a machine starts anew,
    /// so they do not count.
    func isRoot(_ evidence: Evidence) -> Bool {
        identity.inode == evidence.inode && identity.birth == evidence.birth
    }
}
