import ShedModel

/// A node's record in a packet, field for field:
///
///     flags (2) type (1) id (16) [parent (16)] [name] [role] [accepts (1)]
///     [device inode birth size mtime ctime links mode] [hash (32)] [missing since] [details] [labels] [created updated]
///
/// Device, inode, birth time and creation are differences from the record before; mtime from birth, ctime from mtime, the last
/// change from creation. Names,
/// role, details and labels have their length before them.
struct RecordFlags: OptionSet {
    let rawValue: UInt16

    static let place = RecordFlags(rawValue: 1 << 0)
    /// The recorded parent is not the folder that the list belongs to (an alias of it, or unknown).
    static let otherParent = RecordFlags(rawValue: 1 << 1)
    static let role = RecordFlags(rawValue: 1 << 2)
    static let accepts = RecordFlags(rawValue: 1 << 3)
    static let sighting = RecordFlags(rawValue: 1 << 4)
    static let hash = RecordFlags(rawValue: 1 << 5)
    static let racy = RecordFlags(rawValue: 1 << 6)
    static let missing = RecordFlags(rawValue: 1 << 7)
    static let details = RecordFlags(rawValue: 1 << 8)
    static let labels = RecordFlags(rawValue: 1 << 9)
    /// Left out by earlier versions (``IndexMeta/isDated``).
    static let dates = RecordFlags(rawValue: 1 << 10)

    /// Not set by earlier versions: what they said may be said once more.
    static let said = RecordFlags(rawValue: 1 << 11)

    static let known = RecordFlags(rawValue: 0xfff)
}

/// The record before, from which the next one is told by differences.
struct RecordBase {
    var device: UInt64 = 0
    var inode: UInt64 = 0
    var birth: Int64 = 0
    var created: Int64 = 0
}

/// A record with its fields found but nothing copied yet.
struct RawRecord {
    var flags: RecordFlags
    var type: NodeType
    var id: NodeID
    var parent: NodeID
    var name = 0..<0
    var role = 0..<0
    var accepts: Accepts?
    var evidence = Evidence()
    var hash = 0..<0
    var missing: Int64?
    var details = 0..<0
    var labels = 0..<0
    var created: Int64 = 0
    var updated: Int64 = 0

    /// Whether the last scan saw it and it is not missing.
    var isPresent: Bool { flags.contains(.sighting) && missing == nil }
}

extension ByteWriter {
    mutating func record(
        _ node: Node, _ sighting: Sighting?, missingSince: Int64?, folder: NodeID, base: inout RecordBase
    ) {
        var flags: RecordFlags = []
        if let place = node.place { flags.formUnion(place.parent == folder ? .place : [.place, .otherParent]) }
        if node.role != nil { flags.insert(.role) }
        if node.accepts != nil { flags.insert(.accepts) }
        if let sighting {
            flags.insert(.sighting)
            if sighting.hash != nil { flags.insert(.hash) }
            if sighting.isRacy { flags.insert(.racy) }
            if sighting.isSaid { flags.insert(.said) }
        }
        if missingSince != nil { flags.insert(.missing) }
        let details = node.hasDetails ? node.details : nil
        if let details {
            flags.insert(.details)
            if !details.labels.isEmpty { flags.insert(.labels) }
        }
        if node.created != 0 || node.updated != 0 { flags.insert(.dates) }
        fixed(flags.rawValue)
        type(node.type)
        id(node.id)
        if let place = node.place {
            if place.parent != folder { id(place.parent) }
            text(place.name.bytes)
        }
        if let role = node.role { text(role.rawValue) }
        if let accepts = node.accepts { byte(accepts.code) }
        if let sighting {
            evidence(sighting.evidence, base: &base)
            if let hash = sighting.hash { raw(hash.bytes) }
        }
        if let missingSince { signed(missingSince) }
        if let details {
            var inner = ByteWriter(capacity: 256)
            inner.details(details)
            count(inner.length)
            raw(inner.written)
            if !details.labels.isEmpty {
                inner.clear()
                inner.labels(details.labels)
                count(inner.length)
                raw(inner.written)
            }
        }
        if flags.contains(.dates) {
            signed(node.created &- base.created)
            signed(node.updated &- node.created)
            base.created = node.created
        }
    }

    private mutating func evidence(_ evidence: Evidence, base: inout RecordBase) {
        varint(evidence.device ^ base.device)
        signed(Int64(bitPattern: evidence.inode &- base.inode))
        signed(evidence.birth &- base.birth)
        signed(evidence.size)
        signed(evidence.modified &- evidence.birth)
        signed(evidence.changed &- evidence.modified)
        varint(UInt64(evidence.links))
        varint(UInt64(evidence.mode))
        base = RecordBase(device: evidence.device, inode: evidence.inode, birth: evidence.birth, created: base.created)
    }
}

