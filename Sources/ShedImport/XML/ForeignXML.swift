import ShedModel

/// An XML file as a tree. No document type, no entities but XML's own; bounded in depth, number and length.
struct XMLElement: Sendable {
    var name: String
    var attributes: [(name: String, value: String)]
    /// What stands between its tags, but for what its elements hold.
    var text = ""
    var children: [XMLElement] = []

    /// The value of an attribute.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The trimmed text of its first element of a name; `nil` where there is none or it is empty.
    func value(_ name: String) -> String? {
        guard let text = first(name).map({ ForeignText.trimmed($0.text) }), !text.isEmpty else { return nil }
        return text
    }

    /// Deeper than this nothing nests: folders within each other take two elements each.
    static let deepest = 256

    /// - Parameters:
    ///   - root: the name that the outermost element has to have.
    ///   - path: for what is wrong.
    static func parse(_ bytes: [UInt8], root: String, _ path: RelativePath) throws(ForeignError) -> XMLElement {
        guard !hasDeclarations(bytes) else { throw ForeignError(.entities, path) }
        var lexer = XMLLexer(ForeignXMLInput(bytes, path), limits: XMLLimits(attribute: 16 << 20, section: 16 << 20, attributes: 256))
        try lexer.declaration()
        guard case .open(let tag) = try lexer.next(), tag.name == root else { throw ForeignError(.malformed(line: 1), path) }
        var open = [XMLElement(name: tag.name, attributes: tag.attributes)]
        var count = 1
        if tag.isEmpty {
            guard case .end = try lexer.next() else { throw ForeignError(.malformed(line: tag.line), path) }
            return open[0]
        }
        var bytes: [UInt8] = []
        while true {
            bytes.removeAll(keepingCapacity: true)
            let line = lexer.source.line
            let end = try lexer.text(to: &bytes, line: line, limit: 64 << 20)
            if !bytes.isEmpty { open[open.count - 1].text += try lexer.source.text(bytes, line: line) }
            var closed: XMLElement?
            switch end {
            case .end: throw ForeignError(.malformed(line: line), path)
            case .close(let name):
                guard let last = open.popLast(), last.name == name else { throw ForeignError(.malformed(line: line), path) }
                closed = last
            case .tag:
                guard case .open(let tag) = try lexer.next() else { throw ForeignError(.malformed(line: line), path) }
                count += 1
                guard count <= ForeignLimits.values else { throw ForeignError(.tooMany(most: ForeignLimits.values), path) }
                let element = XMLElement(name: tag.name, attributes: tag.attributes)
                if tag.isEmpty {
                    closed = element
                } else {
                    guard open.count < deepest else { throw ForeignError(.tooDeep(most: deepest), path) }
                    open.append(element)
                }
            }
            guard let closed else { continue }
            guard !open.isEmpty else {
                guard case .end = try lexer.next() else { throw ForeignError(.malformed(line: lexer.source.line), path) }
                return closed
            }
            open[open.count - 1].children.append(closed)
        }
    }

    /// Whether a document type or another declaration stands before the root.
    private static func hasDeclarations(_ bytes: [UInt8]) -> Bool {
        var position = 0
        while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")), start + 1 < bytes.count {
            switch bytes[start + 1] {
            case UInt8(ascii: "!"):
                // A comment may stand there.
                guard bytes[start...].starts(with: "<!--".utf8) else { return true }
                position = start + 4
                while position < bytes.count, !bytes[position...].starts(with: "-->".utf8) { position += 1 }
            case UInt8(ascii: "?"): position = start + 2
            default: return false
            }
        }
        return false
    }
}

/// Bytes in memory as an ``XMLLexer`` reads them.
struct ForeignXMLInput: XMLSource {
    private let bytes: [UInt8]
    private let path: RelativePath
    private(set) var offset = 0
    private(set) var line = 1

    init(_ bytes: [UInt8], _ path: RelativePath) { (self.bytes, self.path) = (bytes, path) }

    mutating func peek() throws(ForeignError) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func advance() {
        guard offset < bytes.count else { return }
        if bytes[offset] == 0x0a { line += 1 }
        offset += 1
    }

    mutating func takeRun(to taken: inout [UInt8], limit: Int, _ isOrdinary: (UInt8) -> Bool) throws(ForeignError) -> Bool {
        var end = offset
        while end < bytes.count, bytes[end] != 0x0a, isOrdinary(bytes[end]) { end += 1 }
        guard taken.count + (end - offset) <= limit else { return false }
        taken += bytes[offset..<end]
        offset = end
        return true
    }

    mutating func skipByteOrderMark() throws(ForeignError) -> Bool {
        guard bytes.first == 0xef else { return true }
        guard bytes.starts(with: [0xef, 0xbb, 0xbf]) else { return false }
        offset = 3
        return true
    }

    func fault(_ message: String, line: Int?, remedy: String) -> ForeignError {
        ForeignError(.malformed(line: line ?? self.line), path)
    }

    func fault(_ problem: XMLTextProblem, line: Int) -> ForeignError {
        ForeignError(problem == .tooLong ? .tooLarge(most: 16 << 20) : .malformed(line: line), path)
    }

    func text(_ bytes: [UInt8], line: Int) throws(ForeignError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw ForeignError(.notUTF8, path) }
        return text
    }
}
