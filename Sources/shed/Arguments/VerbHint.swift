import ArgumentParser
import ShedEngine

/// What argument-parser says of options, said of verbs: which one may have been meant.
enum VerbHint {
    /// The message; if the first word is no verb but nearly one, that is its first line, whatever else is wrong.
    static func added(to message: String, _ words: [String]) -> String {
        guard let word = words.first, !word.hasPrefix("-"), word != "help", !verbs.contains(word), message.hasPrefix("Error: "),
            let verb = Nearest.of(word, among: verbs), let end = message.firstIndex(of: "\n")
        else { return message }
        return "Error: Unexpected argument '\(word)'. Did you mean '\(verb)'?" + message[end...]
    }

    private static var verbs: [String] {
        let configuration = ShedCommand.configuration
        return (configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)).compactMap { $0.configuration.commandName }
    }
}
