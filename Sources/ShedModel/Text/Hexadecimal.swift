/// Hexadecimal digits as bytes, without a `String` in between.
public enum Hexadecimal {
    /// The value of one digit of either case, or `nil`.
    @inlinable
    public static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The digit of a value below 16, in lower case.
    @inlinable
    public static func digit(of value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// Appends the low `digits` digits of `value`, most significant first.
    public static func append(_ value: UInt64, digits: Int, to bytes: inout [UInt8]) {
        var shift = digits * 4
        while shift > 0 {
            shift -= 4
            bytes.append(digit(of: UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 0xf))
        }
    }

    /// Reads exactly `digits` (at most 16) digits.
    @inlinable
    public static func read(_ bytes: some Collection<UInt8>) -> UInt64? {
        guard !bytes.isEmpty, bytes.count <= 16 else { return nil }
        var result: UInt64 = 0
        for byte in bytes {
            guard let value = value(of: byte) else { return nil }
            result = result << 4 | UInt64(value)
        }
        return result
    }

    /// The bytes as lower-case digits.
    @inlinable
    public static func string(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digit(of: byte >> 4))
            text.append(digit(of: byte & 0xf))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that an even number of digits stand for, or `nil`.
    public static func bytes(of text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 2)
        for position in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[position]), let low = value(of: digits[position + 1]) else { return nil }
            result.append(high << 4 | low)
        }
        return result
    }
}
