import ShedModel

/// An XML file in memory.
struct XMLBytes: XMLSource {
    typealias Failure = XMLFault

    private let bytes: [UInt8]
    private(set) var offset = 0
    private(set) var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func advance() {
        if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
        offset += 1
    }

    mutating func takeRun(to result: inout [UInt8], limit: Int, _ isOrdinary: (UInt8) -> Bool) -> Bool {
        let run = bytes[offset...].prefix(while: isOrdinary)
        result += run
        offset += run.count
        return result.count <= limit
    }

    mutating func skipByteOrderMark() -> Bool {
        guard peek() == 0xef else { return true }
        guard bytes.starts(with: [0xef, 0xbb, 0xbf]) else { return false }
        offset = 3
        return true
    }

    func fault(_ message: String, line: Int? = nil, remedy: String = "") -> XMLFault { XMLFault(line: line ?? self.line, reason: message) }

    func fault(_ problem: XMLTextProblem, line: Int) -> XMLFault {
        switch problem {
        case .tooLong: fault("a text is too long", line: line)
        case .unholdable: fault("it holds a character that XML cannot", line: line)
        }
    }

    /// What is looked at was found to be UTF-8 before.
    func text(_ bytes: [UInt8], line: Int) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The plain text that the content of an element stands for; `nil` if it is more than text.
    static func text(_ content: ArraySlice<UInt8>) -> String? {
        guard !content.contains(UInt8(ascii: "<")) else { return nil }
        var lexer = XMLLexer(XMLBytes(Array(content)), limits: XMLLimits(attribute: 0, section: 0))
        var bytes: [UInt8] = []
        guard (try? lexer.text(to: &bytes, line: 1, limit: .max)) != nil else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
