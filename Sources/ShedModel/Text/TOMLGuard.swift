/// Finds what the TOML parser that shed uses (toml++ 3.4.0) aborts on instead of reporting it: a table's header without a
/// name, such as `[=]`. To be asked before it parses a text that anybody may have written.
///
/// Reads statements as TOML does as long as the text is well formed; what is malformed before is an error of the parser,
/// which then gets no further.
public enum TOMLGuard {
    /// The line, from 1, of the first header that no name begins in; `nil` if there is none.
    public static func namelessHeader(in text: [UInt8]) -> Int? {
        var scan = Scan(text: text)
        while scan.position < text.count {
            scan.skipBlanks()
            guard let byte = scan.byte else { break }
            if byte == UInt8(ascii: "[") {
                let line = scan.line
                scan.advance()
                scan.skipBlanks()
                if scan.byte == UInt8(ascii: "[") { scan.advance() }
                scan.skipBlanks()
                // Without anything behind it the parser reports the end of the text.
                guard let first = scan.byte else { return nil }
                guard isKeyStart(first) else { return line }
                scan.skipLine()
            } else if !scan.skipStatement() {
                return nil
            }
        }
        return nil
    }

    private static func isKeyStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    private struct Scan {
        let text: [UInt8]
        var position = 0
        var line = 1

        init(text: [UInt8]) {
            self.text = text
            if text.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
        }

        var byte: UInt8? { position < text.count ? text[position] : nil }

        mutating func advance(_ count: Int = 1) {
            for _ in 0..<count where position < text.count {
                if text[position] == UInt8(ascii: "\n") { line += 1 }
                position += 1
            }
        }

        mutating func skipBlanks() {
            while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
        }

        mutating func skipLine() {
            while let byte, byte != UInt8(ascii: "\n") { position += 1 }
            advance()
        }

        /// Goes behind a key with its value, a comment or an empty line; `false` where a string does not end.
        mutating func skipStatement() -> Bool {
            var depth = 0
            while let byte {
                switch byte {
                case UInt8(ascii: "\n"):
                    advance()
                    if depth == 0 { return true }
                case UInt8(ascii: "#"): while let byte = self.byte, byte != UInt8(ascii: "\n") { position += 1 }
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth += 1
                    position += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth = max(0, depth - 1)
                    position += 1
                case UInt8(ascii: "\""), UInt8(ascii: "'"): if !skipString(byte) { return false }
                default: position += 1
                }
            }
            return true
        }

        private func isTriple(_ quote: UInt8) -> Bool {
            position + 2 < text.count && text[position] == quote && text[position + 1] == quote && text[position + 2] == quote
        }

        private mutating func skipString(_ quote: UInt8) -> Bool {
            let isLong = isTriple(quote)
            advance(isLong ? 3 : 1)
            while let byte {
                if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                    advance(2)
                } else if byte == quote, !isLong || isTriple(quote) {
                    advance(isLong ? 3 : 1)
                    // Up to two quotation marks may stand before the three that end it.
                    while isLong, self.byte == quote { advance() }
                    return true
                } else if byte == UInt8(ascii: "\n"), !isLong {
                    return false
                } else {
                    advance()
                }
            }
            return false
        }
    }
}
