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

    /// Appends the text of ``json(_:)``, without making a value of it: output has many megabytes at times.
    static func append(_ bytes: [UInt8], to line: inout [UInt8]) {
        guard bytes.withUnsafeBufferPointer({ String(validating: $0, as: UTF8.self) }) != nil else {
            line += "{\"b64\":\"".utf8
            line += Base64.encode(bytes).utf8
            line += "\"}".utf8
            return
        }
        JSONText.append(bytes, to: &line)
    }
}
