import ShedModel

/// A piece of an RTF file (Rich Text Format Specification 1.9.1, “Contents of an RTF file”).
enum RTFToken: Equatable {
    case open
    case close
    /// A control word with its number, if it has one.
    case word(String, Int?)
    /// A control symbol: what stands behind a backslash and is no letter.
    case symbol(UInt8)
    /// `\'hh`.
    case byte(UInt8)
    /// A byte of the text.
    case text(UInt8)
}

/// Takes an RTF file apart. Line ends between are no text.
struct RTFLexer {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> RTFToken? {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"): return .open
            case UInt8(ascii: "}"): return .close
            case UInt8(ascii: "\\"): return control()
            case 0x0a, 0x0d, 0: continue
            default: return .text(byte)
            }
        }
        return nil
    }

    /// Goes behind binary data.
    mutating func skip(_ count: Int) { position += min(max(count, 0), bytes.count - position) }

    private mutating func control() -> RTFToken? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        guard RTFLexer.isLetter(byte) else {
            position += 1
            guard byte == UInt8(ascii: "'") else { return .symbol(byte) }
            guard position + 1 < bytes.count, let high = Hexadecimal.value(of: bytes[position]), let low = Hexadecimal.value(of: bytes[position + 1]) else {
                return .symbol(byte)
            }
            position += 2
            return .byte(UInt8(high << 4 | low))
        }
        let start = position
        while position < bytes.count, position - start < 32, RTFLexer.isLetter(bytes[position]) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        var isNegative = false
        if position + 1 < bytes.count, bytes[position] == UInt8(ascii: "-"), bytes[position + 1].isDigit {
            isNegative = true
            position += 1
        }
        var number: Int?
        let digits = position
        while position < bytes.count, position - digits < 10, bytes[position].isDigit {
            number = (number ?? 0) * 10 + Int(bytes[position] - 0x30)
            position += 1
        }
        if position < bytes.count, bytes[position] == 0x20 { position += 1 }
        return .word(word, number.map { isNegative ? -$0 : $0 })
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 && byte < 0x80 }
}
