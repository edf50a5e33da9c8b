/// Text made safe to show: bytes that are not UTF-8 become `\xNN`, controls `\n`, `\t`, `\u{NN}`. What the runner of a CI system would
/// take for a command wherever it stands (``RunnerCommand``) is broken: its first number sign becomes `\x23`.
public enum EscapedText {
    /// Escapes what cannot be shown on one line, and what nobody would see. Text that needs no escape comes back as it is.
    public static func escape(_ bytes: some Collection<UInt8>) -> String {
        if isPlain(bytes) { return String(decoding: bytes, as: UTF8.self) }
        var escapedSomething = false
        var result = ""
        var rest = Array(bytes)[...]
        var flag = 0
        while !rest.isEmpty {
            guard let (scalar, length) = firstScalar(of: rest) else {
                result += "\\x" + Hexadecimal.string(of: [rest[rest.startIndex]])
                escapedSomething = true
                rest = rest.dropFirst()
                continue
            }
            if scalar == "\u{1f3f4}" { flag = 1 + lettersOfFlag(in: rest.dropFirst(length)) }
            let isInFlag = flag > 0
            flag = max(0, flag - 1)
            if scalar == "#", RunnerCommand.isMark(rest, at: 0) {
                result += "\\x23"
                escapedSomething = true
            } else if !isInFlag, let escape = escape(of: scalar) {
                result += escape
                escapedSomething = true
            } else {
                result.unicodeScalars.append(scalar)
            }
            rest = rest.dropFirst(length)
        }
        guard escapedSomething, bytes.contains(UInt8(ascii: "\\")) else { return result }
        return escapeWithBackslashes(bytes)
    }

    /// A text as it can stand in a message: on one line, 60 characters at most.
    public static func beginning(_ text: String) -> String {
        let start = String(text.unicodeScalars.prefix(60))
        return escape(Array(start.utf8)) + (start.utf8.count < text.utf8.count ? "…" : "")
    }

    /// Whether bytes are printable ASCII, as most names are, and no part of a mark. Bytes that lie in one piece are looked at in one loop.
    private static func isPlain(_ bytes: some Collection<UInt8>) -> Bool {
        func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7f && byte != UInt8(ascii: "#") }
        return bytes.withContiguousStorageIfAvailable { $0.allSatisfy(isPlain) } ?? bytes.allSatisfy(isPlain)
    }

    private static func escapeWithBackslashes(_ bytes: some Collection<UInt8>) -> String {
        bytes.split(separator: UInt8(ascii: "\\"), omittingEmptySubsequences: false)
            .map { escape(Array($0)) }
            .joined(separator: "\\\\")
    }

    /// Whether a scalar is a control, a line or paragraph separator, or steers the direction of text.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029, 0x200e, 0x200f, 0x061c, 0x202a...0x202e, 0x2066...0x2069, 0xfeff: true
        default: false
        }
    }

    /// Whether a text is on one line and holds nothing that is unsafe, as far as its bytes alone tell: one with `…` or `Â` may be safe too.
    public static func isSurelySafe(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.allSatisfy { byte in
            // What begins the scalars of two and three bytes that are unsafe.
            byte >= 0x20 && byte != 0x7f && byte != 0xc2 && byte != 0xd8 && byte != 0xe2 && byte != 0xef
        }
    }

    /// Whether nothing is seen of a scalar where it stands alone, so that two texts that differ look the same: the code points that
    /// Unicode lets every font ignore (Default_Ignorable_Code_Point), besides what belongs to the writing of words and pictures:
    /// joiners, variation selectors, and the fillers of Korean syllables.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xad, 0x17b4, 0x17b5, 0x180e, 0x200b, 0x2060...0x206f, 0x3164, 0xfeff, 0xffa0, 0xfff0...0xfff8, 0x1bca0...0x1bca3, 0x1d173...0x1d17a,
            0xe0000...0xe00ff, 0xe01f0...0xe0fff:
            true
        default: false
        }
    }

    /// The flags of England and the like are a black flag, letters that nobody sees, and their end (UTS #51, emoji tag sequences).
    /// - Returns: how many scalars behind the flag belong to it; 0 where it is no whole one.
    private static func lettersOfFlag(in bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        for count in 1...mostInFlag {
            guard let (scalar, length) = firstScalar(of: rest), tags.contains(scalar.value) else { return 0 }
            if scalar == "\u{e007f}" { return count > 3 ? count : 0 }
            rest = rest.dropFirst(length)
        }
        return 0
    }

    private static let tags: ClosedRange<UInt32> = 0xe0020...0xe007f
    /// A country and a part of it, six letters or digits at most, and the end.
    private static let mostInFlag = 7

    private static func escape(of scalar: Unicode.Scalar) -> String? {
        isUnsafe(scalar) || isInvisible(scalar) ? written(scalar) : nil
    }

    /// A character that is not shown as it is.
    static func written(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }

    private static func firstScalar(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        var decoder = UTF8()
        var iterator = bytes.prefix(4).makeIterator()
        switch decoder.decode(&iterator) {
        case .scalarValue(let scalar): return (scalar, UTF8.width(scalar))
        case .emptyInput, .error: return nil
        }
    }
}
