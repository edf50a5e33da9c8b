import ArgumentParser
import ShedModel

/// What argument-parser says of options, said of verbs: which one may have been meant.
enum VerbHint {
    /// The message; if the first word is no verb but nearly one, that is its first line, whatever else is wrong. If `add`
    /// is not told what to make, that is.
    static func added(to message: String, _ words: [String]) -> String {
        if words.first == AddVerb.configuration.commandName, let hint = hintToAdd(message) { return hint }
        guard let word = words.first, !word.hasPrefix("-"), word != "help", !verbs.contains(word), message.hasPrefix("Error: "),
            let verb = Nearest.of(word, among: verbs), let end = message.firstIndex(of: "\n")
        else { return message }
        return "Error: Unexpected argument '\(word)'. Did you mean '\(verb)'?" + message[end...]
    }

    private static func hintToAdd(_ message: String) -> String? {
        let (start, end) = ("Error: The value '", "' is invalid for '<sort>'.")
        guard message.hasPrefix(start), let line = message.split(separator: "\n").first, let range = line.firstRange(of: end) else { return nil }
        let path = line[..<range.lowerBound].dropFirst(start.count)
        let sort = path.hasSuffix("/") ? AddVerb.Sort.folder : .file
        return "Error: “shed add” takes file or folder, and then the path. Did you mean 'shed add \(sort.rawValue) \(path)'?" + message.dropFirst(line.count)
    }

    private static var verbs: [String] {
        let configuration = ShedCommand.configuration
        return (configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)).compactMap { $0.configuration.commandName }
    }
}
