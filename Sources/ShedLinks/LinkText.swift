import ShedModel

/// A destination as it is meant: without the escapes of its document, but with those of URLs.
struct LinkText {
    private(set) var bytes: [UInt8] = []
    /// Where each of the bytes began in the destination as it is written; and its end.
    private(set) var sources: [Int] = []

    /// - Returns: `nil` where something cannot be read for certain.
    init?(_ written: ArraySlice<UInt8>, _ form: DocumentLink.Form) {
        bytes.reserveCapacity(written.count)
        sources.reserveCapacity(written.count + 1)
        let start = written.startIndex
        var position = start
        while position < written.endIndex {
            let byte = written[position]
            var next = position + 1
            switch (form, byte) {
            case (.bare, UInt8(ascii: "\\")), (.angle, UInt8(ascii: "\\")):
                if next < written.endIndex, LinkText.isPunctuation(written[next]) {
                    append(written[next], from: position - start)
                    next += 1
                } else {
                    append(byte, from: position - start)
                }
            case (.orgFile, UInt8(ascii: "\\")), (.orgPath, UInt8(ascii: "\\")):
                next = appendOrgEscape(written, position)
            case (.bare, UInt8(ascii: "&")), (.angle, UInt8(ascii: "&")), (.doubleQuoted, UInt8(ascii: "&")), (.singleQuoted, UInt8(ascii: "&")),
                (.unquoted, UInt8(ascii: "&")):
                switch HTMLEntity.read(written[position...]) {
                case .none: append(byte, from: position - start)
                case .unknown: return nil
                case .character(let bytes, let length):
                    for unit in bytes { append(unit, from: position - start) }
                    next = position + length
                }
            default: append(byte, from: position - start)
            }
            position = next
        }
        sources.append(written.count)
        guard !bytes.contains(0) else { return nil }
    }

    private mutating func append(_ byte: UInt8, from source: Int) {
        bytes.append(byte)
        sources.append(source)
    }

    /// Backslashes before a bracket, or at the end, are halved (org-link-unescape).
    private mutating func appendOrgEscape(_ written: ArraySlice<UInt8>, _ position: Int) -> Int {
        let start = written.startIndex
        let end = written[position...].firstIndex { $0 != UInt8(ascii: "\\") } ?? written.endIndex
        let isBracket = end < written.endIndex && (written[end] == UInt8(ascii: "[") || written[end] == UInt8(ascii: "]"))
        let count = isBracket || end == written.endIndex ? (end - position) / 2 : end - position
        for number in 0..<count { append(UInt8(ascii: "\\"), from: position + number - start) }
        guard isBracket else { return end }
        append(written[end], from: position - start)
        return end + 1
    }

    /// Where the path ends: before a fragment, a query, or what else the form puts behind it.
    var endOfPath: Int { bytes.firstIndex { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") } ?? bytes.count }

    /// Where the path ends, and where it may end besides, since a `#` or `?` may be part of a name.
    func ends(after first: Int) -> [Int] {
        let further = bytes.indices.dropFirst(first + 1).lazy.filter { bytes[$0] == UInt8(ascii: "#") || bytes[$0] == UInt8(ascii: "?") }
        return [first] + (first < bytes.count ? further.prefix(LinkText.furtherEnds) + [bytes.count] : [])
    }

    /// Nobody has more of them in a name, and behind it.
    private static let furtherEnds = 2

    /// What a backslash makes a letter of (CommonMark, 2.4).
    static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2f, 0x3a...0x40, 0x5b...0x60, 0x7b...0x7e: true
        default: false
        }
    }
}

/// A character that HTML writes by a number or a name.
enum HTMLEntity {
    enum Reading {
        /// It is just an ampersand.
        case none
        /// It is one that is not known here.
        case unknown
        /// - Parameters:
        ///   - bytes: in UTF-8.
        ///   - length: in bytes, from `&` to `;`.
        case character(_ bytes: [UInt8], length: Int)
    }

    /// - Parameter bytes: those from `&` on.
    static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
        let inner = bytes.dropFirst().prefix(HTMLCharacters.longestName + 1)
        guard let end = inner.firstIndex(of: UInt8(ascii: ";")) else { return .none }
        let name = inner[inner.startIndex..<end]
        let length = end + 1 - bytes.startIndex
        guard isReference(name) else { return .none }
        // What has more digits is a number in HTML and text in Markdown.
        guard name.first != UInt8(ascii: "#") || name.count <= longestNumber, let signs = HTMLCharacters.bytes(ofReference: name) else { return .unknown }
        return .character(signs, length: length)
    }

    /// In bytes: `#x` and seven digits.
    private static let longestNumber = 9

    /// Whether it has the form of a number or a name.
    private static func isReference(_ name: ArraySlice<UInt8>) -> Bool {
        guard name.first == UInt8(ascii: "#") else {
            return name.first.map(isLetter) ?? false && name.allSatisfy { isLetter($0) || $0 &- UInt8(ascii: "0") < 10 }
        }
        let isHex = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
        let digits = name.dropFirst(isHex ? 2 : 1)
        return !digits.isEmpty && digits.allSatisfy { Hexadecimal.value(of: $0) != nil }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}
