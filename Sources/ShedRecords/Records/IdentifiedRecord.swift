import ShedModel

/// A record as exports and imports carry it.
public struct IdentifiedRecord: Hashable, Sendable {
    /// `nil` where an import gives none: a new record.
    public var id: NodeID?
    public var record: Record
    /// The line of the input that it begins on, from 1; 0 where there is none.
    public var line: Int

    public init(id: NodeID?, record: Record, line: Int = 0) {
        self.id = id
        self.record = record
        self.line = line
    }
}
