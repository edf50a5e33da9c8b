import ShedModel

/// Reads XML 1.0 without a document type, as much of it as an export needs: names are ASCII.
///
/// Our own, since Foundation's XMLParser tells nobody of a document type and drops what an entity stands for, and libxml2
/// would be one more library that every machine needs. Tests hold it against expat.
struct XMLScanner {
    enum Markup {
        case open(XMLTag)
        case close(name: String, line: Int)
        case end
    }

    private(set) var input: ExchangeInput

    init(_ input: ExchangeInput) { self.input = input }

    /// Skips a byte order mark and the XML declaration. To be called first.
    mutating func declaration() throws(RecordsError) {
        guard try input.skipByteOrderMark() else { throw notUTF8 }
        if let byte = try input.peek(), byte == 0xfe || byte == 0xff || byte == 0 { throw notUTF8 }
        guard try input.skip(UInt8(ascii: "<")) else {
            try space()
            // A declaration may stand at the very start alone: behind white space it is an instruction of a forbidden name.
            return
        }
        pending = true
        guard try input.skip(UInt8(ascii: "?")) else { return }
        pending = false
        let target = try name()
        if target == "xml" {
            try XMLDeclaration.check(try textUntil("?>"), line: input.line)
        } else {
            try instruction(target)
        }
    }

    /// Whether “<” was read already.
    private var pending = false

    private var notUTF8: RecordsError { input.fault("text that is not UTF-8", remedy: "Save the file as UTF-8.") }

    /// The next tag. Skips white space, comments and processing instructions.
    mutating func markup() throws(RecordsError) -> Markup {
        while true {
            if !pending {
                try space()
                guard try input.peek() != nil else { return .end }
                guard try input.skip(UInt8(ascii: "<")) else {
                    throw input.fault("text between elements", remedy: "Text stands in <pair key=\"…\"> only.")
                }
            }
            pending = false
            let line = input.line
            switch try input.peek() {
            case UInt8(ascii: "?"):
                input.advance()
                try instruction(try name())
            case UInt8(ascii: "!"):
                input.advance()
                guard try input.peek() == UInt8(ascii: "-") else { throw try declarationFault(allowsText: false) }
                try comment()
            case UInt8(ascii: "/"):
                input.advance()
                return .close(name: try closeName(), line: line)
            default: return .open(try tag(line: line))
            }
        }
    }

