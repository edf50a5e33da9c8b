import ShedModel

/// A part of a document as an ``XMLLexer`` reads it.
struct OfficeInput: XMLSource {
    private let stream: ZipStream
    private var piece: [UInt8] = []
    private var position = 0
    private var passed = 0
    private(set) var line = 1

    init(_ stream: ZipStream) { self.stream = stream }

    var offset: Int { passed + position }

    mutating func peek() throws(OfficeError) -> UInt8? {
        if position < piece.count { return piece[position] }
        passed += piece.count
        piece = try stream.next()
        position = 0
        return piece.first
    }

    mutating func advance() {
        guard position < piece.count else { return }
        if piece[position] == 0x0a { line += 1 }
        position += 1
    }

    mutating func takeRun(to bytes: inout [UInt8], limit: Int, _ isOrdinary: (UInt8) -> Bool) throws(OfficeError) -> Bool {
        while try peek() != nil {
            var end = position
            while end < piece.count, piece[end] != 0x0a, isOrdinary(piece[end]) { end += 1 }
            guard bytes.count + (end - position) <= limit else { return false }
            bytes += piece[position..<end]
            position = end
            guard position == piece.count else { return true }
        }
        return true
    }

    mutating func skipByteOrderMark() throws(OfficeError) -> Bool {
        guard try peek() == 0xef else { return true }
        for byte in [0xef, 0xbb, 0xbf] as [UInt8] {
            guard try peek() == byte else { return false }
            advance()
        }
        return true
    }

    func fault(_ message: String, line: Int?, remedy: String) -> OfficeError { .damaged }
    func fault(_ problem: XMLTextProblem, line: Int) -> OfficeError { problem == .tooLong ? .tooLarge : .damaged }

    func text(_ bytes: [UInt8], line: Int) throws(OfficeError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .damaged }
        return text
    }
}

/// What becomes of an element.
enum ElementUse {
    case read
    /// With all that is in it.
    case skip
}

/// What reads one part, an element after another.
protocol OfficeReader {
    /// The names that the outermost element may have.
    var roots: Set<String> { get }
    mutating func open(_ tag: XMLTag) throws(OfficeError) -> ElementUse
    mutating func close(_ name: String) throws(OfficeError)
    mutating func text(_ bytes: [UInt8])
    /// Whether texts are of interest just now.
    var takesText: Bool { get }
}

extension OfficeReader {
    var takesText: Bool { false }
    mutating func text(_ bytes: [UInt8]) {}

    /// Reads a part from its beginning to its end. No entities but XML's own, no document type, and nothing nests deeper than
    /// ``OfficeLimits/depth``.
    mutating func read(_ stream: ZipStream) throws(OfficeError) {
        var lexer = XMLLexer(OfficeInput(stream), limits: XMLLimits(attribute: 1 << 16, section: 1 << 20, attributes: 256))
        try lexer.declaration()
        guard case .open(let root) = try lexer.next(), roots.contains(root.name) else { throw .notDocument }
        _ = try open(root)
        guard !root.isEmpty else { return try close(root.name) }
        var names = [root.name]
        // From which depth on everything is skipped.
        var skipped = Int.max
        var bytes: [UInt8] = []
        while let last = names.last {
            bytes.removeAll(keepingCapacity: true)
            let ended: String
            switch try lexer.text(to: &bytes, line: lexer.source.line, limit: OfficeLimits.run) {
            case .end: throw .damaged
            case .close(let name): ended = name
            case .tag:
                if takesText, names.count < skipped, !bytes.isEmpty { text(bytes) }
                guard case .open(let tag) = try lexer.next() else { throw .damaged }
                if names.count < skipped, try open(tag) == .skip { skipped = names.count + 1 }
                names.append(tag.name)
                guard names.count <= OfficeLimits.depth else { throw OfficeError("nests too deeply") }
                guard tag.isEmpty else { continue }
                try leave(&names, &skipped)
                continue
            }
            if takesText, names.count < skipped, !bytes.isEmpty { text(bytes) }
            guard ended == last else { throw .damaged }
            try leave(&names, &skipped)
        }
        guard case .end = try lexer.next() else { throw .damaged }
        // So that the checksum is looked at.
        while try !stream.next().isEmpty {}
    }

    private mutating func leave(_ names: inout [String], _ skipped: inout Int) throws(OfficeError) {
        guard let name = names.last else { return }
        if names.count < skipped { try close(name) }
        names.removeLast()
        if names.count < skipped { skipped = .max }
    }
}
