/// One pair of a record. Compared byte by byte: “é” as one character and as two are different keys and values.
public struct Pair: Sendable {
    public var key: String
    public var value: String

    public init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
    }
}

extension Pair: Hashable {
    public static func == (left: Pair, right: Pair) -> Bool {
        left.key.utf8.elementsEqual(right.key.utf8) && left.value.utf8.elementsEqual(right.value.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in key.utf8 { hasher.combine(byte) }
        hasher.combine(0xff as UInt8)
        for byte in value.utf8 { hasher.combine(byte) }
    }
}
