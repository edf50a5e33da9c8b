/// Where the statements of a TOML text stand. The text must be one that the parser takes: this reads no more than it needs.
struct SchemaLines {
    struct Statement {
        enum Sort { case header, listHeader, pair }

        var sort: Sort
        /// The keys of a header, or of a pair within its table.
        var keys: [String]
        /// The table that the statement is in, or begins.
        var table: [String]
        /// From 1.
        var line: Int
        /// Its lines, with the last one's end.
        var lines: Range<Int>
        /// The value; of a header what is between the brackets.
        var value: Range<Int>
    }

    private(set) var statements: [Statement] = []
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) {
        self.text = text
        if text.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
        var table: [String] = []
        var line = 1
        var counted = 0
        while position < text.count {
            skipBlanks()
            guard let byte else { break }
            let start = lineStart(position)
            line += text[counted..<position].count { $0 == 0x0a }
            counted = position
            if byte == UInt8(ascii: "#") || byte == 0x0a || byte == 0x0d {
                skipLine()
                continue
            }
            let isHeader = byte == UInt8(ascii: "[")
            var isList = false
            if isHeader {
                position += 1
                isList = self.byte == UInt8(ascii: "[")
                if isList { position += 1 }
            }
            let keysStart = position
            let keys = keys()
            var value = keysStart..<position
            if isHeader {
                table = keys
            } else {
                position += 1
                skipBlanks()
                let start = position
                skipValue()
                var end = position
                while end > start, text[end - 1] == 0x20 || text[end - 1] == 0x09 || text[end - 1] == 0x0d { end -= 1 }
                value = start..<end
            }
            skipLine()
            statements.append(
                Statement(sort: isList ? .listHeader : isHeader ? .header : .pair, keys: keys, table: table, line: line, lines: start..<position, value: value))
        }
    }

    /// The line of a key of a table; where the key is not there, that of its table or of the nearest above it.
    func line(of path: [String]) -> Int? {
        var path = path[...]
        while !path.isEmpty {
            let found = statements.first {
                let whole = $0.sort == .pair ? $0.table + $0.keys : $0.table
                return whole.count >= path.count && zip(whole, path).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
            }
            if let found { return found.line }
            path = path.dropLast()
        }
        return nil
    }
}

extension SchemaLines {
    private var byte: UInt8? { position < text.count ? text[position] : nil }

    private func lineStart(_ offset: Int) -> Int { (text[..<offset].lastIndex(of: 0x0a) ?? -1) + 1 }

    private mutating func skipBlanks() { while byte == 0x20 || byte == 0x09 { position += 1 } }

    private mutating func skipLine() {
        while let byte, byte != 0x0a { position += 1 }
        if byte != nil { position += 1 }
    }

    /// Keys joined by full stops; the position is then on what ends them.
    private mutating func keys() -> [String] {
        var keys: [String] = []
        while true {
            skipBlanks()
            guard let byte else { return keys }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                let start = position
                skipString(byte)
                keys.append(SchemaLines.key(text[start..<position]))
            } else {
                let start = position
                while let byte = self.byte, byte > 0x20, ![UInt8(ascii: "."), UInt8(ascii: "="), UInt8(ascii: "]")].contains(byte) { position += 1 }
                keys.append(String(decoding: text[start..<position], as: UTF8.self))
            }
            skipBlanks()
            guard self.byte == UInt8(ascii: ".") else { return keys }
            position += 1
        }
    }

    /// The text of a key in quotation marks.
    private static func key(_ quoted: ArraySlice<UInt8>) -> String {
        let inside = quoted.dropFirst().dropLast()
        guard quoted.first == UInt8(ascii: "\"") else { return String(decoding: inside, as: UTF8.self) }
        var result = String.UnicodeScalarView()
        var scalars = String(decoding: inside, as: UTF8.self).unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            guard scalar == "\\", let letter = scalars.popFirst() else {
                result.append(scalar)
                continue
            }
            let plain: [Unicode.Scalar: Unicode.Scalar] = ["b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{c}", "r": "\r", "e": "\u{1b}"]
            let digits = letter == "x" ? 2 : letter == "u" ? 4 : letter == "U" ? 8 : 0
            if digits > 0 {
                let code = String(String.UnicodeScalarView(scalars.prefix(digits)))
                scalars = scalars.dropFirst(digits)
                result.append(UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{fffd}")
            } else {
                result.append(plain[letter] ?? letter)
            }
        }
        return String(result)
    }

    /// Goes to the end of a value: a line end or a comment outside of brackets.
    private mutating func skipValue() {
        var depth = 0
        while let byte {
            switch byte {
            case 0x0a:
                if depth == 0 { return }
                position += 1
            case UInt8(ascii: "#"):
                if depth == 0 { return }
                while let byte = self.byte, byte != 0x0a { position += 1 }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                position += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(byte)
            default: position += 1
            }
        }
    }

    private func isTriple(_ quote: UInt8) -> Bool {
        position + 2 < text.count && text[position] == quote && text[position + 1] == quote && text[position + 2] == quote
    }

    private mutating func skipString(_ quote: UInt8) {
        let isLong = isTriple(quote)
        position += isLong ? 3 : 1
        while let byte {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                position = min(position + 2, text.count)
            } else if byte == quote, !isLong || isTriple(quote) {
                position += isLong ? 3 : 1
                // Up to two quotation marks may stand before the three that end it.
                while isLong, self.byte == quote { position += 1 }
                return
            } else {
                position += 1
            }
        }
    }
}
