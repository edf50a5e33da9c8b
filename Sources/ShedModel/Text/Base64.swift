/// Standard base64 with padding (RFC 4648, section 4), for bytes that are not UTF-8 and have to stand in JSON.
public enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// The one encoding of the bytes: four digits for every three bytes that were begun.
    public static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            bytes.withUnsafeBufferPointer { bytes in
                digits.withUnsafeBufferPointer { digits in
                    var end = 0
                    var position = 0
                    while position < bytes.count {
                        let left = bytes.count - position
                        var bits = UInt32(bytes[position]) << 16
                        if left > 1 { bits |= UInt32(bytes[position + 1]) << 8 }
                        if left > 2 { bits |= UInt32(bytes[position + 2]) }
                        text[end] = digits[Int(bits >> 18)]
                        text[end + 1] = digits[Int(bits >> 12 & 63)]
                        text[end + 2] = left > 1 ? digits[Int(bits >> 6 & 63)] : padding
                        text[end + 3] = left > 2 ? digits[Int(bits & 63)] : padding
                        position += 3
                        end += 4
                    }
                    return end
                }
            }
        }
    }

    /// The bytes that a text stands for; `nil` unless the text is the one encoding of its bytes.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { text in
            guard text.count % 4 == 0 else { return nil }
            var count = text.count
            while count > 0, text.count - count < 2, text[count - 1] == padding { count -= 1 }
            var isValid = true
            let bytes = [UInt8](unsafeUninitializedCapacity: count / 4 * 3 + 2) { bytes, end in
                var bits: UInt32 = 0
                var pending = 0
                for position in 0..<count {
                    guard let value = value(of: text[position]) else {
                        isValid = false
                        return
                    }
                    bits = bits << 6 | value
                    pending += 6
                    if pending >= 8 {
                        pending -= 8
                        bytes[end] = UInt8(truncatingIfNeeded: bits >> UInt32(pending))
                        end += 1
                    }
                }
                // What is left over belongs to no byte, and one text only may stand for the bytes.
                isValid = bits & (1 << UInt32(pending) - 1) == 0
            }
            return isValid ? bytes : nil
        }
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
