/// A JSON value kept as its compact text: what nobody asks for is not read, and takes little memory.
public struct CompactJSON: Hashable, Sendable {
    /// UTF-8, without white space between the values.
    public let bytes: [UInt8]

    public init(_ value: JSONValue) { bytes = value.compact }

    /// - Parameter bytes: as ``bytes`` of another one.
    public init(compact bytes: [UInt8]) { self.bytes = bytes }

    /// The value; `null` where the text is none, which only a damaged cache can hold.
    public var value: JSONValue { (try? JSONParser.parse(bytes)) ?? .null }

    /// The member of an object, found without reading the others; `nil` where there is none, or the value is no object. In a
    /// damaged text a member is found that stands before the damage.
    public subscript(name: String) -> JSONValue? {
        var name = name
        return bytes.withUnsafeBufferPointer { bytes in
            name.withUTF8 { name in
                var reader = MemberReader(bytes: bytes)
                return reader.member(name)
            }
        }
    }
}

/// Goes through a compact object without making its values.
private struct MemberReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 1

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func member(_ name: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        guard bytes.count > 1, bytes[0] == UInt8(ascii: "{") else { return nil }
        while let key = string(), next == UInt8(ascii: ":") {
            position += 1
            let start = position
            guard let isPlain = skipValue() else { return nil }
            if key.isPlain ? bytes[key.range].elementsEqual(name) : value(in: key.range.lowerBound - 1..<key.range.upperBound + 1)?.string.map({ $0.utf8.elementsEqual(name) }) == true {
                if isPlain { return .string(String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)) }
                return value(in: start..<position)
            }
            guard next == UInt8(ascii: ",") else { return nil }
            position += 1
        }
        return nil
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func value(in range: Range<Int>) -> JSONValue? { try? JSONParser.parse(Array(bytes[range])) }

    /// Goes past a string.
    /// - Returns: what stands between the quotation marks, and whether no escape is in it.
    private mutating func string() -> (range: Range<Int>, isPlain: Bool)? {
        guard next == UInt8(ascii: "\"") else { return nil }
        position += 1
        let start = position
        var isPlain = true
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                position += 1
            }
            position += 1
        }
        guard position < bytes.count else { return nil }
        position += 1
        return (start..<position - 1, isPlain)
    }

    /// Goes past a value.
    /// - Returns: whether it is a string without an escape; `nil` where the text ends before it does.
    private mutating func skipValue() -> Bool? {
        if next == UInt8(ascii: "\"") { return string()?.isPlain }
        var depth = 0
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard string() != nil else { return nil }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
                if depth == 0 { return false }
                if byte != UInt8(ascii: ",") { depth -= 1 }
            default: break
            }
            position += 1
        }
        return nil
    }
}
