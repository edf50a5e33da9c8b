/// Reads XML 1.0 piece by piece, as much of it as shed needs: UTF-8, names in ASCII, and no entities but XML's own. What nests
/// in what is the caller's matter.
///
/// Our own, since Foundation's XMLParser tells nobody of a document type and drops what an entity stands for, and libxml2
/// would be one more library that every machine needs. Tests hold it against expat and libxml2.
public struct XMLLexer<Source: XMLSource> {
    public enum Piece {
        case open(XMLTag)
        case close(name: String, line: Int)
        /// Characters, or a CDATA section.
        case text
        case end
    }

    /// Where a text ends.
    public enum TextEnd {
        /// At a tag; ``next()`` gives it.
        case tag
        /// Behind the end tag of an element.
        case close(name: String)
        case end
    }

    public internal(set) var source: Source
    let limits: XMLLimits
    /// Where the last tag begins.
    public private(set) var start = 0
    /// Whether “<” was read already.
    private var isOpen = false
    var hasDocumentType = false
    /// Whether the source was turned into UTF-8 from what the declaration may name. Asked when that is read.
    public var isDecoded: () -> Bool = { false }

    public init(_ source: Source, limits: XMLLimits) {
        self.source = source
        self.limits = limits
    }

    /// Skips a byte order mark and the XML declaration. To be called first.
    public mutating func declaration() throws(Source.Failure) {
        guard try source.skipByteOrderMark() else { throw notUTF8 }
        if let byte = try source.peek(), byte == 0xfe || byte == 0xff || byte == 0 { throw notUTF8 }
        start = source.offset
        // A declaration may stand at the very start alone: behind white space it is an instruction of a forbidden name.
        guard try source.skip(UInt8(ascii: "<")) else { return }
        isOpen = true
        guard try source.skip(UInt8(ascii: "?")) else { return }
        isOpen = false
        let target = try name()
        if target == "xml" { try checkDeclaration(try textUntil("?>")) } else { try instruction(target) }
    }

    private var notUTF8: Source.Failure { source.fault("text that is not UTF-8", remedy: "Save the file as UTF-8.") }

    /// What comes next. Skips white space, comments and processing instructions.
    /// - Parameter passesDocumentType: whether a document type may stand here; one that declares entities may not.
    public mutating func next(passesDocumentType: Bool = false) throws(Source.Failure) -> Piece {
        while true {
            if !isOpen {
                try space()
                guard try source.peek() != nil else { return .end }
                start = source.offset
                guard try source.skip(UInt8(ascii: "<")) else { return .text }
            }
            isOpen = false
            let line = source.line
            switch try markup(passesDocumentType: passesDocumentType) {
            case .passed: continue
            case .characterData: return .text
            case .close(let name): return .close(name: name, line: line)
            case .tag: return .open(try tag(line: line))
            }
        }
    }

