/// Where the elements of a small XML file stand, so that it can be changed without touching anything else in it.
///
/// Takes less than XML 1.0 allows: UTF-8 only, ASCII names, no entities of its own, 100 levels. What it takes is
/// well-formed, but for the inside of a document type, which is only passed over.
struct XMLOutline: Equatable {
    struct Element: Equatable {
        var name: String
        /// From `<` to behind the last `>`.
        var whole: Range<Int>
        /// Between the tags; empty for an element of one tag.
        var content: Range<Int>
        /// The element that it is in.
        var parent: Int?
        /// Whether it is one tag, `<name/>`.
        var isOneTag: Bool
    }

    /// In the order in which they begin; the first is the root.
    let elements: [Element]

    init(_ bytes: [UInt8]) throws(XMLFault) {
        var scanner = XMLScanner(bytes)
        elements = try scanner.scan()
    }

    /// The elements right inside of another.
    func children(of parent: Int, named name: String) -> [Int] {
        elements.indices.filter { elements[$0].parent == parent && elements[$0].name == name }
    }
}

/// The state of one reading.
private struct XMLScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var elements: [XMLOutline.Element] = []
    private var open: [Int] = []
    private var hasDocumentType = false
    private static let deepest = 100

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func scan() throws(XMLFault) -> [XMLOutline.Element] {
        try requireCharacters()
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
        if stands("<?xml"), position + 5 < bytes.count, isSpace(bytes[position + 5]) { try declaration() }
        while position < bytes.count { try step() }
        guard open.isEmpty else { throw fault("“\(elements[open[open.count - 1]].name)” is not closed") }
        guard !elements.isEmpty else { throw fault("there is no element in it") }
        return elements
    }

    private mutating func step() throws(XMLFault) {
        if stands("<!--") {
            try skip(past: "-->", from: 4, "a comment does not end")
        } else if stands("<![CDATA["), !open.isEmpty {
            try skip(past: "]]>", from: 9, "a CDATA section does not end")
        } else if stands("<!DOCTYPE"), elements.isEmpty, !hasDocumentType {
            try documentType()
        } else if stands("<?") {
            try instruction()
        } else if stands("</") {
            try closeTag()
        } else if stands("<") {
            try openTag()
        } else {
            try text()
        }
    }

    // MARK: Parts

    private mutating func text() throws(XMLFault) {
        if stands("]]>") { throw fault("“]]>” stands in a text") }
        if bytes[position] == UInt8(ascii: "&") { try reference() }
        guard !open.isEmpty || isSpace(bytes[position]) else { throw fault("a text stands outside of all elements") }
        position += 1
    }

    /// One of the five entities that XML has, or a character by its number. Ends at its semicolon.
    private mutating func reference() throws(XMLFault) {
        guard !open.isEmpty || isInTag else { throw fault("a text stands outside of all elements") }
        guard let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
            XMLReference.scalar(String(decoding: bytes[(position + 1)..<end], as: UTF8.self)) != nil
        else { throw fault("a “&” begins nothing that is known") }
        position = end
    }

    private var isInTag = false

    private mutating func openTag() throws(XMLFault) {
        let start = position
        guard elements.isEmpty || !open.isEmpty else { throw fault("there is a second root element") }
        guard open.count < Self.deepest else { throw fault("elements stand more than \(Self.deepest) deep") }
        position += 1
        let name = try name()
        isInTag = true
        defer { isInTag = false }
        var attributes: Set<String> = []
        while true {
            let hadSpace = skipSpace()
            if stands("/>") || stands(">") { break }
            guard hadSpace else { throw fault("the tag “\(name)” is not well-formed") }
            let attribute = try self.name()
            guard attributes.insert(attribute).inserted else { throw fault("the attribute “\(attribute)” stands twice") }
            try attributeValue()
        }
        let isOneTag = stands("/>")
        position += isOneTag ? 2 : 1
        elements.append(
            .init(name: name, whole: start..<position, content: position..<position, parent: open.last, isOneTag: isOneTag))
        if !isOneTag { open.append(elements.count - 1) }
    }

    private mutating func attributeValue() throws(XMLFault) {
        _ = skipSpace()
        guard stands("=") else { throw fault("an attribute has no value") }
        position += 1
        _ = skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
            throw fault("an attribute's value has no quotes")
        }
        let quote = bytes[position]
        position += 1
        while true {
            guard position < bytes.count, bytes[position] != UInt8(ascii: "<") else { throw fault("an attribute's value does not end") }
            if bytes[position] == quote { break }
            if bytes[position] == UInt8(ascii: "&") { try reference() }
            position += 1
        }
        position += 1
    }

    private mutating func closeTag() throws(XMLFault) {
        let start = position
        position += 2
        let name = try name()
        _ = skipSpace()
        guard stands(">") else { throw fault("the end of “\(name)” is not well-formed") }
        guard let last = open.popLast(), elements[last].name == name else { throw fault("“</\(name)>” closes nothing") }
        position += 1
        elements[last].content = elements[last].content.lowerBound..<start
        elements[last].whole = elements[last].whole.lowerBound..<position
    }

    private mutating func declaration() throws(XMLFault) {
        let start = position
        try skip(past: "?>", from: 5, "the declaration does not end")
        var words = bytes[(start + 5)..<(position - 2)].split { isSpace($0) }.map { String(decoding: $0, as: UTF8.self) }[...]
        guard ["version=\"1.0\"", "version='1.0'"].contains(words.popFirst()) else { throw fault("it is not XML 1.0") }
        if let word = words.first?.lowercased(), ["encoding=\"utf-8\"", "encoding='utf-8'"].contains(word), words.first?.hasPrefix("encoding") == true {
            words.removeFirst()
        }
        if let word = words.first, ["standalone=\"yes\"", "standalone='yes'", "standalone=\"no\"", "standalone='no'"].contains(word) {
            words.removeFirst()
        }
        guard words.isEmpty else { throw fault("its declaration is not well-formed, or names another encoding than UTF-8") }
    }

    private mutating func instruction() throws(XMLFault) {
        position += 2
        let name = try name()
        guard name.lowercased() != "xml" else { throw fault("a declaration stands inside of the file") }
        guard stands("?>") || position < bytes.count && isSpace(bytes[position]) else { throw fault("an instruction is not well-formed") }
        try skip(past: "?>", from: 0, "an instruction does not end")
    }

    /// Passed over, with quotes, comments and brackets in pairs. One that declares entities is refused: what they stand
    /// for could not be told.
    private mutating func documentType() throws(XMLFault) {
        hasDocumentType = true
        position += 9
        var (isInside, depth) = (false, 0)
        while position < bytes.count {
            if stands("<!--") {
                try skip(past: "-->", from: 4, "a comment does not end")
                continue
            }
            if stands("<!ENTITY") { throw fault("its document type declares entities") }
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                try skip(past: bytes[position] == UInt8(ascii: "'") ? "'" : "\"", from: 1, "a quotation does not end")
                continue
            case UInt8(ascii: "["):
                guard !isInside, depth == 0 else { throw fault("its document type is not well-formed") }
                isInside = true
            case UInt8(ascii: "]"):
                guard isInside, depth == 0 else { throw fault("its document type is not well-formed") }
                isInside = false
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">"):
                if depth == 0, !isInside {
                    position += 1
                    return
                }
                depth -= 1
                guard depth == 0 else { throw fault("its document type is not well-formed") }
            default: break
            }
            position += 1
        }
        throw fault("its document type does not end")
    }

    // MARK: Characters

    private mutating func name() throws(XMLFault) -> String {
        let start = position
        while position < bytes.count, isNamed(bytes[position], isFirst: position == start) { position += 1 }
        guard position > start else { throw fault("a name is missing, or begins with a character that it may not") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private func isNamed(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, isSpace(bytes[position]) { position += 1 }
        return position > start
    }

    private func stands(_ text: StaticString, at place: Int? = nil) -> Bool {
        let place = place ?? position
        guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[place..<(place + $0.count)].elementsEqual($0) }
    }

    private mutating func skip(past end: StaticString, from offset: Int, _ reason: String) throws(XMLFault) {
        let isComment = stands("<!--")
        var place = position + offset
        while place < bytes.count {
            if stands(end, at: place) {
                position = place + end.utf8CodeUnitCount
                return
            }
            if isComment, stands("--", at: place) { throw fault("“--” stands in a comment") }
            place += 1
        }
        throw fault(reason)
    }

    private mutating func requireCharacters() throws(XMLFault) {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw XMLFault(line: 1, reason: "it is not UTF-8") }
        var line = 1
        for scalar in text.unicodeScalars {
            if scalar == "\n" { line += 1 }
            guard XMLReference.isAllowed(scalar) else { throw XMLFault(line: line, reason: "it holds a character that XML cannot") }
        }
    }

    private func fault(_ reason: String) -> XMLFault {
        XMLFault(line: 1 + bytes.prefix(position).count { $0 == UInt8(ascii: "\n") }, reason: reason)
    }
}
