import ShedModel

/// What argument-parser says of options, said of verbs: which one may have been meant.
enum VerbHint {
    /// The message; if the first word is no verb but nearly one, that is its first line, whatever else is wrong. A verb may
    /// know better what is wrong with its words.
    static func added(to message: String, _ words: [String], _ names: VerbNames) -> String {
        guard let word = words.first else { return message }
        if let verb = names.type(of: words) as? any Verb.Type, let hint = verb.hint(for: message) { return hint }
        if let hint = inner(message, words, names) { return hint }
        let verbs = names.all
        guard !word.hasPrefix("-"), word != "help", !verbs.contains(word), message.hasPrefix("Error: "),
            let verb = Nearest.of(word, among: verbs), let end = message.firstIndex(of: "\n")
        else { return message }
        return "Error: Unexpected argument '\(word)'. Did you mean '\(verb)'?" + message[end...]
    }

    /// The same of the second word, where the first is a verb that has verbs in it.
    private static func inner(_ message: String, _ words: [String], _ names: VerbNames) -> String? {
        guard words.count > 1, message.hasPrefix("Error: "), let end = message.firstIndex(of: "\n") else { return nil }
        let verbs = names.inner(words[0])
        guard !words[1].hasPrefix("-"), !verbs.contains(words[1]), let verb = Nearest.of(words[1], among: verbs) else { return nil }
        return "Error: Unexpected argument '\(words[1])'. Did you mean '\(words[0]) \(verb)'?" + message[end...]
    }
}
