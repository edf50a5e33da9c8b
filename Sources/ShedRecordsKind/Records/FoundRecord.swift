import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// A record as it is shown.
public struct FoundRecord: Sendable {
    public var id: NodeID
    public var path: RelativePath
    public var collection: NodeID
    public var record: Record
    /// When the file was last changed, in milliseconds since 1970.
    public var modified: Int64 = 0
    /// What is wrong with the file now; ``record`` is what it last held then.
    public var problem: RecordComplaint?

    public var name: Name { path.last ?? "" }
}

/// What is wrong with a record's file.
public struct RecordComplaint: Hashable, Sendable {
    /// The rule's name.
    public var rule: String
    public var message: String
    /// From 1.
    public var line: Int?
    /// In bytes, from 1.
    public var column: Int?

    /// The message, with its line.
    public var sentence: String { line.map { "Line \($0): \(message)" } ?? message }
}

extension RecordComplaint {
    init(_ complaint: ContentComplaint) {
        self.init(rule: complaint.rule.name, message: complaint.message, line: complaint.line, column: complaint.column)
    }
}
