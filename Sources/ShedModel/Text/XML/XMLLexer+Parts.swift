// What stands between tags.
extension XMLLexer {
    mutating func space() throws(Source.Failure) {
        while let byte = try source.peek(), XMLText.isSpace(byte) { source.advance() }
    }

    mutating func name() throws(Source.Failure) -> String {
        var bytes: [UInt8] = []
        while let byte = try source.peek(), XMLText.isName(byte, isFirst: bytes.isEmpty), bytes.count < 64 {
            bytes.append(byte)
            source.advance()
        }
        guard !bytes.isEmpty, bytes.count < 64 else {
            throw source.fault("expected a name", remedy: "Is “<” or “&” in a text? Write “&lt;” and “&amp;”.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// One of the bytes below the blank, as text: a line end is a line feed, however it is written (2.11 of the standard).
    mutating func blank(to bytes: inout [UInt8]) throws(Source.Failure) {
        guard let byte = try source.read() else { return }
        switch byte {
        case 0x09, 0x0a: bytes.append(byte)
        case 0x0d:
            _ = try source.skip(0x0a)
            bytes.append(0x0a)
        default: throw source.fault(.unholdable, line: source.line)
        }
    }

    mutating func reference(to bytes: inout [UInt8]) throws(Source.Failure) {
        source.advance()
        guard try source.skip(UInt8(ascii: "#")) else {
            let name = try name()
            guard try source.skip(UInt8(ascii: ";")) else { throw source.fault("expected “;”", remedy: "Write “&amp;” for “&”.") }
            guard let character = XMLText.character(of: name) else {
                throw source.fault("the unknown entity “\(EscapedText.beginning(name))”", remedy: "Write the character itself.")
            }
            return bytes.append(character)
        }
        let isHexadecimal = try source.skip(UInt8(ascii: "x"))
        var value: UInt32 = 0
        var digits = 0
        while let byte = try source.peek(), let digit = Hexadecimal.value(of: byte), isHexadecimal || digit < 10 {
            source.advance()
            digits += 1
            value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x110000)
        }
        guard digits > 0, try source.skip(UInt8(ascii: ";")) else { throw source.fault("expected digits and “;”") }
        guard let scalar = Unicode.Scalar(value), XMLText.canHold(scalar) else { throw source.fault(.unholdable, line: source.line) }
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    mutating func instruction(_ target: String) throws(Source.Failure) {
        guard target.lowercased() != "xml" else { throw source.fault("an XML declaration that is not at the start") }
        let byte = try source.peek()
        guard byte == UInt8(ascii: "?") || byte.map(XMLText.isSpace) == true else { throw source.fault("expected a blank") }
        _ = try textUntil("?>")
    }

    /// From the first hyphen of `<!--`.
    mutating func comment() throws(Source.Failure) {
        source.advance()
        guard try source.skip(UInt8(ascii: "-")) else { throw source.fault("expected “<!--”") }
        _ = try textUntil("--")
        guard try source.skip(UInt8(ascii: ">")) else { throw source.fault("“--” in a comment") }
    }

    /// From the bracket of `<![CDATA[`.
    mutating func characterData(to bytes: inout [UInt8], limit: Int, line: Int) throws(Source.Failure) {
        for byte in "[CDATA[".utf8 {
            guard try source.skip(byte) else { throw source.fault("expected “<![CDATA[”") }
        }
        bytes += try textUntil("]]>")
        guard bytes.count <= limit else { throw source.fault(.tooLong, line: line) }
    }

    /// The text up to a mark, and goes behind the mark.
    mutating func textUntil(_ mark: String) throws(Source.Failure) -> [UInt8] {
        let line = source.line
        let mark = Array(mark.utf8)
        var bytes: [UInt8] = []
        while true {
            guard let byte = try source.peek() else {
                throw source.fault("the input ends before “\(String(decoding: mark, as: UTF8.self))”", remedy: "Is the file whole?")
            }
            guard bytes.count < limits.section else { throw source.fault(.tooLong, line: line) }
            if byte < 0x20 {
                try blank(to: &bytes)
                continue
            }
            bytes.append(byte)
            source.advance()
            guard bytes.count >= mark.count, bytes.suffix(mark.count).elementsEqual(mark) else { continue }
            bytes.removeLast(mark.count)
            guard XMLText.canHold(bytes) else { throw source.fault(.unholdable, line: line) }
            _ = try source.text(bytes, line: line)
            return bytes
        }
    }

    // MARK: - Before the root

    /// From behind `<!`. Passed over, with quotes, comments and brackets in pairs. One that declares entities is refused:
    /// what they stand for could not be told.
    mutating func documentType(isAllowed: Bool) throws(Source.Failure) {
        let refusal = source.fault(
            "a document type or another declaration", remedy: "Remove “<!DOCTYPE …>”: it can name entities, and shed expands none.")
        guard isAllowed, !hasDocumentType else { throw refusal }
        for byte in "DOCTYPE".utf8 { guard try source.skip(byte) else { throw refusal } }
        hasDocumentType = true
        var (isInside, depth) = (false, 0)
        while let byte = try source.read() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while let next = try source.read(), next != byte {}
            case UInt8(ascii: "<"):
                guard try source.skip(UInt8(ascii: "!")) else {
                    depth += 1
                    continue
                }
                if try source.peek() == UInt8(ascii: "-") {
                    try comment()
                } else {
                    guard try name() != "ENTITY" else { throw source.fault("a document type that declares entities") }
                    depth += 1
                }
            case UInt8(ascii: "["), UInt8(ascii: "]"):
                guard depth == 0, isInside == (byte == UInt8(ascii: "]")) else { throw source.fault("a document type that is not well-formed") }
                isInside.toggle()
            case UInt8(ascii: ">"):
                if depth == 0, !isInside { return }
                guard depth == 1 else { throw source.fault("a document type that is not well-formed") }
                depth = 0
            default: break
            }
        }
        throw source.fault("a document type has no end", remedy: "Is the file whole?")
    }

    /// - Parameter bytes: what stands between `<?xml` and `?>`.
    func checkDeclaration(_ bytes: [UInt8]) throws(Source.Failure) {
        let line = source.line
        let fault = source.fault(
            "an XML declaration that cannot be read", line: line, remedy: "Write <?xml version=\"1.0\" encoding=\"UTF-8\"?>.")
        guard var settings = XMLDeclaration.settings(bytes), settings.first?.name == "version", settings.first?.value == "1.0" else { throw fault }
        settings.removeFirst()
        if settings.first?.name == "encoding" {
            let encoding = settings.removeFirst().value
            guard ["utf-8", "us-ascii"].contains(encoding.lowercased()) || isDecoded() else {
                throw source.fault(
                    "the encoding “\(EscapedText.beginning(encoding))”", line: line,
                    remedy: "Convert the file to UTF-8, for instance by “xmllint --encode UTF-8”.")
            }
        }
        if settings.first?.name == "standalone" {
            guard ["yes", "no"].contains(settings.removeFirst().value) else { throw fault }
        }
        guard settings.isEmpty else { throw fault }
    }
}

/// What the XML declaration says, `<?xml version="1.0" encoding="UTF-8"?>`.
private enum XMLDeclaration {
    /// The settings in their order; `nil` where they are not well-formed.
    static func settings(_ bytes: [UInt8]) -> [(name: String, value: String)]? {
        var rest = bytes[...]
        var settings: [(name: String, value: String)] = []
        while true {
            let isSpaced = skipSpace(&rest)
            if rest.isEmpty { return settings }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && !XMLText.isSpace($0) }
            rest = rest.dropFirst(name.count)
            _ = skipSpace(&rest)
            guard isSpaced, rest.popFirst() == UInt8(ascii: "=") else { return nil }
            _ = skipSpace(&rest)
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            let value = rest.prefix { $0 != quote }
            rest = rest.dropFirst(value.count)
            guard rest.popFirst() == quote else { return nil }
            settings.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
    }

    private static func skipSpace(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        let space = bytes.prefix(while: XMLText.isSpace)
        bytes = bytes.dropFirst(space.count)
        return !space.isEmpty
    }
}
