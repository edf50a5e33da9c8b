import ShedModel
import ShedRules

/// What may stand in a project of records: its types and its rules.
public enum RecordsRules {
    public static let rules: KindRules = {
        var rules = KindRules()
        rules.last = [NestedCollection.self, NotARecord.self]
        rules.all = [NotARecord.self, DoubledKey.self, SchemaViolation.self, DoubledValue.self, DanglingReference.self, BrokenSchema.self, NestedCollection.self]
        rules.content = [NotARecord.info, DoubledKey.info, SchemaViolation.info, DoubledValue.info]
        rules.complete = { if $0.type == .collection { $0.contents = .atOnce(NotARecord.info) } }
        rules.manual = RecordsRuleManual.entry
        return rules
    }()
}

extension NodeType {
    /// A folder of records.
    public static let collection = declare(
        NodeTypeTraits("collection", isDirectory: true, number: 3, children: [.init("record", suffix: ".json")], scopes: [.folder]))
    /// A flat JSON file in a collection.
    public static let record = declare(NodeTypeTraits("record", number: 4, scopes: [.record]))
}
