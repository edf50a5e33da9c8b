import Glibc
import ShedModel

/// Reads operation lines that have the canonical form of the common fields; anything else is left to `JSONParser`.
///
/// It may say “not canonical” of any line, but what it accepts it reads just as the general way would.
struct LineReader {
    private let input: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var end = 0
    private var stamp = Remembered<Stamp>()
    private var parent = Remembered<NodeID>()

    /// What the last line held at a place where lines are often alike.
    private struct Remembered<Value> {
        var position = 0
        var value: Value?
    }

    init(_ input: UnsafeBufferPointer<UInt8>) { self.input = input }

    /// The operation on one line, or `nil` if the line is not canonical.
    mutating func read(_ line: Range<Int>) -> StampedOperation? {
        position = line.lowerBound
        end = line.upperBound
        guard skip("{\"at\":\""), let at = readStamp(), skip("\",\"id\":\""), let id = readID(), skip("\",\"set\":{") else {
            return nil
        }
        var fields: [Field] = []
        fields.reserveCapacity(4)
        var isFirst = true
        if skip("\"accepts\":\"") {
            guard let value = word(), let accepts = Accepts(rawValue: value) else { return nil }
            fields.append(.accepts(accepts))
            isFirst = false
        }
        if skip(isFirst ? "\"created\":" : ",\"created\":") {
            guard let time = readNumber() else { return nil }
            fields.append(.created(Milliseconds.bounded(time)))
            isFirst = false
        }
        if skip(isFirst ? "\"order\":\"" : ",\"order\":\"") {
            guard let key = word().flatMap({ OrderKey($0) }) else { return nil }
            fields.append(.order(key))
            isFirst = false
        }
        if skip(isFirst ? "\"place\":{\"name\":\"" : ",\"place\":{\"name\":\"") {
            guard let name = readName(), skip(",\"parent\":\""), let parent = readParent(), skip("\"}") else { return nil }
            fields.append(.place(Place(parent: parent, name: name)))
            isFirst = false
        }
        if skip(isFirst ? "\"role\":\"" : ",\"role\":\"") {
            guard let value = word(), !value.isEmpty else { return nil }
            fields.append(.role(Role(rawValue: value)))
            isFirst = false
        }
        if skip(isFirst ? "\"type\":\"" : ",\"type\":\"") {
            guard let type = readType() else { return nil }
            fields.append(.type(type))
        }
        guard skip("}}"), position == end else { return nil }
        return StampedOperation(at, Operation(id, fields))
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard end - position >= count, let start = input.baseAddress, memcmp(start + position, text.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }

    /// Digits alone, as this program writes them: no sign, no leading zero, and no more than fit in any case.
    private mutating func readNumber() -> Int64? {
        let start = position
        var value: Int64 = 0
        while position < end, case let digit = input[position] &- UInt8(ascii: "0"), digit < 10 {
            value = value &* 10 &+ Int64(digit)
            position += 1
        }
        guard (1...18).contains(position - start), input[start] != UInt8(ascii: "0") || position - start == 1 else { return nil }
        return value
    }

    private mutating func readType() -> NodeType? {
        if skip("file\"") { return .file }
        if skip("folder\"") { return .folder }
        return word().flatMap(NodeType.init)
    }

    private func isSame(as earlier: Int, count: Int) -> Bool {
        guard end - position >= count, let start = input.baseAddress else { return false }
        return memcmp(start + position, start + earlier, count) == 0
    }

    private mutating func readStamp() -> Stamp? {
        if let value = stamp.value, isSame(as: stamp.position, count: Stamp.textLength) {
            position += Stamp.textLength
            return value
        }
        guard end - position >= Stamp.textLength, input[position + 16] == UInt8(ascii: "-"),
            let time = hexadecimal(at: position, digits: 16), let replica = hexadecimal(at: position + 17, digits: 16)
        else { return nil }
        let value = Stamp(time: time, replica: ReplicaID(rawValue: replica))
        stamp = Remembered(position: position, value: value)
        position += Stamp.textLength
        return value
    }

    private mutating func readParent() -> NodeID? {
        if let value = parent.value, isSame(as: parent.position, count: NodeID.textLength) {
            position += NodeID.textLength
            return value
        }
        let start = position
        guard let value = readID() else { return nil }
        parent = Remembered(position: start, value: value)
        return value
    }

    private mutating func readID() -> NodeID? {
        guard end - position >= NodeID.textLength else { return nil }
        let hyphen = UInt8(ascii: "-")
        guard input[position + 8] == hyphen, input[position + 13] == hyphen, input[position + 18] == hyphen,
            input[position + 23] == hyphen, let first = hexadecimal(at: position, digits: 8),
            let second = hexadecimal(at: position + 9, digits: 4), let third = hexadecimal(at: position + 14, digits: 4),
            let fourth = hexadecimal(at: position + 19, digits: 4), let fifth = hexadecimal(at: position + 24, digits: 12)
        else { return nil }
        position += NodeID.textLength
        return NodeID(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
    }

    /// Lower-case digits without a branch a digit: random digits would be mispredicted half of the time.
    private func hexadecimal(at start: Int, digits: Int) -> UInt64? {
        var value: UInt64 = 0
        var wrong: UInt8 = 0
        for offset in start..<start + digits {
            let digit = input[offset] &- 0x30
            let letter = input[offset] &- 0x61
            let isDigit: UInt8 = digit < 10 ? 1 : 0
            let isLetter: UInt8 = letter < 6 ? 1 : 0
            wrong |= (isDigit | isLetter) ^ 1
            value = value << 4 | UInt64(digit &* isDigit | (letter &+ 10) &* isLetter)
        }
        return wrong == 0 ? value : nil
    }

    /// The bytes up to the closing quote, which is passed; `nil` if one of them is escaped or must be.
    private mutating func plainBytes() -> UnsafeBufferPointer<UInt8>? {
        let start = position
        while position < end {
            let byte = input[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return UnsafeBufferPointer(rebasing: input[start..<position - 1])
            }
            if byte == UInt8(ascii: "\\") || byte < 0x20 { return nil }
            position += 1
        }
        return nil
    }

    private mutating func word() -> String? { plainBytes().flatMap { String(validating: $0, as: UTF8.self) } }

    private mutating func readName() -> Name? {
        guard let bytes = plainBytes(), UTF8Bytes.isValid(bytes) else { return nil }
        let name = Name(bytes: Array(bytes))
        return name.isPossible && !name.isHidden ? name : nil
    }
}
