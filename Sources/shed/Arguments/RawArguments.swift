import Glibc

/// The command line's words, byte for byte.
///
/// A file's name need not be UTF-8, but argument-parser takes only `String`s, and Swift's `CommandLine.arguments`
/// replaces what is not UTF-8 by U+FFFD: such a file could not be named. So each byte that is no part of valid UTF-8
/// travels through argument-parser as a scalar of its own, U+10FF00 + byte, at the end of the last private-use plane,
/// and is turned back where a word is used as a path or a text. The scalars that stand for bytes are themselves sent
/// as bytes, so that every word comes back as it was.
enum RawArguments {
    private static let base: UInt32 = 0x10_ff00

    /// The process's arguments, without the program's name.
    static func read() -> [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { position in
            guard let word = CommandLine.unsafeArgv[position] else { return nil }
            return text(of: UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
        }
    }

    /// The text that stands for bytes.
    static func text(of bytes: [UInt8]) -> String {
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
    static func bytes(of text: String) -> [UInt8] {
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

    /// The verbs that have verbs in them.
    private static var outerVerbs: [String] {
        let configuration = ShedCommand.configuration
        let verbs = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
        return verbs.filter { !$0.configuration.subcommands.isEmpty }.compactMap { $0.configuration.commandName }
    }

    /// Options of every verb that stand before the verb are moved behind it, where argument-parser looks for them:
    /// `shed -C DIR status` is `shed status -C DIR`.
    static func hoisted(_ words: [String]) -> [String] {
        var front: [String] = []
        var position = 0
        while position < words.count, words[position].hasPrefix("-") {
            let word = words[position]
            if word == "-C" || word == "--color" {
                guard position + 1 < words.count else { return words }
                front += [word, words[position + 1]]
                position += 2
            } else if ["--json", "--quiet", "-q", "--verbose", "-v", "--plain", "--yes", "-y", "-0"].contains(word) || word.hasPrefix("--color=") {
                front.append(word)
                position += 1
            } else {
                return words
            }
        }
        guard !front.isEmpty, position < words.count, words[position] != "help" else { return words }
        // `shed --json service status`: the options are the inner verb's.
        let isNested = outerVerbs.contains(words[position])
        // The help of a verb with inner verbs takes no options.
        guard !isNested || position + 1 < words.count && !words[position + 1].hasPrefix("-") else { return Array(words[position...]) }
        let end = position + (isNested ? 2 : 1)
        return words[position..<end] + front + words[end...]
    }
}
