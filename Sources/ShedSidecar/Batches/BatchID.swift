import ShedModel

/// The identity of a batch: the SHA-256 over its file, the digits of the checksum itself taken as zeros.
public struct BatchID: Hashable, Comparable, Sendable, CustomStringConvertible {
    let words: (UInt64, UInt64, UInt64, UInt64)

    init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// `nil` unless there are exactly 32 bytes.
    public init?(bytes: some Sequence<UInt8>) {
        var words: [UInt64] = [0, 0, 0, 0]
        var count = 0
        for byte in bytes {
            guard count < 32 else { return nil }
            words[count / 8] = words[count / 8] << 8 | UInt64(byte)
            count += 1
        }
        guard count == 32 else { return nil }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// Reads exactly 64 hexadecimal digits.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == BatchID.textLength, let bytes = Hexadecimal.bytes(of: String(text)) else { return nil }
        self.init(bytes: bytes)
    }

    /// The number of bytes of the textual form.
    public static let textLength = 64

    /// 64 hexadecimal digits in lower case.
    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the textual form, 64 ASCII bytes.
    public func append(to bytes: inout [UInt8]) {
        for word in [words.0, words.1, words.2, words.3] { Hexadecimal.append(word, digits: 16, to: &bytes) }
    }

    public static func == (left: BatchID, right: BatchID) -> Bool { left.words == right.words }

    public static func < (left: BatchID, right: BatchID) -> Bool { left.words < right.words }

    // All that == compares: nobody has to hash a batch that a hostile one only names, and many that agree in half of their digits are easily made up.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}
