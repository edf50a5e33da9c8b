/// A name cut into runs of digits and of everything else.
public struct NaturalKey: Comparable {
    struct Part: Comparable {
        var number: UInt64?
        var text: String

        static func < (left: Part, right: Part) -> Bool {
            switch (left.number, right.number) {
            case (let a?, let b?): a != b ? a < b : left.text < right.text
            case (.some, nil): true
            case (nil, .some): false
            case (nil, nil): left.text < right.text
            }
        }
    }

    private let parts: [Part]

    public static func < (left: NaturalKey, right: NaturalKey) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }

    public init(_ name: Name) {
        // Most names are of printable ASCII: then bytes are characters, and nothing is escaped.
        let isPlain = name.bytes.allSatisfy { (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\\") }
        parts = isPlain ? NaturalKey.parts(ofPlain: name.bytes) : NaturalKey.parts(of: name.escaped.lowercased())
    }

    /// - Parameter text: in lower case.
    init(text: String) { parts = NaturalKey.parts(of: text) }

    private static func parts(ofPlain bytes: [UInt8]) -> [Part] {
        var parts: [Part] = []
        var start = 0
        while start < bytes.count {
            let isNumber = bytes[start].isDigit
            var end = start + 1
            while end < bytes.count, bytes[end].isDigit == isNumber { end += 1 }
            let run = String(decoding: bytes[start..<end].map(lowercased), as: UTF8.self)
            parts.append(Part(number: isNumber ? UInt64(run) : nil, text: run))
            start = end
        }
        return parts
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var current = ""
        var isNumber = false
        for character in text {
            let digit = character.isASCII && character.isNumber
            if digit != isNumber, !current.isEmpty {
                parts.append(Part(number: isNumber ? UInt64(current) : nil, text: current))
                current = ""
            }
            isNumber = digit
            current.append(character)
        }
        if !current.isEmpty { parts.append(Part(number: isNumber ? UInt64(current) : nil, text: current)) }
        return parts
    }
}
