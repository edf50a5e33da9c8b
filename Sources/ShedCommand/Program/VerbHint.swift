import ShedModel

/// What argument-parser says of options, said of verbs: which one may have been meant.
enum VerbHint {
    /// The message; if the first word is no verb but nearly one, that is its first line, whatever else is wrong. A verb may
    /// know better what is wrong with its words.
    static func added(to message: String, _ words: [String], _ names: VerbNames) -> String {
        guard let word = words.first else { return message }
        if let verb = names.type(named: word) as? any Verb.Type, let hint = verb.hint(for: message) { return hint }
        let verbs = names.all
        guard !word.hasPrefix("-"), word != "help", !verbs.contains(word), message.hasPrefix("Error: "),
            let verb = Nearest.of(word, among: verbs), let end = message.firstIndex(of: "\n")
        else { return message }
        return "Error: Unexpected argument '\(word)'. Did you mean '\(verb)'?" + message[end...]
    }
}
