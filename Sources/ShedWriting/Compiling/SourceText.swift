import Glibc
import ShedModel

/// The text of one file as it is compiled: UTF-8 with lines that end in a line feed, without what stands above it for programs.
package struct SourceText: Hashable, Sendable {
    /// What follows the front matter.
    package var body: [UInt8]
    /// The plain `key: value` lines of the front matter, in their order; what is nested there is passed over.
    package var matter: [Entry] = []
    /// The front matter as it stood, with the lines that mark it; empty where there is none.
    package var matterText: [UInt8] = []

    package struct Entry: Hashable, Sendable {
        package var key: String
        package var value: String
    }

    /// Files of more bytes are not compiled: 8 MiB, the text of some twenty novels.
    package static let largest = 8 << 20
    /// Front matter goes on for so many lines at most; else it is text.
    private static let mostMatterLines = 400

    /// The text of a file as UTF-8: what begins with the mark of UTF-16 is converted.
    /// - Returns: the line, from 1, where something else stands, and no text then.
    package static func utf8(of bytes: [UInt8]) -> (text: [UInt8], fault: Int?) {
        let isLittle = bytes.starts(with: [0xff, 0xfe])
        guard isLittle || bytes.starts(with: [0xfe, 0xff]) else {
            guard let offset = UTF8Fault.first(in: bytes) else { return (bytes, nil) }
            return ([], UTF8Fault.line(of: offset, in: bytes))
        }
        var text: [UInt8] = []
        var (position, line) = (2, 1)
        func unit() -> UInt16? {
            guard position + 1 < bytes.count else { return nil }
            let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
            position += 2
            return isLittle ? second << 8 | first : first << 8 | second
        }
        while let first = unit() {
            var number = UInt32(first)
            if first & 0xfc00 == 0xd800, let second = unit(), second & 0xfc00 == 0xdc00 {
                number = 0x10000 + (UInt32(first & 0x3ff) << 10 | UInt32(second & 0x3ff))
            }
            // UTF-32 begins with the same mark.
            guard number != 0, let scalar = Unicode.Scalar(number) else { return ([], line) }
            if number == 0x0a { line += 1 }
            text += UTF8.encode(scalar).map(Array.init) ?? []
        }
        return position == bytes.count ? (text, nil) : ([], line)
    }

    /// Reads bytes of any origin: what is no UTF-8 becomes U+FFFD, a byte order mark goes, CR LF and CR become LF, other control
    /// characters but tab go.
    package init(_ bytes: [UInt8]) {
        let clean = SourceText.cleaned(bytes)
        (matterText, body) = SourceText.split(clean)
        matter = SourceText.entries(of: matterText)
    }

    /// Adds a text to others, with a blank line before it and none at its ends; nothing where it holds none but such.
    package static func add(_ text: [UInt8], to output: inout [UInt8]) {
        var text = text[...]
        while text.first == 0x0a { text = text.dropFirst() }
        while text.last == 0x0a { text = text.dropLast() }
        guard !text.isEmpty else { return }
        while output.count > 1, output[output.count - 1] == 0x0a, output[output.count - 2] == 0x0a { output.removeLast() }
        if !output.isEmpty { output.append(0x0a) }
        output += text
        output.append(0x0a)
    }

    /// The value of a key of the front matter; the first counts.
    package func value(_ key: String) -> String? { matter.first { $0.key == key }?.value }

    /// Whether the file says of itself that it is left out: `compile: false` or `compile: no`.
    package var isLeftOut: Bool { ["false", "no"].contains(value("compile")?.lowercased()) }

    private static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
        let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
        let isPlain = text.withUnsafeBufferPointer { text in
            text.allSatisfy { ($0 >= 0x20 && $0 < 0x7f) || $0 == 0x0a || $0 == 0x09 || $0 >= 0x80 }
        }
        // Most texts are as they should be, and are not copied.
        if isPlain, UTF8Fault.first(in: text) == nil { return text }
        let valid = Array(String(decoding: text, as: UTF8.self).utf8)
        var result: [UInt8] = []
        result.reserveCapacity(valid.count)
        for (position, byte) in valid.enumerated() {
            switch byte {
            case 0x0d: if position + 1 >= valid.count || valid[position + 1] != 0x0a { result.append(0x0a) }
            case 0x09, 0x0a, 0x20..<0x7f, 0x80...: result.append(byte)
            default: continue
            }
        }
        return result
    }

    /// Front matter begins with a first line `---` and ends with a line `---` or `...`.
    private static func split(_ text: [UInt8]) -> (matter: [UInt8], body: [UInt8]) {
        guard let first = line(of: text, at: 0), FrontMatter.begins(text[first.range]) else { return ([], text) }
        var position = first.next
        for _ in 0..<mostMatterLines {
            guard let line = line(of: text, at: position) else { return ([], text) }
            position = line.next
            if FrontMatter.ends(text[line.range]) { return (Array(text[..<position]), Array(text[position...])) }
        }
        return ([], text)
    }

    /// The line that begins at a position, without its end, and where the next one begins; `nil` at the end.
    static func line(of text: [UInt8], at position: Int) -> (range: Range<Int>, next: Int)? {
        guard position < text.count else { return nil }
        // Each text is gone through several times, line by line.
        let end = text.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return text.count }
            return memchr(start + position, 0x0a, text.count - position).map { UnsafeRawPointer($0) - start } ?? text.count
        }
        return (position..<end, min(end + 1, text.count))
    }

    private static func entries(of matter: [UInt8]) -> [Entry] {
        matter.split(separator: 0x0a).compactMap { line in
            guard let first = line.first, first != 0x20, first != 0x09, first != 0x23, let colon = line.firstIndex(of: 0x3a) else { return nil }
            let key = String(decoding: line[..<colon], as: UTF8.self)
            let value = unquoted(trimmed(line[line.index(after: colon)...]))
            return value.isEmpty ? nil : Entry(key: key, value: String(decoding: value, as: UTF8.self))
        }
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let first = bytes.first, first == 0x20 || first == 0x09 || first == 0x0a { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 || last == 0x0a { bytes = bytes.dropLast() }
        return bytes
    }

    private static func unquoted(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.count >= 2, let first = bytes.first, first == 0x22 || first == 0x27, bytes.last == first else { return bytes }
        return bytes.dropFirst().dropLast()
    }
}
