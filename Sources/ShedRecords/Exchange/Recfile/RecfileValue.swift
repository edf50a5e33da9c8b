import ShedModel

/// The values that a recfile cannot hold as they are: with NUL, or with a backslash at the end of a line, which would join
/// it with the next. In such a value, marked by the field's name, a backslash is `\x5c` and NUL `\x00`.
enum RecfileValue {
    static func needsEscape(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        var previous: UInt8 = 0x0a
        for byte in bytes {
            if byte == 0 || byte == 0x0a && previous == UInt8(ascii: "\\") { return true }
            previous = byte
        }
        return previous == UInt8(ascii: "\\")
    }

    static func escape(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var escaped: [UInt8] = []
        for byte in bytes {
            switch byte {
            case 0: escaped += "\\x00".utf8
            case UInt8(ascii: "\\"): escaped += "\\x5c".utf8
            default: escaped.append(byte)
            }
        }
        return escaped
    }

    /// `nil` where there is another escape.
    static func unescape(_ bytes: [UInt8]) -> [UInt8]? {
        var rest = bytes[...]
        var result: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            if rest.starts(with: "x00".utf8) {
                result.append(0)
            } else if rest.starts(with: "x5c".utf8) {
                result.append(byte)
            } else {
                return nil
            }
            rest = rest.dropFirst(3)
        }
        return result
    }
}
