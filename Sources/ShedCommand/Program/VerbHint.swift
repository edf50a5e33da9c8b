import ShedModel

/// What argument-parser says of options, said of verbs: which one may have been meant.
enum VerbHint {
    /// The message; if the first word is no verb but nearly one, that is its first line, whatever else is wrong. A verb may
    /// know better what is wrong with its words.
    static func added(to message: String, _ words: [String], _ names: VerbNames) -> String {
        guard let word = words.first else { return message }
        if let verb = names.type(of: words) as? any Verb.Type, let hint = verb.hint(for: message, words) { return hint }
        if names.all.contains(word), let name = dashedName(words), message.hasPrefix("Error: "), let end = message.firstIndex(of: "\n") {
            return String(message[..<end]) + (message[..<end].hasSuffix(".") ? "" : ".")
                + " If '\(name)' is the name of a file, write './\(name)', or put '--' before it." + message[end...]
        }
        if let hint = inner(message, words, names) { return hint }
        let verbs = names.all
        guard !word.hasPrefix("-"), word != "help", !verbs.contains(word), message.hasPrefix("Error: "), let end = message.firstIndex(of: "\n")
        else { return message }
        return "Error: " + complaint(word, Nearest.of(word, among: verbs)) + message[end...]
    }

    private static func complaint(_ word: String, _ near: String?) -> String {
        "There is no verb '\(word)'." + (near.map { " Did you mean '\($0)'?" } ?? "")
    }

    /// The letters of the options that have one, of all verbs.
    private static let letters: Set<Character> = ["C", "q", "v", "y", "0", "n", "o", "h"]

    /// A word with one dash in front that can be no option, so that it may be a name.
    private static func dashedName(_ words: [String]) -> String? {
        words.dropFirst().prefix { $0 != "--" }.first { word in
            word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 1 && !word.dropFirst().allSatisfy(letters.contains) && !word.hasPrefix("-C")
        }
    }

    /// The word that argument-parser took for a request for help, though it is none: `-dash.txt` is to it the letters of options, and
    /// one of them `-h`. `nil` where help is asked for.
    static func misreadHelp(_ words: [String]) -> String? {
        let options = words.prefix { $0 != "--" }
        guard words.first != "help", !options.contains(where: { $0 == "-h" || $0.hasPrefix("--help") }) else { return nil }
        return options.first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("h") }
    }

    /// That help is asked for of a verb that is not there; `nil` where it is, or no help is asked for. argument-parser takes the
    /// help of what it does find for an answer.
    static func unknownTopic(_ words: [String], _ names: VerbNames, _ program: String) -> String? {
        let isVerb = words.first == "help"
        guard isVerb || words.contains("--help") || words.contains("-h") else { return nil }
        let topic = Array((isVerb ? words.dropFirst() : words[...]).prefix { !$0.hasPrefix("-") })
        guard let verb = topic.first, verb != "help" else { return nil }
        func complaint(_ word: String, _ near: String?) -> String { VerbHint.complaint(word, near) + " “\(program) help --all” lists all of them." }
        guard names.all.contains(verb) else { return complaint(verb, Nearest.of(verb, among: names.all)) }
        guard topic.count > 1, names.hasVerbs(verb), !names.hasDefault(verb), !names.inner(verb).contains(topic[1]) else { return nil }
        return complaint("\(verb) \(topic[1])", Nearest.of(topic[1], among: names.inner(verb)).map { "\(verb) \($0)" })
    }

    /// The same of the second word, where the first is a verb that has verbs in it.
    private static func inner(_ message: String, _ words: [String], _ names: VerbNames) -> String? {
        guard words.count > 1, names.hasVerbs(words[0]), message.hasPrefix("Error: "), let end = message.firstIndex(of: "\n") else { return nil }
        let verbs = names.inner(words[0])
        guard !words[1].hasPrefix("-"), !verbs.contains(words[1]) else { return nil }
        let near = Nearest.of(words[1], among: verbs).map { "\(words[0]) \($0)" }
        guard near != nil || !names.hasDefault(words[0]) else { return nil }
        return "Error: " + complaint("\(words[0]) \(words[1])", near) + message[end...]
    }
}
