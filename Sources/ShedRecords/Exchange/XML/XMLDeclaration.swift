/// The XML declaration, `<?xml version="1.0" encoding="UTF-8"?>`.
enum XMLDeclaration {
    /// - Parameter bytes: what stands between `<?xml` and `?>`.
    static func check(_ bytes: [UInt8], line: Int) throws(RecordsError) {
        let fault = RecordsError("an XML declaration that cannot be read", line: line, remedy: "Write <?xml version=\"1.0\" encoding=\"UTF-8\"?>.")
        var rest = bytes[...]
        var settings: [(name: String, value: String)] = []
        while true {
            let isSpaced = skipSpace(&rest)
            if rest.isEmpty { break }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && !isSpace($0) }
            rest = rest.dropFirst(name.count)
            _ = skipSpace(&rest)
            guard isSpaced, rest.popFirst() == UInt8(ascii: "=") else { throw fault }
            _ = skipSpace(&rest)
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw fault }
            let value = rest.prefix { $0 != quote }
            rest = rest.dropFirst(value.count)
            guard rest.popFirst() == quote else { throw fault }
            settings.append((String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
        }
        guard settings.first?.name == "version", settings.first?.value == "1.0" else { throw fault }
        settings.removeFirst()
        if settings.first?.name == "encoding" {
            let encoding = settings.removeFirst().value
            guard ["utf-8", "us-ascii"].contains(encoding.lowercased()) else {
                throw RecordsError(
                    "the encoding “\(encoding.shown)”", line: line, remedy: "Convert the file to UTF-8, for instance by “xmllint --encode UTF-8”.")
            }
        }
        if settings.first?.name == "standalone" {
            guard ["yes", "no"].contains(settings.removeFirst().value) else { throw fault }
        }
        guard settings.isEmpty else { throw fault }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x09 }

    private static func skipSpace(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        let space = bytes.prefix(while: isSpace)
        bytes = bytes.dropFirst(space.count)
        return !space.isEmpty
    }
}
