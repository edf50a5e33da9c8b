import ShedModel

/// Writes the common operation line into a fixed buffer: no allocation, two digits a look-up.
struct LineWriter: ~Copyable {
    /// Room for the fixed parts (under 450 bytes) and for a name and a role, each byte of them escaped to six.
    private static let room = 450 + 6 * (Name.longest + longestRole)
    /// A longer role is written by the general way, in bytes.
    static let longestRole = 64

    private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: LineWriter.room)
    private let digits = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 512)
    private var count = 0

    init() {
        for value in 0..<256 {
            digits[2 * value] = Hexadecimal.digit(of: UInt8(value >> 4))
            digits[2 * value + 1] = Hexadecimal.digit(of: UInt8(value & 0xf))
        }
    }

    deinit {
        buffer.deallocate()
        digits.deallocate()
    }

    /// Appends the line, its end included.
    /// - Returns: `false` where the operation sets a rarer field and nothing was appended.
    mutating func append(_ stamped: StampedOperation, to bytes: inout [UInt8]) -> Bool {
        if stamped.operation.label != nil { return false }
        var accepts: Accepts?, created: Int64?, order: OrderKey?, place: Place?, role: Role?, type: NodeType?
        for field in stamped.operation.set {
            switch field {
            case .accepts(let value?): accepts = value
            case .created(let value): created = value
            case .order(let value?): order = value
            case .place(let value?): place = value
            case .role(let value?): role = value
            case .type(let value): type = value
            default: return false
            }
        }
        if let role, role.rawValue.utf8.count > LineWriter.longestRole { return false }
        if let name = place?.name.bytes, name.count > Name.longest || !UTF8Bytes.isValid(name) || holdsSeparator(name) {
            return false
        }
        count = 0
        text("{\"at\":\"")
        hexadecimal(stamped.at.time, bytes: 8)
        put(UInt8(ascii: "-"))
        hexadecimal(stamped.at.replica.rawValue, bytes: 8)
        text("\",\"id\":\"")
        id(stamped.operation.id)
        text("\",\"set\":{")
        let start = count
        if let accepts {
            text("\"accepts\":")
            string(accepts.rawValue.utf8)
        }
        if let created {
            key(after: start, "\"created\":")
            decimal(created)
        }
        if let order {
            key(after: start, "\"order\":")
            string(order.description.utf8)
        }
        if let place {
            key(after: start, "\"place\":{\"name\":")
            string(place.name.bytes)
            text(",\"parent\":\"")
            id(place.parent)
            text("\"}")
        }
        if let role {
            key(after: start, "\"role\":")
            string(role.rawValue.utf8)
        }
        if let type {
            key(after: start, "\"type\":")
            string(type.rawValue.utf8)
        }
        text("}}\n")
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<count]))
        return true
    }

    /// Whether bytes hold U+2028 or U+2029, which `JSONText` may escape.
    private func holdsSeparator(_ bytes: [UInt8]) -> Bool {
        guard bytes.contains(0xe2) else { return false }
        return bytes.indices.dropFirst(2).contains { position in
            bytes[position - 2] == 0xe2 && bytes[position - 1] == 0x80 && (bytes[position] == 0xa8 || bytes[position] == 0xa9)
        }
    }

    private mutating func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    private mutating func text(_ text: StaticString) {
        for position in 0..<text.utf8CodeUnitCount { buffer[count + position] = text.utf8Start[position] }
        count += text.utf8CodeUnitCount
    }

    private mutating func key(after start: Int, _ text: StaticString) {
        if count > start { put(UInt8(ascii: ",")) }
        self.text(text)
    }

    private mutating func decimal(_ value: Int64) {
        if value < 0 { put(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let start = count
        repeat {
            put(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        var digits = UnsafeMutableBufferPointer(rebasing: buffer[start..<count])
        digits.reverse()
    }

    private mutating func hexadecimal(_ value: UInt64, bytes: Int) {
        var shift = UInt64(bytes * 8)
        while shift > 0 {
            shift -= 8
            let byte = Int(truncatingIfNeeded: value >> shift & 0xff)
            buffer[count] = digits[2 * byte]
            buffer[count + 1] = digits[2 * byte + 1]
            count += 2
        }
    }

    private mutating func id(_ id: NodeID) {
        hexadecimal(id.high >> 32, bytes: 4)
        put(UInt8(ascii: "-"))
        hexadecimal(id.high >> 16, bytes: 2)
        put(UInt8(ascii: "-"))
        hexadecimal(id.high, bytes: 2)
        put(UInt8(ascii: "-"))
        hexadecimal(id.low >> 48, bytes: 2)
        put(UInt8(ascii: "-"))
        hexadecimal(id.low, bytes: 6)
    }

    private mutating func string(_ text: some Collection<UInt8>) {
        put(UInt8(ascii: "\""))
        for byte in text {
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != 0x7f {
                put(byte)
            } else {
                var escaped: [UInt8] = []
                JSONText.append(CollectionOfOne(byte), to: &escaped)
                for byte in escaped.dropFirst().dropLast() { put(byte) }
            }
        }
        put(UInt8(ascii: "\""))
    }
}

/// Whether bytes are UTF-8, without making text of them where they are ASCII.
enum UTF8Bytes {
    static func isValid(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { isValid($0) } }

    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var all: UInt8 = 0
        for byte in bytes { all |= byte }
        return all < 0x80 || String(validating: bytes, as: UTF8.self) != nil
    }
}