    /// The text up to a tag. Skips comments and processing instructions. It may hold characters that XML cannot.
    /// - Parameters:
    ///   - line: where the text begins, for what is wrong with it as a whole.
    ///   - limit: in bytes.
    public mutating func text(to bytes: inout [UInt8], line: Int, limit: Int) throws(Source.Failure) -> TextEnd {
        var brackets = 0
        while true {
            let before = bytes.count
            let isWithin = try source.takeRun(to: &bytes, limit: limit) {
                $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "]") && $0 >= 0x20
            }
            if bytes.count > before { brackets = 0 }
            guard isWithin, bytes.count <= limit else { throw source.fault(.tooLong, line: line) }
            switch try source.peek() {
            case UInt8(ascii: "]"):
                brackets += 1
                bytes.append(UInt8(ascii: "]"))
                source.advance()
                continue
            case UInt8(ascii: ">"):
                if brackets >= 2 { throw source.fault("“]]>” in text", remedy: "Write “]]&gt;”.") }
                bytes.append(UInt8(ascii: ">"))
                source.advance()
            case UInt8(ascii: "&"): try reference(to: &bytes)
            case UInt8(ascii: "<"):
                start = source.offset
                source.advance()
                switch try markup(passesDocumentType: false) {
                case .passed: break
                case .characterData: try characterData(to: &bytes, limit: limit, line: line)
                case .close(let name): return .close(name: name)
                case .tag:
                    isOpen = true
                    return .tag
                }
            case nil: return .end
            default: try blank(to: &bytes)
            }
            brackets = 0
        }
    }

    /// What can stand behind “<”.
    private enum Markup {
        /// A comment, an instruction or a document type, which is read and of no interest.
        case passed
        /// What stands in the brackets is next.
        case characterData
        case close(name: String)
        /// A start tag, from its name on.
        case tag
    }

    private mutating func markup(passesDocumentType: Bool) throws(Source.Failure) -> Markup {
        switch try source.peek() {
        case UInt8(ascii: "/"):
            source.advance()
            return .close(name: try closeName())
        case UInt8(ascii: "?"):
            source.advance()
            try instruction(try name())
        case UInt8(ascii: "!"):
            source.advance()
            switch try source.peek() {
            case UInt8(ascii: "-"): try comment()
            case UInt8(ascii: "["): return .characterData
            default: try documentType(isAllowed: passesDocumentType)
            }
        default: return .tag
        }
        return .passed
    }

    // MARK: - Tags

    private mutating func closeName() throws(Source.Failure) -> String {
        let name = try name()
        try space()
        guard try source.skip(UInt8(ascii: ">")) else { throw source.fault("expected “>”") }
        return name
    }

    private mutating func tag(line: Int) throws(Source.Failure) -> XMLTag {
        var tag = XMLTag(name: try name(), line: line)
        while true {
            let isSpaced = try source.peek().map(XMLText.isSpace) ?? false
            try space()
            switch try source.peek() {
            case UInt8(ascii: ">"):
                source.advance()
                return tag
            case UInt8(ascii: "/"):
                source.advance()
                guard try source.skip(UInt8(ascii: ">")) else { throw source.fault("expected “>”") }
                tag.isEmpty = true
                return tag
            default:
                guard isSpaced else { throw source.fault("expected “>” or a blank") }
                let name = try name()
                guard tag[name] == nil else { throw source.fault("the attribute “\(EscapedText.beginning(name))” occurs twice") }
                guard tag.attributes.count < limits.attributes else {
                    throw source.fault("an element with more than \(limits.attributes) attributes")
                }
                try space()
                guard try source.skip(UInt8(ascii: "=")) else { throw source.fault("expected “=”") }
                try space()
                tag.attributes.append((name, try attribute()))
            }
        }
    }

    private mutating func attribute() throws(Source.Failure) -> String {
        guard let quote = try source.read(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw source.fault("expected a quotation mark")
        }
        let line = source.line
        var bytes: [UInt8] = []
        while true {
            let isWithin = try source.takeRun(to: &bytes, limit: limits.attribute) {
                $0 != quote && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 >= 0x20
            }
            guard isWithin, bytes.count <= limits.attribute else {
                throw source.fault("an attribute has more than \(limits.attribute) bytes", line: line, remedy: "Does its quotation mark have a partner?")
            }
            switch try source.peek() {
            case quote:
                source.advance()
                guard XMLText.canHold(bytes) else { throw source.fault(.unholdable, line: line) }
                return try source.text(bytes, line: line)
            case UInt8(ascii: "&"): try reference(to: &bytes)
            case UInt8(ascii: "<"): throw source.fault("“<” in an attribute", remedy: "Write “&lt;”.")
            case nil: throw source.fault("an attribute has no end", remedy: "Is the file whole?")
            default:
                // Every white space in an attribute is a blank (3.3.3 of the standard).
                try blank(to: &bytes)
                bytes[bytes.count - 1] = 0x20
            }
        }
    }
}

/// How long parts of an XML document may be, in bytes.
public struct XMLLimits: Sendable {
    public var attribute: Int
    /// A comment, an instruction, a CDATA section.
    public var section: Int
    /// How many an element may have.
    public var attributes: Int

    public init(attribute: Int, section: Int, attributes: Int = 16) {
        self.attribute = attribute
        self.section = section
        self.attributes = attributes
    }
}
