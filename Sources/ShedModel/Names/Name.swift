/// The name of a directory entry: bytes, as the file system has them. They need not be UTF-8.
public struct Name: Hashable, Comparable, Sendable {
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) { self.bytes = bytes }

    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The order of the bytes, which is the same everywhere.
    public static func < (left: Name, right: Name) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// The text, or `nil` if the bytes are not UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// Whether the name can stand in a directory: not empty, not `.` or `..`, no `/`, no NUL, at most 255 bytes.
    public var isPossible: Bool {
        !bytes.isEmpty && bytes.count <= Name.longest && bytes != [0x2e] && bytes != [0x2e, 0x2e]
            && !bytes.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }

    /// The longest name that Linux file systems hold (NAME_MAX), in bytes.
    public static let longest = 255

    /// Whether the name begins with a dot: such names are never nodes.
    public var isHidden: Bool { bytes.first == UInt8(ascii: ".") }
}

extension Name: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(stringLiteral value: String) { self.init(value) }

    /// The name as it can be shown on one line: see ``escaped``.
    public var description: String { escaped }
}

extension Name {
    /// The name with everything escaped that is not UTF-8 or could upset a terminal: controls, bidirectional
    /// controls, line separators, and what is invisible. `\` itself becomes `\\` only where something else is escaped too.
    public var escaped: String { EscapedText.escape(bytes) }

    /// The same for a list, where a blank at its beginning or end would not be seen: such a name stands in quotes.
    public var listed: String {
        let ends = [text?.unicodeScalars.first, text?.unicodeScalars.last]
        return ends.contains { $0?.properties.isWhitespace == true } ? ShellWord.quote(bytes) : escaped
    }

    /// Stem and extension: `("Ode", ".txt")`. A leading dot begins no extension.
    public var parts: (stem: ArraySlice<UInt8>, suffix: ArraySlice<UInt8>) {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (bytes[...], []) }
        return (bytes[..<dot], bytes[dot...])
    }

    /// Whether the name ends in an extension and has something before it.
    /// - Parameter suffix: in ASCII, lower case, with its full stop; the name's case does not count.
    public func hasSuffix(_ suffix: String) -> Bool { bytes.withUnsafeBufferPointer { Name.bytes($0, haveSuffix: suffix.utf8, of: suffix.utf8.count) } }

    /// The same of a name that is not copied.
    /// - Parameter length: of the suffix, in bytes.
    @inlinable
    public static func bytes(_ bytes: UnsafeBufferPointer<UInt8>, haveSuffix suffix: some Sequence<UInt8>, of length: Int) -> Bool {
        guard bytes.count > length else { return false }
        return zip(bytes[(bytes.count - length)...], suffix).allSatisfy { byte, wanted in
            (byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte) == wanted
        }
    }

    /// The same name with a number in brackets: `Ode.txt`, 2 → `Ode (2).txt`; cut so that it stays within 255 bytes.
    /// - Parameter keepsSuffix: whether the extension stays at the end (a file), or counts as part of the name (a folder).
    public func numbered(_ number: Int, keepsSuffix: Bool) -> Name {
        let mark = Array(" (\(number))".utf8)
        // A full stop far from the end begins no extension that is worth the rest of the name.
        let isKept = keepsSuffix && parts.suffix.count + mark.count < Name.longest
        let (stem, suffix) = isKept ? parts : (bytes[...], [])
        let room = Name.longest - mark.count - suffix.count
        return Name(bytes: Array(UTF8Cut.prefix(stem, atMost: room)) + mark + Array(suffix))
    }
}

/// Cuts bytes without splitting a UTF-8 sequence.
public enum UTF8Cut {
    /// The longest prefix of at most so many bytes.
    public static func prefix(_ bytes: ArraySlice<UInt8>, atMost count: Int) -> ArraySlice<UInt8> {
        guard bytes.count > count else { return bytes }
        var end = bytes.startIndex + max(count, 0)
        while end > bytes.startIndex, bytes[end] & 0xc0 == 0x80 { end -= 1 }
        return bytes[..<end]
    }
}
