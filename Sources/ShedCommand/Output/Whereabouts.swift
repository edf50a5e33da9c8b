import ShedMessages
import ShedModel
import ShedProject

/// Where the project that a verb works in is, seen from the directory that the program was started in: known once it is open.
final class Whereabouts {
    /// `nil`: not known, and paths are those from the root.
    var start: PlaceFromHere.Start?
}

extension Style {
    /// The verbs whose words are paths, and the one that is the cure where a path leads to nothing.
    private static let verbsOfPaths: Set = ["accept", "add", "allow", "mv", "rename", "repair", "restore", "rm", "show"]

    /// A path as other programs take it: from the directory that the program was started in, with `./` before a dash and before two colons.
    package func place(_ path: RelativePath) -> [UInt8] {
        whereabouts.start?.word(of: path) ?? (path.isRoot ? [UInt8(ascii: ".")] : PlaceFromHere.word(path.bytes))
    }

    /// The same, safe to show on one line.
    package func path(_ path: RelativePath) -> String { EscapedText.escape(place(path)) }

    /// The same in two parts: the folder with a slash at its end, which may be empty, and the last name.
    package func parts(_ path: RelativePath) -> (folder: String, name: String) {
        let text = self.path(path)
        guard let slash = text.lastIndex(of: "/") else { return ("", text) }
        return (String(text[...slash]), String(text[text.index(after: slash)...]))
    }

    /// A message in words, whose commands can be typed where the program was started.
    package func advice(_ message: Message) -> String { advice(text(message)) }

    /// A sentence whose commands can be typed where the program was started: their words are paths from the project's root,
    /// so elsewhere they are given `-C`.
    package func advice(_ sentence: String) -> String {
        guard let start = whereabouts.start, !start.isRoot else { return sentence }
        return Style.advice(sentence, for: start.word(of: .root))
    }

    /// What stands in front of a command in a sentence, in all languages.
    private static let openings = ["“", "„", "«\u{a0}", "「"]

    /// The same for a project whose root is known.
    /// - Parameter root: from the directory that the program was started in.
    package static func advice(_ sentence: String, for root: [UInt8]) -> String {
        let command = "shed "
        guard root != [UInt8(ascii: ".")], sentence.contains(command) else { return sentence }
        var text = ""
        var rest = sentence[...]
        while let range = rest.firstRange(of: command) {
            text += rest[..<range.upperBound]
            rest = rest[range.upperBound...]
            guard openings.contains(where: text.dropLast(command.count).hasSuffix) else { continue }
            let verb = rest.prefix { $0.isASCII && $0.isLetter }
            if rest.dropFirst(verb.count).first == " ", verbsOfPaths.contains(String(verb)) {
                text += "-C \(ShellWord.quote(root)) "
            }
        }
        return text + rest
    }
}
