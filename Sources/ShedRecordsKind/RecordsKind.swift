import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// The kind of project that holds collections of records.
public struct RecordsKind: KindModule {
    public init() {}

    public var name: String { "records" }
    public func serves(_ template: Template) -> Bool { template.rootFolders == .collection }
    public var nodeTypes: [NodeType] { [.collection, .record] }
    public var rules: KindRules { RecordsRules.rules }
    public var settings: SettingsTable? { RecordsSettings.table }
    public func open(_ project: Project) -> any ProjectKind { RecordsProject(project) }
}
