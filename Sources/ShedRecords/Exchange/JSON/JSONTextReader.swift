import ShedModel

/// The parts of JSON that a reader of records needs: separators and strings.
struct JSONTextReader {
    var input: ExchangeInput
    /// Whether numbers and booleans are texts, and `null` nothing.
    let readsValuesAsText: Bool
    private var bytes: [UInt8] = []

    init(_ input: ExchangeInput, readsValuesAsText: Bool = false) {
        self.input = input
        self.readsValuesAsText = readsValuesAsText
    }

    mutating func skipSpace() throws(RecordsError) {
        while let byte = try input.peek(), byte <= 0x20, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
            input.advance()
            input.skipBuffered(0x20)
        }
    }

    /// Goes to the next member or element, or behind the end of the list.
    mutating func more(until close: UInt8, isFirst: inout Bool) throws(RecordsError) -> Bool {
        try skipSpace()
        let shown = Unicode.Scalar(close)
        guard let byte = try input.peek() else { throw input.fault("the input ends before “\(shown)”", remedy: "Is the file whole?") }
        if byte == close {
            input.advance()
            return false
        }
        if !isFirst {
            guard byte == UInt8(ascii: ",") else { throw input.fault("expected “,” or “\(shown)”") }
            input.advance()
            try skipSpace()
        }
        isFirst = false
        return true
    }

    /// A member's name and its colon; the value is next.
    mutating func name() throws(RecordsError) -> String {
        guard try input.peek() == UInt8(ascii: "\"") else { throw input.fault("expected a name in quotation marks") }
        let line = input.line
        guard let name = try string(limit: ExchangeLimits.longestKey) else { throw RecordBuilder.longKey(line: line) }
        try skipSpace()
        guard try input.skip(UInt8(ascii: ":")) else { throw input.fault("expected “:”") }
        try skipSpace()
        return name
    }

    /// A member's value, which has to be a string, or may be a number or a boolean.
    /// - Returns: `nil` for `null`, where that may stand.
    mutating func value(of name: String, limit: Int) throws(RecordsError) -> String? {
        guard readsValuesAsText, let byte = try input.peek(), JSONTextReader.isLiteral(byte) else { return try text(of: name, limit: limit) }
        let fault = notText(name)
        bytes.removeAll(keepingCapacity: true)
        guard try input.takeRun(to: &bytes, limit: min(limit, JSONTextReader.longestLiteral), JSONTextReader.isLiteral) else { throw fault }
        let literal = String(decoding: bytes, as: UTF8.self)
        if literal == "null" { return nil }
        guard literal == "true" || literal == "false" || JSONTextReader.isNumber(bytes) else { throw fault }
        return literal
    }

    /// In bytes: longer than any number that a program writes.
    private static let longestLiteral = 1_024

    private static func isLiteral(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// RFC 8259, section 6.
    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        func digits() -> Int {
            let count = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let isZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole == 1 || whole > 1 && !isZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    func notText(_ name: String) -> RecordsError {
        input.fault(
            "the value of “\(name.shown)” is no text",
            remedy: "Put the value in quotation marks: values are text. “shed import --as-text” takes numbers and booleans as they are written.")
    }

    /// Goes behind a value, whatever it is.
    mutating func skipValue() throws(RecordsError) {
        var depth = 0
        repeat {
            try skipSpace()
            guard let byte = try input.peek() else { throw input.fault("a value has no end", remedy: "Is the file whole?") }
            switch byte {
            case UInt8(ascii: "\""):
                let line = input.line
                guard try string(limit: ExchangeLimits.largestRecord) != nil else { throw RecordBuilder.tooLarge(line: line) }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                guard depth <= JSONTextReader.deepest else { throw input.fault("values nest deeper than \(JSONTextReader.deepest) levels") }
                input.advance()
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { throw input.fault("a value is missing") }
                if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
                input.advance()
            default:
                bytes.removeAll(keepingCapacity: true)
                let isWithin = try input.takeRun(to: &bytes, limit: JSONTextReader.longestLiteral, JSONTextReader.isLiteral)
                guard isWithin, !bytes.isEmpty else { throw input.fault("a value that cannot be read") }
            }
        } while depth > 0
    }

    private static let deepest = 64

    /// A member's value, which has to be a string.
    mutating func text(of name: String, limit: Int) throws(RecordsError) -> String {
        guard try input.peek() == UInt8(ascii: "\"") else { throw notText(name) }
        let line = input.line
        guard let value = try string(limit: limit) else { throw RecordBuilder.tooLarge(line: line) }
        return value
    }

    /// A string; `nil` where it has more bytes than the limit.
    private mutating func string(limit: Int) throws(RecordsError) -> String? {
        input.advance()
        bytes.removeAll(keepingCapacity: true)
        while true {
            let isWithin = try input.takeRun(to: &bytes, limit: limit) { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
            guard isWithin else { return nil }
            switch try input.peek() {
            case UInt8(ascii: "\""):
                input.advance()
                return try ExchangeText.text(bytes, line: input.line)
            case UInt8(ascii: "\\"):
                input.advance()
                try escape()
                if bytes.count > limit { return nil }
            case nil: throw input.fault("a string has no end", remedy: "Is the file whole?")
            default: throw input.fault("a control character in a string", remedy: "Write it as an escape, such as “\\n”.")
            }
        }
    }

    private mutating func escape() throws(RecordsError) {
        guard let byte = try input.peek() else { throw input.fault("a string has no end", remedy: "Is the file whole?") }
        let character = JSONText.character(of: byte)
        guard character != nil || byte == UInt8(ascii: "u") else { throw input.fault("an unknown escape") }
        input.advance()
        if let character { bytes.append(character) } else { try unicodeEscape() }
    }

    private mutating func unicodeEscape() throws(RecordsError) {
        let unit = try codeUnit()
        var trail: UInt32?
        if JSONText.isLead(unit) {
            guard try input.skip(UInt8(ascii: "\\")), try input.skip(UInt8(ascii: "u")) else { throw loneSurrogate }
            trail = try codeUnit()
        }
        guard let scalar = JSONText.scalar(unit, trail) else { throw loneSurrogate }
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    private var loneSurrogate: RecordsError {
        input.fault("a lone surrogate, which is no character", remedy: "Write the character itself.")
    }

    private mutating func codeUnit() throws(RecordsError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = try input.peek(), let value = Hexadecimal.value(of: byte) else {
                throw input.fault("“\\u” needs four hexadecimal digits")
            }
            input.advance()
            unit = unit << 4 | UInt32(value)
        }
        return unit
    }
}
