import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// The kind of project that holds collections of records.
public struct RecordsKind: KindModule {
    public init() {}

    public var name: String { "records" }
    public var kinds: [Kind] { RecordsKind.shipped }
    public func serves(_ template: Template) -> Bool { template.rootFolders == .collection }
    public var nodeTypes: [NodeType] { [.collection, .record] }
    public var rules: KindRules { RecordsRules.rules }
    public var overwritten: OverwrittenFiles? { OverwrittenFiles([.record], atMost: RecordText.largest) }
    public var settings: [SettingsTable] { [RecordsSettings.table] }
    public func open(_ project: Project) -> any ProjectKind { RecordsProject(project) }

    private static let shipped: [Kind] = {
        // Its file names them.
        _ = RecordsKind().nodeTypes
        return [Kinds.shipped(PackageResources.records_toml)]
    }()
}

extension Strings {
    /// What stands where a project has no collections, a collection no records, a record no pairs.
    var noCollections: String { messages["no-collections"] ?? "" }
    var noRecords: String { messages["no-records"] ?? "" }
    var noPairs: String { messages["no-pairs"] ?? "" }
}