    /// The text of an element that holds nothing else, and its end tag.
    /// - Parameter limit: in bytes.
    mutating func content(of element: String, line: Int, limit: Int) throws(RecordsError) -> [UInt8] {
        var bytes: [UInt8] = []
        var brackets = 0
        while true {
            let start = bytes.count
            let isWithin = try input.takeRun(to: &bytes, limit: limit) {
                $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "]") && $0 >= 0x20
            }
            if bytes.count > start { brackets = 0 }
            guard isWithin, bytes.count <= limit else { throw RecordBuilder.tooLarge(line: line) }
            guard let byte = try input.peek() else { throw input.fault("the input ends before </\(element)>", remedy: "Is the file whole?") }
            switch byte {
            case UInt8(ascii: "]"):
                brackets += 1
                bytes.append(byte)
                input.advance()
                continue
            case UInt8(ascii: ">"):
                if brackets >= 2 { throw input.fault("“]]>” in text", remedy: "Write “]]&gt;”.") }
                bytes.append(byte)
                input.advance()
            case UInt8(ascii: "&"): try reference(to: &bytes)
            case UInt8(ascii: "<"):
                input.advance()
                switch try input.peek() {
                case UInt8(ascii: "/"):
                    input.advance()
                    let name = try closeName()
                    guard name == element else { throw input.fault("</\(name.shown)> where </\(element)> was expected") }
                    guard XMLText.canHold(bytes) else { throw control(line: line) }
                    return bytes
                case UInt8(ascii: "?"):
                    input.advance()
                    try instruction(try name())
                case UInt8(ascii: "!"):
                    input.advance()
                    switch try input.peek() {
                    case UInt8(ascii: "-"): try comment()
                    case UInt8(ascii: "["): try characterData(to: &bytes, limit: limit, line: line)
                    default: throw try declarationFault(allowsText: true)
                    }
                default: throw input.fault("an element inside of <\(element)>", remedy: "Write “&lt;” for “<” in text.")
                }
            default: try blank(to: &bytes)
            }
            brackets = 0
        }
    }

    // MARK: - Parts

    private mutating func space() throws(RecordsError) {
        while let byte = try input.peek(), XMLScanner.isSpace(byte) { input.advance() }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }

    private func control(line: Int) -> RecordsError {
        RecordsError("a character that XML cannot hold", line: line, remedy: "Write the text in base64, with encoding=\"base64\".")
    }

    /// One of the bytes below the blank, as text: a line end is a line feed, however it is written (2.11 of the standard).
    private mutating func blank(to bytes: inout [UInt8]) throws(RecordsError) {
        guard let byte = try input.read() else { return }
        switch byte {
        case 0x09, 0x0a: bytes.append(byte)
        case 0x0d:
            _ = try input.skip(0x0a)
            bytes.append(0x0a)
        default: throw control(line: input.line)
        }
    }

    private mutating func name() throws(RecordsError) -> String {
        var bytes: [UInt8] = []
        while let byte = try input.peek(), XMLScanner.isNameByte(byte, isFirst: bytes.isEmpty), bytes.count < 64 {
            bytes.append(byte)
            input.advance()
        }
        guard !bytes.isEmpty, bytes.count < 64 else { throw input.fault("expected a name", remedy: "Is “<” or “&” in a text? Write “&lt;” and “&amp;”.") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }

    private mutating func closeName() throws(RecordsError) -> String {
        let name = try name()
        try space()
        guard try input.skip(UInt8(ascii: ">")) else { throw input.fault("expected “>”") }
        return name
    }

    private mutating func tag(line: Int) throws(RecordsError) -> XMLTag {
        var tag = XMLTag(name: try name(), line: line)
        while true {
            let isSpaced = try input.peek().map(XMLScanner.isSpace) ?? false
            try space()
            switch try input.peek() {
            case UInt8(ascii: ">"):
                input.advance()
                return tag
            case UInt8(ascii: "/"):
                input.advance()
                guard try input.skip(UInt8(ascii: ">")) else { throw input.fault("expected “>”") }
                tag.isEmpty = true
                return tag
            default:
                guard isSpaced else { throw input.fault("expected “>” or a blank") }
                let name = try name()
                guard tag[name] == nil else { throw input.fault("the attribute “\(name.shown)” occurs twice") }
                guard tag.attributes.count < 16 else { throw input.fault("an element with more than 16 attributes") }
                try space()
                guard try input.skip(UInt8(ascii: "=")) else { throw input.fault("expected “=”") }
                try space()
                tag.attributes.append((name, try attribute()))
            }
        }
    }

    private mutating func attribute() throws(RecordsError) -> String {
        guard let quote = try input.read(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw input.fault("expected a quotation mark")
        }
        let line = input.line
        // Room for a key in base64.
        let limit = ExchangeLimits.longestKey * 2
        var bytes: [UInt8] = []
        while true {
            let isWithin = try input.takeRun(to: &bytes, limit: limit) {
                $0 != quote && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 >= 0x20
            }
            guard isWithin, bytes.count <= limit else {
                throw RecordsError("an attribute has more than \(limit) bytes", line: line, remedy: "Does its quotation mark have a partner?")
            }
            switch try input.peek() {
            case quote:
                input.advance()
                guard XMLText.canHold(bytes) else { throw control(line: line) }
                return try ExchangeText.text(bytes, line: line)
            case UInt8(ascii: "&"): try reference(to: &bytes)
            case UInt8(ascii: "<"): throw input.fault("“<” in an attribute", remedy: "Write “&lt;”.")
            case nil: throw input.fault("an attribute has no end", remedy: "Is the file whole?")
            default:
                // Every white space in an attribute is a blank (3.3.3 of the standard).
                try blank(to: &bytes)
                bytes[bytes.count - 1] = 0x20
            }
        }
    }

    private mutating func reference(to bytes: inout [UInt8]) throws(RecordsError) {
        input.advance()
        guard try input.skip(UInt8(ascii: "#")) else {
            let name = try name()
            guard try input.skip(UInt8(ascii: ";")) else { throw input.fault("expected “;”", remedy: "Write “&amp;” for “&”.") }
            switch name {
            case "amp": bytes.append(UInt8(ascii: "&"))
            case "lt": bytes.append(UInt8(ascii: "<"))
            case "gt": bytes.append(UInt8(ascii: ">"))
            case "quot": bytes.append(UInt8(ascii: "\""))
            case "apos": bytes.append(UInt8(ascii: "'"))
            default: throw input.fault("the unknown entity “\(name.shown)”", remedy: "Write the character itself.")
            }
            return
        }
        let isHexadecimal = try input.skip(UInt8(ascii: "x"))
        var value: UInt32 = 0
        var digits = 0
        while let byte = try input.peek(), let digit = Hexadecimal.value(of: byte), isHexadecimal || digit < 10 {
            input.advance()
            digits += 1
            value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x110000)
        }
        guard digits > 0, try input.skip(UInt8(ascii: ";")) else { throw input.fault("expected digits and “;”") }
        guard let scalar = Unicode.Scalar(value), XMLText.canHold(scalar) else { throw control(line: input.line) }
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    private mutating func instruction(_ target: String) throws(RecordsError) {
        guard target.lowercased() != "xml" else { throw input.fault("an XML declaration that is not at the start") }
        let byte = try input.peek()
        guard byte == UInt8(ascii: "?") || byte.map(XMLScanner.isSpace) == true else { throw input.fault("expected a blank") }
        _ = try textUntil("?>")
    }

    /// From the first hyphen of `<!--`.
    private mutating func comment() throws(RecordsError) {
        input.advance()
        guard try input.skip(UInt8(ascii: "-")) else { throw input.fault("expected “<!--”") }
        _ = try textUntil("--")
        guard try input.skip(UInt8(ascii: ">")) else { throw input.fault("“--” in a comment") }
    }

    /// From the bracket of `<![CDATA[`.
    private mutating func characterData(to bytes: inout [UInt8], limit: Int, line: Int) throws(RecordsError) {
        for byte in "[CDATA[".utf8 {
            guard try input.skip(byte) else { throw input.fault("expected “<![CDATA[”") }
        }
        bytes += try textUntil("]]>")
        guard bytes.count <= limit else { throw RecordBuilder.tooLarge(line: line) }
    }

    /// The text up to a mark, of at most 1 MiB, and goes behind the mark.
    private mutating func textUntil(_ mark: String) throws(RecordsError) -> [UInt8] {
        let line = input.line
        let mark = Array(mark.utf8)
        var bytes: [UInt8] = []
        while true {
            guard let byte = try input.peek() else {
                throw input.fault("the input ends before “\(String(decoding: mark, as: UTF8.self))”", remedy: "Is the file whole?")
            }
            guard bytes.count < ExchangeLimits.largestRecord else { throw RecordBuilder.tooLarge(line: line) }
            if byte < 0x20 {
                try blank(to: &bytes)
                continue
            }
            bytes.append(byte)
            input.advance()
            guard bytes.count >= mark.count, bytes.suffix(mark.count).elementsEqual(mark) else { continue }
            bytes.removeLast(mark.count)
            guard XMLText.canHold(bytes) else { throw control(line: line) }
            _ = try ExchangeText.text(bytes, line: line)
            return bytes
        }
    }

    /// What is wrong with `<!` and something that is no comment.
    private mutating func declarationFault(allowsText: Bool) throws(RecordsError) -> RecordsError {
        if try input.peek() == UInt8(ascii: "[") { return input.fault("text between elements", remedy: "Text stands in <pair key=\"…\"> only.") }
        return input.fault(
            "a document type or another declaration", remedy: "Remove “<!DOCTYPE …>”: it can name entities, and shed expands none.")
    }
}
