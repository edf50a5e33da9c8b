import ShedModel

/// What a program said on stderr, for people: without the descriptor that it was given in place of a path, without the
/// words by which it weighs what it says, and what it says of a file's structure in plain words.
enum ToolWords {
    /// How much is read, and how much is shown of it, in bytes.
    private static let most = (read: 4_096, shown: 300)

    /// How lines begin. Sources: qpdf's QUtil and QPDFLogger, poppler's `error()` (Error.cc).
    private static let beginnings = ["WARNING", "ERROR", "Error", "error", "qpdf", "Syntax Error", "Syntax Warning", "Command Line Error", "Internal Error"]

    /// What structure is wrong, in plain words; empty for what is said by the rest.
    private static let plain = [
        "file is damaged": "", "operation succeeded with warnings": "", "Attempting to reconstruct cross-reference table": "",
        "can't find startxref": "its end is missing", "xref not found": "its list of objects is not where it should be",
        "unable to find trailer dictionary while recovering damaged file": "nothing in it leads to its pages",
        "Couldn't find trailer dictionary": "nothing in it leads to its pages", "Couldn't read xref table": "its list of objects cannot be read",
    ]

    /// Each thing once, on one line, safe to show; empty where nothing is said that helps.
    static func text(_ errors: [UInt8]) -> String {
        var sentences: [String] = []
        for line in Array(errors.prefix(most.read)).textLines {
            let bare = withoutBeginning(String(line))
            let sentence = plain[bare] ?? EscapedText.escape(Array(bare.utf8))
            if !sentence.isEmpty, !sentences.contains(sentence) { sentences.append(sentence) }
        }
        let text = sentences.joined(separator: "; ")
        guard text.utf8.count > most.shown else { return text }
        return String(decoding: UTF8Cut.prefix(Array(text.utf8)[...], atMost: most.shown), as: UTF8.self) + "…"
    }

    /// A line from where it says what is wrong.
    private static func withoutBeginning(_ line: String) -> String {
        var rest = line
        // `WARNING: /proc/self/fd/3 (offset 9): xref not found`, `Syntax Error (117): Illegal character`.
        while let colon = rest.firstRange(of: ": ") {
            var head = rest[..<colon.lowerBound]
            if let bracket = head.firstRange(of: " (") { head = head[..<bracket.lowerBound] }
            guard beginnings.contains(String(head)) || head.hasPrefix(descriptors) else { break }
            rest = String(rest[colon.upperBound...])
        }
        for number in 3...9 { rest = rest.replacing("\(descriptors)\(number)", with: "the file") }
        return rest
    }

    private static let descriptors = "/proc/self/fd/"
}
