import ShedModel

/// What tells one state of a file from another.
public struct ContentStamp: Hashable, Sendable {
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
        guard bytes.count == ContentStamp.length else { return nil }
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

/// What is wrong with what a file holds.
public struct ContentProblem: Hashable, Sendable {
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

/// What a kind of project read from a file, as the index keeps it for it.
public struct ContentRow: Hashable, Sendable {
    public var id: NodeID
    /// The folder that it stands in.
    public var folder: NodeID
    /// The state of the file that this is about.
    public var stamp: ContentStamp
    /// Whether the file could have changed in the tick in which it was read, without its times showing it.
    public var isRacy: Bool
    /// What the file holds, packed as the kind likes; where that is nothing of the kind, what it last held; `nil` if it never did.
    public var content: [UInt8]?
    /// What is wrong with the file; `nil` if nothing is.
    public var problem: ContentProblem?
    /// Whether a rule was broken by what it holds when it was read. A hint: the rule may have changed since.
    public var isInBreach = false

    public init(
        id: NodeID, folder: NodeID, stamp: ContentStamp, isRacy: Bool, content: [UInt8]?, problem: ContentProblem?, isInBreach: Bool = false
    ) {
        self.isInBreach = isInBreach
        self.id = id
        self.folder = folder
        self.stamp = stamp
        self.isRacy = isRacy
        self.content = content
        self.problem = problem
    }
}
