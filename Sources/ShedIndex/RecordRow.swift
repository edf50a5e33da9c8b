import ShedModel

/// What tells one state of a record's file from another.
public struct RecordStamp: Hashable, Sendable {
    public var device: UInt64
    public var inode: UInt64
    /// In bytes.
    public var size: Int64
    /// In nanoseconds since 1970.
    public var modified: Int64
    /// In nanoseconds since 1970.
    public var changed: Int64

    public init(_ evidence: Evidence) {
        device = evidence.device
        inode = evidence.inode
        size = evidence.size
        modified = evidence.modified
        changed = evidence.changed
    }

    static let length = 40

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == RecordStamp.length else { return nil }
        device = bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        inode = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        size = bytes.loadUnaligned(fromByteOffset: 16, as: Int64.self)
        modified = bytes.loadUnaligned(fromByteOffset: 24, as: Int64.self)
        changed = bytes.loadUnaligned(fromByteOffset: 32, as: Int64.self)
    }

    var bytes: [UInt8] {
        withUnsafeBytes(of: (device, inode, size, modified, changed)) { Array($0) }
    }
}

/// What is wrong with a record's file.
public struct RecordProblem: Hashable, Sendable {
    /// The rule's name.
    public var rule: String
    public var message: String
    /// From 1.
    public var line: Int?
    /// In bytes, from 1.
    public var column: Int?

    public init(rule: String, message: String, line: Int? = nil, column: Int? = nil) {
        self.rule = rule
        self.message = message
        self.line = line
        self.column = column
    }

    var bytes: [UInt8] { Array("\(rule)\n\(line ?? 0)\n\(column ?? 0)\n\(message)".utf8) }

    init?(_ bytes: UnsafeRawBufferPointer) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 4, let line = Int(parts[1]), let column = Int(parts[2]) else { return nil }
        self.init(rule: parts[0], message: parts[3], line: line == 0 ? nil : line, column: column == 0 ? nil : column)
    }
}

/// A record as the index keeps it.
public struct RecordRow: Hashable, Sendable {
    public var id: NodeID
    public var collection: NodeID
    /// The state of the file that this is about.
    public var stamp: RecordStamp
    /// Whether the file could have changed in the tick in which it was read, without its times showing it.
    public var isRacy: Bool
    /// The packed pairs: the file's, or where that is no record, what it last held as one; `nil` if it never did.
    public var pairs: [UInt8]?
    /// What is wrong with the file; `nil` if it is a record.
    public var problem: RecordProblem?

    public init(id: NodeID, collection: NodeID, stamp: RecordStamp, isRacy: Bool, pairs: [UInt8]?, problem: RecordProblem?) {
        self.id = id
        self.collection = collection
        self.stamp = stamp
        self.isRacy = isRacy
        self.pairs = pairs
        self.problem = problem
    }
}
