import ShedModel

/// Goes through the text of a record file, pair by pair, without recursion.
struct RecordReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0
    private var isFirst = true

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The byte at the position; `nil` at the end.
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return }
            position += 1
        }
    }

    /// Goes behind the opening brace.
    mutating func open() throws(RecordsError) {
        guard bytes.count <= RecordText.largest else {
            throw RecordsError(
                "the file has more than \(RecordText.largest >> 10) KiB", line: 1, column: 1, remedy: "Split the record.")
        }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) || bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            throw fault(0, "the file begins with a byte order mark", "Save it as UTF-8 without a byte order mark.")
        }
        skipSpace()
        guard let byte = next else { throw empty }
        guard byte == UInt8(ascii: "{") else {
            let what = RecordReader.sort(of: byte) ?? "“\(EscapedText.escape([byte]))”"
            throw fault(position, "the file holds \(what), not an object", "Write its pairs in braces: {\"key\": \"value\"}.")
        }
        position += 1
    }

    /// The next pair; `nil` where the object ends, which is then behind the position.
    mutating func nextPair() throws(RecordsError) -> RecordToken? {
        skipSpace()
        if next == UInt8(ascii: "}") {
            position += 1
            return nil
        }
        if !isFirst {
            guard let byte = next else { throw early(nil) }
            guard byte == UInt8(ascii: ",") else {
                throw fault(position, "a comma or } is missing", "Put a comma between two pairs.")
            }
            position += 1
            skipSpace()
            if next == UInt8(ascii: "}") { throw fault(position, "a comma stands before the }", "Remove the comma.") }
        }
        isFirst = false
        guard let byte = next else { throw early(nil) }
        guard byte == UInt8(ascii: "\"") else {
            throw fault(position, "a key must be a text in double quotes", RecordReader.hint(byte, "Write it as \"key\"."))
        }
        let key = try string(of: nil)
        skipSpace()
        guard let byte = next else { throw early(key) }
        guard byte == UInt8(ascii: ":") else {
            throw fault(position, "a colon is missing behind the key \(shown(key))", "Write \"key\": \"value\".")
        }
        position += 1
        skipSpace()
        guard let byte = next else { throw early(key) }
        guard byte == UInt8(ascii: "\"") else { throw noText(byte, key) }
        return RecordToken(key: key, value: try string(of: key))
    }

    /// Sees to it that nothing follows the object.
    mutating func close() throws(RecordsError) {
        skipSpace()
        if position < bytes.count {
            throw fault(position, "something follows the object", "Remove what stands behind the closing }.")
        }
    }

    /// Goes behind a string, of which only its end and its controls are looked at.
    private mutating func string(of key: RecordToken.Text?) throws(RecordsError) -> RecordToken.Text {
        let start = position
        var hasEscapes = false
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return RecordToken.Text(start: start, end: position, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                position += 1
            } else if byte < 0x20 {
                throw control(byte, key)
            }
            position += 1
        }
        position = bytes.count
        throw early(key)
    }
}

extension RecordReader {
    /// The text of a string.
    /// - Parameter key: whose value it is, for complaints; `nil` for a key.
    func text(_ token: RecordToken.Text, of key: RecordToken.Text?) throws(RecordsError) -> String {
        let inside = UnsafeBufferPointer(rebasing: bytes[token.start + 1..<token.end - 1])
        guard token.hasEscapes else {
            guard let text = String(validating: inside, as: UTF8.self) else { throw notUTF8(inside, token.start + 1, key) }
            return text
        }
        return try unescaped(inside, from: token.start + 1, of: key)
    }

    private func unescaped(
        _ inside: UnsafeBufferPointer<UInt8>, from start: Int, of key: RecordToken.Text?
    ) throws(RecordsError) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(inside.count)
        var position = 0
        while position < inside.count {
            let byte = inside[position]
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                position += 1
                continue
            }
            // The string ends at a quotation mark that is not escaped, so something follows the backslash.
            let letter = inside[position + 1]
            if letter == UInt8(ascii: "u") {
                let (scalar, length) = try scalar(inside, position, start, key)
                result.append(contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
                position += length
            } else if let plain = JSONText.character(of: letter) {
                result.append(plain)
                position += 2
            } else {
                let shown = EscapedText.escape(inside[position..<min(position + 2, inside.count)])
                throw fault(start + position, "“\(shown)” is no escape\(place(key))", "Write a backslash as \\\\.")
            }
        }
        guard let text = String(validating: result, as: UTF8.self) else { throw notUTF8(inside, start, key) }
        return text
    }

    /// The character that `\uXXXX`, or two of them, stand for, and the length of the escape.
    private func scalar(
        _ inside: UnsafeBufferPointer<UInt8>, _ position: Int, _ start: Int, _ key: RecordToken.Text?
    ) throws(RecordsError) -> (Unicode.Scalar, Int) {
        guard let unit = RecordReader.unit(inside, position) else {
            throw fault(start + position, "\\u must be followed by four digits 0-9 or a-f\(place(key))", "Write a backslash as \\\\.")
        }
        if let scalar = JSONText.scalar(unit) { return (scalar, 6) }
        if let trail = RecordReader.unit(inside, position + 6), let scalar = JSONText.scalar(unit, trail) { return (scalar, 12) }
        throw fault(
            start + position, "\\u\(String(unit, radix: 16)) is half a surrogate pair and no character\(place(key))",
            "Write both halves, or the character itself.")
    }

    private static func unit(_ inside: UnsafeBufferPointer<UInt8>, _ position: Int) -> UInt32? {
        guard position + 6 <= inside.count, inside[position] == UInt8(ascii: "\\"), inside[position + 1] == UInt8(ascii: "u")
        else { return nil }
        return Hexadecimal.read(inside[position + 2..<position + 6]).map { UInt32($0) }
    }
}
