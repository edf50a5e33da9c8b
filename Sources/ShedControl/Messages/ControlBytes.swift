import ShedModel

/// Bytes in JSON: a string, or `{"b64":"…"}` for what is not UTF-8, as in the sidecar.
enum ControlBytes {
    static func json(_ bytes: [UInt8]) -> JSONValue {
        String(validating: bytes, as: UTF8.self).map { .string($0) } ?? ["b64": .string(Base64.encode(bytes))]
    }

    /// `nil` for what stands for no bytes.
    static func bytes(_ json: JSONValue) -> [UInt8]? {
        switch json {
        case .string(let text): Array(text.utf8)
        case .object(let object): object["b64"]?.string.flatMap(Base64.decode)
        default: nil
        }
    }

    /// Appends the text of ``json(_:)``. Output has many megabytes at times, so whatever needs no escape goes in whole
    /// stretches.
    static func append(_ bytes: [UInt8], to line: inout [UInt8]) {
        guard bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) != nil else {
            line += "{\"b64\":\"".utf8
            line += Base64.encode(bytes).utf8
            line += "\"}".utf8
            return
        }
        line.append(UInt8(ascii: "\""))
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                var end = start
                while end < bytes.count, !mayNeedEscape(bytes[end]) { end += 1 }
                line.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
                guard end < bytes.count else { break }
                start = appendEscaped(bytes, at: end, to: &line)
            }
        }
        line.append(UInt8(ascii: "\""))
    }

    /// 0xe2 begins the line separators, and much else.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f || byte == 0xe2
    }

    /// Appends the character that begins at `position`, and returns where the next one begins.
    private static func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int, to line: inout [UInt8]) -> Int {
        let backslash = UInt8(ascii: "\\")
        switch bytes[position] {
        case UInt8(ascii: "\""), backslash:
            line.append(backslash)
            line.append(bytes[position])
        case UInt8(ascii: "\n"):
            line.append(backslash)
            line.append(UInt8(ascii: "n"))
        default:
            let end = min(bytes[position] == 0xe2 ? position + 3 : position + 1, bytes.count)
            var quoted: [UInt8] = []
            JSONText.append(bytes[position..<end], to: &quoted)
            line += quoted[1..<quoted.count - 1]
            return end
        }
        return position + 1
    }
}
