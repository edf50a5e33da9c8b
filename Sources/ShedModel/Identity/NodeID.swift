/// The lasting identity of a node: a 128-bit UUID (RFC 9562), written in lower case with hyphens.
///
/// An ID is never made here. It comes in from an ``IDSource``, so that a plan stays a function of its input.
public struct NodeID: Hashable, Comparable, Sendable {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public static func < (left: NodeID, right: NodeID) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}

extension NodeID {
    /// The number of bytes of the textual form.
    public static let textLength = 36

    /// Reads the textual form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`; upper and lower case digits count alike.
    public init?(_ text: some StringProtocol) {
        var text = String(text)
        guard let id = text.withUTF8({ NodeID(utf8: $0) }) else { return nil }
        self = id
    }

    /// Reads the textual form from exactly 36 bytes.
    public init?(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.count == NodeID.textLength else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for position in 0..<NodeID.textLength {
            let byte = text[position]
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let value = Hexadecimal.value(of: byte) else { return nil }
            if digits < 16 {
                words.0 = words.0 << 4 | UInt64(value)
            } else {
                words.1 = words.1 << 4 | UInt64(value)
            }
            digits += 1
        }
        self.init(high: words.0, low: words.1)
    }

    /// Appends the textual form, 36 ASCII bytes.
    public func append(to bytes: inout [UInt8]) {
        Hexadecimal.append(high >> 32, digits: 8, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Hexadecimal.append(high >> 16 & 0xffff, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Hexadecimal.append(high & 0xffff, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Hexadecimal.append(low >> 48, digits: 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        Hexadecimal.append(low & 0xffff_ffff_ffff, digits: 12, to: &bytes)
    }
}

extension NodeID: CustomStringConvertible {
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(NodeID.textLength)
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Where new IDs come from. The engine gives a random source, tests a seeded one.
public protocol IDSource {
    /// An ID that was never given before.
    mutating func next() -> NodeID
}

/// IDs that count up from a seed: the same seed gives the same IDs. For tests and dry runs.
public struct CountingIDs: IDSource, Sendable {
    private let seed: UInt64
    private var count: UInt64 = 0

    public init(seed: UInt64) { self.seed = seed }

    public mutating func next() -> NodeID {
        count += 1
        return NodeID(high: seed << 16 | 0x7000, low: 0x8000_0000_0000_0000 | count)
    }
}
