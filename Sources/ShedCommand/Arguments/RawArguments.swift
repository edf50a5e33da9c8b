import Glibc

/// The command line's words, byte for byte.
///
/// A file's name need not be UTF-8, but argument-parser takes only `String`s, and Swift's `CommandLine.arguments`
/// replaces what is not UTF-8 by U+FFFD: such a file could not be named. So each byte that is no part of valid UTF-8
/// travels through argument-parser as a scalar of its own, U+10FF00 + byte, at the end of the last private-use plane,
/// and is turned back where a word is used as a path or a text. The scalars that stand for bytes are themselves sent
/// as bytes, so that every word comes back as it was.
package enum RawArguments {
    private static let base: UInt32 = 0x10_ff00

    /// The process's arguments, without the program's name.
    package static func read() -> [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { position in
            guard let word = CommandLine.unsafeArgv[position] else { return nil }
            return text(of: UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
        }
    }

    /// The text that stands for bytes.
    package static func text(of bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let first = rest.first {
            var decoder = UTF8()
            var iterator = rest.prefix(4).makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&iterator), !stands(scalar) {
                text.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                if let scalar = Unicode.Scalar(base + UInt32(first)) { text.append(scalar) }
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// The bytes that a text stands for.
    package static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if stands(scalar) {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value - base))
            } else {
                bytes += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        return bytes
    }

    private static func stands(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base + 0x80 }
}
