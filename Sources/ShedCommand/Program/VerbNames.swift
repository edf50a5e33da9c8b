import ArgumentParser

/// The names of a program's verbs.
struct VerbNames {
    private let types: [any ParsableCommand.Type]

    /// - Parameter root: the command that the verbs are below.
    init(below root: any ParsableCommand.Type) {
        types = root.configuration.subcommands
    }

    var all: [String] { types.compactMap { $0.configuration.commandName } }

    /// The verbs in a verb.
    func inner(_ name: String) -> [String] { type(named: name)?.configuration.subcommands.compactMap { $0.configuration.commandName } ?? [] }

    /// Whether a verb has verbs in it.
    func hasVerbs(_ name: String) -> Bool { type(named: name)?.configuration.subcommands.isEmpty == false }

    /// Whether a verb that has verbs in it does something where none of them is named.
    func hasDefault(_ name: String) -> Bool { type(named: name)?.configuration.defaultSubcommand != nil }

    /// The verb that a command line begins with: also one that is in another.
    func type(of words: [String]) -> (any ParsableCommand.Type)? {
        guard let outer = words.first.flatMap(type(named:)) else { return nil }
        return words.dropFirst().first.flatMap { word in outer.configuration.subcommands.first { $0.configuration.commandName == word } } ?? outer
    }

    /// Whether a command line names a verb that a daemon is asked for unread (``Verb/isAskedUnread``), and asks for no help with it.
    func isAskedUnread(_ words: [String]) -> Bool {
        guard let verb = words.first.flatMap(type(named:)) as? any Verb.Type, verb.isAskedUnread else { return false }
        return !words.contains { ["-h", "--help", "--version"].contains($0) || $0.hasPrefix("--generate-completion-script") }
    }

    func type(named name: String) -> (any ParsableCommand.Type)? { types.first { $0.configuration.commandName == name } }
}
