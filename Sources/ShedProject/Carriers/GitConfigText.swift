import ShedModel

/// The text of one of git's configuration files, as git-config(1) describes it. Total: what cannot be read is passed over, and time and
/// memory grow with the length of the text.
///
/// No program is run: git carries out what stands in such a file (`core.fsmonitor`, aliases, filters), and it may be anybody's.
struct GitConfigText {
    /// What is set in the section `core`, and `extensions.worktreeConfig`, in small letters, the last one counting; the value `nil` stands
    /// for `true`.
    private(set) var core: [String: [UInt8]?] = [:]

    /// More of a file is not read: 1 MiB, in bytes.
    static let longest = 1 << 20

    private let text: ArraySlice<UInt8>
    private var position: Int
    private var section = ""

    init(_ bytes: [UInt8]) {
        text = bytes.prefix(GitConfigText.longest)
        position = text.startIndex
        if text.starts(with: [0xef, 0xbb, 0xbf]) { position += 3 }
        while position < text.endIndex { readOne() }
    }

    private var byte: UInt8? { position < text.endIndex ? text[position] : nil }

    private mutating func readOne() {
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: ";"): skipLine()
        case UInt8(ascii: "["): readSection()
        case let byte? where GitConfigText.isLetter(byte): readEntry()
        default: position += 1
        }
    }

    private mutating func skipLine() {
        while let byte, byte != UInt8(ascii: "\n") { position += 1 }
    }

    /// `[core]`, or `[remote "origin"]`, which is another section than `[remote]`.
    private mutating func readSection() {
        position += 1
        var name: [UInt8] = []
        while let byte, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "\n") {
            // What stands in quotes may hold a bracket.
            if byte == UInt8(ascii: "\"") {
                name.append(byte)
                skipQuoted()
                continue
            }
            name.append(byte)
            position += 1
        }
        if byte == UInt8(ascii: "]") { position += 1 }
        section = String(decoding: name, as: UTF8.self).lowercased()
    }

    private mutating func skipQuoted() {
        position += 1
        while let byte, byte != UInt8(ascii: "\n") {
            position += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\"), position < text.endIndex { position += 1 }
        }
    }

    private mutating func readEntry() {
        let start = position
        while let byte, GitConfigText.isLetter(byte) || byte.isDigitOrHyphen { position += 1 }
        let name = String(decoding: text[start..<position], as: UTF8.self).lowercased()
        skipSpace()
        var value: [UInt8]?
        if byte == UInt8(ascii: "=") {
            position += 1
            value = readValue()
        } else {
            skipLine()
        }
        if section == "core" || section == "extensions" && name == "worktreeconfig" { core[name] = .some(value) }
    }

    private mutating func skipSpace() {
        while let byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
    }

    /// A value to the end of its line: quotes and escapes taken away, space around it and comments left out.
    private mutating func readValue() -> [UInt8] {
        skipSpace()
        var value: [UInt8] = []
        var length = 0
        var isQuoted = false
        while let byte, byte != UInt8(ascii: "\n") {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\"):
                guard let escaped = self.byte else { break }
                position += 1
                if let meant = GitConfigText.escapes[escaped] { value.append(meant) }
                length = value.count
            case UInt8(ascii: "#"), UInt8(ascii: ";"):
                if isQuoted { fallthrough }
                skipLine()
            default:
                value.append(byte)
                if isQuoted || byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\r") { length = value.count }
            }
        }
        return Array(value.prefix(length))
    }

    /// A line that ends with a backslash goes on in the next.
    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): UInt8(ascii: "\n"), UInt8(ascii: "t"): UInt8(ascii: "\t"), UInt8(ascii: "b"): 8, UInt8(ascii: "\""): UInt8(ascii: "\""),
        UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    ]

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}

extension UInt8 {
    fileprivate var isDigitOrHyphen: Bool { self &- UInt8(ascii: "0") < 10 || self == UInt8(ascii: "-") }
}
