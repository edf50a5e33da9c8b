/// A JSON value kept as its compact text: what nobody asks for is not read, and takes little memory.
public struct CompactJSON: Hashable, Sendable {
    /// UTF-8, without white space between the values.
    public let bytes: [UInt8]

    public init(_ value: JSONValue) { bytes = value.compact }

    /// - Parameter bytes: as ``bytes`` of another one.
    public init(compact bytes: [UInt8]) { self.bytes = bytes }

    /// The value; `null` where the text is none, which only a damaged cache can hold.
    public var value: JSONValue { (try? JSONParser.parse(bytes)) ?? .null }

    /// The string that the first member of an object holds, if that member is called so and the string holds no escape: found
    /// without reading the rest. `nil` says nothing about other texts.
    public func leadingString(of member: StaticString) -> String? {
        let start = 2 + member.utf8CodeUnitCount
        guard bytes.count > start + 4, bytes[0] == UInt8(ascii: "{"), bytes[1] == UInt8(ascii: "\"") else { return nil }
        for offset in 0..<member.utf8CodeUnitCount where bytes[2 + offset] != member.utf8Start[offset] { return nil }
        guard bytes[start...].starts(with: [UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: "\"")]) else { return nil }
        let text = bytes[(start + 3)...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        guard text.endIndex < bytes.endIndex, bytes[text.endIndex] == UInt8(ascii: "\"") else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