extension ByteReader {
    mutating func record(folder: NodeID, base: inout RecordBase) throws(Malformed) -> RawRecord {
        let flags = RecordFlags(rawValue: try fixed())
        guard flags.isSubset(of: .known), let type = try type() else { throw Malformed() }
        var record = RawRecord(flags: flags, type: type, id: try id(), parent: folder)
        if flags.contains(.place) {
            if flags.contains(.otherParent) { record.parent = try id() }
            record.name = try range()
        }
        if flags.contains(.role) { record.role = try range() }
        if flags.contains(.accepts) {
            guard let accepts = Accepts(code: try byte()) else { throw Malformed() }
            record.accepts = accepts
        }
        if flags.contains(.sighting) {
            record.evidence = try evidence(base: &base)
            if flags.contains(.hash) { record.hash = try skip(32) }
        }
        if flags.contains(.missing) { record.missing = try time() }
        if flags.contains(.details) { record.details = try range() }
        if flags.contains(.labels) { record.labels = try range() }
        if flags.contains(.dates) {
            record.created = base.created &+ (try signed())
            record.updated = record.created &+ (try signed())
            base.created = record.created
        }
        return record
    }

    private mutating func evidence(base: inout RecordBase) throws(Malformed) -> Evidence {
        let device = try varint() ^ base.device
        let inode = base.inode &+ UInt64(bitPattern: try signed())
        let birth = base.birth &+ (try signed())
        let size = try signed()
        let modified = birth &+ (try signed())
        let changed = modified &+ (try signed())
        guard let links = UInt32(exactly: try varint()), let mode = UInt32(exactly: try varint()) else {
            throw Malformed()
        }
        base = RecordBase(device: device, inode: inode, birth: birth, created: base.created)
        return Evidence(
            device: device, inode: inode, birth: birth, size: size, modified: modified, changed: changed, links: links, mode: mode)
    }

    /// The node that a record tells of.
    func node(_ record: RawRecord) throws(Malformed) -> Node {
        var node = Node(id: record.id, type: record.type, accepts: record.accepts)
        node.created = Milliseconds.bounded(record.created)
        node.updated = Milliseconds.bounded(record.updated)
        if record.flags.contains(.place) {
            node.place = Place(parent: record.parent, name: Name(bytes: array(record.name)))
        }
        if record.flags.contains(.role) {
            guard let role = String(validating: bytes[record.role], as: UTF8.self) else { throw Malformed() }
            node.role = Role(rawValue: role)
        }
        if record.flags.contains(.details) {
            var inner = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[record.details]))
            node.details = try inner.details()
            try inner.finish()
        }
        if record.flags.contains(.labels) {
            var inner = ByteReader(UnsafeRawBufferPointer(rebasing: bytes[record.labels]))
            var details = node.details ?? NodeDetails()
            details.labels = try inner.labels()
            try inner.finish()
            node.details = details
        }
        return node
    }

    /// What was seen of it.
    @inline(__always)
    func sighting(_ record: RawRecord) -> Sighting? {
        guard record.flags.contains(.sighting) else { return nil }
        return Sighting(
            evidence: record.evidence,
            hash: record.flags.contains(.hash) ? ContentHash(bytes: array(record.hash)) : nil,
            isRacy: record.flags.contains(.racy),
            isSaid: record.flags.contains(.said))
    }
}

/// Stands before the word of a type that has no number.
private let wordFollows: UInt8 = 0xff

extension ByteWriter {
    fileprivate mutating func type(_ type: NodeType) {
        if let number = type.number { return byte(number) }
        byte(wordFollows)
        text(type.rawValue)
    }
}

extension ByteReader {
    /// - Returns: `nil` for a type that nobody has declared.
    @inline(__always)
    fileprivate mutating func type() throws(Malformed) -> NodeType? {
        let number = try byte()
        return number == wordFollows ? NodeType(rawValue: try text()) : NodeType(number: number)
    }
}

extension Accepts {
    var code: UInt8 {
        switch self {
        case .nothing: 0
        case .files: 1
        case .folders: 2
        case .both: 3
        }
    }

    init?(code: UInt8) {
        switch code {
        case Accepts.nothing.code: self = .nothing
        case Accepts.files.code: self = .files
        case Accepts.folders.code: self = .folders
        case Accepts.both.code: self = .both
        default: return nil
        }
    }
}
