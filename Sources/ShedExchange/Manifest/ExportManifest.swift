import ShedModel
import ShedSidecar

/// What an export says of itself and of all that is in it: its `manifest.json` (Documentation/Export.md).
public struct ExportManifest: Sendable {
    /// The one that this version writes and reads.
    public static let format: Int64 = 1
    public static let name: Name = "manifest.json"
    /// Below this stands what stood in the project, as it stood there.
    public static let files: Name = "files"
    /// What files held before, each content once, named by its SHA-256.
    public static let versions: Name = "versions"
    /// What the project's kind and its people keep in `.shed`, and what is ignored.
    public static let kept: Name = "settings"

    public var project: ExportedProject
    public var labels = ExportedLabels()
    /// A folder before what is in it.
    public var nodes: [ExportedNode] = []
    public var kept: [ExportedFile] = []
    /// Those that come with a part: each is about a folder that is in it, or in which something of it stood.
    public var keptOfNodes: [ExportedFile] = []
    /// When it was made, in milliseconds since 1970.
    public var made: Int64
    /// Whether it is of the whole project.
    public var isWhole: Bool
    /// Whether all that was meant is in it: `false` where something could not be read.
    public var isComplete = true

    public init(project: ExportedProject, made: Int64, isWhole: Bool) {
        (self.project, self.made, self.isWhole) = (project, made, isWhole)
    }
}

/// A project, as an export tells of it.
public struct ExportedProject: Hashable, Sendable {
    public var id: NodeID
    public var kind: String
    public var name: Name
    public var language: String
    public var details: String?
    /// In milliseconds since 1970.
    public var created: Int64
    /// The labels that the project bears itself.
    public var tags: [String] = []
    public var values: [ExportedValue] = []
    /// Fields of its own, as the sidecar has them.
    public var fields: [String: JSONValue] = [:]

    public init(id: NodeID, kind: String, name: Name, language: String, created: Int64) {
        (self.id, self.kind, self.name, self.language, self.created) = (id, kind, name, language, created)
    }
}

/// A value of a variable, by its name.
public struct ExportedValue: Hashable, Sendable {
    public var variable: String
    public var value: VariableValue

    public init(_ variable: String, _ value: VariableValue) { (self.variable, self.value) = (variable, value) }
}

/// The labels of a project.
public struct ExportedLabels: Hashable, Sendable {
    public var groups: [ImportedGroup] = []
    public var tags: [ImportedTag] = []
    public var variables: [ImportedVariable] = []

    public init() {}
}

/// What a file holds.
public struct ExportedFile: Hashable, Sendable {
    /// Within its folder of the export.
    public var path: RelativePath
    /// In bytes.
    public var size: Int64
    public var hash: ContentHash

    public init(path: RelativePath, size: Int64, hash: ContentHash) { (self.path, self.size, self.hash) = (path, size, hash) }
}

/// What a file held at some time.
public struct ExportedVersion: Hashable, Sendable {
    public var hash: ContentHash
    /// In bytes.
    public var size: Int64
    /// In milliseconds since 1970.
    public var time: Int64
    public var name: String?
    /// Who wrote over it at that time; `nil` for what somebody kept.
    public var actor: String?

    public init(hash: ContentHash, size: Int64, time: Int64, name: String?, actor: String? = nil) {
        (self.hash, self.size, self.time, self.name, self.actor) = (hash, size, time, name, actor)
    }
}

/// A file or folder, as an export tells of it.
public struct ExportedNode: Sendable {
    public var id: NodeID
    /// The word of its type.
    public var type: String
    /// From the project's root.
    public var path: RelativePath
    /// The folder that it stands in, where that is in the export.
    public var parent: NodeID?
    public var role: Role?
    public var accepts: Accepts?
    public var order: OrderKey?
    public var tags: [String] = []
    public var values: [ExportedValue] = []
    /// In milliseconds since 1970.
    public var created: Int64?
    public var modified: Int64?
    /// Its permissions.
    public var mode: UInt32?
    /// Of a file.
    public var content: (size: Int64, hash: ContentHash)?
    public var state = ImportedState()
    public var fields: [String: JSONValue] = [:]
    public var versions: [ExportedVersion] = []

    public init(id: NodeID, type: String, path: RelativePath) { (self.id, self.type, self.path) = (id, type, path) }
}
