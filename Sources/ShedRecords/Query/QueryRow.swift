import ShedModel

/// What a query is asked about: a record and what shed knows of it beside its pairs. Valid as long as the bytes that the
/// packed record and the name look at.
public struct QueryRow {
    public var record: PackedRecord
    /// `nil` where it has none yet.
    public var id: NodeID?
    /// The file's name without `.json`, in UTF-8 if the name is.
    public var name: UnsafeBufferPointer<UInt8>
    /// When the file was last changed, in seconds since 1970; `nil` where nobody knows.
    public var modified: Int64?
    /// Bit n is set if the nth of ``Query/labels`` holds.
    public var labels: UInt64

    public init(
        record: PackedRecord, id: NodeID? = nil, name: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0),
        modified: Int64? = nil, labels: UInt64 = 0
    ) {
        self.record = record
        self.id = id
        self.name = name
        self.modified = modified
        self.labels = labels
    }
}
