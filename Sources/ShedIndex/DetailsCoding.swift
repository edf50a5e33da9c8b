import ShedModel

/// The rarer fields of a node. Names are bytes; fields of unknown versions are kept as JSON, and so is the order, as versions
/// keep it that do not know it: they read this index, and theirs is read.
private struct DetailsFlags: OptionSet {
    let rawValue: UInt8

    static let origin = DetailsFlags(rawValue: 1 << 0)
    static let rejection = DetailsFlags(rawValue: 1 << 1)
    static let exception = DetailsFlags(rawValue: 1 << 2)
    static let unexplained = DetailsFlags(rawValue: 1 << 3)
    static let content = DetailsFlags(rawValue: 1 << 4)
    static let forgotten = DetailsFlags(rawValue: 1 << 5)
    static let note = DetailsFlags(rawValue: 1 << 6)
    static let other = DetailsFlags(rawValue: 1 << 7)
}

private let orderName = Field.order(nil).name

extension ByteWriter {
    mutating func details(_ details: NodeDetails) {
        var flags: DetailsFlags = []
        if details.origin != nil { flags.insert(.origin) }
        if details.rejection != nil { flags.insert(.rejection) }
        if details.exception { flags.insert(.exception) }
        if details.unexplained != nil { flags.insert(.unexplained) }
        if details.content != nil { flags.insert(.content) }
        if details.forgotten != nil { flags.insert(.forgotten) }
        if details.note != nil { flags.insert(.note) }
        var other = details.other
        if let order = details.order { other[orderName] = CompactJSON(.string(order.description)) }
        if !other.isEmpty { flags.insert(.other) }
        byte(flags.rawValue)
        if let origin = details.origin {
            id(origin.parent)
            text(origin.name.bytes)
        }
        if let rejection = details.rejection { self.rejection(rejection) }
        if let time = details.unexplained { signed(time) }
        if let content = details.content {
            raw(content.hash.bytes)
            signed(content.size)
            signed(content.since)
        }
        if let time = details.forgotten { signed(time) }
        if let note = details.note { text(note) }
        if !other.isEmpty {
            count(other.count)
            for (name, value) in other.sorted(by: { $0.key < $1.key }) {
                text(name)
                text(value.bytes)
            }
        }
    }

    private mutating func rejection(_ rejection: Rejection) {
        text(rejection.rule.raw)
        path(rejection.origin)
        byte(rejection.folder == nil ? 0 : 1)
        if let folder = rejection.folder { id(folder) }
        signed(rejection.time)
        byte(rejection.known ? 1 : 0)
    }

    mutating func path(_ path: RelativePath) {
        count(path.names.count)
        for name in path.names { text(name.bytes) }
    }
}

extension ByteReader {
    mutating func details() throws(Malformed) -> NodeDetails {
        let flags = DetailsFlags(rawValue: try byte())
        var details = NodeDetails()
        if flags.contains(.origin) { details.origin = Place(parent: try id(), name: Name(bytes: try data())) }
        if flags.contains(.rejection) { details.rejection = try rejection() }
        details.exception = flags.contains(.exception)
        if flags.contains(.unexplained) { details.unexplained = try time() }
        if flags.contains(.content) {
            guard let hash = ContentHash(bytes: array(try skip(32))) else { throw Malformed() }
            details.content = ContentRecord(hash: hash, size: try size(), since: try time())
        }
        if flags.contains(.forgotten) { details.forgotten = try time() }
        if flags.contains(.note) { details.note = try text() }
        if flags.contains(.other) {
            for _ in 0..<(try count(ofSize: 2)) {
                let name = try text()
                let value = CompactJSON(compact: try data())
                if name == orderName { details.order = order(value) } else { details.other[name] = value }
            }
        }
        return details
    }

    /// A key has nothing that JSON would write otherwise: what stands between the quotation marks is it.
    private func order(_ value: CompactJSON) -> OrderKey? {
        guard value.bytes.first == UInt8(ascii: "\""), value.bytes.last == UInt8(ascii: "\"") else { return nil }
        return OrderKey(ascii: value.bytes.dropFirst().dropLast()) ?? value.value.string.flatMap { OrderKey($0) }
    }

    private mutating func rejection() throws(Malformed) -> Rejection {
        let rule = try text()
        let origin = try path()
        let folder: NodeID? = try flag() ? try id() : nil
        return Rejection(rule: ForeignText(rule), origin: origin, folder: folder, time: try time(), known: try flag())
    }

    private mutating func flag() throws(Malformed) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw Malformed()
        }
    }

    mutating func path() throws(Malformed) -> RelativePath {
        var names: [Name] = []
        for _ in 0..<(try count()) { names.append(Name(bytes: try data())) }
        return RelativePath(names)
    }
}
