import ShedModel

/// Where the elements of a small XML file stand, so that it can be changed without touching anything else in it.
///
/// Takes what ``XMLLexer`` does, with a document type that is only passed over, and 100 levels.
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

    private static let deepest = 100

    /// In the order in which they begin; the first is the root.
    private(set) var elements: [Element] = []
    private var open: [Int] = []
    /// The elements right inside of each.
    private var children: [[Int]] = []

    init(_ bytes: [UInt8]) throws(XMLFault) {
        if let offset = UTF8Fault.first(in: bytes) { throw XMLFault(line: UTF8Fault.line(of: offset, in: bytes), reason: "it is not UTF-8") }
        guard XMLText.canHold(bytes) else { throw XMLFault(line: 1, reason: "it holds a character that XML cannot") }
        var lexer = XMLLexer(XMLBytes(bytes), limits: XMLLimits(attribute: bytes.count, section: bytes.count))
        try lexer.declaration()
        while try take(&lexer) {}
        if let last = open.last { throw lexer.source.fault("“\(elements[last].name)” is not closed") }
        guard !elements.isEmpty else { throw lexer.source.fault("there is no element in it") }
    }

    /// The elements right inside of another.
    func children(of parent: Int, named name: String) -> [Int] {
        children[parent].filter { elements[$0].name == name }
    }

    /// - Returns: whether there was anything more.
    private mutating func take(_ lexer: inout XMLLexer<XMLBytes>) throws(XMLFault) -> Bool {
        if !open.isEmpty {
            var text: [UInt8] = []
            switch try lexer.text(to: &text, line: lexer.source.line, limit: .max) {
            case .tag: break
            case .close(let name):
                try close(name, lexer)
                return true
            case .end: return false
            }
        }
        switch try lexer.next(passesDocumentType: elements.isEmpty) {
        case .open(let tag): try begin(tag, lexer)
        case .close(let name, _): try close(name, lexer)
        case .text: throw lexer.source.fault("a text stands outside of all elements")
        case .end: return false
        }
        return true
    }

    private mutating func begin(_ tag: XMLTag, _ lexer: XMLLexer<XMLBytes>) throws(XMLFault) {
        guard elements.isEmpty || !open.isEmpty else { throw lexer.source.fault("there is a second root element") }
        guard open.count < XMLOutline.deepest else { throw lexer.source.fault("elements stand more than \(XMLOutline.deepest) deep") }
        let end = lexer.source.offset
        if let parent = open.last { children[parent].append(elements.count) }
        children.append([])
        elements.append(Element(name: tag.name, whole: lexer.start..<end, content: end..<end, parent: open.last, isOneTag: tag.isEmpty))
        if !tag.isEmpty { open.append(elements.count - 1) }
    }

    private mutating func close(_ name: String, _ lexer: XMLLexer<XMLBytes>) throws(XMLFault) {
        guard let last = open.popLast(), elements[last].name == name else { throw lexer.source.fault("“</\(name)>” closes nothing") }
        elements[last].content = elements[last].content.lowerBound..<lexer.start
        elements[last].whole = elements[last].whole.lowerBound..<lexer.source.offset
    }
}
